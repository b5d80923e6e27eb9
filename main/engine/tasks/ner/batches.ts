/** Windows padded to the fixed shapes of a graph, and a graph's emissions given back to their windows. */
import type { BatchSize } from '../../models/model.ts';
import { batchInputs } from '../token-inputs.ts';
import { type NerReader, type NerWindow, tokensPerWindow } from './windows.ts';

/** A tagger's inputs by name, and its targets: tags [B, N]. */
export type NerBatch = ReturnType<typeof batchInputs> & { readonly tags: Int32Array };

/** At most `batch` windows; missing ones are all padding. */
export function batchWindows(windows: readonly NerWindow[], reader: NerReader, size: BatchSize): NerBatch {
  const inputs = batchInputs(windows, reader, size);
  const tagged = tokensPerWindow({ length: size.length, overlap: 0 }, reader);
  const tagRows = new Int32Array(size.batch * tagged);
  for (const [row, { tags }] of windows.entries()) if (tags !== undefined) tagRows.set(tags, row * tagged);
  return { ...inputs, tags: tagRows };
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
