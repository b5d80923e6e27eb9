/** The states with which recurrent layers end, for masks [B, T] of ones followed by zeros; 0 for an empty sequence. */
import { cast, concat, matMul, reshape, slice, sub, type Tensor, zeros } from '@tensorflow/tfjs-core';

/** x [B, T, H] at each sequence's last real token → [B, H]. */
export function lastToken(x: Tensor, mask: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const real = cast(mask, 'float32'); // [B, T]
  const ends = reshape(length === 1 ? real : sub(real, oneLater(real)), [batch, 1, length]); // 1 at the last token
  return reshape(matMul(ends, x), [batch, width]); // [B, H]
}

/**
 * Returns the final states of both directions of a layer: the forward half of x [B, T, 2H] at the last real token, the
 * backward half at the first token → [B, 2H].
 */
export function finalStates(x: Tensor, mask: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const size = width / 2;
  const forward = lastToken(slice(x, [0, 0, 0], [batch, length, size]), mask); // [B, H]
  const first = slice(x, [0, 0, size], [batch, 1, size]); // [B, 1, H]
  const real = cast(slice(mask, [0, 0], [batch, 1]), 'float32'); // [B, 1]
  const backward = matMul(reshape(real, [batch, 1, 1]), first); // [B, 1, H]
  return concat([forward, reshape(backward, [batch, size])], 1); // [B, 2H]
}

/** Whether the next token is real, [B, T]. */
function oneLater(real: Tensor): Tensor {
  const [batch = 0, length = 0] = real.shape;
  return concat([slice(real, [0, 1], [batch, length - 1]), zeros([batch, 1])], 1);
}
