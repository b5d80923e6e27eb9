/**
 * Interface of all executors for training and inference: a parameter store, forward programs and training steps over it,
 * and an optimizer. Shapes are fixed per program; programs of one store share parameters.
 */

import type { Tensor } from '@tensorflow/tfjs-core';
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

export type Tensors = Readonly<Record<string, Tensor>>;
export type ElementArray = Float32Array | Int32Array | Uint8Array;
export type Feeds = Readonly<Record<string, ElementArray>>;
/** Parameter values by name. */
export type Values = Readonly<Record<string, Float32Array>>;

export interface ParameterSpec {
  readonly name: string;
  readonly shape: readonly number[];
  /** False for frozen parameters, which get no gradient. Default true. */
  readonly trainable?: boolean;
  /** Whether weight decay applies. Default true. */
  readonly decay?: boolean;
  /** Factor on the learning rate. Default 1. */
  readonly rate?: number;
}

export const isTrainable = ({ trainable }: ParameterSpec): boolean => trainable ?? true;

export interface InputSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: 'float32' | 'int32' | 'bool';
}

export interface ForwardSpec {
  /** Programs of one store with the same key are compiled once. */
  readonly key?: string;
  readonly inputs: readonly InputSpec[];
  readonly build: (params: Tensors, inputs: Tensors) => Tensors;
  /**
   * `live` (default): the program uses the parameters of each run. `frozen`: it may use those at compile time, a little
   * faster. `int8`: as frozen, with large matrices in int8 where the executor supports it; changes results slightly.
   */
  readonly weights?: 'live' | 'frozen' | 'int8';
}

export interface StepSpec {
  readonly key?: string;
  readonly inputs: readonly InputSpec[];
  /** `loss` and `metrics`: scalars. */
  readonly loss: (params: Tensors, inputs: Tensors) => { loss: Tensor; metrics?: Tensors };
  /** Adds the gradients at adversarially moved parameters; absent: none. */
  readonly adversary?: Adversary;
}

/** Perturbation of the fast gradient method (Miyato, Dai and Goodfellow 2017, equation 5). */
export interface Adversary {
  /** Names of the perturbed parameters; those that are frozen stay as they are. */
  readonly parameters: readonly string[];
  /** L2 norm ε of the perturbation of all of them together, > 0. */
  readonly norm: number;
}

export interface HostTensor {
  readonly data: ElementArray;
  readonly shape: readonly number[];
  readonly dtype: 'float32' | 'int32' | 'bool';
}

/** Most bytes that a program needs. Activations are estimated before fusion; null where unknown. */
export interface MemoryEstimate {
  readonly parameters: number;
  readonly gradients: number;
  readonly moments: number;
  readonly activations: number | null;
  /** Whether the memory belongs to a device, whose size is unknown. */
  readonly onDevice?: boolean;
}

export interface Program {
  readonly memory: MemoryEstimate;
  run(feeds: Feeds): Promise<Record<string, HostTensor>>;
  dispose(): Promise<void>;
}

export interface StepResult {
  readonly loss: number;
  readonly metrics: Readonly<Record<string, number>>;
}

export interface TrainingStep {
  readonly memory: MemoryEstimate;
  /** Adds weight · the gradients of a batch to the accumulated gradients. Default weight 1. */
  accumulate(feeds: Feeds, weight?: number): Promise<StepResult>;
  dispose(): Promise<void>;
}

/** AdamW with decoupled decay (Loshchilov & Hutter, arXiv:1711.05101), as PyTorch computes it. */
export interface AdamWSettings {
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  /** Largest global norm of gradients, to which larger ones are scaled down; absent: no limit. */
  readonly clipNorm?: number;
}

export interface OptimizerState {
  /** Number of updates applied. */
  readonly step: number;
  readonly first: Values;
  readonly second: Values;
}

export interface ApplyResult {
  /** Global norm before clipping. */
  readonly gradientNorm: number;
  /** False when a gradient was not finite: parameters are unchanged and the accumulated gradients dropped. */
  readonly applied: boolean;
}

