/** Words of the table of executors, in English. */
import type { executors as zh } from './zh-executors.ts';

export const executors: typeof zh = {
  title: 'Executors',
  body: 'What models are computed by. Measuring trains a small model on each, compares it with the reference and times it: about half a minute, and not while a run trains.',
  measure: 'Measure',
  measureAgain: 'Measure again',
  measuring: 'Measuring {{name}}… ({{done}}/{{total}})',
  never: 'Not measured on this computer yet. Until then “automatic” is onnx:cpu, the processor.',
  at: 'Measured {{time}}',
  measured: 'Measured: automatic is {{name}}',
  choice: '“Automatic” is',
  auto: 'the fastest that is right',
  name: 'Executor',
  device: 'Computes on',
  speed: 'Per step',
  error: 'Error',
  state: 'State',
  works: 'works',
  wrong: 'wrong results',
  absent: 'absent',
  use: 'Use {{name}}',
  chosen: 'in use',
  errorHint:
    'Largest relative difference from the reference after three training steps; over {{limit}} counts as wrong',
  about: {
    'onnx-cpu': 'Processor, onnxruntime',
    'onnx-webgpu': 'Graphics card of any make, onnxruntime over WebGPU',
    'onnx-cuda': 'NVIDIA graphics card, onnxruntime over CUDA',
    'onnx-dml': 'Graphics card, onnxruntime over DirectML',
    'onnx-coreml': 'Apple chips, onnxruntime over Core ML',
    tensorflow: 'Native TensorFlow (NVIDIA graphics card or processor), to be installed separately',
    webgpu: 'Graphics card, TensorFlow.js over WebGPU',
    wasm: 'Processor, TensorFlow.js over WebAssembly; a fallback',
    cpu: 'Processor, plain JavaScript; the reference, very slow',
  },
};
