/** Looking through what the second look found: groups, decisions and their undo; a pure state. */
import { DeidField } from '../../../shared/domain/deid.ts';
import {
  type Leftover,
  type LookDecision,
  LookRisk,
  type RiskCounts,
} from '../../../shared/domain/second-look.ts';

export type Order = 'risk' | 'field' | 'words';
export const ORDERS: readonly Order[] = ['risk', 'field', 'words'];

/** Decisions of places by their index, as they were before a change. */
type Before = readonly (readonly [index: number, decision: LookDecision | null])[];

export interface LookReview {
  readonly places: readonly Leftover[];
  readonly order: Order;
  readonly rows: readonly Row[];
  /** Index of the row that keys act on. */
  readonly current: number;
  readonly undo: readonly Before[];
}

export type Row =
  /** Head of a group: its name, and the places of it. */
  | { readonly kind: 'group'; readonly name: string; readonly places: readonly number[] }
  | { readonly kind: 'place'; readonly index: number };

const riskOf = ({ risk }: Leftover): number => LookRisk.options.indexOf(risk);

/** Names of groups by risk and by field, in their order. */
const NAMES: readonly string[] = [...LookRisk.options, ...DeidField.options];

function groupsOf(places: readonly Leftover[], order: Order): readonly (readonly [string, number[]])[] {
  const groups = new Map<string, number[]>();
  for (const [index, place] of places.entries()) {
    const name = order === 'risk' ? place.risk : order === 'field' ? place.field : place.words;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [index]);
    else group.push(index);
  }
  const gravest = (group: readonly number[]) => Math.min(...group.map((index) => riskOf(places[index]!)));
  return [...groups].sort(([a, ofA], [b, ofB]) =>
    order === 'words'
      ? gravest(ofA) - gravest(ofB) || ofB.length - ofA.length
      : NAMES.indexOf(a) - NAMES.indexOf(b),
  );
}

function rowsOf(places: readonly Leftover[], order: Order): Row[] {
  return groupsOf(places, order).flatMap(([name, group]): Row[] => {
    const sorted =
      order === 'field' ? group.toSorted((a, b) => riskOf(places[a]!) - riskOf(places[b]!)) : group;
    return [
      { kind: 'group', name, places: sorted },
      ...sorted.map((index): Row => ({ kind: 'place', index })),
    ];
  });
}

export function startLook(places: readonly Leftover[], order: Order = 'risk'): LookReview {
  const rows = rowsOf(places, order);
  const first = rows.findIndex((row) => row.kind === 'place' && places[row.index]?.decision === null);
  return { places, order, rows, current: Math.max(0, first), undo: [] };
}

/** Groups anew; the current place stays current. */
export function setOrder(review: LookReview, order: Order): LookReview {
  const rows = rowsOf(review.places, order);
  const index = placeAt(review, review.current);
  const current = rows.findIndex((row) => row.kind === 'place' && row.index === index);
  return { ...review, order, rows, current: Math.max(0, current) };
}

/** Returns the index of the place of a row; of a group, its first one. */
function placeAt({ rows }: LookReview, row: number): number | undefined {
  const at = rows[row];
  return at === undefined || at.kind === 'place' ? at?.index : at.places[0];
}

/** Returns the place that is shown: that of the current row, or the first of the current group. */
export const currentPlace = (review: LookReview): Leftover | undefined =>
  review.places[placeAt(review, review.current) ?? -1];

export const goToRow = (review: LookReview, current: number): LookReview => ({ ...review, current });

/** Goes to the next place without a decision, from the beginning again after the last. */
export function nextOpen(review: LookReview): LookReview {
  const { rows, current, places } = review;
  const isOpen = (row: Row | undefined) => row?.kind === 'place' && places[row.index]?.decision === null;
  for (let step = 1; step <= rows.length; step++) {
    const at = (current + step) % rows.length;
    if (isOpen(rows[at])) return { ...review, current: at };
  }
  return review;
}

/** Which places a decision is about: the current row's, or all of the same words. */
export type Reach = 'row' | 'same';

function reached(review: LookReview, reach: Reach): readonly number[] {
  const { rows, current, places } = review;
  const row = rows[current];
  if (row === undefined) return [];
  if (reach === 'same') {
    const words = currentPlace(review)?.words;
    return places.flatMap((place, index) => (place.words === words ? [index] : []));
  }
  // Decisions about single places of a group stay.
  return row.kind === 'place' ? [row.index] : row.places.filter((index) => places[index]?.decision === null);
}

/** Decides about places; then the next open one is current. Returns the review as it was when nothing changes. */
export function decide(review: LookReview, decision: LookDecision, reach: Reach): LookReview {
  const indices = reached(review, reach).filter((index) => review.places[index]?.decision !== decision);
  if (indices.length === 0) return nextOpen(review);
  const before: Before = indices.map((index) => [index, review.places[index]?.decision ?? null]);
  const changed = new Set(indices);
  const places = review.places.map((place, index) => (changed.has(index) ? { ...place, decision } : place));
  return nextOpen({ ...review, places, undo: [...review.undo, before] });
}

/** Takes the last decision back. */
export function undoLast(review: LookReview): LookReview {
  const last = review.undo.at(-1);
  if (last === undefined) return review;
  const before = new Map(last);
  const places = review.places.map((place, index) => {
    const decision = before.get(index);
    return decision === undefined ? place : { ...place, decision };
  });
  const first = last[0]?.[0];
  const current = review.rows.findIndex((row) => row.kind === 'place' && row.index === first);
  return { ...review, places, current: Math.max(0, current), undo: review.undo.slice(0, -1) };
}

/** Returns the places whose decision differs between two states. */
export const changedPlaces = (before: LookReview, after: LookReview): Leftover[] =>
  after.places.filter((place, index) => place.decision !== before.places[index]?.decision);

/** Counts the places without a decision. */
export function openCounts({ places }: LookReview): RiskCounts {
  const counts = { high: 0, medium: 0, low: 0 };
  for (const { risk, decision } of places) if (decision === null) counts[risk]++;
  return counts;
}

/** Returns the number of places of a group with a decision. */
export const decidedIn = ({ places }: LookReview, group: readonly number[]): number =>
  group.filter((index) => places[index]?.decision !== null).length;
