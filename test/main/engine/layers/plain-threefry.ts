/** Threefry4x32-20 word by word, to which the kernel is compared. */
import {
  PARITY,
  ROTATIONS_A,
  ROTATIONS_B,
  ROUNDS,
  type Words4,
} from '../../../../main/engine/layers/threefry.ts';

/** Writes the four output words of (counter, key) to `out` from `offset` on. */
export function threefry4x32(counter: Words4, key: Words4, out: Uint32Array, offset = 0): void {
  const [k0, k1, k2, k3] = key;
  const schedule = [k0, k1, k2, k3, PARITY ^ k0 ^ k1 ^ k2 ^ k3];
  let x0 = (counter[0] + k0) | 0;
  let x1 = (counter[1] + k1) | 0;
  let x2 = (counter[2] + k2) | 0;
  let x3 = (counter[3] + k3) | 0;
  for (let round = 0; round < ROUNDS; round++) {
    const a = ROTATIONS_A[round & 7]!;
    const b = ROTATIONS_B[round & 7]!;
    if ((round & 1) === 0) {
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << a) | (x1 >>> (32 - a))) ^ x0;
      x2 = (x2 + x3) | 0;
      x3 = ((x3 << b) | (x3 >>> (32 - b))) ^ x2;
    } else {
      x0 = (x0 + x3) | 0;
      x3 = ((x3 << a) | (x3 >>> (32 - a))) ^ x0;
      x2 = (x2 + x1) | 0;
      x1 = ((x1 << b) | (x1 >>> (32 - b))) ^ x2;
    }
    if ((round & 3) === 3) {
      const injection = (round + 1) >> 2;
      x0 = (x0 + schedule[injection % 5]!) | 0;
      x1 = (x1 + schedule[(injection + 1) % 5]!) | 0;
      x2 = (x2 + schedule[(injection + 2) % 5]!) | 0;
      x3 = (x3 + schedule[(injection + 3) % 5]! + injection) | 0;
    }
  }
  out[offset] = x0;
  out[offset + 1] = x1;
  out[offset + 2] = x2;
  out[offset + 3] = x3;
}
