/** Refuses vectors of a training that diverged. */
import { AppError } from '../../../shared/result.ts';

/** Returns the values. @throws AppError when one is not finite */
export function finite(values: Float32Array): Float32Array {
  if (values.every(Number.isFinite)) return values;
  throw new AppError('bad-input', 'vectors.diverged', {}, { hint: 'hint.lower-learning-rate' });
}
