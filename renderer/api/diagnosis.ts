/** Diagnosis suggestions and what people decided about them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { In } from '../../shared/contract.ts';
import type { Diagnosis } from '../../shared/domain/diagnosis.ts';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** Candidates for a text, together with the version of the text they were found in. */
export interface RankedText {
  readonly diagnosis: Diagnosis;
  readonly version: number;
}

/** Keeps the last answer for the same document on screen while the next one is computed. */
export const useDiagnosis = (documentId: number, version: number, text: () => string, top: number) =>
  useQuery({
    queryKey: keys.diagnosisRank(documentId, version),
    queryFn: async (): Promise<RankedText> => ({
      diagnosis: await call('diagnosis.rank', { text: text(), top }),
      version,
    }),
    placeholderData: (previous, query) => (query?.queryKey[2] === documentId ? previous : undefined),
    gcTime: 30_000,
  });

export const useDecisions = (documentId: number) =>
  useQuery({
    queryKey: keys.decisions(documentId),
    queryFn: () => call('diagnosis.decisions', { documentId }),
  });

export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: In<'diagnosis.decide'>) => call('diagnosis.decide', input),
    onSuccess: (_decision, input) => client.invalidateQueries({ queryKey: keys.decisions(input.documentId) }),
  });
}
