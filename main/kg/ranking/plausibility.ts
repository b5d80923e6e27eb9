/** Plausibility of a disease for the patient's sex and age: sex is a hard criterion, age a soft one. */
import type { Patient } from '../../../shared/domain/mention.ts';
import type { AgeRange } from './disease-facts.ts';
import type { EvidenceGraph } from './evidence-graph.ts';
import type { RankingRules } from './rules.ts';

export interface Plausibility {
  /** Factor on the score; 0 excludes. */
  readonly factor: number;
  /** Said to the clinician when something speaks against: English, then Chinese in brackets. */
  readonly reason?: string;
}

export function plausibility(
  graph: EvidenceGraph,
  disease: number,
  patient: Patient,
  rules: RankingRules,
): Plausibility {
  const population = findPopulation(graph.norms[disease]!, rules);
  const sex = graph.facts.sex.get(disease) ?? population?.sex;
  if (sex !== undefined && patient.sex !== undefined && sex !== patient.sex) {
    const only = sex === '男' ? 'men' : 'women';
    return { factor: 0, reason: `Occurs in ${only} only. (患者为${patient.sex}性，此病仅见于${sex}性)` };
  }
  const range = graph.facts.age.get(disease) ?? populationRange(population);
  if (range === undefined || patient.ageYears === undefined) return { factor: 1 };
  const distance = ageDistance(patient.ageYears, range);
  if (distance === 0) return { factor: 1 };
  const { ageSlope, ageFloor } = rules.plausibility;
  return {
    factor: Math.max(ageFloor, Math.exp(-ageSlope * distance)),
    reason: `${englishRange(range)}. (患者${formatAge(patient.ageYears)}，此病多见于${formatRange(range)})`,
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

function findPopulation(norm: string, rules: RankingRules): Population | undefined {
  return rules.populations.find(
    ({ prefixes, contains }) =>
      prefixes.some((prefix) => norm.startsWith(prefix)) || contains.some((part) => norm.includes(part)),
  );
}

function populationRange(population: Population | undefined): AgeRange | undefined {
  if (population?.from === undefined && population?.to === undefined) return undefined;
  return { from: population.from ?? 0, to: population.to ?? Number.POSITIVE_INFINITY };
}

function formatAge(years: number): string {
  if (years >= 3) return `${Math.floor(years)}岁`;
  const months = Math.floor(years * 12 + 1e-6);
  return months >= 1 ? `${months}个月` : `${Math.floor(years * 365)}天`;
}

function formatRange({ from, to }: AgeRange): string {
  if (to === Number.POSITIVE_INFINITY) return `${from}岁以上`;
  return from === 0 ? `${to < 1 ? '新生儿期' : `${to}岁以下`}` : `${from}～${to}岁`;
}

function englishRange({ from, to }: AgeRange): string {
  if (to === Number.POSITIVE_INFINITY) return `Usual from ${from} years of age`;
  if (to < 1) return 'Usual in newborns';
  return from === 0 ? `Usual up to ${to} years of age` : `Usual between ${from} and ${to} years of age`;
}
