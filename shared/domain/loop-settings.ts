import { z } from 'zod';
import { DATA_LIMITS } from './data-limits.ts';

/** Settings of the training loop, for every kind of model. */
export const LoopSettings = z.object({
  epochs: z.number().int().min(1).max(1000).default(14),
  /** Sequences of a batch; long ones come in smaller batches, see `batchTokens`. */
  batchSize: z.number().int().min(1).max(512).default(32),
  /** Most tokens of a batch, padding included. */
  batchTokens: z.number().int().min(32).max(65_536).default(8192),
  /** Batches whose gradients are added up for one update. */
  accumulation: z.number().int().min(1).max(256).default(1),
  learningRate: z.number().positive().max(1).default(4e-3),
  schedule: z.enum(['linear', 'constant']).default('linear'),
  /** Share of all updates in which the learning rate rises. */
  warmupShare: z.number().min(0).max(1).default(0.05),
  weightDecay: z.number().min(0).max(1).default(0.01),
  /** Largest global norm of the gradient; 0: no limit. */
  clipNorm: z.number().min(0).max(1000).default(5),
  /** Epochs without a better dev score before the run ends; 0: never. */
  patience: z.number().int().min(0).max(1000).default(0),
  seed: z.number().int().min(0).max(4_294_967_295).default(1),
  /** Minutes between checkpoints; there is one after every epoch as well. */
  checkpointMinutes: z.number().min(0.01).max(240).default(2),
  /** `auto` is the fastest one that calibration found correct, onnx on the processor before calibration. */
  executor: z
    .string()
    .regex(/^(auto|(onnx|webgpu|tensorflow|wasm|cpu)(:[a-z]+)?)$/)
    .default('auto'),
  /** Threads of onnxruntime; 0: one a physical core. */
  threads: z.number().int().min(0).max(256).default(0),
  ...DATA_LIMITS,
});
