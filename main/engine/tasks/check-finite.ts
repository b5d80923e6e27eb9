import { AppError } from '../../../shared/result.ts';
import type { Values } from '../runtime/program.ts';

/** A damaged file or a diverged run leaves values that would make every answer senseless. */
export function checkFinite(values: Values): void {
  for (const [name, data] of Object.entries(values)) {
    if (data.every(Number.isFinite)) continue;
    throw new AppError(
      'corrupt',
      `Parameter ${name} of the model holds values that are no numbers. (模型参数损坏)`,
      {
        hint: 'Train or import the model again. (请重新训练或导入该模型)',
      },
    );
  }
}
