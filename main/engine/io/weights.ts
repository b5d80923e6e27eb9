/** Model parameters as a safetensors file with PyTorch's names and axes. */
import { message } from '../../../shared/messages/message.ts';
import { fileShape, fromFile, type ParamSpec, toFile } from '../layers/params.ts';
import type { Values } from '../runtime/program.ts';
import { readSafetensors, safetensorsChunks } from './safetensors.ts';
import { badFile, formatShape, joinChunks, sameShape, type TensorData } from './tensor-data.ts';

/** Returns the file as chunks; Hugging Face requires `format: pt`. */
export function weightsToFile(specs: readonly ParamSpec[], values: Values): Uint8Array[] {
  const tensors = new Map<string, TensorData>();
  for (const spec of specs) {
    const data = values[spec.name];
    if (data === undefined) throw badFile('model', `parameter "${spec.name}" has no values`);
    tensors.set(spec.name, { type: 'F32', shape: fileShape(spec), data: toFile(spec, data) });
  }
  return safetensorsChunks(tensors, { format: 'pt' });
}

/**
 * Returns the values of all parameters in `specs`; ignores other tensors.
 * @throws AppError when one is missing or has another shape
 */
export function weightsFromFile(specs: readonly ParamSpec[], chunks: readonly Uint8Array[]): Values {
  const { tensors } = readSafetensors(joinChunks(chunks));
  return Object.fromEntries(
    specs.map((spec) => {
      const tensor = tensors.get(spec.name);
      if (tensor === undefined || tensor.type === 'I64')
        throw badFile('model.safetensors', message('models.tensor-missing', { name: spec.name }));
      if (!sameShape(tensor.shape, fileShape(spec))) {
        throw badFile(
          'model.safetensors',
          message('models.tensor-shape', {
            name: spec.name,
            found: formatShape(tensor.shape),
            expected: formatShape(fileShape(spec)),
          }),
        );
      }
      return [spec.name, fromFile(spec, tensor.data)];
    }),
  );
}
