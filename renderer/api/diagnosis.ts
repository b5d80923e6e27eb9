/** Diagnosis suggestions and what people decided about them. */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { MovingWords } from '../../shared/domain/prediction.ts';
import { call } from './client.ts';
import { stoppable } from './stoppable.ts';

/** A text with its version, read at the moment of asking. */
export interface VersionedText {
  readonly text: string;
  readonly version: number;
}

/** A document's text, asked about once for each of its versions. */
interface AskedText {
  readonly documentId: number;
  readonly version: number;
  readonly read: () => VersionedText;
}

type Asked<Answer> = Answer & { readonly version: number };

/**
 * Returns what is said about a text, with the version of the text that it is about. The last answer stays while the
 * next one is computed, when it is about the same document and of the same `kind`.
 */
function useTextAnswer<Answer extends object>(
  { documentId, version, read }: AskedText,
  [name, ...kind]: QueryKey,
  ask: (text: string, signal: AbortSignal) => Promise<Answer>,
  enabled = true,
) {
  return useQuery({
    queryKey: ['diagnosis', name, documentId, version, ...kind],
    enabled,
    queryFn: async ({ signal }): Promise<Asked<Answer>> => {
      const { text, version: now } = read();
      return { ...(await ask(text, signal)), version: now };
    },
    placeholderData: (previous, query) =>
      query?.queryKey[2] === documentId && kind.every((part, i) => part === query.queryKey[4 + i])
        ? previous
        : undefined,
    gcTime: 30_000,
  });
}

/** Candidates for a text. */
export const useDiagnosis = (asked: AskedText, top: number) =>
  useTextAnswer(asked, ['rank'], async (text) => ({
    diagnosis: await call('diagnosis.rank', { text, top, documentId: asked.documentId }),
  }));

/** The panel model's prediction for a text; null when no model is used. Asked anew when another model is used. */
export const usePrediction = (asked: AskedText) =>
  useTextAnswer(asked, ['model'], async (text) => ({
    prediction: await call('diagnosis.predict', { text }),
    chars: text.length,
  }));

/** Standard terms of an accepted diagnosis that has no code itself; null when no model is used. */
export const useStandardTerms = (name: string, enabled: boolean) =>
  useQuery({
    queryKey: ['diagnosis', 'model', 'terms', name],
    enabled,
    queryFn: () => call('diagnosis.terms', { name }),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface MovedWord extends MovingWords {
  readonly text: string;
}

/** The words that moved a label, as they stand in the text. */
export type ExplainedText = Asked<{
  readonly label: string;
  readonly probability: number;
  readonly words: readonly MovedWord[];
}>;

/** Nothing is asked without a label; a request that nobody waits for any more is taken back. */
export const useExplanation = (asked: AskedText, model: number | undefined, label: string | null) =>
  useTextAnswer(
    asked,
    ['model', model, label],
    async (text, signal) => {
      const found = await stoppable(signal, (ticket) =>
        call('diagnosis.explain', { text, label: label ?? '', model: model ?? 0, ticket }),
      );
      return {
        ...found,
        words: found.words.map((word) => ({ ...word, text: text.slice(word.start, word.end) })),
      };
    },
    model !== undefined && label !== null,
  );
