/** Rotary position embedding (Su et al. 2021, RoFormer eq. 34), over the two halves of each vector. */
import { add, concat, mul, neg, slice, type Tensor, tensor } from '@tensorflow/tfjs-core';

const BASE = 10_000;

/** cos and sin of position · 10000^(−2k / size), [positions, size / 2] each. */
export function rotaryTables(positions: number, size: number): { cos: Float32Array; sin: Float32Array } {
  const half = size / 2;
  const angle = (i: number) => Math.floor(i / half) * BASE ** (-(2 * (i % half)) / size);
  return {
    cos: Float32Array.from({ length: positions * half }, (_, i) => Math.cos(angle(i))),
    sin: Float32Array.from({ length: positions * half }, (_, i) => Math.sin(angle(i))),
  };
}

/** Turns component k and k + size / 2 of x [B, N, size] by the angle of the position; products keep relative positions. */
export function rotate(x: Tensor): Tensor {
  const [batch = 0, length = 0, size = 0] = x.shape;
  const half = size / 2;
  const { cos, sin } = rotaryTables(length, size);
  const [c, s] = [tensor(cos, [length, half]), tensor(sin, [length, half])];
  const first = slice(x, [0, 0, 0], [batch, length, half]); // [B, N, size / 2]
  const second = slice(x, [0, 0, half], [batch, length, half]); // [B, N, size / 2]
  return concat([add(mul(first, c), neg(mul(second, s))), add(mul(second, c), mul(first, s))], 2);
}
