/** Windows padded to the fixed shapes of a graph, and a graph's emissions given back to their windows. */
import { HEADS } from '../../../../shared/domain/networks.ts';
import type { BatchSize } from '../../models/model.ts';
import { batchInputs } from '../token-inputs.ts';
import { type NerReader, type NerWindow, tokensPerWindow } from './windows.ts';

/** A tagger's inputs by name, and the targets of its head: `tags` [B, N], or `spans` [B, C, N, N] of 0 and 1. */
type NerBatch = ReturnType<typeof batchInputs> & {
  readonly tags?: Int32Array;
  readonly spans?: Float32Array;
};

/** Builds a batch of at most `batch` windows; missing ones are all padding. */
export function batchWindows(windows: readonly NerWindow[], reader: NerReader, size: BatchSize): NerBatch {
  const inputs = batchInputs(windows, reader, size);
  const tagged = tokensPerWindow({ length: size.length, overlap: 0 }, reader);
  if (HEADS[reader.head].nested)
    return { ...inputs, spans: batchSpans(windows, [size.batch, reader.tagSet.types.length, tagged]) };
  const tagRows = new Int32Array(size.batch * tagged);
  for (const [row, { tags }] of windows.entries()) if (tags !== undefined) tagRows.set(tags, row * tagged);
  return { ...inputs, tags: tagRows };
}

function batchSpans(
  windows: readonly NerWindow[],
  [batch, types, tokens]: readonly [batch: number, types: number, tokens: number],
): Float32Array {
  const out = new Float32Array(batch * types * tokens * tokens);
  for (const [row, { spans = [] }] of windows.entries())
    for (const { from, to, type } of spans) out[((row * types + type) * tokens + from) * tokens + to - 1] = 1;
  return out;
}

/** The emissions of each window's tokens, [tokens × K] each, out of a graph's [B, N, K]. */
export const emissionsOfWindows = (
  emissions: Float32Array,
  windows: readonly NerWindow[],
  [, places, width]: readonly [batch: number, places: number, width: number],
): Float32Array[] =>
  windows.map(({ window: { from, to } }, row) => {
    const start = row * places * width;
    return emissions.slice(start, start + (to - from) * width);
  });
