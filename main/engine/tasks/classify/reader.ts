/** How a classifier reads texts: tokens cut to a length. */
import type { Calibration } from '../../../../shared/domain/classification.ts';
import { joinPair } from '../../../text/encoding.ts';
import { sliceTokens, type TokenSequence } from '../../../text/tokens.ts';
import type { ModelFileConfig } from '../../io/model-files.ts';
import { badFile } from '../../io/tensor-data.ts';
import { readVocabulary, rowsOf } from '../read-vocabulary.ts';
import type { TokenInput, TokenReader } from '../token-inputs.ts';

export type ClassifyFileConfig = Extract<ModelFileConfig, { reading: unknown }>;

export interface ClassifyReader extends TokenReader {
  /** Most tokens of an input, [CLS] and [SEP] included. */
  readonly length: number;
  readonly keep: 'head' | 'head-tail';
}

/** @throws AppError when vocabulary, settings and model do not fit together */
export function classifyReader(config: ClassifyFileConfig, vocabulary: string): ClassifyReader {
  const { front, labels, mode } = config.model;
  const reader = {
    ...readVocabulary(config.tokenizer, vocabulary),
    specials: front.kind === 'bert',
    ...config.reading,
  };
  const rows = rowsOf(front);
  if (front.kind !== 'bert' && front.kind !== 'embedding')
    throw badFile('config.json', `a front of the kind ${front.kind} cannot be read. (不支持的输入层)`);
  if (reader.vocabulary.size > rows) {
    throw badFile(
      'vocab.txt',
      `${reader.vocabulary.size} tokens, but the model has vectors for ${rows}. (词表与模型不符)`,
    );
  }
  const longest = front.kind === 'bert' ? front.bert.max_position_embeddings : Number.POSITIVE_INFINITY;
  if (reader.length > longest) {
    throw badFile('config.json', `inputs of ${reader.length} tokens do not fit the model. (长度与模型不符)`);
  }
  const { calibration, thresholds } = config;
  if (
    !isCalibrationOf(calibration, mode, labels.length) ||
    thresholds.length !== (mode === 'single' ? 0 : labels.length)
  )
    throw badFile('config.json', 'calibration and labels do not fit together. (校准参数与标签不符)');
  return reader;
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
  const room = reader.length - (reader.specials ? 2 : 0);
  const cut = tokens.ids.length > room;
  const kept = cut ? cutTokens(tokens, room, reader.keep) : [tokens];
  const ids = Int32Array.from(kept.flatMap((part) => [...part.ids]));
  if (!reader.specials) return { ids, cut };
  const [cls, ...rest] = joinPair(reader.vocabulary, sliceTokens(tokens, 0, 0)).ids; // [CLS] [SEP]
  return { ids: Int32Array.from([cls!, ...ids, ...rest]), cut };
}

/** `head-tail`: a quarter from the beginning, the rest from the end (Sun et al. 2019, How to Fine-Tune BERT). */
function cutTokens(tokens: TokenSequence, room: number, keep: ClassifyReader['keep']): TokenSequence[] {
  if (keep === 'head') return [sliceTokens(tokens, 0, room)];
  const head = Math.floor(room / 4);
  const count = tokens.ids.length;
  return [sliceTokens(tokens, 0, head), sliceTokens(tokens, count - (room - head), count)];
}
