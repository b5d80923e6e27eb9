/** Focal loss (Lin et al. 2017, eq. 4): what is learnt already counts little, so that rare labels are heard. */
import { exp, maximum, mul, pow, sub, type Tensor } from '@tensorflow/tfjs-core';

/** Below this, powers under 1 have no finite slope. */
const SMALLEST = 1e-6;

/** (1 − p)^γ · −log p, where `losses` are −log p of the right label, of any shape; γ = 0 leaves them as they are. */
export function focal(losses: Tensor, gamma: number): Tensor {
  if (gamma === 0) return losses;
  const wrong = sub(1, exp(mul(losses, -1))); // 1 − p
  return mul(pow(maximum(wrong, SMALLEST), gamma), losses);
}
