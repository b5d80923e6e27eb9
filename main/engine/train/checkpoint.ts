/** Encodes a run's state between two updates as one safetensors file: parameters, their averages, AdamW's moments and position. */
import { z } from 'zod';
import { BestScore } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { readSafetensors, safetensorsChunks } from '../io/safetensors.ts';
import type { TensorData } from '../io/tensor-data.ts';
import type { OptimizerState, ParameterSpec, Values } from '../runtime/program.ts';
import { HealthState } from './health.ts';

/** State of a run besides parameters and moments. */
export const LoopState = z.object({
  /** Updates done; with the seed they give the place in the data and all random numbers. */
  step: z.int().nonnegative(),
  /** Evaluations done, that before the first update left out: one an epoch unless the settings say more. */
  evaluated: z.int().nonnegative(),
  best: BestScore.optional(),
  health: HealthState,
  /** Time spent training. */
  seconds: z.number().nonnegative(),
});
export type LoopState = z.infer<typeof LoopState>;

export interface Checkpoint {
  readonly state: LoopState;
  /** Hash of settings and data; a checkpoint of another run is refused. */
  readonly fingerprint: string;
  readonly parameters: Values;
  readonly optimizer: OptimizerState;
  /** Moving averages of the parameters; empty in runs without. */
  readonly average: Values;
}

const PARTS = ['parameter', 'first', 'second', 'average'] as const;

export function encodeCheckpoint(checkpoint: Checkpoint, specs: readonly ParameterSpec[]): Uint8Array[] {
  const { state, fingerprint, parameters, optimizer, average } = checkpoint;
  const values = { parameter: parameters, first: optimizer.first, second: optimizer.second, average };
  const tensors = new Map<string, TensorData>();
  for (const part of PARTS) {
    for (const { name, shape } of specs) {
      const data = values[part][name]; // frozen parameters have no moments
      if (data !== undefined) tensors.set(`${part}/${name}`, { type: 'F32', shape, data });
    }
  }
  return safetensorsChunks(tensors, {
    state: JSON.stringify(state),
    optimizerStep: String(optimizer.step),
    fingerprint,
  });
}

/** @throws AppError when a file was written by a run with other settings or data */
export function checkFingerprint(found: string | undefined, fingerprint: string): void {
  if (found === fingerprint) return;
  throw new AppError(
    'conflict',
    'training.other-checkpoint',
    {},
    { kept: 'kept.checkpoint-untouched', hint: 'hint.start-new-run' },
  );
}

/** @throws AppError when the file is damaged or belongs to another run */
export function decodeCheckpoint(bytes: Uint8Array, fingerprint: string): Checkpoint {
  const { tensors, metadata } = readSafetensors(bytes);
  checkFingerprint(metadata.fingerprint, fingerprint);
  const values: Record<(typeof PARTS)[number], Record<string, Float32Array>> = {
    parameter: {},
    first: {},
    second: {},
    average: {},
  };
  for (const [name, { type, data }] of tensors) {
    const part = PARTS.find((candidate) => name.startsWith(`${candidate}/`));
    if (part === undefined || type === 'I64')
      throw new AppError('corrupt', 'training.unknown-tensor', { name });
    values[part][name.slice(part.length + 1)] = data;
  }
  return {
    state: LoopState.parse(JSON.parse(metadata.state ?? '')),
    fingerprint,
    parameters: values.parameter,
    optimizer: { step: Number(metadata.optimizerStep), first: values.first, second: values.second },
    average: values.average,
  };
}
