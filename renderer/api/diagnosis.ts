/** Diagnosis suggestions and what people decided about them. */
import { useQuery } from '@tanstack/react-query';
import type { Diagnosis } from '../../shared/domain/diagnosis.ts';
import type { MovingWords, TextPrediction } from '../../shared/domain/prediction.ts';
import { call } from './client.ts';
import { keys } from './keys.ts';
import { useAnswer, useChange } from './requests.ts';
import { stoppable } from './stoppable.ts';

/** A text with its version, read at the moment of asking. */
export interface VersionedText {
  readonly text: string;
  readonly version: number;
}

/** Candidates for a text, together with the version of the text they were found in. */
export interface RankedText {
  readonly diagnosis: Diagnosis;
  readonly version: number;
}

/** Keeps the last answer for the same document on screen while the next one is computed. */
export const useDiagnosis = (documentId: number, version: number, read: () => VersionedText, top: number) =>
  useQuery({
    queryKey: keys.diagnosisRank(documentId, version),
    queryFn: async (): Promise<RankedText> => {
      const { text, version: now } = read();
      return { diagnosis: await call('diagnosis.rank', { text, top }), version: now };
    },
    placeholderData: (previous, query) => (query?.queryKey[2] === documentId ? previous : undefined),
    gcTime: 30_000,
  });

/** Returns the panel model's prediction for a text; null when no model is used. */
export interface PredictedText {
  readonly prediction: TextPrediction | null;
  readonly version: number;
  /** Code units of the text. */
  readonly chars: number;
}

/** As `useDiagnosis`; asked anew when another model is used. */
export const usePrediction = (documentId: number, version: number, read: () => VersionedText) =>
  useQuery({
    queryKey: keys.prediction(documentId, version),
    queryFn: async (): Promise<PredictedText> => {
      const { text, version: now } = read();
      return { prediction: await call('diagnosis.predict', { text }), version: now, chars: text.length };
    },
    placeholderData: (previous, query) => (query?.queryKey[2] === documentId ? previous : undefined),
    gcTime: 30_000,
  });

interface MovedWord extends MovingWords {
  readonly text: string;
}

/** The words that moved a label, and the version of the text in which they stand. */
export interface ExplainedText {
  readonly label: string;
  readonly probability: number;
  readonly words: readonly MovedWord[];
  readonly version: number;
}

interface ExplanationInput {
  readonly documentId: number;
  readonly version: number;
  readonly read: () => VersionedText;
  readonly model: number | undefined;
  readonly label: string | null;
}

/** Nothing is asked without a label; one that nobody waits for any more is taken back. */
export const useExplanation = ({ documentId, version, read, model, label }: ExplanationInput) =>
  useQuery({
    queryKey: keys.explanation(documentId, version, model ?? 0, label ?? ''),
    enabled: model !== undefined && label !== null,
    queryFn: async ({ signal }): Promise<ExplainedText> => {
      const { text, version: now } = read();
      const found = await stoppable(signal, (ticket) =>
        call('diagnosis.explain', { text, label: label ?? '', model: model ?? 0, ticket }),
      );
      const words = found.words.map((word) => ({ ...word, text: text.slice(word.start, word.end) }));
      return { ...found, words, version: now };
    },
    placeholderData: (previous, query) =>
      query?.queryKey[2] === documentId && query.queryKey[5] === label ? previous : undefined,
    gcTime: 30_000,
  });

export const useDecisions = (documentId: number) =>
  useAnswer(keys.decisions(documentId), 'diagnosis.decisions', { documentId });

export const useDecide = () => useChange('diagnosis.decide', ({ documentId }) => keys.decisions(documentId));
