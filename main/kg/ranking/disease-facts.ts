/** Facts about diseases besides edges: sex, age of onset, frequency, urgency, names. */
import { EVIDENCE_FACTS, type EvidenceData } from '../../db/repositories/evidence.ts';

/** Range in years, both ends included; `to` is infinite for an open range. */
export interface AgeRange {
  readonly from: number;
  readonly to: number;
}

/** Facts by entity index; absent when the graph has none. */
export interface Facts {
  readonly en: ReadonlyMap<number, string>;
  readonly code: ReadonlyMap<number, string>;
  readonly sex: ReadonlyMap<number, '男' | '女'>;
  /** Typical age of onset. */
  readonly age: ReadonlyMap<number, AgeRange>;
  readonly frequency: ReadonlyMap<number, string>;
  /** Diagnoses that must not be missed. */
  readonly urgent: ReadonlySet<number>;
}

/** @param indexOf maps an entity id to its index, -1 when unknown */
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

/** Parses `0-3`, `40-` or `15-45` in years; returns `undefined` for anything else. */
export function parseAgeRange(text: string): AgeRange | undefined {
  const match = /^(\d{1,3}(?:\.\d+)?)\s*-\s*(\d{1,3}(?:\.\d+)?)?$/.exec(text);
  if (match === null) return undefined;
  const from = Number(match[1]);
  const to = match[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2]);
  return from <= to ? { from, to } : undefined;
}

/** Returns the folded synonyms of each disease by entity index. */
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
