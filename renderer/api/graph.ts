/** Knowledge-graph queries, uploads and imports. */
import { keepPreviousData } from '@tanstack/react-query';
import type { EntityType, KgFormat } from '../../shared/domain/graph.ts';
import type { Job } from '../../shared/domain/system.ts';
import { call } from './client.ts';
import { useAnswer } from './requests.ts';
import { uploadFile } from './upload.ts';

export const useEntitySearch = (query: string, type: EntityType | undefined, limit: number, enabled = true) =>
  useAnswer('kg.search', enabled && { query, limit, ...(type === undefined ? {} : { type }) }, {
    placeholderData: keepPreviousData,
  });

/** Sends a file and starts its import. `sent` is told the share already sent, 0..1. */
export const importFile = async (
  file: File,
  format: KgFormat,
  sent: (fraction: number) => void,
): Promise<Job> => call('kg.import', { uploadId: await uploadFile(file, sent), format });
