/** Plausibility of a disease for the patient's sex and age: sex is a hard criterion, age a soft one. */
import type { Patient } from '../../../shared/domain/mention.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { AgeRange } from './disease-facts.ts';
import type { EvidenceGraph } from './evidence-graph.ts';
import type { RankingRules } from './rules.ts';

export interface Plausibility {
  /** Factor on the score; 0 excludes. */
  readonly factor: number;
  /** Tells the clinician what speaks against the disease. */
  readonly reason?: Message;
}

export function plausibility(
  graph: EvidenceGraph,
  disease: number,
  patient: Patient,
  rules: RankingRules,
): Plausibility {
  const population = findPopulation(graph.norms[disease]!, rules);
  const sex = graph.facts.sex.get(disease) ?? population?.sex;
  if (sex !== undefined && patient.sex !== undefined && sex !== patient.sex)
    return { factor: 0, reason: message(sex === '男' ? 'diagnosis.men-only' : 'diagnosis.women-only') };
  const range = graph.facts.age.get(disease) ?? populationRange(population);
  if (range === undefined || patient.ageYears === undefined) return { factor: 1 };
  const distance = ageDistance(patient.ageYears, range);
  if (distance === 0) return { factor: 1 };
  const { ageSlope, ageFloor } = rules.plausibility;
  return {
    factor: Math.max(ageFloor, Math.exp(-ageSlope * distance)),
    reason: usualAge(range, ageMessage(patient.ageYears)),
  };
}

/** Returns the distance outside the range in ln(age + 1): a year matters at 2 and hardly at 70. */
function ageDistance(age: number, { from, to }: AgeRange): number {
  if (age < from) return Math.log((from + 1) / (age + 1));
  // A range that ends at 45 includes the whole 46th year of life.
  if (age >= to + 1) return Math.log((age + 1) / (to + 2));
  return 0;
}

type Population = RankingRules['populations'][number];

const findPopulation = (norm: string, rules: RankingRules): Population | undefined =>
  rules.populations.find(
    ({ prefixes, contains }) =>
      prefixes.some((prefix) => norm.startsWith(prefix)) || contains.some((part) => norm.includes(part)),
  );

function populationRange(population: Population | undefined): AgeRange | undefined {
  if (population?.from === undefined && population?.to === undefined) return undefined;
  return { from: population.from ?? 0, to: population.to ?? Number.POSITIVE_INFINITY };
}

function ageMessage(years: number): Message {
  if (years >= 3) return message('diagnosis.years', { count: Math.floor(years) });
  const months = Math.floor(years * 12 + 1e-6);
  return months >= 1
    ? message('diagnosis.months', { count: months })
    : message('diagnosis.days', { count: Math.floor(years * 365) });
}

function usualAge({ from, to }: AgeRange, age: Message): Message {
  if (to === Number.POSITIVE_INFINITY) return message('diagnosis.usual-from', { from, age });
  if (to < 1) return message('diagnosis.usual-in-newborns', { age });
  return from === 0
    ? message('diagnosis.usual-up-to', { to, age })
    : message('diagnosis.usual-between', { from, to, age });
}
