/** Marks of the starter tagger that cut words or numbers. */
import { expect, it } from 'vitest';
import { nerReader } from '../../../main/engine/tasks/ner/reader.ts';
import { starterModel } from '../../../main/inference/starter.ts';
import { wholeWords } from '../../../main/inference/whole-words.ts';

const { config, vocabulary } = starterModel('tagger').files;
if (config.task !== 'ner' || config.family === 'ensemble')
  throw new Error('the starter tagger is one network');
const reader = nerReader(config, vocabulary);

/** Returns which of the marked places of the text are left out: each mark is written in brackets. */
function leftOut(marked: string): string[] {
  const text = marked.replace(/[[\]]/g, '');
  const entities = [...marked.matchAll(/\[(.+?)\]/g)].map((match, i) => {
    const start = match.index - 2 * i;
    return { start, end: start + match[1]!.length, type: 'body', text: match[1]!, confidence: 0.9 };
  });
  const kept = new Set(wholeWords(text, entities, reader));
  return entities.filter((entity) => !kept.has(entity)).map((entity) => entity.text);
}

it('single characters within a longer word of the lexicon are left out, others stay', () => {
  expect(leftOut('[心]率110次/分，[颈]静脉无怒张，反跳[痛]阴性')).toEqual(['心', '颈', '痛']);
  expect(leftOut('[脾]不大，[咽]无充血，[心率]齐，[颈静脉]无怒张')).toEqual([]);
});

it('marks that begin or end within a number or a Latin word are left out', () => {
  expect(leftOut('[pH 7].46，6.[8mmol]/L，[β-H]CG')).toEqual(['pH 7', '8mmol', 'β-H']);
  expect(leftOut('[CT]平扫：β-[HCG]阴性，随机[血糖]7.8；服[NSAIDs].')).toEqual([]);
  expect(leftOut('[A]')).toEqual([]);
});
