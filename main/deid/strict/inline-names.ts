/**
 * Detects names within sentences: three characters that the dictionary segments into single ones (已请张一鸣会诊), and
 * names with enough evidence by surname, characters of the given name and the words on both sides (受梅东升委托).
 */
import { type Candidate, candidate, isHan } from '../candidates.ts';
import type { NameShapes } from './name-shapes.ts';
import { isPerson, type StrictDetector, type StrictReading, type StrictRules } from './reading.ts';

/** Evidence from which a name is taken, in points. */
const ENOUGH = 4;
/** Words before a name by part of speech: verbs, prepositions, conjunctions; after it adverbs too. */
const LEADS = /^[vpc]/;
const FOLLOWS = /^[vpcd]/;

export function inlineNameDetector(rules: StrictRules, shapes: NameShapes): StrictDetector {
  const { roleWords, kin, titles, givenCharacters, possibleGivenCharacters, base } = rules;
  const given = new Set(givenCharacters);
  const possible = new Set(possibleGivenCharacters);
  const roles = new Set([...roleWords, ...kin, ...titles, ...base.relations, ...base.subjects]);

  const ofCharacter = (character: string): number =>
    given.has(character) ? 1.5 : possible.has(character) ? 0.5 : -1.5;

  const before = (reading: StrictReading, at: number): number => {
    if (!isHan(reading.folded[at - 1])) return 1;
    const word = reading.wordBefore(at);
    if (word === undefined) return -1;
    if (roles.has(reading.folded.slice(word.start, at))) return 2;
    return LEADS.test(word.tag) ? 1 : 0;
  };

  const behind = (reading: StrictReading, at: number): number => {
    if (!isHan(reading.folded[at])) return 0.5;
    const word = reading.wordAt(at);
    if (word === undefined) return -1;
    if (word.end - at > 1 && roles.has(reading.folded.slice(at, word.end))) return 1.5;
    return FOLLOWS.test(word.tag) ? 1 : 0;
  };

  return (reading) => {
    const { folded, crosses, tagOf } = reading;
    const found: Candidate[] = [];
    for (let at = 0; at < folded.length; at++) {
      if (!isHan(folded[at]) || crosses(at) || crosses(at + 1)) continue;
      const [name] = shapes.at(reading, at);
      if (name === undefined || name.end - at - name.surname < 2 || crosses(name.end)) continue;
      const tag = tagOf(name);
      const from = at + name.surname;
      const own = tagOf({ start: from, end: name.end });
      const evidence =
        (name.kind === 'sure' ? name.surname : name.kind === 'weak' ? 0 : -2) +
        [...folded.slice(from, name.end)].reduce((sum, character) => sum + ofCharacter(character), 0) +
        (own === undefined ? 0 : isPerson(own) ? 1 : -3) +
        before(reading, at) +
        behind(reading, name.end);
      if (evidence >= ENOUGH) found.push(candidate(at, name.end, 'name', 0.35, 'evident', true));
      else if (name.kind === 'sure' || (tag !== undefined && isPerson(tag)))
        found.push(candidate(at, name.end, 'name', 0.35, 'running', true));
    }
    return found;
  };
}
