import type { AdjudicationGroup, Vote } from '../domain/adjudication.ts';

const peopleOf = (votes: readonly Vote[]): number => new Set(votes.map(({ annotator }) => annotator)).size;

/**
 * Returns the numbers of the readings that more than half of the annotators share, an empty list when more than half
 * have nothing there, and `undefined` without a majority.
 */
export function majorityReadings({ readings, missing }: AdjudicationGroup): number[] | undefined {
  const present = peopleOf(readings.flatMap(({ votes }) => votes));
  const half = (present + missing.length) / 2;
  if (missing.length > half) return [];
  const shared = [...readings.keys()].filter((i) => peopleOf(readings[i]!.votes) > half);
  return shared.length === 0 ? undefined : shared;
}

/**
 * Returns the numbers of an annotator's readings, an empty list when they have nothing there, and `undefined` when they
 * have not finished the document.
 */
export function readingsOf({ readings, missing }: AdjudicationGroup, person: string): number[] | undefined {
  if (missing.includes(person)) return [];
  const own = [...readings.keys()].filter((i) =>
    readings[i]!.votes.some(({ annotator }) => annotator === person),
  );
  return own.length === 0 ? undefined : own;
}

/** Returns the most frequent value; on a tie that of the first reading. */
export function mostVoted<R extends { readonly votes: readonly Vote[] }, T>(
  readings: readonly R[],
  partOf: (reading: R) => T,
): T | undefined {
  const counts = new Map<string, { readonly value: T; people: number }>();
  for (const reading of readings) {
    const value = partOf(reading);
    const key = JSON.stringify(value) ?? '';
    const known = counts.get(key) ?? { value, people: 0 };
    known.people += peopleOf(reading.votes);
    counts.set(key, known);
  }
  let best: { readonly value: T; readonly people: number } | undefined;
  for (const one of counts.values()) if (best === undefined || one.people > best.people) best = one;
  return best?.value;
}
