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
