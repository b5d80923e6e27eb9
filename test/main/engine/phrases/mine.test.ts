/** Mining of phrases on texts whose phrases are known. */
import { expect, it } from 'vitest';
import { type MiningInput, minePhrases } from '../../../../main/engine/phrases/mine.ts';
import { MiningSettings } from '../../../../shared/domain/phrases.ts';
import { KNOWN, phraseTexts, UNKNOWN } from '../../../helpers/phrase-texts.ts';

const mine = (changes: Partial<MiningInput> = {}) =>
  minePhrases({
    ...{
      texts: () => phraseTexts(),
      names: new Set(KNOWN),
      settings: MiningSettings.parse({ minQuality: 0.5 }),
    },
    ...changes,
  });

it('finds phrases that the graph does not have, and none of their pieces', () => {
  const { phrases, auc, names, texts } = mine();
  const found = new Map(phrases.map((phrase) => [phrase.text, phrase]));
  for (const text of UNKNOWN) expect(found.get(text), text).toMatchObject({ isName: false });
  for (const piece of ['射血', '再生障碍性贫', '障碍性', '腔积液', '性心律'])
    expect(found.has(piece), piece).toBe(false);
  expect(found.get('肺炎')).toMatchObject({ isName: true });
  expect(names).toBe(KNOWN.length);
  expect(texts).toBe(1200);
  expect(auc).toBeGreaterThan(0.8);
});

it('counts a phrase where it stands by itself: not within a longer one', () => {
  const { phrases } = mine();
  const all = phraseTexts().join('\n');
  const times = (text: string) => all.split(text).length - 1;
  const count = (text: string) => phrases.find((phrase) => phrase.text === text)!.count;
  expect(count('再生障碍性贫血')).toBe(times('再生障碍性贫血'));
  const within = times('再生障碍性贫血') + times('缺铁性贫血');
  expect(count('贫血')).toBeLessThanOrEqual(times('贫血') - within);
  expect(count('贫血')).toBeGreaterThan((times('贫血') - within) / 2);
});

it('is a function of texts, names, settings and seed, and tells how far it is', () => {
  const told: number[] = [];
  const first = mine({ onProgress: (done, total) => told.push(done / total) });
  expect(mine()).toEqual(first);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.length).toBeGreaterThan(5);
  const other = mine({ settings: MiningSettings.parse({ minQuality: 0.5, seed: 2 }) });
  expect(other.phrases.map(({ quality }) => quality)).not.toEqual(
    first.phrases.map(({ quality }) => quality),
  );
});

it('refuses texts without Chinese characters, and those without examples', () => {
  expect(() => mine({ texts: () => [] })).toThrow(/no Chinese characters/);
  expect(() => mine({ texts: () => ['only English, 120 mmHg'] })).toThrow(/no Chinese characters/);
  expect(() => mine({ names: new Set(['肺炎', '白内障']) })).toThrow(/hold 1 names of the graph/);
});
