/** Registers derivatives with tfjs on import. `test/main/engine/runtime/gradients.test.ts` checks each of them. */
import { getGradient, registerGradient, type Tensor, unregisterGradient } from '@tensorflow/tfjs-core';
import { ELEMENTWISE_GRADIENTS } from './elementwise.ts';
import type { DerivativeTable } from './gradient.ts';
import { MOVEMENT_GRADIENTS } from './movement.ts';
import { REDUCTION_GRADIENTS } from './reduction.ts';

export const GRADIENTS: DerivativeTable = {
  ...ELEMENTWISE_GRADIENTS,
  ...MOVEMENT_GRADIENTS,
  ...REDUCTION_GRADIENTS,
};

function unregister(kernelName: string): void {
  if (getGradient(kernelName)) unregisterGradient(kernelName);
}

/** Registers all derivatives, replacing others. */
export function registerGradients(): void {
  for (const [kernelName, { inputs = [], outputs = [], of }] of Object.entries(GRADIENTS)) {
    unregister(kernelName);
    registerGradient({
      kernelName,
      ...(inputs === 'all' ? { saveAllInputs: true } : { inputsToSave: [...inputs] }),
      outputsToSave: [...outputs],
      gradFunc: (dy: Tensor | Tensor[], saved, attrs) => {
        const dys = [dy].flat();
        return of({ dys, dy: dys[0]!, saved, attrs });
      },
    });
  }
}

registerGradients();
