/** What the graph says about diseases besides their edges: sex, age of onset, frequency, urgency, names. */
import { EVIDENCE_FACTS, type EvidenceData } from '../../db/repositories/evidence.ts';

/** Years, both ends included; `to` is infinite where the range is open. */
export interface AgeRange {
  readonly from: number;
  readonly to: number;
}

/** Facts per entity index; absent where the graph says nothing. */
export interface Facts {
  readonly en: ReadonlyMap<number, string>;
  readonly code: ReadonlyMap<number, string>;
  readonly sex: ReadonlyMap<number, '男' | '女'>;
  /** Typical range of onset. */
  readonly age: ReadonlyMap<number, AgeRange>;
  readonly frequency: ReadonlyMap<number, string>;
  /** "Cannot miss" diagnoses. */
  readonly urgent: ReadonlySet<number>;
}

/** @param indexOf entity id → index, -1 when the graph lacks it */
export function indexFacts(facts: EvidenceData['facts'], indexOf: (id: number) => number): Facts {
  const en = new Map<number, string>();
  const code = new Map<number, string>();
  const sex = new Map<number, '男' | '女'>();
  const age = new Map<number, AgeRange>();
  const frequency = new Map<number, string>();
  const urgent = new Set<number>();
  for (let i = 0; i < facts.entity.length; i++) {
    const entity = indexOf(facts.entity[i]!);
    const value = facts.value[i]!.trim();
    if (entity < 0 || value === '') continue;
    switch (EVIDENCE_FACTS[facts.key[i]!]) {
      case 'en':
        en.set(entity, value);
        break;
      case 'icd10':
        code.set(entity, value);
        break;
      case 'sex':
        if (value === '男' || value === '女') sex.set(entity, value);
        break;
      case 'age': {
        const range = parseAgeRange(value);
        if (range !== undefined) age.set(entity, range);
        break;
      }
      case 'frequency':
        frequency.set(entity, value);
        break;
      case 'urgent':
        if (value === '1') urgent.add(entity);
        break;
      default:
        break;
    }
  }
  return { en, code, sex, age, frequency, urgent };
}

/** `0-3`, `40-`, `15-45` in years; anything else is no range. */
export function parseAgeRange(text: string): AgeRange | undefined {
  const match = /^(\d{1,3}(?:\.\d+)?)\s*-\s*(\d{1,3}(?:\.\d+)?)?$/.exec(text);
  if (match === null) return undefined;
  const from = Number(match[1]);
  const to = match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]);
  return from <= to ? { from, to } : undefined;
}

/** Folded names of each disease besides its own, by entity index. */
export function indexAliases(
  aliases: EvidenceData['aliases'],
  indexOf: (id: number) => number,
): Map<number, string[]> {
  const byEntity = new Map<number, string[]>();
  for (let i = 0; i < aliases.entity.length; i++) {
    const entity = indexOf(aliases.entity[i]!);
    if (entity < 0) continue;
    const known = byEntity.get(entity);
    if (known === undefined) byEntity.set(entity, [aliases.norm[i]!]);
    else known.push(aliases.norm[i]!);
  }
  return byEntity;
}
