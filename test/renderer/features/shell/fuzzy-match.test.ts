import { expect, it } from 'vitest';
import { isOneOf, rankMatches } from '../../../../renderer/features/shell/fuzzy-match.ts';

it('tells what is named in full from what only contains the word', () => {
  expect(isOneOf(' 疾病 ', ['标为：疾病', '疾病'])).toBe(true);
  expect(isOneOf('Disease', ['disease'])).toBe(true);
  expect(isOneOf('疾', ['疾病'])).toBe(false);
  expect(isOneOf('', ['', '疾病'])).toBe(false);
});

it('ranks whole words and beginnings before scattered letters', () => {
  const names = ['a x b', 'xab', 'ab c'];
  expect(rankMatches('ab', names, (name) => [name])).toEqual(['ab c', 'xab', 'a x b']);
});
