/** Computes kernels on constants during capture, by tfjs's cpu kernels. */
import { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import { getKernel, type TensorInfo } from '@tensorflow/tfjs-core';
import { elementsAs, Operand, tensorType } from '../capture-operand.ts';
import { broadcast, type Shape, sizeOf } from '../graph.ts';
import { ELEMENTWISE } from './elementwise.ts';
import type { RawCall } from './kernel.ts';

/** Most elements of a folded result; the graph computes larger ones. */
const LIMIT = 4096;

const cpu = new MathBackendCPU();

/** Returns the result of a call on constants, `undefined` where the graph must compute it. */
export function foldConstants(call: RawCall): Operand | Operand[] | undefined {
  const operands = Object.values(call.inputs);
  if (operands.length === 0 || operands.some(({ content }) => content.kind === 'symbol')) return undefined;
  if (call.name in ELEMENTWISE) return foldElementwise(call, operands);
  if (operands.some(({ shape }) => sizeOf(shape) > LIMIT) || GROWING.has(call.name)) return undefined;
  const results = compute(call, 'full');
  return Array.isArray(results)
    ? results.map(({ shape, operand }) => operand(shape))
    : results.operand(results.shape);
}

/** Kernels whose results can be much larger than their inputs. */
const GROWING = new Set([
  'Tile',
  'PadV2',
  'OneHot',
  'ScatterNd',
  'UnsortedSegmentSum',
  'Fill',
  'ZerosLike',
  'OnesLike',
]);

/** Computes the stored elements only; the result repeats like the operands. */
function foldElementwise(call: RawCall, operands: readonly Operand[]): Operand | undefined {
  if (operands.some(({ storedShape }) => sizeOf(storedShape) > LIMIT)) return undefined;
  const results = compute(call, 'stored');
  if (Array.isArray(results)) return undefined;
  return results.operand(operands.map(({ shape }) => shape).reduce(broadcast));
}

interface Folded {
  readonly shape: Shape;
  /** The result as an operand of the given (possibly repeating) shape. */
  operand(shape: Shape): Operand;
}

function compute({ name, inputs, attrs, graph }: RawCall, form: 'stored' | 'full'): Folded | Folded[] {
  const infos: Record<string, TensorInfo> = {};
  for (const [key, operand] of Object.entries(inputs)) {
    const shape = form === 'full' ? operand.shape : operand.storedShape;
    infos[key] = cpu.makeTensorInfo([...shape], operand.dtype, operand.elements(shape));
  }
  const results = getKernel(name, 'cpu').kernelFunc({ inputs: named(infos), backend: cpu, attrs });
  const folded = Array.isArray(results) ? results.map(take) : take(results);
  for (const { dataId } of Object.values(infos)) cpu.disposeData(dataId, true);
  return folded;

  function take(info: TensorInfo): Folded {
    const values = cpu.readSync(info.dataId);
    cpu.disposeData(info.dataId, true);
    if (Array.isArray(values)) throw new Error(`${name}: not a number tensor`);
    const dtype = tensorType(info.dtype);
    const elements = elementsAs(dtype, values);
    return {
      shape: info.shape,
      operand: (shape) =>
        new Operand(graph, shape, dtype, { kind: 'constant', values: elements, storedShape: info.shape }),
    };
  }
}

/** tfjs passes lists of inputs as arrays, whose keys are 0, 1, … */
function named(infos: Record<string, TensorInfo>): Record<string, TensorInfo> {
  return '0' in infos ? (Object.values(infos) as unknown as Record<string, TensorInfo>) : infos; // safe: see above
}
