/** Detects ages over 89 without the usual words: F/93Y, 男 97, 九旬老人. */
import { candidate } from '../candidates.ts';
import type { StrictDetector } from './reading.ts';

const OLD = '(?:9\\d|1[01]\\d)';
const FORMS = [
  `(?<![\\d.])${OLD}\\s?(?:y(?:o|r|rs)?(?![a-z])|周岁)`,
  `(?<=[男女][\\s,/、]{0,2}|(?<![a-z])[mf]\\s?[/,]\\s?)${OLD}(?![\\d.%/]|\\s?[a-z次天分])`,
  '(?<=[,、;。\\s男女])九十[一二三四五六七八九]?(?=了|高龄|[,。;]|$)',
  '九旬|年近百岁|近百岁|百岁(?=老人|高龄)',
].map((form) => new RegExp(form, 'gu'));

export const ageDetector: StrictDetector = ({ folded }) =>
  FORMS.flatMap((form) =>
    [...folded.matchAll(form)].map(({ index, 0: words }) =>
      candidate(index, index + words.length, 'age', 0.45, 'age'),
    ),
  );
