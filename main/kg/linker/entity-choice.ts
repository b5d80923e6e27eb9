/** Disambiguates entities of the same name by preferred names, section, context words and degree. */
import type { EntityType } from '../../../shared/domain/graph.ts';
import type { SectionKind } from '../../../shared/domain/mention.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { type Automaton, buildAutomaton } from '../../text/automaton.ts';
import { fold, isDigitUnit, isSpaceUnit } from '../../text/folding.ts';
import type { LinkingRules } from '../../text/rule-schemas.ts';
import type { Lexicon } from './lexicon.ts';

type Weights = Readonly<Partial<Record<EntityType, number>>>;

interface ContextRole {
  readonly side: 'before' | 'after';
  readonly reach: number;
  readonly afterNumber: boolean;
  readonly weights: Weights;
}

/** Context word in the text; sorted by start. */
interface ContextWord {
  readonly start: number;
  readonly end: number;
  readonly roles: readonly ContextRole[];
}

export interface Chooser {
  /** Finds the context words of a text once; the result ranks the senses of its mentions. */
  read(units: Uint16Array): TextChooser;
}

interface TextChooser {
  /**
   * Ranks the senses of a name (indices into the lexicon's entities), best first.
   * @param senses at least one
   */
  rank(
    name: number,
    senses: readonly number[],
    span: Span,
    section: SectionKind | undefined,
  ): readonly number[];
}

export function buildChooser(lexicon: Lexicon, rules: LinkingRules['choice']): Chooser {
  const words = new Map<string, ContextRole[]>();
  for (const { words: list, ...role } of rules.contexts) {
    for (const word of list) words.set(fold(word), [...(words.get(fold(word)) ?? []), role]);
  }
  const automaton = buildAutomaton([...words.keys()], { minUnits: 1, wordBorders: false });
  const roles = [...words.values()];
  const maxReach = Math.max(0, ...rules.contexts.map((context) => context.reach));
  const maxWord = Math.max(0, ...[...words.keys()].map((word) => word.length));
  return {
    read(units) {
      const found = findContextWords(automaton, roles, units);
      return {
        rank(name, senses, span, section) {
          if (senses.length === 1) return senses;
          const context = contextWeights(units, found, span, maxReach, maxWord);
          const prior: Weights = (section && rules.sections[section]) ?? {};
          const score = (sense: number): number => {
            const { type, weight } = lexicon.entity(sense);
            return (
              (lexicon.isPreferred(name, sense) ? rules.preferred : 0) +
              (rules.types[type] ?? 0) +
              rules.section * (prior[type] ?? 0) +
              rules.context * (context.get(type) ?? 0) +
              rules.degree * Math.log10(1 + weight)
            );
          };
          const scored = senses.map((sense) => ({ sense, score: score(sense) }));
          // ties by entity number, so that the result does not depend on the order of import
          scored.sort((a, b) => b.score - a.score || lexicon.entity(a.sense).id - lexicon.entity(b.sense).id);
          return scored.map(({ sense }) => sense);
        },
      };
    },
  };
}

function findContextWords(
  automaton: Automaton,
  roles: readonly (readonly ContextRole[])[],
  units: Uint16Array,
): ContextWord[] {
  const matches = automaton.scan(units);
  const words: ContextWord[] = [];
  for (let i = 0; i < matches.count; i++) {
    const start = matches.start[i]!;
    const numbered = followsNumber(units, start);
    const fitting = roles[matches.name[i]!]!.filter((role) => numbered || !role.afterNumber);
    if (fitting.length > 0) words.push({ start, end: matches.end[i]!, roles: fitting });
  }
  return words.sort((a, b) => a.start - b.start);
}

function followsNumber(units: Uint16Array, at: number): boolean {
  let i = at - 1;
  while (i >= 0 && at - i < 3 && isSpaceUnit(units[i])) i--;
  return i >= 0 && isDigitUnit(units[i]);
}

/** Sums the weights of context words near a span. */
function contextWeights(
  units: Uint16Array,
  words: readonly ContextWord[],
  span: Span,
  maxReach: number,
  maxWord: number,
): ReadonlyMap<EntityType, number> {
  const sums = new Map<EntityType, number>();
  for (let i = firstFrom(words, span.start - maxReach - maxWord); i < words.length; i++) {
    const word = words[i]!;
    if (word.start > span.end + maxReach) break;
    for (const role of word.roles) {
      const gap = role.side === 'before' ? span.start - word.end : word.start - span.end;
      if (gap < 0 || gap > role.reach || crossesSentence(units, word, span)) continue;
      for (const [type, weight] of Object.entries(role.weights) as [EntityType, number][]) {
        // safe: partialRecord is keyed by EntityType
        sums.set(type, (sums.get(type) ?? 0) + weight);
      }
    }
  }
  return sums;
}

const STOPS: ReadonlySet<number> = new Set(Array.from('。;\n', (char) => char.charCodeAt(0)));

function crossesSentence(units: Uint16Array, word: Span, span: Span): boolean {
  for (let i = Math.min(word.end, span.end); i < Math.max(word.start, span.start); i++) {
    if (STOPS.has(units[i]!)) return true;
  }
  return false;
}

/** Returns the index of the first word that starts at or after the offset. */
function firstFrom(words: readonly ContextWord[], offset: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
