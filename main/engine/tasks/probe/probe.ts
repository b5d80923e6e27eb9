/** Asks a masked language model the queries about a graph. */
import { reshape } from '@tensorflow/tfjs-core';
import { invariant } from '../../../../shared/assert.ts';
import { joinPair } from '../../../text/encoding.ts';
import { comparableText } from '../../../text/folding.ts';
import { CLS, MASK, PAD, SEP, UNK, type Vocabulary } from '../../../text/vocabulary.ts';
import { CONTINUATION } from '../../../text/wordpiece.ts';
import type { ModelFiles } from '../../io/model-files.ts';
import { statesAt } from '../../layers/mention-tokens.ts';
import { mlmHeadSpec, mlmLogits } from '../../models/bert/heads.ts';
import { bertEncode, bertEncoderSpec, bertInputs, lastHidden } from '../../models/bert/model.ts';
import { input } from '../../models/model.ts';
import type { Executor } from '../../runtime/program.ts';
import { BatchedForward } from '../batched-forward.ts';
import type { TokenInput } from '../token-inputs.ts';
import { fillMasks, type Guess, type MaskedSequence, type TokenChoice } from './decode.ts';
import { openStore, type StoredEncoder } from './encoder.ts';
import { ANSWERS, type ProbeQuery } from './queries.ts';

