/**
 * WebGPU outside of browsers: Dawn as a Node module, under tfjs's webgpu backend. Dawn reports errors of the device
 * beside the calls that caused them, and those calls go on with empty buffers: whoever reads a result must ask
 * `webGpuFailure` whether it is one. A process that used WebGPU does not end by itself: it calls `process.exit`.
 */
import { AppError } from '../../../shared/result.ts';

let provided: Promise<void> | undefined;
let failure: Error | undefined;
let lost: Error | undefined;

/** Makes `navigator.gpu`, once a process: a second instance of Dawn brings the first one's threads down. */
export function provideWebGpu(): Promise<void> {
  provided ??= createGpu();
  provided.catch(() => {
    provided = undefined;
  });
  return provided;
}

async function createGpu(): Promise<void> {
  if (process.versions.electron !== undefined) {
    throw new AppError('engine-down', 'executors.webgpu-needs-node');
  }
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const gpu = create([]);
  if (!(await gpu.requestAdapter())) {
    throw new AppError('engine-down', 'executors.no-gpu-adapter');
  }
  Object.defineProperty(globalThis.navigator, 'gpu', { value: gpu, configurable: true });
}

/** Keeps what goes wrong on the device until it is asked for. */
export function watchDevice(device: GPUDevice): void {
  device.onuncapturederror = ({ error }) => {
    failure ??= new Error(`${error.constructor.name}: ${error.message}`);
  };
  void device.lost.then(({ message }) => {
    lost = new Error(`device lost: ${message}`);
  });
}

/** What went wrong on the device since the last call, if anything did; a lost device stays lost. */
export function webGpuFailure(): Error | undefined {
  const found = lost ?? failure;
  failure = undefined;
  return found;
}
