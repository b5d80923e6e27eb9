import { useEffect, useMemo, useState } from 'react';
import type { RelationState, TypedMention } from '../../../shared/domain/record-relations.ts';
import { type RelatedText, useFoundRelations } from '../../api/relations.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { labelOf } from '../../lib/mention-kinds.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useStore } from '../../lib/use-store.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { useRefusal } from '../../ui/use-refusal.ts';
import type { MarkedMention } from './merge-mentions.ts';
import { type RelationRow, relationRows } from './relation-rows.ts';
import type { DocumentSession } from './session.ts';

const PAUSE_MS = 400;

/** Returns the relations of an open record by state, asked for anew once its mentions have settled. */
export function useRelations(session: DocumentSession) {
  const asked = useSettledText(session);
  const { data: found, error, refetch, isFetching } = useFoundRelations(asked);
  const { data: decided } = useAnswer('relations.list', { documentId: session.id });
  const rows = useMemo(
    () => relationRows(found ?? null, decided ?? [], asked ?? { text: '', version: 0 }),
    [found, decided, asked],
  );
  /** Undefined before the first answer, null without a model. */
  const model = found === null ? null : found?.model;
  return { rows, model, error, refetch: () => void refetch(), isUpdating: isFetching || asked === null };
}

let keys = 0;

/** Returns the text when its mentions are those of its newest version; null before the first time. */
function useSettledText(session: DocumentSession): RelatedText | null {
  const found = useDebounced(useStore(session.found), PAUSE_MS);
  const [asked, setAsked] = useState<RelatedText | null>(null);
  useEffect(() => {
    const { mentions, version } = found;
    if (version === 0 || version !== session.model.getVersionId()) return; // the next answer is on its way
    const text = session.model.getValue();
    setAsked({ key: ++keys, documentId: session.id, version, text, mentions: mentions.map(typed) });
  }, [found, session]);
  return asked;
}

/** The model's own label comes first: a model of relations may be trained on the same types. */
function typed({ start, end, kind, predicted }: MarkedMention): TypedMention {
  const own = labelOf(kind) ?? kind;
  return { start, end, types: [...new Set(predicted === undefined ? [own] : [predicted.type, own])] };
}

/** Returns functions that decide on relations of a record, and take back the last decisions one by one. */
export function useRelationDecisions(documentId: number, isLocked: boolean, lockedReason: string) {
  const [done, setDone] = useState<readonly RelationRow[]>([]);
  const notices = useNotices();
  const change = useChange('relations.decide', notices.fail);
  const denied = useRefusal('relations.decide', ['clinician']);
  const refusal = isLocked ? lockedReason : denied;
  const send = ({ type, head, tail, confidence, evidence, model }: RelationRow, state: RelationState) =>
    change.mutateAsync({ documentId, relation: { type, head, tail, confidence, evidence }, model, state });
  return {
    refusal,
    canUndo: done.length > 0 && refusal === undefined,
    decide(row: RelationRow | undefined, state: RelationState): void {
      if (row === undefined || row.state === state || refusal !== undefined) return;
      void send(row, state).then(
        () => setDone((all) => [...all, row]),
        () => undefined,
      ); // the notice says it
    },
    undo(): void {
      const last = done.at(-1);
      if (last === undefined || refusal !== undefined) return;
      void send(last, last.state).then(
        () => setDone((all) => all.slice(0, -1)),
        () => undefined,
      );
    },
  };
}
