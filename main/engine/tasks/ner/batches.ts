/** Windows padded to the fixed shapes of a graph, and a graph's emissions given back to their windows. */
import { HEADS } from '../../../../shared/domain/networks.ts';
import { type BatchSize, rowsOf } from '../../models/model.ts';
import { batchInputs, taggedPlace } from '../token-inputs.ts';
import { type NerReader, type NerWindow, tokensPerWindow } from './windows.ts';

/** A tagger's inputs by name, and the targets of its head: `tags` [B, N], or `spans` [B, C, N, N] of 0 and 1. */
type NerBatch = ReturnType<typeof batchInputs> & {
  readonly tags?: Int32Array;
  readonly spans?: Float32Array;
};

/** Builds a batch of at most `batch` windows; missing ones are all padding. */
export function batchWindows(
  windows: readonly NerWindow[],
  reader: NerReader,
  size: BatchSize,
  starts?: Int32Array,
): NerBatch {
  const inputs = batchInputs(windows, reader, size, starts);
  const tagged = tokensPerWindow({ length: size.length, overlap: 0 }, reader);
  if (HEADS[reader.head].nested)
    return { ...inputs, spans: batchSpans(windows, [size.batch, reader.tagSet.types.length, tagged]) };
  const tagRows = new Int32Array(size.batch * tagged);
  for (const [row, { tags }] of windows.entries()) if (tags !== undefined) tagRows.set(tags, row * tagged);
  if (starts === undefined) return { ...inputs, tags: tagRows };
  const places = new Int32Array(size.batch * tagged).fill(-1);
  for (const [row, { ids }] of windows.entries()) {
    const first = taggedPlace(starts[row]!, rowsOf(size).length);
    for (let token = 0; token < ids.length - 2; token++) places[row * tagged + token] = first + token;
  }
  return { ...inputs, tags: tagRows, places };
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

/**
 * The emissions of each window's tokens, [tokens × K] each, out of a graph's [B, N, K].
 * @param starts where windows share rows, the place of each one's first token in rows of N + 2 tokens
 */
export const emissionsOfWindows = (
  emissions: Float32Array,
  windows: readonly NerWindow[],
  [, places, width]: readonly [batch: number, places: number, width: number],
  starts?: Int32Array,
): Float32Array[] =>
  windows.map(({ window: { from, to } }, row) => {
    const first = starts === undefined ? row * places : taggedPlace(starts[row]!, places + 2);
    return emissions.slice(first * width, (first + to - from) * width);
  });