export interface ProbeOptions {
  /** Most masks of a query; every number from 1 on is tried. */
  readonly longest: number;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Queries that are decoded together. */
const GROUP = 16;

/**
 * Returns the answers to each query, as names are compared: for each number of masks the five best.
 * @throws AppError when the model has no head of masked language modelling
 */
export async function askQueries(
  executor: Executor,
  { bert, reader }: StoredEncoder,
  weights: ModelFiles['weights'],
  queries: readonly ProbeQuery[],
  { longest, onProgress }: ProbeOptions,
): Promise<string[][]> {
  const refused = new Set([PAD, UNK, CLS, SEP, MASK].map((token) => reader.vocabulary.requireId(token)));
  const answers = queries.map((): string[] => []);
  const guesser = await openGuesser(executor, { bert, reader }, weights, { longest, refused });
  const { guess } = guesser;
  try {
    for (let from = 0; from < queries.length; from += GROUP) {
      const group = queries.slice(from, from + GROUP);
      for (let masks = 1; masks <= longest; masks++) {
        const sequences = group.map((query) => maskedQuery(query, masks, reader));
        for (const [i, found] of (await fillMasks(sequences, guess, ANSWERS)).entries())
          answers[from + i]!.push(...found.map(({ tokens }) => textOf(tokens, reader.vocabulary)));
      }
      onProgress?.(Math.min(queries.length, from + GROUP), queries.length);
    }
    return answers;
  } finally {
    await guesser.dispose();
  }
}

/** Guesses of the tokens at masked places, by the head of masked language modelling of a stored encoder. */
interface Guesser {
  readonly guess: Guess;
  dispose(): Promise<void>;
}

interface GuesserOptions {
  /** Most masks of a sequence. */
  readonly longest: number;
  /** Tokens that are never guessed. */
  readonly refused: ReadonlySet<number>;
}

/** @throws AppError when the model has no such head, or its files are damaged */
export async function openGuesser(
  executor: Executor,
  { bert, reader }: StoredEncoder,
  weights: ModelFiles['weights'],
  { longest, refused }: GuesserOptions,
): Promise<Guesser> {
  const store = await openStore(executor, [...bertEncoderSpec(bert), ...mlmHeadSpec(bert)], weights);
  const forward = new BatchedForward<TokenInput & MaskedSequence>(store, {
    model: {
      inputs: (size) => [
        ...bertInputs(size),
        { name: 'maskPlaces', shape: [size.batch * longest], dtype: 'int32' },
      ],
      forward: (params, inputs) => {
        const states = lastHidden(bertEncode(params, inputs, bert)); // [B, T, H]
        const masked = statesAt(states, input(inputs, 'maskPlaces')); // [B · M, H]
        return { logits: reshape(mlmLogits(params, masked, bert), [-1, longest * bert.vocab_size]) };
      },
    },
    reader,
    task: `mask-guesses/${longest}`,
    output: 'logits',
    longest: bert.max_position_embeddings,
    batchTokens: 1024,
    feeds: async (inputs, { batch, length }) => {
      const maskPlaces = new Int32Array(batch * longest);
      for (const [row, { places }] of inputs.entries())
        maskPlaces.set(
          places.map((place) => row * length + place),
          row * longest,
        );
      return { maskPlaces };
    },
    split: (logits, inputs) =>
      inputs.map(({ places }, row) => {
        const from = row * longest * bert.vocab_size;
        return packed(logits.subarray(from, from + places.length * bert.vocab_size), places.length, refused);
      }),
  });
  return {
    guess: async (sequences) => (await forward.run(sequences)).map(unpacked),
    dispose: async () => {
      await forward.dispose();
      await store.dispose();
    },
  };
}

/** `[CLS] before [MASK]… after [SEP]`. */
export function maskedQuery(
  { before, after }: Pick<ProbeQuery, 'before' | 'after'>,
  masks: number,
  { tokenize, vocabulary }: Pick<StoredEncoder['reader'], 'tokenize' | 'vocabulary'>,
): MaskedSequence {
  const [cls, sep] = joinPair(vocabulary, tokenize('')).ids;
  const [head, tail] = [tokenize(before).ids, tokenize(after).ids];
  const first = 1 + head.length;
  const mask = new Array<number>(masks).fill(vocabulary.requireId(MASK));
  return {
    ids: Int32Array.from([cls!, ...head, ...mask, ...tail, sep!]),
    places: mask.map((_, i) => first + i),
  };
}

/** Returns the text of tokens as names are compared. */
const textOf = (tokens: readonly number[], { tokens: all }: Vocabulary): string =>
  comparableText(tokens.map((token) => all[token]!.replace(CONTINUATION, '')).join(''));

/** Log probabilities of the best tokens of each place, as pairs with their numbers. */
function packed(logits: Float32Array, places: number, refused: ReadonlySet<number>): Float32Array {
  const size = logits.length / places;
  return Float32Array.from(
    Array.from({ length: places }, (_, place) =>
      bestTokens(logits.subarray(place * size, (place + 1) * size), refused),
    ).flatMap((best) => best.flatMap(({ token, logProbability }) => [token, logProbability])),
  );
}

function unpacked(values: Float32Array): TokenChoice[][] {
  const places: TokenChoice[][] = [];
  for (let at = 0; at < values.length; at += 2 * ANSWERS)
    places.push(
      Array.from({ length: ANSWERS }, (_, i) => ({
        token: values[at + 2 * i]!,
        logProbability: values[at + 2 * i + 1]!,
      })),
    );
  return places;
}

/** Returns the most probable tokens by the softmax of these logits. */
export function bestTokens(logits: Float32Array, refused: ReadonlySet<number>): TokenChoice[] {
  let most = Number.NEGATIVE_INFINITY;
  for (const logit of logits) most = Math.max(most, logit);
  let sum = 0;
  const best: number[] = [];
  for (let token = 0; token < logits.length; token++) {
    const logit = logits[token]!;
    sum += Math.exp(logit - most);
    if (refused.has(token) || (best.length === ANSWERS && logit <= logits[best.at(-1)!]!)) continue;
    let place = best.length;
    while (place > 0 && logits[best[place - 1]!]! < logit) place--;
    best.splice(place, 0, token);
    if (best.length > ANSWERS) best.pop();
  }
  invariant(best.length === ANSWERS, `a vocabulary of ${logits.length} tokens is too small to probe`);
  return best.map((token) => ({ token, logProbability: logits[token]! - most - Math.log(sum) }));
}
