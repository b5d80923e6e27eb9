/** Windows over token sequences longer than the model's input, and merging of their predictions. */
import { invariant } from '../../shared/assert.ts';

/** Tokens `from`..`to` of the whole sequence, end exclusive. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the fewest windows of at most `size` tokens that overlap by at least `overlap`. All but a single short one
 * have exactly `size` tokens: the last begins early instead of being short, which gives its tokens more context.
 */
export function planWindows(length: number, size: number, overlap: number): Window[] {
  invariant(Number.isInteger(size) && size > 0, `planWindows: size ${size} is no positive integer`);
  invariant(
    Number.isInteger(overlap) && overlap >= 0 && overlap < size,
    `planWindows: overlap ${overlap} is not within 0..${size - 1}`,
  );
  const windows: Window[] = [];
  for (let from = 0; from < length; from += size - overlap) {
    if (from + size >= length) {
      windows.push({ from: Math.max(0, length - size), to: length });
      break;
    }
    windows.push({ from, to: from + size });
  }
  return windows;
}

/**
 * Returns the core of each window: the tokens with more context in it than in any other window. Context is the
 * distance to the nearer border of the window; the ends of the text are no border. The earlier window wins ties.
 * Cores are contiguous.
 * @param windows in order, from the first token to the last, each beginning and ending after its predecessor
 */
export function coresOf(windows: readonly Window[]): Window[] {
  const cores: Window[] = [];
  let from = 0;
  for (const [i, window] of windows.entries()) {
    const next = windows[i + 1];
    invariant(
      next === undefined || (next.from > window.from && next.from <= window.to && next.to > window.to),
      `coresOf: windows ${i} and ${i + 1} are not in order or leave a gap`,
    );
    // A token t of both has window.to - 1 - t tokens after it here and t - next.from before it there.
    const to = next === undefined ? window.to : Math.floor((window.to + next.from - 1) / 2) + 1;
    cores.push({ from, to });
    from = to;
  }
  return cores;
}

/**
 * Merges per-token rows (logits, emissions) of windows.
 * @param rows for window i `(to - from) · width` values, row-major
 * @returns [length, width], row-major
 */
export function mergeRows(
  windows: readonly Window[],
  rows: readonly Float32Array[],
  width: number,
): Float32Array<ArrayBuffer> {
  invariant(rows.length === windows.length, `mergeRows: ${rows.length} results, ${windows.length} windows`);
  const merged = new Float32Array((windows.at(-1)?.to ?? 0) * width);
  for (const [i, core] of coresOf(windows).entries()) {
    const { from, to } = windows[i]!;
    const values = rows[i]!;
    invariant(
      values.length === (to - from) * width,
      `mergeRows: window ${i} has ${values.length} values, expected ${to - from} × ${width}`,
    );
    merged.set(values.subarray((core.from - from) * width, (core.to - from) * width), core.from * width);
  }
  return merged;
}

/** Merges per-token predictions (tags) of windows: one for each token of the whole sequence. */
export function mergePredictions<T>(windows: readonly Window[], predictions: readonly (readonly T[])[]): T[] {
  invariant(
    predictions.length === windows.length,
    `mergePredictions: ${predictions.length} results, ${windows.length} windows`,
  );
  return coresOf(windows).flatMap((core, i) => {
    const { from, to } = windows[i]!;
    const values = predictions[i]!;
    invariant(values.length === to - from, `mergePredictions: window ${i} has ${values.length} results`);
    return values.slice(core.from - from, core.to - from);
  });
}
