import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coresOf,
  mergePredictions,
  mergeRows,
  planWindows,
  type Window,
} from '../../../main/text/windows.ts';

const plan = fc
  .tuple(fc.nat(60), fc.integer({ min: 1, max: 12 }), fc.nat(11))
  .filter(([, size, overlap]) => overlap < size);

/** Tokens to the nearer border; the ends of the text are no border. */
function context({ from, to }: Window, token: number, length: number): number {
  const before = from === 0 ? Number.POSITIVE_INFINITY : token - from;
  const after = to === length ? Number.POSITIVE_INFINITY : to - 1 - token;
  return Math.min(before, after);
}

describe('windows', () => {
  it('plans known cases', () => {
    expect(planWindows(0, 4, 1)).toEqual([]);
    expect(planWindows(3, 4, 1)).toEqual([{ from: 0, to: 3 }]);
    expect(planWindows(4, 4, 1)).toEqual([{ from: 0, to: 4 }]);
    expect(planWindows(8, 4, 1)).toEqual([
      { from: 0, to: 4 },
      { from: 3, to: 7 },
      { from: 4, to: 8 },
    ]);
    expect(() => planWindows(8, 4, 4)).toThrow('overlap 4');
    expect(() => planWindows(8, 0, 0)).toThrow('size 0');
  });

  it('covers all tokens with full windows that overlap enough, and no fewer would do', () => {
    fc.assert(
      fc.property(plan, ([length, size, overlap]) => {
        const windows = planWindows(length, size, overlap);
        for (const [i, window] of windows.entries()) {
          expect(window.to - window.from).toBe(Math.min(size, length));
          if (i > 0) expect(windows[i - 1]!.to - window.from).toBeGreaterThanOrEqual(overlap);
        }
        if (length > 0) expect([windows[0]?.from, windows.at(-1)?.to]).toEqual([0, length]);
        const fewest =
          length <= size ? Math.min(1, length) : 1 + Math.ceil((length - size) / (size - overlap));
        expect(windows).toHaveLength(fewest);
      }),
    );
  });

  it('lets the window with most context decide, the earlier of equals', () => {
    fc.assert(
      fc.property(plan, ([length, size, overlap]) => {
        const windows = planWindows(length, size, overlap);
        const decided = mergePredictions(
          windows,
          windows.map(({ from, to }, i) => Array.from({ length: to - from }, () => i)),
        );
        const naive = Array.from({ length }, (_, token) => {
          const held = windows
            .map((window, i) => ({ window, i }))
            .filter(({ window }) => window.from <= token && token < window.to);
          const most = Math.max(...held.map(({ window }) => context(window, token, length)));
          return held.find(({ window }) => context(window, token, length) === most)?.i;
        });
        expect(decided).toEqual(naive);
      }),
    );
  });

  it('merges rows of values as it merges predictions', () => {
    fc.assert(
      fc.property(plan, fc.integer({ min: 1, max: 3 }), ([length, size, overlap], width) => {
        const windows = planWindows(length, size, overlap);
        const rows = windows.map(({ from, to }, w) =>
          Float32Array.from({ length: (to - from) * width }, (_, k) => w * 1000 + from * width + k),
        );
        const cells = windows.map(({ from, to }, w) =>
          Array.from({ length: to - from }, (_, t) =>
            Array.from({ length: width }, (__, k) => w * 1000 + (from + t) * width + k),
          ),
        );
        expect(Array.from(mergeRows(windows, rows, width))).toEqual(mergePredictions(windows, cells).flat());
      }),
    );
  });

  it('refuses windows with gaps and results of the wrong size', () => {
    const windows = planWindows(8, 4, 1);
    expect(() =>
      coresOf([
        { from: 0, to: 3 },
        { from: 4, to: 6 },
      ]),
    ).toThrow('gap');
    expect(() => mergeRows(windows, [new Float32Array(4)], 1)).toThrow('1 results, 3 windows');
    expect(() =>
      mergePredictions(windows, [
        [1, 2, 3],
        [1, 2, 3, 4],
        [1, 2, 3, 4],
      ]),
    ).toThrow('window 0');
  });
});
