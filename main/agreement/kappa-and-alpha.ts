/**
 * Chance-corrected agreement coefficients, computed from the sums of `tally.ts`; `undefined` where one is not
 * defined.
 */
import { JOINT, type Layout, PAIR, VALUE } from './tally.ts';

/** Relative rounding error below which a difference counts as zero. */
const ROUNDING = 1e-12;

/**
 * Returns 1 − D_o / D_e of Krippendorff's family for nominal values. `total` coincidences, of which `agreed` lie on
 * the diagonal; `given[c]` coincidences of each value; `self[c]` coincidences of a unit with itself. With `self` =
 * `given` this is α of coded units (Krippendorff 2011). With squared lengths of units it is uα (Krippendorff et al.
 * 2016, eqs. 4-5): expected coincidences ε_cc = ℓ (ℓ_c² − self_c) / (ℓ² − Σ self), hence D_e = ℓ (ℓ² − Σ ℓ_c²) / (ℓ²
 * − Σ self). Returns `undefined` when no value varies.
 */
function alphaOf(
  total: number,
  agreed: number,
  given: readonly number[],
  self: readonly number[],
): number | undefined {
  const square = total * total;
  const varies = square - given.reduce((sum, amount) => sum + amount * amount, 0);
  const pairs = square - self.reduce((sum, amount) => sum + amount, 0);
  if (varies <= ROUNDING * square || pairs <= ROUNDING * square) return undefined;
  return 1 - ((total - agreed) * pairs) / (total * varies);
}

function columns(sums: Float64Array, layout: Layout, what: number, from = 0): number[] {
  const values = layout.values(sums.length);
  return Array.from({ length: values - from }, (_, i) => sums[layout.value(from + i, what)]!);
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Returns Krippendorff's α for nominal values. Ignores units judged by a single annotator. */
export function krippendorffAlpha(sums: Float64Array, layout: Layout): number | undefined {
  const given = columns(sums, layout, VALUE.given);
  return alphaOf(total(given), sums[JOINT.agreed]!, given, given);
}

/** Returns uα: agreement on boundaries and types of spans, gaps included. */
export function unitizingAlpha(sums: Float64Array, layout: Layout): number | undefined {
  const given = columns(sums, layout, VALUE.given);
  return alphaOf(total(given), sums[JOINT.agreed]!, given, columns(sums, layout, VALUE.self));
}

/** Returns |uα: agreement on marked or not marked, ignoring types (ibid., eq. 6). */
export function boundaryAlpha(sums: Float64Array, layout: Layout): number | undefined {
  const [gap = 0, ...given] = columns(sums, layout, VALUE.given);
  const [gapSelf = 0, ...self] = columns(sums, layout, VALUE.self);
  const agreed = sums[JOINT.agreedGap]! + sums[JOINT.marked]!;
  return alphaOf(gap + total(given), agreed, [gap, total(given)], [gapSelf, total(self)]);
}

/**
 * Returns cuα: agreement on types alone, where spans of two annotators meet (ibid., eqs. 9-11). A unit's
 * coincidences with itself are the square of the length it shares with others' units, averaged over the others.
 */
export function codingAlpha(sums: Float64Array, layout: Layout): number | undefined {
  const agreed = sums[JOINT.agreed]! - sums[JOINT.agreedGap]!;
  const given = columns(sums, layout, VALUE.coded, 1);
  return alphaOf(sums[JOINT.marked]!, agreed, given, columns(sums, layout, VALUE.codedSelf, 1));
}

const beyondChance = (observed: number, expected: number): number | undefined =>
  1 - expected <= ROUNDING ? undefined : (observed - expected) / (1 - expected);

/**
 * Returns Fleiss' κ (1971), generalised to units with different numbers of annotators (two or more). Equals Fleiss'
 * own for a constant number.
 */
export function fleissKappa(sums: Float64Array, layout: Layout): number | undefined {
  const units = sums[JOINT.units]!;
  if (units === 0) return undefined;
  const given = columns(sums, layout, VALUE.given);
  const all = total(given);
  const expected = given.reduce((sum, amount) => sum + (amount / all) ** 2, 0);
  return beyondChance(sums[JOINT.pairwise]! / units, expected);
}

/** Returns Cohen's κ (1960) of a pair of annotators. */
export function cohenKappa(sums: Float64Array, layout: Layout, pair: number): number | undefined {
  const units = sums[layout.pair(pair, PAIR.units)]!;
  if (units === 0) return undefined;
  let chance = 0;
  for (let value = 0; value < layout.values(sums.length); value++)
    chance += sums[layout.margin(value, pair, 0)]! * sums[layout.margin(value, pair, 1)]!;
  return beyondChance(sums[layout.pair(pair, PAIR.agreed)]! / units, chance / units ** 2);
}

/**
 * Returns the F1 of a pair with one annotator as gold: 2 hits / (left + right). Symmetric, and equal to positive
 * specific agreement (Hripcsak and Rothschild 2005). Returns `undefined` when neither marked anything.
 */
export function pairF1(
  sums: Float64Array,
  layout: Layout,
  pair: number,
  kind: 'exact' | 'relaxed' | 'place',
): number | undefined {
  const both = sums[layout.pair(pair, PAIR.left)]! + sums[layout.pair(pair, PAIR.right)]!;
  return both === 0 ? undefined : (2 * sums[layout.pair(pair, PAIR[kind])]!) / both;
}

/** Returns the mean over the pairs for which `of` is defined. */
export function meanOfPairs(layout: Layout, of: (pair: number) => number | undefined): number | undefined {
  const defined = layout.pairs.flatMap((_, pair) => of(pair) ?? []);
  return defined.length === 0 ? undefined : total(defined) / defined.length;
}
