/** Knowledge-graph queries, uploads and imports. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EntityType, KgFormat } from '../../shared/domain/graph.ts';
import type { Job } from '../../shared/domain/system.ts';
import { call } from './client.ts';
import { keys } from './keys.ts';
import { uploadFile } from './upload.ts';

export const useKgStats = () => useQuery({ queryKey: keys.kgStats, queryFn: () => call('kg.stats', {}) });

export const useEntitySearch = (query: string, type: EntityType | undefined, limit: number, enabled = true) =>
  useQuery({
    queryKey: [...keys.kgSearch(query, type), limit],
    queryFn: () => call('kg.search', { query, limit, ...(type === undefined ? {} : { type }) }),
    enabled,
    placeholderData: keepPreviousData,
  });

export const useEntity = (id: number, edgeLimit: number) =>
  useQuery({ queryKey: keys.kgEntity(id, edgeLimit), queryFn: () => call('kg.entity', { id, edgeLimit }) });

/** Sends a file and starts its import. `sent` is told the share already sent, 0..1. */
export async function importFile(
  file: File,
  format: KgFormat,
  sent: (fraction: number) => void,
): Promise<Job> {
  return call('kg.import', { uploadId: await uploadFile(file, sent), format });
}

export const importStarter = () => call('kg.importStarter', {});
export const undoImport = (sourceId: number) => call('kg.undoImport', { sourceId });
