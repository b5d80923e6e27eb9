/** Assertions of sentences written by kind of construction; those of the second file were kept aside until the end. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildAssertionClassifier } from '../../../main/text/assertion.ts';
import { foldUnits } from '../../../main/text/folding.ts';
import { loadRules } from '../../../main/text/rules.ts';
import { foldScript } from '../../../main/text/script.ts';
import { buildSectionFinder } from '../../../main/text/sections.ts';
import type { EntityType } from '../../../shared/domain/graph.ts';

const rules = loadRules();
const classifier = buildAssertionClassifier(rules.assertion);
const sections = buildSectionFinder(rules.headings);

const TYPES: Readonly<Record<string, EntityType>> = {
  i: 'disease',
  s: 'symptom',
  t: 'treatment',
  d: 'drug',
  e: 'exam',
};
const LETTERS = {
  present: 'p',
  negated: 'n',
  uncertain: 'u',
  family: 'f',
  historical: 'x',
  hypothetical: 'h',
};
const MARKED = /\[([^\]/]+)\/(\w):\w\]/g;

/** Writes the sentence with the assertions that are found: `无[发热/s:n]`. */
function classified(marked: string): string {
  const text = marked.replace(MARKED, '$1');
  let shorter = 0;
  const spans = [...marked.matchAll(MARKED)].map(({ index, 0: whole, 1: words = '', 2: letter = '' }) => {
    const start = index - shorter;
    shorter += whole.length - words.length;
    return { start, end: start + words.length, type: TYPES[letter]! };
  });
  const found = classifier.classify(foldUnits(foldScript(text)), spans, sections.find(text));
  let i = 0;
  return marked.replace(
    MARKED,
    (_, words: string, letter: string) => `[${words}/${letter}:${LETTERS[found[i++]!.assertion]}]`,
  );
}

const sentences = (file: string) =>
  readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

describe.each(['assertion-grammar-worked.txt', 'assertion-grammar-aside.txt'])('%s', (file) => {
  it.each(sentences(file))('%s', (sentence) => {
    expect(classified(sentence)).toBe(sentence);
  });
});
