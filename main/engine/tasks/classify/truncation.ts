/** Chooses the tokens that a model reads of a text longer than its inputs. */
import type { Window } from '../../../text/windows.ts';

export type KeptEnds = 'head' | 'head-tail';

/** Returns the parts to read. `head-tail`: a quarter from the beginning, the rest from the end (Sun et al. 2019, How to Fine-Tune BERT). */
export function keptParts(count: number, room: number, keep: KeptEnds): Window[] {
  if (count <= room) return [{ from: 0, to: count }];
  if (keep === 'head') return [{ from: 0, to: room }];
  const head = Math.floor(room / 4);
  return [
    { from: 0, to: head },
    { from: count - (room - head), to: count },
  ];
}

/** Returns the parts to read that hold two tokens: one around both, or where they are too far apart, one from each on. */
export function keptAround([a, b]: readonly [number, number], count: number, room: number): Window[] {
  if (count <= room) return [{ from: 0, to: count }];
  const [first, second] = [Math.min(a, b), Math.max(a, b)];
  const spare = room - (second - first + 1);
  if (spare >= 0) {
    const from = Math.max(0, Math.min(first - Math.floor(spare / 2), count - room));
    return [{ from, to: from + room }];
  }
  const half = Math.ceil(room / 2);
  const from = Math.min(second, count - (room - half));
  return [
    { from: first, to: first + half },
    { from, to: from + room - half },
  ];
}
