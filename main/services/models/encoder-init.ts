/** Creates encoders with a vocabulary counted in a corpus and random weights. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EncoderSize, ModelCard } from '../../../shared/domain/training.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { readRecords } from '../../formats/read-stream.ts';
import type { Vocabulary } from '../../text/vocabulary.ts';
import { buildWordPieceVocabulary, wordCounter } from '../../text/vocabulary-builder.ts';
import type { Session } from '../session/session.ts';
import { saveModel } from './models.ts';

/** Kind of tokens besides the special ones: pieces of words, or single characters only. */
export type VocabularyKind = 'wordpiece' | 'character';

/** Same value as in Google's Chinese BERT. */
export const DEFAULT_VOCABULARY_SIZE = 21_128;
const MIN_VOCABULARY_SIZE = 100;
const MAX_VOCABULARY_SIZE = 1_000_000;

export interface EncoderInit {
  readonly name: string;
  readonly size: EncoderSize;
  /** Paths of .txt or .jsonl files, also gzipped, or `-`. */
  readonly corpus: readonly string[];
  readonly kind: VocabularyKind;
  readonly vocabularySize: number;
  readonly seed: number;
}

export interface EncoderProgress {
  readonly stage: 'reading' | 'merging';
  /** Number of texts read, or of tokens found. */
  readonly done: number;
}

/** Creates an encoder. @throws AppError when the corpus cannot be read or has too few words */
export async function initEncoder(
  session: Session,
  { name, size, corpus, kind, vocabularySize, seed }: EncoderInit,
  report: (progress: EncoderProgress) => void,
): Promise<ModelCard> {
  if (vocabularySize < MIN_VOCABULARY_SIZE || vocabularySize > MAX_VOCABULARY_SIZE) {
    throw new AppError('bad-request', 'models.vocabulary-size', {
      least: MIN_VOCABULARY_SIZE,
      most: MAX_VOCABULARY_SIZE,
      given: vocabularySize,
    });
  }
  const counts = await countWords(corpus, report);
  const vocabulary = await buildVocabulary(counts, kind, vocabularySize, report);
  const { newEncoder } = await import('../../engine/io/new-encoder.ts'); // loads the tensor library
  const files = newEncoder({ size, vocabulary, lowerCase: true, seed });
  return saveModel(session, { name, files, metrics: {}, origin: 'init' });
}

async function countWords(
  corpus: readonly string[],
  report: (progress: EncoderProgress) => void,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const count = wordCounter(counts);
  let texts = 0;
  for (const path of corpus) {
    for await (const item of readRecords(path)) {
      if (item.kind === 'refused')
        throw new AppError('bad-input', 'system.about', {
          what: message('files.line', { name: path, line: item.line }),
          problem: item.reason,
        });
      count(item.record.text);
      report({ stage: 'reading', done: ++texts });
    }
  }
  return counts;
}

async function buildVocabulary(
  counts: ReadonlyMap<string, number>,
  kind: VocabularyKind,
  maxSize: number,
  report: (progress: EncoderProgress) => void,
): Promise<Vocabulary> {
  const steps = buildWordPieceVocabulary(counts, {
    maxSize,
    ...(kind === 'character' ? { maxPieceChars: 1 } : {}),
  });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    report({ stage: 'merging', done: step.value.tokens });
    await nextTurn();
  }
}
