/** Names of the linker and their senses in columns: about 10 bytes a sense and 17 an entity, besides their names. */
import { EntityType, type LexiconName } from '../../../shared/domain/graph.ts';
import { isDigitUnit, isWordUnit, normaliseName } from '../../text/folding.ts';
import type { LinkingRules } from '../../text/rule-schemas.ts';

interface Entity {
  readonly id: number;
  readonly type: EntityType;
  readonly name: string;
  readonly weight: number;
}

/** Plain data, so that a lexicon can be kept in a file. Senses of name n are `senses[firstSense[n]] .. senses[firstSense[n + 1]]`. */
export interface LexiconTables {
  readonly firstSense: Int32Array;
  /** Entities as indices into the columns below. */
  readonly senses: Int32Array;
  /** 1 when the name is the entity's preferred one. */
  readonly preferred: Uint8Array;
  readonly entityId: Float64Array;
  /** Indices into `EntityType.options`. */
  readonly entityType: Uint8Array;
  readonly entityWeight: Int32Array;
  /** Code units of all entities' names; name e is `nameUnits[firstUnit[e]] .. nameUnits[firstUnit[e + 1]]`. */
  readonly nameUnits: Uint16Array;
  readonly firstUnit: Int32Array;
}

export class Lexicon {
  readonly #tables: LexiconTables;
  readonly #indices: ReadonlyMap<string, number>;

  /** @param indices those names, normalised, that `indexOf` has to know */
  constructor(tables: LexiconTables, indices: ReadonlyMap<string, number>) {
    this.#tables = tables;
    this.#indices = indices;
  }

  /** Number of distinct normalised names. */
  get names(): number {
    return this.#tables.firstSense.length - 1;
  }

  get entities(): number {
    return this.#tables.entityId.length;
  }

  indexOf(name: string): number | undefined {
    return this.#indices.get(name);
  }

  /** Returns the senses of a name, as indices of entities. */
  sensesOf(name: number): number[] {
    const { senses, firstSense } = this.#tables;
    return Array.from(senses.subarray(firstSense[name]!, firstSense[name + 1]!));
  }

  /** Returns whether all entities of a name are of these types. */
  hasOnly(name: number, types: ReadonlySet<EntityType>): boolean {
    const { senses, firstSense } = this.#tables;
    for (let i = firstSense[name]!; i < firstSense[name + 1]!; i++)
      if (!types.has(this.typeOf(senses[i]!))) return false;
    return true;
  }

  /** Returns whether the name is the preferred one of the entity. */
  isPreferred(name: number, entity: number): boolean {
    const { senses, firstSense, preferred } = this.#tables;
    for (let i = firstSense[name]!; i < firstSense[name + 1]!; i++)
      if (senses[i] === entity) return preferred[i] === 1;
    return false;
  }

  typeOf(entity: number): EntityType {
    return EntityType.options[this.#tables.entityType[entity]!]!;
  }

  entity(entity: number): Entity {
    const { entityId, entityWeight, nameUnits, firstUnit } = this.#tables;
    const name = nameUnits.subarray(firstUnit[entity]!, firstUnit[entity + 1]!);
    return {
      id: entityId[entity]!,
      type: this.typeOf(entity),
      name: String.fromCharCode(...name),
      weight: entityWeight[entity]!,
    };
  }
}

/**
 * Builds a lexicon: normalises names and drops those too general or too short for their type. Returns also the index of
 * each name, in order.
 */
export function buildLexicon(
  input: Iterable<LexiconName>,
  rules: LinkingRules,
): { readonly tables: LexiconTables; readonly indices: ReadonlyMap<string, number> } {
  const accepts = nameFilter(rules);
  const shortened = abbreviationsOf(rules);
  const indices = new Map<string, number>();
  const entityIndex = new Map<number, number>();
  const entities: Entity[] = [];
  const pairs = new SensePairs();
  for (const row of input) {
    const name = normaliseName(row.name);
    const short = row.preferred ? (shortened.get(name) ?? []) : [];
    for (const one of accepts(name, row.type) ? [name, ...short] : short) {
      const n = indices.get(one) ?? indices.size;
      indices.set(one, n);
      const e = entityIndex.get(row.entityId) ?? entities.length;
      if (e === entities.length) {
        entityIndex.set(row.entityId, e);
        entities.push({ id: row.entityId, type: row.type, name: row.preferredName, weight: row.weight });
      }
      pairs.add(n, e, row.preferred && one === name);
    }
  }
  return { tables: { ...pairs.columns(indices.size), ...entityColumns(entities) }, indices };
}

function entityColumns(
  entities: readonly Entity[],
): Omit<LexiconTables, 'firstSense' | 'senses' | 'preferred'> {
  const typeIndex = new Map(EntityType.options.map((type, index) => [type, index]));
  const firstUnit = new Int32Array(entities.length + 1);
  entities.forEach(({ name }, e) => {
    firstUnit[e + 1] = firstUnit[e]! + name.length;
  });
  const nameUnits = new Uint16Array(firstUnit[entities.length]!);
  entities.forEach(({ name }, e) => {
    for (let i = 0; i < name.length; i++) nameUnits[firstUnit[e]! + i] = name.charCodeAt(i);
  });
  return {
    entityId: Float64Array.from(entities, ({ id }) => id),
    entityType: Uint8Array.from(entities, ({ type }) => typeIndex.get(type)!),
    entityWeight: Int32Array.from(entities, ({ weight }) => weight),
    nameUnits,
    firstUnit,
  };
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

  columns(names: number): Pick<LexiconTables, 'firstSense' | 'senses' | 'preferred'> {
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
