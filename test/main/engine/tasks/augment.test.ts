/** Augmentation: lengths and labels stay, entities are untouched, the seed decides. */
import { describe, expect, it } from 'vitest';
import {
  augmentDocument,
  drawWords,
  maskableWords,
  unfitTokens,
} from '../../../../main/engine/tasks/augment.ts';
import type { Guess } from '../../../../main/engine/tasks/probe/decode.ts';
import { loadSegmenter } from '../../../../main/text/segmentation.ts';
import { createVocabulary, MASK, SPECIAL_TOKENS } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import type { LabelledDocument } from '../../../../shared/domain/training.ts';

const TEXT = '患者昨日夜间突然出现剧烈胸痛，服用阿司匹林后未见明显缓解，ECG提示ST段抬高3mm。';
const characters = [...new Set(TEXT.replace(/[^\p{Script=Han}]/gu, ''))];
const vocabulary = createVocabulary([
  ...SPECIAL_TOKENS,
  ...characters,
  'ecg',
  'st',
  '3',
  'mm',
  '，',
  '。',
  '##段',
]);
const reader = { vocabulary, tokenize: wordPieceTokenizer(vocabulary) };
const segmenter = loadSegmenter();
const entity = (words: string, type: string) => {
  const start = TEXT.indexOf(words);
  return { start, end: start + words.length, type };
};
const DOCUMENT: LabelledDocument = {
  ...{
    id: 'd',
    text: TEXT,
    entities: [entity('胸痛', 'sym'), entity('阿司匹林', 'dru'), entity('段抬', 'x')],
  },
};

/** Guesses a token by its place; asks of the sequences that the places are masked. */
const guess: Guess = async (sequences) =>
  sequences.map(({ ids, places }) =>
    places.map((place) => {
      expect(ids[place]).toBe(vocabulary.id(MASK));
      const token = SPECIAL_TOKENS.length + ((place * 7 + ids.length) % characters.length);
      return [{ token, logProbability: 0 }];
    }),
  );
const augment = (more: { share?: number; seed?: number; longest?: number } = {}, document = DOCUMENT) =>
  augmentDocument(document, { segmenter, reader, guess, longest: 64, share: 1, seed: 1, ...more });

describe('augmentation', () => {
  it.each([{}, { share: 0.3 }, { longest: 9 }, { share: 0.01, seed: 5 }])(
    'with %j keeps length, labels, entities and all that is no word of Chinese characters',
    async (more) => {
      const found = await augment(more);
      expect(found?.entities).toEqual(DOCUMENT.entities);
      expect(found?.text).toHaveLength(TEXT.length);
      let rebuilt = TEXT;
      for (const { start, end, from, to } of found?.fillings ?? []) {
        expect(TEXT.slice(start, end)).toBe(from);
        expect(to).toMatch(/^\p{Script=Han}+$/u);
        expect(to).toHaveLength(from.length);
        for (const one of DOCUMENT.entities) expect(one.start < end && start < one.end).toBe(false);
        rebuilt = rebuilt.slice(0, start) + to + rebuilt.slice(end);
      }
      expect(found?.fillings.length).toBeGreaterThan(0);
      expect(found?.text).toBe(rebuilt);
    },
  );

  it('fills more words the larger the share is, and every maskable word at most', async () => {
    const words = maskableWords(DOCUMENT, segmenter);
    const drawn = [0.01, 0.5, 1].map((share) => drawWords(words, { share, seed: 1 }, TEXT));
    expect(drawn.map(({ length }) => length)).toEqual([1, Math.round(words.length / 2), words.length]);
    expect(drawn[2]).toEqual(words);
  });

  it('is the same for the same seed and text, and another one for another seed; other texts draw other words', async () => {
    const first = await augment({ share: 0.3 });
    expect(await augment({ share: 0.3 }, { ...DOCUMENT, id: 'd' })).toEqual(first);
    const other = await augment({ share: 0.3, seed: 2 });
    expect([other?.text, other?.mark]).not.toContain(first?.text);
    expect(other?.mark).not.toBe(first?.mark);
    const words = maskableWords(DOCUMENT, segmenter);
    const drawn = [TEXT, `${TEXT}。`].map((text) => drawWords(words, { share: 0.3, seed: 1 }, text));
    expect(drawn[0]).not.toEqual(drawn[1]);
  });

  it('gives nothing for a text of entities and signs alone', async () => {
    const document = { id: 'e', text: '胸痛，ECG。', entities: [{ start: 0, end: 2, type: 'sym' }] };
    const options = { segmenter, reader, guess, longest: 64, share: 1, seed: 1 };
    expect(await augmentDocument(document, options)).toBeUndefined();
    expect(await augmentDocument({ id: 'f', text: '', entities: [] }, options)).toBeUndefined();
  });

  it('never fills by tokens that are not one Chinese character', () => {
    const unfit = unfitTokens(vocabulary);
    expect([...unfit].map((id) => vocabulary.tokens[id]).sort()).toEqual(
      [...SPECIAL_TOKENS, 'ecg', 'st', '3', 'mm', '，', '。', '##段'].sort(),
    );
  });
});
