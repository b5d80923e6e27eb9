/** Windows padded to the fixed shapes of a graph, and a graph's emissions given back to their windows. */
import { invariant } from '../../../../shared/assert.ts';
import { PAD } from '../../../text/vocabulary.ts';
import type { BatchSize } from '../../models/model.ts';
import { type NerReader, type NerWindow, tokensPerWindow } from './windows.ts';

/** A tagger's inputs and targets by name: ids, types, mask [B, T] and tags [B, N]. */
export interface NerBatch {
  readonly ids: Int32Array;
  readonly types: Int32Array;
  readonly mask: Int32Array;
  readonly tags: Int32Array;
}

/** At most `batch` windows; missing ones are all padding. */
export function batchWindows(windows: readonly NerWindow[], reader: NerReader, size: BatchSize): NerBatch {
  const { batch, length } = size;
  invariant(windows.length <= batch, `batchWindows: ${windows.length} windows for a batch of ${batch}`);
  const tagged = tokensPerWindow({ length, overlap: 0 }, reader);
  const pad = reader.vocabulary.requireId(PAD);
  const out = {
    ids: new Int32Array(batch * length).fill(pad),
    types: new Int32Array(batch * length),
    mask: new Int32Array(batch * length),
    tags: new Int32Array(batch * tagged),
  };
  for (const [row, { ids, tags }] of windows.entries()) {
    invariant(ids.length <= length, `batchWindows: window of ${ids.length} tokens, the graph has ${length}`);
    out.ids.set(ids, row * length);
    out.mask.fill(1, row * length, row * length + ids.length);
    if (tags !== undefined) out.tags.set(tags, row * tagged);
  }
  return out;
}

/** The emissions of each window's tokens, [tokens × K] each, out of a graph's [B, N, K]. */
export function emissionsOfWindows(
  emissions: Float32Array,
  windows: readonly NerWindow[],
  [, places, width]: readonly [batch: number, places: number, width: number],
): Float32Array[] {
  return windows.map(({ window: { from, to } }, row) => {
    const start = row * places * width;
    return emissions.slice(start, start + (to - from) * width);
  });
}
