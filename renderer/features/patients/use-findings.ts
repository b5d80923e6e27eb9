import { useQueries } from '@tanstack/react-query';
import type { PatientRecord, RecordFindings } from '../../../shared/domain/patient.ts';
import { keyOf, request } from '../../api/requests.ts';

export interface Findings {
  /** By the id of the record, as far as they are read. */
  readonly byRecord: ReadonlyMap<number, RecordFindings>;
  readonly done: number;
  readonly total: number;
}

/** Reads values and diseases of each record; an answer stays good until the record changes. */
export function useFindings(timeline: readonly PatientRecord[]): Findings {
  return useQueries({
    queries: timeline.map(({ document: { id, revision, draft } }) => ({
      ...request('patients.findings', { documentId: id }),
      queryKey: [...keyOf('patients.findings', { documentId: id }), revision, draft],
    })),
    combine: (answers) => ({
      byRecord: new Map(
        answers.flatMap(({ data }, i) => (data === undefined ? [] : [[timeline[i]!.document.id, data]])),
      ),
      done: answers.filter(({ isPending }) => !isPending).length,
      total: answers.length,
    }),
  });
}