export interface Optimizer {
  /** Applies one AdamW update from the accumulated gradients. Parameters without gradient are unchanged. */
  apply(options: { learningRate: number }): Promise<ApplyResult>;
  /** Drops the accumulated gradients. */
  reset(): void;
  read(): Promise<OptimizerState>;
  write(state: OptimizerState): Promise<void>;
  dispose(): void;
}

export interface ParameterStore {
  readonly specs: readonly ParameterSpec[];
  read(): Promise<Record<string, Float32Array>>;
  /** Sets the named parameters. */
  write(values: Values): Promise<void>;
  compile(spec: ForwardSpec): Promise<Program>;
  compileTrainingStep(spec: StepSpec): Promise<TrainingStep>;
  /** Creates the optimizer. @throws AppError while another one is open */
  createOptimizer(settings: AdamWSettings): Optimizer;
  dispose(): Promise<void>;
}

export interface Executor {
  readonly id: string;
  /** Execution provider of onnxruntime, or tfjs backend. */
  readonly provider: string;
  createStore(specs: readonly ParameterSpec[]): ParameterStore;
  dispose(): Promise<void>;
}

export const elementCount = (shape: readonly number[]): number =>
  shape.reduce((product, dim) => product * dim, 1);

/** @throws AppError when a feed is missing, of the wrong type or of the wrong size. */
export function checkFeeds(inputs: readonly InputSpec[], feeds: Feeds): void {
  for (const { name, shape, dtype } of inputs) {
    const data = feeds[name];
    const expected = `input ${name}: expected ${dtype}[${shape}]`;
    if (data === undefined) throw new AppError('internal', plainText(`${expected}, got nothing`));
    const array = { float32: Float32Array, int32: Int32Array, bool: Uint8Array }[dtype];
    if (!(data instanceof array))
      throw new AppError('internal', plainText(`${expected}, got ${data.constructor.name}`));
    if (data.length !== elementCount(shape))
      throw new AppError('internal', plainText(`${expected}, got ${data.length} elements`));
  }
}

/** @throws AppError when a value has no parameter or the wrong size. */
export function checkValues(specs: readonly ParameterSpec[], values: Values): void {
  for (const [name, data] of Object.entries(values)) {
    const spec = specs.find((candidate) => candidate.name === name);
    if (!spec) throw new AppError('internal', plainText(`there is no parameter ${name}`));
    if (data.length !== elementCount(spec.shape))
      throw new AppError(
        'internal',
        plainText(`parameter ${name}: expected [${spec.shape}], got ${data.length} elements`),
      );
  }
}

/** Cache of programs by key. */
export class ProgramCache<P extends { dispose(): Promise<void> | void }> {
  private readonly programs = new Map<string, Promise<P>>();

  get(key: string | undefined, make: () => Promise<P>): Promise<P> {
    if (key === undefined) return make();
    const known = this.programs.get(key);
    if (known) return known;
    const made = make();
    this.programs.set(key, made);
    made.catch(() => this.programs.delete(key));
    return made;
  }

  forget(program: P): void {
    for (const [key, kept] of this.programs) {
      void kept.then((value) => value === program && this.programs.delete(key)).catch(() => undefined);
    }
  }

  /** Disposes of all programs. */
  async dispose(): Promise<void> {
    const programs = [...this.programs.values()];
    this.programs.clear();
    for (const program of programs) await (await program).dispose();
  }
}

const FLOAT = 4;

/** Bytes of the parameters and, in training, of their gradients and moments. */
export function parameterMemory(
  specs: readonly ParameterSpec[],
  training: boolean,
): Pick<MemoryEstimate, 'parameters' | 'gradients' | 'moments'> {
  const bytes = (of: readonly ParameterSpec[]) =>
    of.reduce((total, { shape }) => total + elementCount(shape) * FLOAT, 0);
  const gradients = training ? bytes(specs.filter(isTrainable)) : 0;
  return { parameters: bytes(specs), gradients, moments: 2 * gradients };
}

/** Place of a store's optimizer: one at a time. */
export class OptimizerPlace {
  private isTaken = false;

  /** @throws AppError while an earlier optimizer is in place */
  create(make: (onDispose: () => void) => Optimizer): Optimizer {
    if (this.isTaken) throw new AppError('internal', plainText('these parameters have an optimizer already'));
    this.isTaken = true;
    return make(() => {
      this.isTaken = false;
    });
  }
}
