/** Knowledge-graph queries, uploads and imports. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EntityType, KgFormat } from '../../shared/domain/graph.ts';
import type { Job } from '../../shared/domain/system.ts';
import { toBase64 } from '../lib/base64.ts';
import { call } from './client.ts';
import { keys } from './keys.ts';

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

const CHUNK = 1024 * 1024;

/** Sends a file in pieces of 1 MiB and starts its import. `sent` is told the share already sent, 0..1. */
export async function importFile(
  file: File,
  format: KgFormat,
  sent: (fraction: number) => void,
): Promise<Job> {
  const { uploadId } = await call('files.open', { name: file.name, bytes: file.size });
  for (let at = 0; at < file.size; at += CHUNK) {
    const piece = new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer());
    await call('files.append', { uploadId, base64: toBase64(piece) });
    sent(Math.min(1, (at + CHUNK) / file.size));
  }
  return call('kg.import', { uploadId, format });
}

export const importStarter = () => call('kg.importStarter', {});
export const undoImport = (sourceId: number) => call('kg.undoImport', { sourceId });
