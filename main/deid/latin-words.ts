/**
 * Latin words that name nobody, though they have capitals or stand where names do, by classes: words of grammar, of time
 * and address, headings of records, qualifiers, words of the English names of the starter graph, endings of drugs and diseases.
 */
import { readdirSync } from 'node:fs';
import { readResource, resourcePath } from '../resources.ts';

/** Without single letters, which are initials, and syllables of Chinese surnames: an, you. */
const GRAMMAR =
  'the this that these those he she they his her their it its my we our your and or but if of in on at to for from by with without as is are was were be been being has have had does did will would could may might must should not no yes all any none some each other';
const TIME =
  'monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec today tomorrow yesterday morning afternoon evening night daily weekly date time';
const ADDRESS =
  'mr mrs ms miss mx dr prof sir madam dear colleague yours sincerely faithfully regards thank thanks please';
const HEADINGS =
  'cc hpi fh fhx ros pmh psh pe dx rx tx a/p history exam examination plan progress note notes summary report letter referral follow call review reviewed medication medications allergies diagnosis impression assessment results visit admission admitted discharge discharged seen home name sex age male female left right patient client subject clinic hospital ward room bed tel phone fax email address id no dob mrn pt ot slp rn pi prn qd bid tid qid hs nkda';
/** Qualifiers of findings and courses. */
const QUALIFIERS =
  'stable unstable normal abnormal negative positive mild moderate severe acute chronic bilateral unilateral recent resolved improved unchanged reported reports denies states';
/** Languages and peoples in forms. */
const ORIGIN = 'chinese english german french japanese korean';

/** Endings and words of drugs, species, regimens and diseases. */
const CLINICAL =
  /^x{3,}|mol\/l|(?:mab|nib|pril|sartan|olol|statin|cillin|mycin|triptan|azole|oxacin|prazole|dipine|formin|gliptin|emia|aemia|itis|osis|oma|uria|algia|pathy|ectomy|plasty|otomy|scopy|coccus|bacter|bacterium|idine|apine|etine)s?$|^m?(?:folfox|xelox|folfiri)/;

/** Returns words in lower case of the graph's English names; those with capitals are named after persons. */
function graphWords(): string[] {
  const files = readdirSync(resourcePath('kg'));
  return files.flatMap((file) => {
    const [head = '', ...rows] = readResource('kg', file).split('\n');
    const column = head.split('\t').indexOf('en');
    return column < 0
      ? []
      : rows.flatMap((row) => row.split('\t')[column]?.match(/\b[a-z][a-z-]{2,}\b/g) ?? []);
  });
}

let words: ReadonlySet<string> | undefined;
const ordinary = (): ReadonlySet<string> => {
  words ??= new Set([
    ...[GRAMMAR, TIME, ADDRESS, HEADINGS, QUALIFIERS, ORIGIN].flatMap((list) => list.split(' ')),
    ...graphWords(),
  ]);
  return words;
};

/** Returns whether a Latin word in lower case names no person. */
export const isOrdinaryLatin = (word: string): boolean =>
  ordinary().has(word.replace(/[.,:]+$/, '')) || CLINICAL.test(word);
