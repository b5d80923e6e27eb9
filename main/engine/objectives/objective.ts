/**
 * The interface of pre-training objectives: parameters of a head, targets drawn for each row, and guesses whose cross
 * entropy training lowers. `registry.ts` lists them.
 */
import { argMax, cast, div, equal, maximum, mul, reshape, sum, type Tensor } from '@tensorflow/tfjs-core';
import type { Encoding } from '../../text/encoding.ts';
import type { Vocabulary } from '../../text/vocabulary.ts';
import type { Tokenizer } from '../../text/wordpiece.ts';
import { softmaxCrossEntropy } from '../layers/cross-entropy.ts';
import type { DropoutSite, DropoutSource } from '../layers/dropout.ts';
import type { ParamSpec, Params } from '../layers/params.ts';
import type { RandomStream } from '../layers/random.ts';
import type { BertConfig } from '../models/bert/config.ts';
import type { BatchSize, InputSpec, Tensors } from '../models/model.ts';
import type { KnowledgeConfig, KnowledgeSource, Mention } from './knowledge.ts';
import type { GuessLimits } from './masking.ts';

/** Guesses of one kind at the N places of a batch. */
export interface Guesses {
  /** Cross entropies [N]. */
  readonly losses: Tensor;
  /** Computes 1 where the most probable answer is right, float32 [N]. */
  right(): Tensor;
  /** 1 at places in use, 0 at others, float32 [N]. */
  readonly weights: Tensor;
  /** Factor of the mean cross entropy in the loss; absent: 1. */
  readonly scale?: number;
}

/** One forward pass of a batch, as an objective sees it. */
export interface Pass {
  readonly params: Params;
  readonly inputs: Tensors;
  readonly source: DropoutSource | undefined;
  /** States of the encoder's last layer [B, T, H]. Only the first call computes them; its changes replace inputs. */
  hidden(changes?: Tensors): Tensor;
  /** States of embeddings and layers [B, T, H], each as it was before an infusion. */
  states(): readonly Tensor[];
}

export interface Objective {
  /** Parameters besides the encoder's. */
  readonly params: readonly ParamSpec[];
  /** Inputs of its guesses besides the encoder's. */
  targets(size: BatchSize): readonly InputSpec[];
  /** Dropout masks besides the encoder's; absent: none. */
  dropout?(size: BatchSize): readonly DropoutSite[];
  /** Names of its parameters that do not learn; absent: none. */
  readonly frozen?: readonly string[];
  /** Guesses by kind; the first kind is the one that the objective is measured by. */
  guesses(pass: Pass): Readonly<Record<string, Guesses>>;
}

interface ObjectiveConfig {
  readonly bert: BertConfig;
  /** Limits on the masked tokens of a row; absent: see `placesNeeded`. */
  readonly guess?: GuessLimits | undefined;
  /** For encoders that read entities. */
  readonly knowledge?: KnowledgeConfig | undefined;
}

/** Arrays of a batch by the names of inputs and targets, to be filled in. */
export type BatchArrays = Readonly<Record<string, Float32Array | Int32Array>>;

/** A row of a batch: one text, or several one after another, each with its special tokens. */
export interface Row {
  readonly encoding: Encoding;
  /** 1: the segments of a pair do not stand so in the text. */
  readonly pairLabel: 0 | 1;
  /** Number of the row in its batch. */
  readonly number: number;
  /** False for rows that repeat others to fill the batch: there is nothing to guess in them. */
  readonly isReal: boolean;
  /** Mentions of entities by their first tokens; absent: none are known. */
  readonly mentions?: readonly Mention[];
}

/** Writes the targets of a row; the tokens that the encoder reads are there already and may be changed. */
export type TargetWriter = (arrays: BatchArrays, row: Row, size: BatchSize, random: RandomStream) => void;

/** A text with the mentions in it. */
export interface MarkedText {
  readonly encoding: Encoding;
  readonly mentions: readonly Mention[];
}

/** Changes a text, which may grow by `room` tokens. */
export type TextChanger = (text: MarkedText, room: number, random: RandomStream) => MarkedText;

interface WriterOptions {
  readonly vocabulary: Vocabulary;
  readonly guess: GuessLimits;
  /** Masks all tokens of a word together. */
  readonly wholeWords: boolean;
  /** Entities, and how objectives read them. */
  readonly knowledge?: { readonly source: KnowledgeSource; readonly config: KnowledgeConfig } | undefined;
}

/** An objective of the registry. */
export interface ObjectiveKind {
  create(config: ObjectiveConfig): Objective;
  /** Returns what changes texts before targets are written; absent or `undefined`: nothing does. */
  changer?(options: WriterOptions & { readonly tokenize: Tokenizer }): TextChanger | undefined;
  writer(options: WriterOptions): TargetWriter;
}

/** Guesses of one of the classes that logits [N, C] score; labels int32 and weights of N places in any shape. */
export function classGuesses(logits: Tensor, labels: Tensor, weights: Tensor): Guesses {
  const answers = reshape(labels, [-1]); // [N]
  return {
    losses: softmaxCrossEntropy(logits, answers),
    right: () => cast(equal(argMax(logits, -1), answers), 'float32'),
    weights: reshape(weights, [-1]),
  };
}

/** Mean cross entropy over the places in use; 0 where there is none. */
export function meanLoss({ losses, weights }: Guesses): Tensor {
  return div(sum(mul(losses, weights)), maximum(sum(weights), 1)); // []
}
