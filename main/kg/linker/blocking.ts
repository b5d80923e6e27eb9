/** Blocks matches that cut a name out of longer words: 恶|心理, 疼|痛经, 透析|器. */
import type { EntityType } from '../../../shared/domain/graph.ts';
import { fold, foldUnits } from '../../text/folding.ts';
import type { BlockingContext } from '../../text/rule-schemas.ts';
import type { Lexicon } from './lexicon.ts';

/** Returns whether the context blocks the match start..end of a name (an index into the lexicon's names). */
export type Blocker = (units: Uint16Array, name: number, start: number, end: number) => boolean;

interface Rule {
  /** Required beginning or end of the name; empty for rules of whole names. */
  readonly affix: Uint16Array;
  readonly before: readonly Uint16Array[];
  readonly after: readonly Uint16Array[];
  readonly unlessAfter: readonly Uint16Array[];
}

export function buildBlocker(lexicon: Lexicon, contexts: readonly BlockingContext[]): Blocker {
  const byName = rulesByName(lexicon, contexts);
  const byType = rulesByType(lexicon, contexts);
  const bySuffix = rulesByUnit(
    contexts,
    (context) => context.suffixes,
    (affix) => affix[affix.length - 1]!,
  );
  const byPrefix = rulesByUnit(
    contexts,
    (context) => context.prefixes,
    (affix) => affix[0]!,
  );
  return (units, name, start, end) => {
    for (const rule of byName.get(name) ?? []) if (holds(rule, units, start, end)) return true;
    for (const rule of bySuffix.get(units[end - 1]!) ?? []) {
      const at = end - rule.affix.length;
      if (at >= start && standsAt(units, rule.affix, at) && holds(rule, units, start, end)) return true;
    }
    for (const rule of byPrefix.get(units[start]!) ?? []) {
      if (start + rule.affix.length > end || !standsAt(units, rule.affix, start)) continue;
      if (holds(rule, units, start, end)) return true;
    }
    return byType.some(({ names, rule }) => names[name] === 1 && holds(rule, units, start, end));
  };
}

/** Returns the rules for all names that only entities of some types have, with 1 for each such name. */
function rulesByType(lexicon: Lexicon, contexts: readonly BlockingContext[]) {
  return contexts.flatMap((context) => {
    if (context.types === undefined) return [];
    const types = new Set<EntityType>(context.types);
    const names = Uint8Array.from({ length: lexicon.names }, (_, name) =>
      lexicon.hasOnly(name, types) ? 1 : 0,
    );
    return [{ names, rule: compile(context, '') }];
  });
}

/** Returns the names, normalised, that have rules of their own. */
export const blockedNames = (contexts: readonly BlockingContext[]): string[] =>
  contexts.flatMap(({ names = [] }) => names.map(fold));

function rulesByName(
  lexicon: Lexicon,
  contexts: readonly BlockingContext[],
): ReadonlyMap<number, readonly Rule[]> {
  const found = new Map<number, Rule[]>();
  for (const context of contexts) {
    const rule = compile(context, '');
    for (const name of blockedNames([context])) {
      const index = lexicon.indexOf(name);
      if (index !== undefined) append(found, index, rule);
    }
  }
  return found;
}

function rulesByUnit(
  contexts: readonly BlockingContext[],
  affixes: (context: BlockingContext) => readonly string[] | undefined,
  unitOf: (affix: Uint16Array) => number,
): ReadonlyMap<number, readonly Rule[]> {
  const rules = new Map<number, Rule[]>();
  for (const context of contexts) {
    for (const affix of affixes(context) ?? []) {
      const rule = compile(context, affix);
      append(rules, unitOf(rule.affix), rule);
    }
  }
  return rules;
}

function compile(context: BlockingContext, affix: string): Rule {
  const all = (words: readonly string[] = []) => words.map((word) => foldUnits(word));
  return {
    affix: foldUnits(affix),
    before: all(context.before),
    after: all(context.after),
    unlessAfter: all(context.unlessAfter),
  };
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function holds(rule: Rule, units: Uint16Array, start: number, end: number): boolean {
  const before =
    rule.before.length === 0 || rule.before.some((word) => standsAt(units, word, start - word.length));
  if (!before) return false;
  const after = rule.after.length === 0 || rule.after.some((word) => standsAt(units, word, end));
  return after && !rule.unlessAfter.some((word) => standsAt(units, word, end));
}

function standsAt(units: Uint16Array, word: Uint16Array, at: number): boolean {
  if (at < 0 || at + word.length > units.length) return false;
  for (let i = 0; i < word.length; i++) if (units[at + i] !== word[i]) return false;
  return true;
}
