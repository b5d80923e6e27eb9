/** De-identification of a record: what is found, what it looks like afterwards, and the file. */
import { useQuery } from '@tanstack/react-query';
import type { DeidFinding, DeidMode } from '../../shared/domain/deid.ts';
import { call } from './client.ts';

/** A record's text with what was found in it; read anew whenever a review begins. */
export const useDeidPreview = (id: number) =>
  useQuery({
    queryKey: ['deid', 'preview', id],
    queryFn: async () => {
      const { text, title } = await call('docs.get', { id });
      return { text, title, ...(await call('deid.preview', { text })) };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

interface Wish {
  readonly id: number;
  readonly mode: DeidMode;
  readonly text: string;
  readonly findings: DeidFinding[];
}

/** The record as it would leave. */
export const useDeidResult = ({ id, mode, text, findings }: Wish) =>
  useQuery({
    queryKey: ['deid', 'result', id, mode, findings],
    queryFn: () => call('deid.apply', { id, mode, text, findings }),
    gcTime: 0,
  });
