/** Entity linking by context: which of the entities of one name a KeBioLM encoder (Yuan et al. 2021) links a mention to. */
import { invariant } from '../../../../shared/assert.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { joinPair } from '../../../text/encoding.ts';
import { sliceTokens, type TokenSequence } from '../../../text/tokens.ts';
import type { ModelFiles } from '../../io/model-files.ts';
import { weightsFromFile } from '../../io/weights.ts';
import { projectedMention } from '../../layers/entity-linking.ts';
import { mentionPlaces } from '../../layers/mention-tokens.ts';
import type { BertConfig } from '../../models/bert/config.ts';
import { LINKED_ENTITIES, LINKING, mentionInputs, mentionSpans } from '../../models/bert/linking.ts';
import { BERT, bertEncode, bertEncoderSpec, bertInputs } from '../../models/bert/model.ts';
import type { BatchSize, Model } from '../../models/model.ts';
import type { Executor } from '../../runtime/program.ts';
import { BatchedForward } from '../batched-forward.ts';
import { openStore, type StoredEncoder } from '../probe/encoder.ts';
import type { TokenInput } from '../token-inputs.ts';

/** A mention in a text, and the rows of the entities that it may mean. */
export interface AmbiguousMention extends Span {
  readonly text: string;
  readonly rows: readonly number[];
}

/** Tokens that are read around a mention, [CLS] and [SEP] included. */
const WINDOW = 128;

interface MentionInput extends TokenInput {
  /** First and last token of the mention, [CLS] counted. */
  readonly first: number;
  readonly last: number;
}

/** An open model; `dispose` ends it. */
export interface ContextLinker {
  /** Returns the share of each row of each mention: the softmax of h'_m · e over these rows alone. */
  shares(mentions: readonly AmbiguousMention[]): Promise<number[][]>;
  dispose(): Promise<void>;
}

/** @throws AppError when the weights are damaged */
export async function openContextLinker(
  executor: Executor,
  { bert, reader }: StoredEncoder,
  weights: ModelFiles['weights'],
): Promise<ContextLinker> {
  const { linking, max_position_embeddings: most } = bert;
  invariant(linking !== undefined, 'an encoder without entities');
  const { entitySize: width } = linking;
  const specs = bertEncoderSpec(bert);
  const table = specs.filter(({ name }) => name === ENTITIES);
  const entities = weightsFromFile(table, weights)[ENTITIES]!;
  const longest = Math.min(WINDOW, most);
  const store = await openStore(executor, specs, weights);
  const forward = new BatchedForward<MentionInput>(store, {
    ...{ model: mentionModel(bert, linking.after), reader, longest },
    ...{ task: `${BERT}/linking`, output: 'mentions' },
    feeds: async (inputs, size) => spansOf(inputs, size),
    split: (vectors, inputs, { length }) =>
      inputs.map((_, row) => {
        const start = row * mentionPlaces(length) * width;
        return vectors.slice(start, start + width);
      }),
  });
  return {
    async shares(mentions) {
      const read = tokenizeOnce(reader.tokenize);
      const inputs = mentions.map((mention) => inputOf(mention, read(mention.text), reader, longest));
      const vectors = await forward.run(inputs);
      return mentions.map(({ rows }, i) =>
        softmax(rows.map((row) => dot(vectors[i]!, entities.subarray(row * width, (row + 1) * width)))),
      );
    },
    async dispose() {
      await forward.dispose();
      await store.dispose();
    },
  };
}

const ENTITIES = `${LINKED_ENTITIES}.weight`;

/** h'_m of given mentions [N, D]. */
const mentionModel = (bert: BertConfig, after: number): Pick<Model, 'inputs' | 'forward'> => ({
  inputs: (size) => [...bertInputs(size), ...spanInputs(size)],
  forward(params, inputs) {
    const states = bertEncode(params, inputs, bert).hiddenStates[after]!; // [B, T, H]
    return { mentions: projectedMention(params, LINKING, states, mentionSpans(inputs)) };
  },
});

const spanInputs = (size: BatchSize) =>
  mentionInputs(size).filter(({ name }) => name === 'mentionStarts' || name === 'mentionEnds');

/** Each row of a batch has one mention, at its first place. */
function spansOf(inputs: readonly MentionInput[], { batch, length }: BatchSize) {
  const places = mentionPlaces(length);
  const [mentionStarts, mentionEnds] = [new Int32Array(batch * places), new Int32Array(batch * places)];
  for (const [row, { first, last }] of inputs.entries()) {
    mentionStarts[row * places] = row * length + first;
    mentionEnds[row * places] = row * length + last;
  }
  return { mentionStarts, mentionEnds };
}

/** Tokens of the text that was asked for last are kept: mentions come text by text. */
function tokenizeOnce(tokenize: (text: string) => TokenSequence): (text: string) => TokenSequence {
  let last: { readonly text: string; readonly tokens: TokenSequence } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, tokens: tokenize(text) };
    return last.tokens;
  };
}

/** The mention in the middle of as many tokens as are read; a mention within a token takes the whole token. */
function inputOf(
  { start, end }: Span,
  tokens: TokenSequence,
  { vocabulary }: StoredEncoder['reader'],
  window: number,
): MentionInput {
  const room = window - 2;
  const count = tokens.ids.length;
  const first = Math.max(
    0,
    tokens.ends.findIndex((at) => at > start),
  );
  let last = first;
  while (last + 1 < count && last - first + 1 < room && tokens.starts[last + 1]! < end) last++;
  const before = Math.floor((room - (last - first + 1)) / 2);
  const from = Math.max(0, Math.min(first - before, count - room));
  const { ids, length } = joinPair(vocabulary, sliceTokens(tokens, from, Math.min(count, from + room)));
  return { ids: ids.slice(0, length), first: first - from + 1, last: last - from + 1 };
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
