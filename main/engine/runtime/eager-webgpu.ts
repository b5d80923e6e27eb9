/**
 * Provides WebGPU in Node by Dawn, for tfjs's webgpu backend. Dawn reports device errors asynchronously, and the failed
 * calls return empty buffers: check `webGpuFailure` after reading a result. A process that used WebGPU must call
 * `process.exit` to end.
 */
import { AppError } from '../../../shared/result.ts';

let provided: Promise<void> | undefined;
let failure: Error | undefined;
let lost: Error | undefined;

/** Creates `navigator.gpu`, once per process: a second instance of Dawn ends the threads of the first. */
export function provideWebGpu(): Promise<void> {
  provided ??= createGpu();
  provided.catch(() => {
    provided = undefined;
  });
  return provided;
}

async function createGpu(): Promise<void> {
  if (process.versions.electron !== undefined)
    throw new AppError('engine-down', 'executors.webgpu-needs-node');
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const gpu = create([]);
  if (!(await gpu.requestAdapter())) throw new AppError('engine-down', 'executors.no-gpu-adapter');
  Object.defineProperty(globalThis.navigator, 'gpu', { value: gpu, configurable: true });
}

/** Records errors of the device for `webGpuFailure`. */
export function watchDevice(device: GPUDevice): void {
  device.onuncapturederror = ({ error }) => {
    failure ??= new Error(`${error.constructor.name}: ${error.message}`);
  };
  void device.lost.then(({ message }) => {
    lost = new Error(`device lost: ${message}`);
  });
}

/** Returns the first device error since the last call; a lost device is reported every time. */
export function webGpuFailure(): Error | undefined {
  const found = lost ?? failure;
  failure = undefined;
  return found;
}
