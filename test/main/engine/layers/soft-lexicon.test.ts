/** The layer against plain loops, gradients included. */
import { it } from 'vitest';
import { softLexicon } from '../../../../main/engine/layers/soft-lexicon.ts';
import { expectLayer, onReferenceBackend, randomArray, toTensor } from './tensors.ts';

onReferenceBackend();

const [B, N, SETS, SLOTS, D, V] = [2, 3, 4, 2, 3, 5];

it('adds up the weighted vectors of each set', () => {
  const width = SETS * SLOTS;
  const rows = Array.from({ length: B * N * width }, (_, i) => (7 * i + (i >> 2)) % V);
  const naive = (table: readonly number[], weights: readonly number[]): number[] => {
    const out = new Array<number>(B * N * SETS * D).fill(0);
    for (let token = 0; token < B * N; token++)
      for (let set = 0; set < SETS; set++)
        for (let slot = 0; slot < SLOTS; slot++)
          for (let d = 0; d < D; d++) {
            const at = token * width + set * SLOTS + slot;
            out[(token * SETS + set) * D + d]! += weights[at]! * table[rows[at]! * D + d]!;
          }
    return out;
  };
  expectLayer(
    (table, weights) =>
      softLexicon(
        table!,
        { rows: toTensor({ shape: [B, N, width], values: rows }, 'int32'), weights: weights! },
        SETS,
      ),
    naive,
    [randomArray('table', [V, D]), randomArray('weights', [B, N, width])],
  );
});
