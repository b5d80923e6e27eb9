/** Reads texts for a neural classifier: tokens cut to a length. */

import type { Calibration } from '../../../../shared/domain/classification.ts';
import { splitTexts } from '../../../../shared/domain/pairs.ts';
import { isOfKind } from '../../../../shared/domain/tasks.ts';
import { message } from '../../../../shared/messages/message.ts';
import { joinPair } from '../../../text/encoding.ts';
import { splitLexicon } from '../../../text/lexicon.ts';
import { joinFeatures } from '../../../text/soft-lexicon.ts';
import { sliceTokens } from '../../../text/tokens.ts';
import type { Window } from '../../../text/windows.ts';
import type { ModelFileConfig } from '../../io/model-files.ts';
import { badFile } from '../../io/tensor-data.ts';
import type { TextClassifierConfig } from '../../models/text-classifier/config.ts';
import { MATCH_LEVELS } from '../../models/text-classifier/pair-network.ts';
import { sliceMarks } from '../entity-reader.ts';
import { lexiconReader } from '../lexicon-setup.ts';
import { tokenReader } from '../read-vocabulary.ts';
import { readMarked } from '../relation/pair-text.ts';
import type { TokenInput, TokenReader } from '../token-inputs.ts';
import { type KeptEnds, keptAround, keptParts } from './truncation.ts';

/** Stored settings of a classifier of any family. */
export type ClassifierFileConfig = Extract<ModelFileConfig, { calibration: Calibration }>;
/** Stored settings of a neural classifier. */
export type ClassifyFileConfig = Extract<ClassifierFileConfig, { reading: unknown }>;

export interface ClassifyReader extends TokenReader {
  /** Whether two mentions are marked in its texts. */
  readonly isMarked: boolean;
  /** Reading of pairs; absent: texts are no pairs. */
  readonly pairs?: TextClassifierConfig['pairs'];
  /** Most tokens of an input, [CLS] and [SEP] included. */
  readonly length: number;
  readonly keep: KeptEnds;
}

/** @throws AppError when vocabulary, settings and model do not fit together */
export function classifyReader(config: ClassifyFileConfig, vocabulary: string): ClassifyReader {
  const { front } = config.model;
  const { vocabulary: tokens, lexicon } = splitLexicon(vocabulary);
  const reader = {
    ...tokenReader(front, config.tokenizer, tokens),
    ...lexiconReader(config.model.lexicon, lexicon),
    ...config.reading,
    isMarked: isOfKind('relations', config.task),
    pairs: config.model.pairs,
  };
  const longest = front.kind === 'bert' ? front.bert.max_position_embeddings : Number.POSITIVE_INFINITY;
  if (reader.length > longest) {
    throw badFile('config.json', message('models.inputs-too-long', { length: reader.length }));
  }
  checkDecision(config);
  return reader;
}

/** @throws AppError when calibration or thresholds are those of other labels */
export function checkDecision({
  model: { labels, mode },
  calibration,
  thresholds,
}: ClassifierFileConfig): void {
  if (
    !isCalibrationOf(calibration, mode, labels.length) ||
    thresholds.length !== (mode === 'single' ? 0 : labels.length)
  )
    throw badFile('config.json', message('models.calibration-differs'));
}

function isCalibrationOf(calibration: Calibration, mode: 'single' | 'multiple', labels: number): boolean {
  if (calibration.kind === 'temperature') return mode === 'single';
  if (calibration.scale.length !== labels || calibration.shift.length !== labels) return false;
  if (calibration.kind === 'platt') return mode === 'multiple';
  const { curves, curveOf } = calibration;
  return (
    calibration.mode === mode &&
    curveOf.length === labels &&
    curveOf.every((curve) => curve < curves.length) &&
    curves.every(({ x, y }) => x.length === y.length && isRising(x) && isRising(y))
  );
}

const isRising = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value >= values[i - 1]!);

export interface ReadText extends TokenInput {
  /** Whether the text has more tokens. */
  readonly cut: boolean;
}

export function readText(given: string, reader: ClassifyReader): ReadText {
  return reader.pairs === undefined ? readOne(given, reader) : readPair(given, reader);
}

function readOne(given: string, reader: ClassifyReader): ReadText {
  const { text, marks } = reader.isMarked ? readMarked(given) : { text: given };
  const tokens = reader.tokenize(text);
  const count = tokens.ids.length;
  const room = reader.length - (reader.specials ? 2 : 0);
  const [from, to] = marks?.map((offset) => tokens.ends.findIndex((end) => end > offset)) ?? [];
  const isPair = from !== undefined && to !== undefined;
  const parts = isPair ? keptAround([from, to], count, room) : keptParts(count, room, reader.keep);
  const keep = (values: Int32Array): Int32Array =>
    Int32Array.from(parts.flatMap((part) => [...values.subarray(part.from, part.to)]));
  const before = reader.specials ? 1 : 0;
  const place = (token: number): number => before + placeIn(parts, token);
  const input = {
    ids: keep(tokens.ids),
    cut: count > room,
    ...(isPair ? { marks: [place(from), place(to)] as const } : {}),
    ...(reader.lexicon === undefined
      ? {}
      : { lexicon: joinFeatures(reader.lexicon.match(text, tokens), parts) }),
  };
  if (reader.wordRows !== undefined) return { ...input, words: keep(reader.wordRows(text, tokens)) };
  if (!reader.specials) return input;
  const [cls, ...rest] = joinPair(reader.vocabulary, sliceTokens(tokens, 0, 0)).ids; // [CLS] [SEP]
  const whole = { ...input, ids: Int32Array.from([cls!, ...input.ids, ...rest]) };
  const mentions = reader.entities?.marks(text, tokens);
  if (mentions === undefined) return whole;
  return { ...whole, mentions: Int32Array.from(parts.flatMap((part) => [...sliceMarks(mentions, part)])) };
}

/** Reads the texts of a pair apart, or as one sequence with segment ids. */
function readPair(given: string, reader: ClassifyReader): ReadText {
  const { first, second } = splitTexts(given);
  if (reader.pairs === 'joint') {
    const [a, b] = [reader.tokenize(first), reader.tokenize(second)];
    const { ids, segmentIds, truncated } = joinPair(reader.vocabulary, a, b, { maxLength: reader.length });
    return { ids, types: segmentIds, cut: truncated.first + truncated.second > 0 };
  }
  const [a, b] = [readOne(first, reader), readOne(second, reader)];
  const own = { ...a, matches: matchLevels(a.ids, b.ids, reader.specials) };
  return {
    ...own,
    second: { ...b, matches: matchLevels(b.ids, a.ids, reader.specials) },
    cut: a.cut || b.cut,
  };
}

/** Returns of each token the length of the longest run around it, to `MATCH_LEVELS` − 1, that another text has too. */
export function matchLevels(ids: Int32Array, other: Int32Array, specials: boolean): Int32Array {
  const levels = new Int32Array(ids.length);
  const margin = specials ? 1 : 0;
  const runAt = (of: Int32Array, at: number, size: number): string => of.subarray(at, at + size).join(' ');
  for (let size = 1; size < MATCH_LEVELS; size++) {
    const runs = new Set<string>();
    for (let at = margin; at + size <= other.length - margin; at++) runs.add(runAt(other, at, size));
    for (let at = margin; at + size <= ids.length - margin; at++)
      if (runs.has(runAt(ids, at, size))) levels.fill(size, at, at + size);
  }
  return levels;
}

/** Returns the place of a token among those of the parts, one of which holds it. */
const placeIn = (parts: readonly Window[], token: number): number =>
  parts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(token, to) - from), 0);
