import { z } from 'zod';
import { DATA_LIMITS } from './data-limits.ts';

/** Setting of taggers and classifiers. */
export const RDropSettings = z.object({
  /** Weight α of R-Drop, 1 to 4 (Liang et al. 2021); 0: none. */
  rDrop: z.number().min(0).max(100).default(0),
});
export type RDropSettings = z.infer<typeof RDropSettings>;

/** Settings of the training loop, for every kind of model. */
export const LoopSettings = z.object({
  epochs: z.number().int().min(1).max(1000).default(14),
  /** Sequences per batch; fewer for long ones, see `batchTokens`. */
  batchSize: z.number().int().min(1).max(512).default(32),
  /** Maximum tokens per batch, padding included. */
  batchTokens: z.number().int().min(32).max(65_536).default(8192),
  /** Batches per update (gradient accumulation). */
  accumulation: z.number().int().min(1).max(256).default(1),
  learningRate: z.number().positive().max(1).default(4e-3),
  schedule: z.enum(['linear', 'constant']).default('linear'),
  /** Warm-up as a share of all updates. */
  warmupShare: z.number().min(0).max(1).default(0.05),
  weightDecay: z.number().min(0).max(1).default(0.01),
  /** Clips the gradient's global norm; 0: no limit. */
  clipNorm: z.number().min(0).max(1000).default(5),
  /** Decay of the moving average of the weights that is evaluated and kept, a number such as 0.999; 0: none. */
  emaDecay: z.number().min(0).max(0.99999).default(0),
  /** Norm of the adversarial perturbation of a batch's token vectors (fast gradient method), 1 to 50; 0: none. */
  adversarialNorm: z.number().min(0).max(1000).default(0),
  /** Early stopping: epochs without a better dev score; 0: never. */
  patience: z.number().int().min(0).max(1000).default(0),
  seed: z.number().int().min(0).max(4_294_967_295).default(1),
  /** Minutes between checkpoints, besides one after every epoch. */
  checkpointMinutes: z.number().min(0.01).max(240).default(2),
  /** `auto`: the fastest executor that calibration found correct; before calibration onnx on the processor. */
  executor: z
    .string()
    .max(40)
    .regex(/^(auto|(onnx|webgpu|tensorflow|wasm|cpu)(:[a-z]+)?)$/)
    .default('auto'),
  /** Threads of onnxruntime; 0: one per physical core. */
  threads: z.number().int().min(0).max(256).default(0),
  /** `mixed-int8`: products with large weights in eight bits, their gradients in 32; onnx on the processor alone. */
  precision: z.enum(['float32', 'mixed-int8']).default('float32'),
  ...DATA_LIMITS,
});
export type LoopSettings = z.infer<typeof LoopSettings>;
