/**
 * Ends sections of history where the text plainly goes on with an examination, results or a diagnosis that has no
 * heading of its own. An unknown heading would otherwise make everything after it a thing of the past.
 */
import type { Section, SectionKind } from '../../shared/domain/mention.ts';
import { fold, isNewlineUnit } from './folding.ts';
import type { HeadingRules } from './rule-schemas.ts';

/** Ends of sentences, in folded text. */
const STOP = '。'.charCodeAt(0);
/** Code units of a sentence that are read. */
const MAX_SENTENCE = 2_000;
/** Code units before a sentence's first words: numbering and spaces. */
const LEAD = /^[\s\d.、,)(一二三四五六七八九十嗯啊那]*/u;

export interface ProseSection extends Section {
  /** Opened by words of a sentence rather than by a heading: it ends with its line. */
  readonly prose: boolean;
}

/** @returns a function that cuts sections at sentences of another kind; units are those of the folded text */
export function buildContentCutter({
  content,
}: HeadingRules): (units: Uint16Array, sections: readonly ProseSection[]) => Section[] {
  // safe: partialRecord is keyed by SectionKind
  const given = Object.entries(content.kinds) as [SectionKind, { least: number; words: string[] }][];
  const kinds = given.map(([kind, { least, words }]) => ({ kind, least, words: words.map(fold) }));
  const openings = content.openings.map(({ kind, words }) => ({ kind, words: words.map(fold) }));
  const kindOf = (sentence: string): SectionKind | undefined => {
    const begin = sentence.replace(LEAD, '');
    const opened = openings.find(({ words }) => words.some((word) => begin.startsWith(word)));
    if (opened !== undefined) return opened.kind;
    return kinds.find(
      ({ least, words }) =>
        words.reduce((count, word) => count + (sentence.includes(word) ? 1 : 0), 0) >= least,
    )?.kind;
  };
  return (units, sections) =>
    sections.flatMap(({ prose, ...section }) => {
      if (!content.within.includes(section.kind)) return [section];
      const cut: Section[] = [section];
      let line = 0;
      for (const { start, end, newLine } of sentencesOf(units, section.bodyStart, section.end)) {
        if (newLine) line++;
        const current = cut.at(-1)!;
        // a sentence that speaks of a history belongs to it, whatever else it names
        const sentence = String.fromCharCode(...units.subarray(start, Math.min(end, start + MAX_SENTENCE)));
        const guessed = content.history.some((word) => sentence.includes(word))
          ? undefined
          : kindOf(sentence);
        const ended = prose && line > 0 && newLine && current === section && !isWrapped(units, start);
        const kind = guessed ?? (ended ? 'other' : undefined);
        if (kind === undefined || kind === current.kind || (start === section.bodyStart && line === 0))
          continue;
        cut[cut.length - 1] = { ...current, end: start };
        cut.push({ kind, heading: '', start, bodyStart: start, end: section.end });
      }
      return cut;
    });
}

/** Shortest line that a printer or scanner broke, in code units. */
const MIN_WRAPPED = 25;
const SENTENCE_END = /[。;!?.)\]]\s*$/u;

/** Returns whether the line before the offset was broken within its sentence. */
function isWrapped(units: Uint16Array, at: number): boolean {
  let from = at - 1;
  while (from > 0 && !isNewlineUnit(units[from - 1])) from--;
  const line = String.fromCharCode(...units.subarray(Math.max(from, at - MAX_SENTENCE), at)).trimEnd();
  return line.length >= MIN_WRAPPED && !SENTENCE_END.test(line);
}

interface Sentence {
  readonly start: number;
  readonly end: number;
  /** Begins a line that is not the section's first. */
  readonly newLine: boolean;
}

function sentencesOf(units: Uint16Array, from: number, to: number): Sentence[] {
  const sentences: Sentence[] = [];
  let start = from;
  let newLine = false;
  for (let at = from; at < to; at++) {
    const line = isNewlineUnit(units[at]);
    if (units[at] !== STOP && !line) continue;
    if (at > start) sentences.push({ start, end: at, newLine });
    else if (newLine && line) {
      start = at + 1;
      continue;
    }
    start = at + 1;
    newLine = line;
  }
  if (start < to) sentences.push({ start, end: to, newLine });
  return sentences;
}
