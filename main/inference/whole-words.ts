/** Leaves out marks that cut a word or a number in two. */
import type { PredictedSpan } from '../../shared/domain/training.ts';
import type { NerReader } from '../engine/tasks/ner/windows.ts';
import { NO_WORD, WORD_SETS } from '../text/soft-lexicon.ts';

/** Code units beside a character within which a word of the lexicon may lie. */
const LONGEST_WORD = 20;
/** Sets of words that begin at a character, pass through it or end at it: longer than the character. */
const LONGER_SETS = WORD_SETS - 1;

/**
 * Returns the entities but for those of one character within a longer word of the tagger's lexicon, such as 心 in 心率,
 * and those that begin or end inside a number or a Latin word.
 */
export const wholeWords = (
  text: string,
  entities: readonly PredictedSpan[],
  reader: NerReader,
): PredictedSpan[] =>
  entities.filter(
    (entity) =>
      !isWithinRun(text, entity.start) &&
      !isWithinRun(text, entity.end) &&
      (entity.end - entity.start > 1 || !isWithinWord(text, entity.start, reader)),
  );

const isWithinRun = (text: string, at: number): boolean =>
  /^[\da-z]{2}$/i.test(text.slice(at - 1, at + 1)) ||
  /^\d\.\d$/.test(text.slice(at - 1, at + 2)) ||
  /^\d\.\d$/.test(text.slice(at - 2, at + 1));

function isWithinWord(text: string, at: number, { tokenize, lexicon }: NerReader): boolean {
  if (lexicon === undefined) return false;
  const from = Math.max(0, at - LONGEST_WORD);
  const around = text.slice(from, at + LONGEST_WORD);
  const tokens = tokenize(around);
  const token = tokens.starts.indexOf(at - from);
  const { rows } = lexicon.match(around, tokens);
  const first = token * WORD_SETS * lexicon.slots;
  return rows.subarray(first, first + LONGER_SETS * lexicon.slots).some((row) => row !== NO_WORD);
}
