/** Names of the linker and their senses in columns: about 10 bytes a sense besides the entities' names. */
import { EntityType, type LexiconName } from '../../../shared/domain/graph.ts';
import { isDigitUnit, isWordUnit, normaliseName } from '../../text/folding.ts';
import type { LinkingRules } from '../../text/rule-schemas.ts';

interface Entity {
  readonly id: number;
  readonly type: EntityType;
  readonly name: string;
  readonly weight: number;
}

/** Senses of name n are `senses[firstSense[n]] .. senses[firstSense[n + 1]]`. */
export interface Lexicon {
  /** Distinct normalised names. */
  readonly names: readonly string[];
  readonly entities: readonly Entity[];
  readonly firstSense: Int32Array;
  /** Entities as indices into `entities`. */
  readonly senses: Int32Array;
  /** 1 when the name is the entity's preferred one. */
  readonly preferred: Uint8Array;
}

/** Returns the senses of a name, as indices into `entities`. */
export const sensesOf = (lexicon: Lexicon, name: number): number[] =>
  Array.from(lexicon.senses.subarray(lexicon.firstSense[name]!, lexicon.firstSense[name + 1]!));

/** Builds a lexicon: normalises names and drops those too general or too short for their type. */
export function buildLexicon(input: Iterable<LexiconName>, rules: LinkingRules): Lexicon {
  const accepts = nameFilter(rules);
  const shortened = abbreviationsOf(rules);
  const nameIndex = new Map<string, number>();
  const entityIndex = new Map<number, number>();
  const entities: Entity[] = [];
  const pairs = new SensePairs();
  for (const row of input) {
    const name = normaliseName(row.name);
    const short = row.preferred ? (shortened.get(name) ?? []) : [];
    for (const one of accepts(name, row.type) ? [name, ...short] : short) {
      const n = nameIndex.get(one) ?? nameIndex.size;
      nameIndex.set(one, n);
      const e = entityIndex.get(row.entityId) ?? entities.length;
      if (e === entities.length) {
        entityIndex.set(row.entityId, e);
        entities.push({ id: row.entityId, type: row.type, name: row.preferredName, weight: row.weight });
      }
      pairs.add(n, e, row.preferred && one === name);
    }
  }
  return { names: [...nameIndex.keys()], entities, ...pairs.columns(nameIndex.size) };
}

/** Abbreviations by the normalised name of their entity. */
function abbreviationsOf({ abbreviations }: LinkingRules): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, of } of abbreviations) {
    const key = normaliseName(of);
    found.set(key, [...(found.get(key) ?? []), normaliseName(name)]);
  }
  return found;
}

/** (name, entity) pairs as chains per name, without duplicates. */
class SensePairs {
  private readonly head: number[] = [];
  private readonly next: number[] = [];
  private readonly entity: number[] = [];
  private readonly preferred: (0 | 1)[] = [];

  add(name: number, entity: number, preferred: boolean): void {
    const bit = preferred ? 1 : 0;
    for (let i = this.head[name] ?? -1; i >= 0; i = this.next[i]!) {
      if (this.entity[i] !== entity) continue;
      if (preferred) this.preferred[i] = 1;
      return;
    }
    this.next.push(this.head[name] ?? -1);
    this.head[name] = this.entity.push(entity) - 1;
    this.preferred.push(bit);
  }

  columns(names: number): Pick<Lexicon, 'firstSense' | 'senses' | 'preferred'> {
    const firstSense = new Int32Array(names + 1);
    const senses = new Int32Array(this.entity.length);
    const preferred = new Uint8Array(this.entity.length);
    let at = 0;
    for (let name = 0; name < names; name++) {
      for (let i = this.head[name]!; i >= 0; i = this.next[i]!) {
        senses[at] = this.entity[i]!;
        preferred[at++] = this.preferred[i]!;
      }
      firstSense[name + 1] = at;
    }
    return { firstSense, senses, preferred };
  }
}

function nameFilter(rules: LinkingRules): (name: string, type: EntityType) => boolean {
  const stop = new Set(Object.values(rules.stop).flat().map(normaliseName));
  const limits = new Map(
    EntityType.options.map((type) => [
      type,
      {
        any: rules.minUnits[type] ?? rules.minUnits.default,
        alphabetic: rules.minAlphabeticUnits[type] ?? rules.minAlphabeticUnits.default,
      },
    ]),
  );
  return (name, type) => {
    const limit = limits.get(type);
    if (!limit || name.length < limit.any || stop.has(name)) return false;
    const script = scriptOf(name);
    return script === 'mixed' || (script === 'alphabetic' && name.length >= limit.alphabetic);
  };
}

/** Returns `alphabetic` for names without Chinese characters, `none` for names without letters. */
function scriptOf(name: string): 'none' | 'alphabetic' | 'mixed' {
  let letters = false;
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    if (unit > 0x2fff) return 'mixed';
    if (isWordUnit(unit) && !isDigitUnit(unit)) letters = true;
  }
  return letters ? 'alphabetic' : 'none';
}
