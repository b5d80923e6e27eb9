/** Reads texts for a neural classifier: tokens cut to a length. */

import type { Calibration } from '../../../../shared/domain/classification.ts';
import { message } from '../../../../shared/messages/message.ts';
import { joinPair } from '../../../text/encoding.ts';
import { sliceTokens } from '../../../text/tokens.ts';
import type { ModelFileConfig } from '../../io/model-files.ts';
import { badFile } from '../../io/tensor-data.ts';
import { tokenReader } from '../read-vocabulary.ts';
import type { TokenInput, TokenReader } from '../token-inputs.ts';
import { type KeptEnds, keptParts } from './truncation.ts';

/** Stored settings of a classifier of any family. */
export type ClassifierFileConfig = Extract<ModelFileConfig, { calibration: Calibration }>;
/** Stored settings of a neural classifier. */
export type ClassifyFileConfig = Extract<ClassifierFileConfig, { reading: unknown }>;

export interface ClassifyReader extends TokenReader {
  /** Most tokens of an input, [CLS] and [SEP] included. */
  readonly length: number;
  readonly keep: KeptEnds;
}

/** @throws AppError when vocabulary, settings and model do not fit together */
export function classifyReader(config: ClassifyFileConfig, vocabulary: string): ClassifyReader {
  const { front } = config.model;
  const reader = { ...tokenReader(front, config.tokenizer, vocabulary), ...config.reading };
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

export function readText(text: string, reader: ClassifyReader): ReadText {
  const tokens = reader.tokenize(text);
  const count = tokens.ids.length;
  const room = reader.length - (reader.specials ? 2 : 0);
  const parts = keptParts(count, room, reader.keep);
  const keep = (values: Int32Array): Int32Array =>
    Int32Array.from(parts.flatMap(({ from, to }) => [...values.subarray(from, to)]));
  const ids = keep(tokens.ids);
  const cut = count > room;
  if (reader.wordRows !== undefined) return { ids, words: keep(reader.wordRows(text, tokens)), cut };
  if (!reader.specials) return { ids, cut };
  const [cls, ...rest] = joinPair(reader.vocabulary, sliceTokens(tokens, 0, 0)).ids; // [CLS] [SEP]
  return { ids: Int32Array.from([cls!, ...ids, ...rest]), cut };
}
