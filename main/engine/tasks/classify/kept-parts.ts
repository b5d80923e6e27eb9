/** Which tokens of a text are read where there are more than a model reads. */
import type { Window } from '../../../text/windows.ts';
import type { ClassifyReader } from './reader.ts';

/** `head-tail`: a quarter from the beginning, the rest from the end (Sun et al. 2019, How to Fine-Tune BERT). */
export function keptParts(count: number, room: number, keep: ClassifyReader['keep']): Window[] {
  if (count <= room) return [{ from: 0, to: count }];
  if (keep === 'head') return [{ from: 0, to: room }];
  const head = Math.floor(room / 4);
  return [
    { from: 0, to: head },
    { from: count - (room - head), to: count },
  ];
}
