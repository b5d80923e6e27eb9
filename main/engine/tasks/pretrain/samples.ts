/** Shows the sequences that a pre-training run would read first, and what is guessed in them. */
import type {
  PretrainSample,
  SampleMention,
  SampleToken,
} from '../../../../shared/domain/pretrain-sample.ts';
import { byteTokenText } from '../../../text/byte-bpe.ts';
import type { Vocabulary } from '../../../text/vocabulary.ts';
import { CONTINUATION } from '../../../text/wordpiece.ts';
import { mentionPlaces } from '../../layers/mention-tokens.ts';
import { bertPretraining } from '../../models/bert/pretraining.ts';
import type { BatchSize } from '../../models/model.ts';
import type { BatchArrays } from '../../objectives/objective.ts';
import { DataOrder } from '../../train/data-order.ts';
import type { DrawnRow } from './examples.ts';
import { bucketsOf } from './limits.ts';
import { type PretrainRunInput, setUpPretraining } from './setup.ts';

/**
 * Returns the first `count` sequences of an epoch, in the order of training and drawn as training draws them.
 * @throws AppError as training does
 */
export function pretrainSamples(
  input: PretrainRunInput,
  { count, epoch }: { readonly count: number; readonly epoch: number },
): PretrainSample[] {
  const { settings, knowledge } = input;
  const { config, train, tokens: vocabulary, file } = setUpPretraining(input);
  const textOf = file.tokenizer.kind === 'byte-bpe' ? byteTokenText : String;
  const model = bertPretraining(config);
  const order = new DataOrder(train.lengths, bucketsOf(settings), settings.seed);
  const names: string[] = [];
  for (const { row, name } of knowledge?.graph?.entities ?? []) if (row !== undefined) names[row] = name;
  const samples: PretrainSample[] = [];
  for (let position = 0; position < order.batchesPerEpoch && samples.length < count; position++) {
    const batch = order.batch({ epoch, position });
    const rows: DrawnRow[] = [];
    const arrays = train.feeds(batch, epoch, model, (row) => rows.push(row));
    for (const drawn of rows) {
      if (!drawn.row.isReal || samples.length === count) continue;
      const view = { arrays, size: batch.size, vocabulary, textOf, names };
      samples.push({
        tokens: tokensOf(drawn, view),
        mentions: mentionsOf(drawn, view),
        ...(config.pair === 'none' ? {} : { isInOrder: drawn.row.pairLabel === 0 }),
      });
    }
  }
  return samples;
}

interface View {
  readonly arrays: BatchArrays;
  readonly size: BatchSize;
  readonly vocabulary: Vocabulary;
  readonly textOf: (token: string) => string;
  /** Preferred names of entities by their numbers. */
  readonly names: readonly string[];
}

const LABELS = [undefined, 'B', 'I'] as const;

function tokensOf({ row }: DrawnRow, { arrays, size, vocabulary, textOf }: View): SampleToken[] {
  const { encoding, number } = row;
  const start = number * size.length;
  const guesses = guessesOf({ row }, arrays, size);
  return Array.from({ length: encoding.length }, (_, at) => {
    const read = arrays.ids![start + at]!;
    const original = encoding.ids[at]!;
    const guess = guesses.get(at);
    const label = LABELS[arrays.bioLabels?.[start + at] ?? 0];
    const text = arrays.texts?.[start + at];
    return {
      token: textOf(vocabulary.tokens[read]!),
      ...(read !== original || guess !== undefined ? { original: textOf(vocabulary.tokens[original]!) } : {}),
      ...(guess === undefined ? {} : { guess }),
      ...(label === undefined ? {} : { label }),
      ...(arrays.cutWeights?.[start + at] === 1 ? { cut: arrays.cutLabels![start + at] === 1 } : {}),
      segment: text === undefined ? encoding.segmentIds[at]! : text - 1,
    };
  });
}

/** Returns the guesses of a row by the token that is guessed. */
function guessesOf(
  { row: { number, mentions = [] } }: Pick<DrawnRow, 'row'>,
  arrays: BatchArrays,
  { length }: BatchSize,
): ReadonlyMap<number, NonNullable<SampleToken['guess']>> {
  const found = new Map<number, NonNullable<SampleToken['guess']>>();
  const inRow = (place: number): number => place - number * length;
  const add = (at: number, guess: NonNullable<SampleToken['guess']>): void => {
    if (at >= 0 && at < length) found.set(at, guess);
  };
  for (const [i, position] of (arrays.mlmPositions ?? []).entries())
    if (arrays.mlmWeights![i] === 1) add(inRow(position), 'masked');
  // a hybrid guess is read from the token before
  for (const [i, position] of (arrays.nextPositions ?? []).entries()) {
    if (arrays.maskedWeights![i] === 1) add(inRow(position) + 1, 'masked');
    if (arrays.causalWeights![i] === 1) add(inRow(position) + 1, 'next');
  }
  for (const [i, offset] of (arrays.partOffsets ?? []).entries()) {
    const seen = { first: inRow(arrays.partFirsts![i]!), last: inRow(arrays.partLasts![i]!) };
    const mention = mentions.find(({ first, last }) => first <= seen.first && seen.last <= last);
    if (mention === undefined) continue;
    if (arrays.coreWeights![i] === 1) add(seen.last + 1 + offset, 'core');
    if (arrays.modifierWeights![i] === 1) add(mention.first + offset, 'modifier');
  }
  return found;
}

function mentionsOf({ row, before }: DrawnRow, { arrays, size, vocabulary, names }: View): SampleMention[] {
  const places = mentionPlaces(size.length);
  const originals = before.flatMap(({ encoding, mentions }) =>
    mentions.map(({ first, last }) => wordsOf(encoding.ids.subarray(first, last + 1), vocabulary)),
  );
  return (row.mentions ?? []).map(({ first, last, entity, isConsistent }, i) => {
    const place = i < places ? row.number * places + i : -1;
    const neighbour =
      arrays.answerRelations !== undefined && arrays.answerWeights![place] === 1
        ? names[arrays.answerEntities![place]!]
        : undefined;
    return {
      ...{ first, last, entity: names[entity] ?? '' },
      ...(isConsistent === undefined ? {} : { isConsistent, before: originals[i]! }),
      ...(neighbour === undefined ? {} : { neighbour }),
      ...(arrays.hiddenMentions === undefined ? {} : { isHidden: arrays.hiddenMentions[place] === 1 }),
      ...(arrays.bioLabels === undefined ? {} : { isLinked: arrays.mentionWeights![place] === 1 }),
    };
  });
}

const wordsOf = (ids: Int32Array, { tokens }: Vocabulary): string =>
  Array.from(ids, (id) => tokens[id]!.replace(CONTINUATION, '')).join('');
