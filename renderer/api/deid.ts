/** De-identification of a record: what is found, what it looks like afterwards, and the file. */
import type { DeidFinding, DeidLevel, DeidMode, Generalisation } from '../../shared/domain/deid.ts';
import { call } from './client.ts';
import { useWatchedQuery } from './stoppable.ts';

/** A record's text with what was found in it; read anew whenever a review begins. */
export const useDeidPreview = (id: number) =>
  useWatchedQuery({
    queryKey: ['deid', 'preview', id],
    request: async (ticket) => {
      const { text, title } = await call('docs.get', { id, again: true });
      return { text, title, ...(await call('deid.preview', { text, ticket })) };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

interface ResultRequest {
  readonly id: number;
  readonly mode: DeidMode;
  readonly text: string;
  readonly findings: DeidFinding[];
  readonly level: DeidLevel;
  readonly generalise: Generalisation[];
}

/** The record as it would leave. */
export const useDeidResult = ({ id, mode, text, findings, level, generalise }: ResultRequest) =>
  useWatchedQuery({
    queryKey: ['deid', 'result', id, mode, findings, level, generalise],
    request: (ticket) => call('deid.apply', { id, mode, text, findings, level, generalise, ticket }),
    gcTime: 0,
  });
