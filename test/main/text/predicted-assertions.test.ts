/** Entities of a model carry assertions as those of the dictionary do. */
import { expect, it } from 'vitest';
import { buildPredictedAssertions } from '../../../main/text/predicted-assertions.ts';
import { loadRules } from '../../../main/text/rules.ts';

const assert = buildPredictedAssertions(loadRules());

it('come in the order of the entities, whatever their labels', () => {
  const text = '既往史：高血压。患者无胸闷，疑似肺炎，父亲有奇病。';
  const entities = [
    ['肺炎', '疾病和诊断'],
    ['胸闷', 'sym'],
    ['高血压', 'DISEASE'],
    ['奇病', 'something'],
  ].map(([words = '', type = '']) => {
    const start = text.indexOf(words);
    return { start, end: start + words.length, type, text: words, confidence: 0.9 };
  });
  expect(assert(text, entities).map((entity) => [entity.text, entity.assertion])).toEqual([
    ['肺炎', 'uncertain'],
    ['胸闷', 'negated'],
    ['高血压', 'historical'],
    ['奇病', 'family'],
  ]);
});
