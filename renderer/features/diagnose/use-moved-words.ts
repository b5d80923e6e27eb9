/** The label in hand, and the words of the record that moved it. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ExplainedText, useExplanation, type VersionedText } from '../../api/diagnosis.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { EditorHandle } from '../../lib/workbench.ts';

/** A pointer that only passes asks for nothing. */
const LINGER_MS = 200;

export interface InHand {
  /** Explanation of the label in hand; undefined while it is computed. */
  readonly explained: ExplainedText | undefined;
  /** The label that stays in hand when no pointer is on another one. */
  readonly pinned: string | null;
  readonly isComputing: boolean;
  readonly error: Error | null;
  hover(label: string | null): void;
  pin(label: string): void;
}

interface MovedWordsInput {
  readonly documentId: number;
  readonly version: number;
  readonly read: () => VersionedText;
  readonly model: number | undefined;
  readonly onMark: EditorHandle['mark'];
}

/** Marks the words while a label is in hand. */
export function useMovedWords({ documentId, version, read, model, onMark }: MovedWordsInput): InHand {
  const [hovered, setHovered] = useState<string | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const lingering = useDebounced(hovered, LINGER_MS);
  const label = (hovered === null ? null : lingering) ?? pinned;
  const { data, isFetching, error } = useExplanation({ documentId, version, read }, model, label);
  useEffect(() => {
    onMark(data?.words ?? null, data?.version ?? 0);
  }, [data, onMark]);
  useEffect(() => () => onMark(null, 0), [onMark]);
  const pin = useCallback((next: string) => setPinned((now) => (now === next ? null : next)), []);
  return useMemo(
    () => ({ explained: data, pinned, isComputing: isFetching, error, hover: setHovered, pin }),
    [data, pinned, isFetching, error, pin],
  );
}
