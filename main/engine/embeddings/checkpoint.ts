/** State of a training between two blocks as one safetensors file. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { EmbeddingSettings } from '../../../shared/domain/embeddings.ts';
import { AppError } from '../../../shared/result.ts';
import { readSafetensors, safetensorsChunks } from '../io/safetensors.ts';
import type { EncodedCorpus } from './encoded-corpus.ts';

/** Raised when the computation changes: older checkpoints are refused. */
const CODE_VERSION = 1;
/** Values hashed at a time. */
const PIECE = 2 ** 20;

export const EmbeddingState = z.object({
  /** First block not done. */
  block: z.int().nonnegative(),
  /** Time spent training. */
  seconds: z.number().nonnegative(),
});
export type EmbeddingState = z.infer<typeof EmbeddingState>;

const tableName = (table: number): string => `table-${table}`;

export function encodeCheckpoint(
  tables: readonly Float32Array[],
  state: EmbeddingState,
  fingerprint: string,
): Uint8Array[] {
  const tensors = tables.map((values, table) => {
    const data = values.slice(); // not shared, as ciphers require
    return [tableName(table), { type: 'F32' as const, shape: [data.length], data }] as const;
  });
  return safetensorsChunks(new Map(tensors), { state: JSON.stringify(state), fingerprint });
}

/** Fills the tables from a checkpoint. @throws AppError when it is damaged or belongs to another training */
export function restoreCheckpoint<State extends EmbeddingState>(
  bytes: Uint8Array,
  tables: readonly Float32Array[],
  fingerprint: string,
  State: z.ZodType<State>,
): State {
  const { tensors, metadata } = readSafetensors(bytes);
  if (metadata.fingerprint !== fingerprint)
    throw new AppError(
      'conflict',
      'vectors.other-checkpoint',
      {},
      { kept: 'kept.checkpoint-untouched', hint: 'hint.other-name-or-delete-checkpoint' },
    );
  for (const [table, values] of tables.entries()) {
    const tensor = tensors.get(tableName(table));
    if (tensor?.type !== 'F32' || tensor.data.length !== values.length)
      throw new AppError('corrupt', 'vectors.checkpoint-lacks', { table: tableName(table) });
    values.set(tensor.data);
  }
  return State.parse(JSON.parse(metadata.state ?? ''));
}

/** Returns a hash of everything that determines the vectors, and of the corpus. A checkpoint must match it. */
export function fingerprintOf(
  settings: EmbeddingSettings,
  { tokens, counts, blocks }: EncodedCorpus,
): string {
  const { threads: _, ...decisive } = settings;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([CODE_VERSION, decisive, tokens, [...counts]]));
  for (let from = 0; from < blocks.ids.length; from += PIECE)
    hash.update(blocks.ids.slice(from, from + PIECE));
  return hash.digest('hex');
}
