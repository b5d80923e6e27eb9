import { AppError } from '../../../shared/result.ts';
import type { Values } from '../runtime/program.ts';

/** A damaged file or a diverged run leaves values that would make every answer senseless. */
export function checkFinite(values: Values): void {
  for (const [name, data] of Object.entries(values)) {
    if (data.every(Number.isFinite)) continue;
    throw new AppError(
      'corrupt',
      'models.parameter-not-finite',
      { name },
      { hint: 'hint.train-or-import-again' },
    );
  }
}
