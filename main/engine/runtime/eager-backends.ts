/** Starts tfjs backends and replaces kernels that are missing or slow. */
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as tf from '@tensorflow/tfjs-core';
import { assertNever } from '../../../shared/assert.ts';
import { AppError } from '../../../shared/result.ts';
import { appRoot } from '../../resources.ts';
import './backend-scope.ts';
import { loadTensorFlow } from './eager-tensorflow.ts';
import { provideWebGpu, watchDevice, webGpuFailure } from './eager-webgpu.ts';
import type { EagerBackend } from './executor-name.ts';

const starting = new Map<EagerBackend, Promise<void>>();

/** Starts a backend, once per process. @throws AppError with the reason when it is not available */
export function startBackend(name: EagerBackend): Promise<void> {
  const known = starting.get(name) ?? start(name);
  starting.set(name, known);
  known.catch(() => starting.delete(name)); // a library or device may be added later
  return known;
}

async function start(name: EagerBackend): Promise<void> {
  const outer = tf.engine().backendName;
  await register(name); // some packages activate their backend on import
  const started = await tf.engine().setBackend(name);
  if (outer) await tf.engine().setBackend(outer);
  if (!started) throw new AppError('engine-down', 'executors.backend-not-started', { name });
  if (name === 'webgpu') {
    watchDevice((tf.engine().findBackend(name) as WebGPUBackend).device); // safe: registered under this name by its package
  }
  improve(name);
}

async function register(name: EagerBackend): Promise<void> {
  switch (name) {
    case 'cpu':
      return; // registered by its import
    case 'wasm':
      (await import('@tensorflow/tfjs-backend-wasm')).setWasmPaths(wasmFolder());
      return;
    case 'webgpu':
      await provideWebGpu();
      await import('@tensorflow/tfjs-backend-webgpu');
      return;
    case 'tensorflow':
      await loadTensorFlow();
      return;
    default:
      return assertNever(name);
  }
}

/** Returns the folder of tfjs's WebAssembly modules; the build copies them beside the bundles. */
function wasmFolder(): string {
  const bundled = join(appRoot, 'dist', 'main', 'wasm');
  const folder = import.meta.filename.endsWith('.ts')
    ? dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm'))
    : bundled;
  return folder + sep;
}

/** Returns an asynchronous error of a backend since the last call. */
export const backendFailure = (name: string): Error | undefined =>
  name === 'webgpu' ? webGpuFailure() : undefined;

function improve(name: EagerBackend): void {
  if (name !== 'cpu' && name !== 'wasm') return;
  if (name === 'wasm') {
    borrowMissing(name);
    transposeBeforeMatMul(name);
  }
  replaceKernel('UnsortedSegmentSum', name, segmentSum);
}

function replaceKernel(kernelName: string, backendName: string, kernelFunc: tf.KernelFunc): void {
  if (tf.getKernel(kernelName, backendName)) tf.unregisterKernel(kernelName, backendName);
  tf.registerKernel({ kernelName, backendName, kernelFunc });
}

const read = (backend: tf.KernelBackend, { dataId }: tf.TensorInfo): tf.BackendValues =>
  backend.readSync(dataId);

/** Sums segments in one pass; tfjs's kernel makes one pass per segment. */
const segmentSum: tf.KernelFunc = ({ inputs, attrs, backend }) => {
  const owner = backend as tf.KernelBackend; // safe: tfjs passes the backend that runs the kernel
  const { x, segmentIds } = inputs;
  const rows = read(owner, x!) as Float32Array; // safe: a number tensor
  const segments = read(owner, segmentIds!) as Int32Array; // safe: ids are int32
  const count = Number(attrs?.numSegments);
  const width = segments.length === 0 ? 0 : rows.length / segments.length;
  const sums = x!.dtype === 'int32' ? new Int32Array(count * width) : new Float32Array(count * width);
  segments.forEach((segment, row) => {
    if (segment < 0 || segment >= count) return;
    for (let i = 0; i < width; i++) sums[segment * width + i]! += rows[row * width + i]!;
  });
  const shape = [count, ...x!.shape.slice(segmentIds!.shape.length)];
  return { dataId: owner.write(sums, shape, x!.dtype), shape, dtype: x!.dtype };
};

/** Runs missing kernels on copies of their inputs in the cpu backend. */
function borrowMissing(backendName: string): void {
  const cpu = new MathBackendCPU();
  const own = new Set(tf.getKernelsForBackend(backendName).map(({ kernelName }) => kernelName));
  for (const { kernelName, kernelFunc } of tf.getKernelsForBackend('cpu')) {
    if (own.has(kernelName)) continue;
    tf.registerKernel({
      kernelName,
      backendName,
      kernelFunc: ({ inputs, attrs, backend }) => {
        const owner = backend as tf.KernelBackend; // safe: as above
        const copy = (info: tf.TensorInfo): tf.TensorInfo => {
          const values = read(owner, info) as Float32Array; // safe: a number tensor
          return cpu.makeTensorInfo(info.shape, info.dtype, values);
        };
        const copies = Array.isArray(inputs)
          ? inputs.map(copy)
          : Object.fromEntries(
              Object.entries(inputs).flatMap(([key, info]) => (info ? [[key, copy(info)]] : [])),
            );
        const results = kernelFunc({ inputs: copies as typeof inputs, attrs: attrs ?? {}, backend: cpu }); // safe: same form as inputs
        const back = (info: tf.TensorInfo): tf.TensorInfo => {
          const dataId = owner.write(cpu.readSync(info.dataId), info.shape, info.dtype);
          cpu.disposeData(info.dataId, true);
          return { dataId, shape: info.shape, dtype: info.dtype };
        };
        const moved = Array.isArray(results) ? results.map(back) : back(results);
        for (const { dataId } of Object.values(copies)) cpu.disposeData(dataId, true);
        return moved;
      },
    });
  }
}

/** Transposes operands before a product, since the wasm kernel is ten times slower on transposed operands. */
function transposeBeforeMatMul(backendName: string): void {
  const product = tf.getKernel('BatchMatMul', backendName).kernelFunc;
  const transpose = tf.getKernel('Transpose', backendName).kernelFunc;
  replaceKernel('BatchMatMul', backendName, ({ inputs, attrs, backend }) => {
    const owner = backend as tf.KernelBackend; // safe: as above
    const made: tf.TensorInfo[] = [];
    const straight = (info: tf.TensorInfo, transposed: unknown): tf.TensorInfo => {
      if (transposed !== true) return info;
      const axes = info.shape.map((_, axis) => axis);
      const perm = [...axes.slice(0, -2), axes.at(-1)!, axes.at(-2)!];
      const result = transpose({ inputs: { x: info }, backend, attrs: { perm } }) as tf.TensorInfo; // safe: one output
      made.push(result);
      return result;
    };
    const a = straight(inputs.a!, attrs?.transposeA);
    const b = straight(inputs.b!, attrs?.transposeB);
    const result = product({ inputs: { a, b }, backend, attrs: { transposeA: false, transposeB: false } });
    for (const { dataId } of made) owner.disposeData(dataId);
    return result;
  });
}
