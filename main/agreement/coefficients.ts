/** Agreement beyond chance, out of the sums of `tally.ts`. `undefined` where a coefficient is not defined. */
import { JOINT, type Layout, PAIR, VALUE } from './tally.ts';

/** Rounding leaves differences of this size, relative to what is subtracted. */
const ROUNDING = 1e-12;

/**
 * 1 − D_o / D_e of Krippendorff's family, for nominal values: `total` coincidences of which `agreed` lie on the
 * diagonal, `given[c]` of each value; `self` is what would be a unit paired with itself. With `self` = `given` this is
 * α of coded units (Krippendorff 2011), with squared lengths of units it is uα (Krippendorff et al. 2016, eqs. 4-5):
 * expected coincidences ε_cc = ℓ (ℓ_c² − self_c) / (ℓ² − Σ self), so D_e = ℓ (ℓ² − Σ ℓ_c²) / (ℓ² − Σ self).
 * Not defined where nothing varies.
 */
export function alphaOf(
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

/** Krippendorff's α, nominal; units that one annotator alone judged do not count. */
export function krippendorffAlpha(sums: Float64Array, layout: Layout): number | undefined {
  const given = columns(sums, layout, VALUE.given);
  return alphaOf(total(given), sums[JOINT.agreed]!, given, given);
}

/** uα: where the spans lie and which types they have, gaps included. */
export function unitizingAlpha(sums: Float64Array, layout: Layout): number | undefined {
  const given = columns(sums, layout, VALUE.given);
  return alphaOf(total(given), sums[JOINT.agreed]!, given, columns(sums, layout, VALUE.self));
}

/** |uα: marked or not, whatever the type (ibid., eq. 6). */
export function boundaryAlpha(sums: Float64Array, layout: Layout): number | undefined {
  const [gap = 0, ...given] = columns(sums, layout, VALUE.given);
  const [gapSelf = 0, ...self] = columns(sums, layout, VALUE.self);
  const agreed = sums[JOINT.agreedGap]! + sums[JOINT.marked]!;
  return alphaOf(gap + total(given), agreed, [gap, total(given)], [gapSelf, total(self)]);
}

/**
 * cuα: the types alone, where spans of two annotators meet (ibid., eqs. 9-11). What a unit would be paired with itself
 * for is the square of the length that it shares with others' units, averaged over the others.
 */
export function codingAlpha(sums: Float64Array, layout: Layout): number | undefined {
  const agreed = sums[JOINT.agreed]! - sums[JOINT.agreedGap]!;
  const given = columns(sums, layout, VALUE.coded, 1);
  return alphaOf(sums[JOINT.marked]!, agreed, given, columns(sums, layout, VALUE.codedSelf, 1));
}

const beyondChance = (observed: number, expected: number): number | undefined =>
  1 - expected <= ROUNDING ? undefined : (observed - expected) / (1 - expected);

/**
 * Fleiss' κ (1971). Units may have different numbers of annotators, two at least; with the same number everywhere it
 * is Fleiss' own.
 */
export function fleissKappa(sums: Float64Array, layout: Layout): number | undefined {
  const units = sums[JOINT.units]!;
  if (units === 0) return undefined;
  const given = columns(sums, layout, VALUE.given);
  const all = total(given);
  const expected = given.reduce((sum, amount) => sum + (amount / all) ** 2, 0);
  return beyondChance(sums[JOINT.pairwise]! / units, expected);
}

/** Cohen's κ (1960) of a pair. */
export function cohenKappa(sums: Float64Array, layout: Layout, pair: number): number | undefined {
  const units = sums[layout.pair(pair, PAIR.units)]!;
  if (units === 0) return undefined;
  let chance = 0;
  for (let value = 0; value < layout.values(sums.length); value++)
    chance += sums[layout.margin(value, pair, 0)]! * sums[layout.margin(value, pair, 1)]!;
  return beyondChance(sums[layout.pair(pair, PAIR.agreed)]! / units, chance / units ** 2);
}

/**
 * F1 of a pair, the one taken for the gold of the other: 2 hits / (left + right), the same both ways and equal to
 * positive specific agreement (Hripcsak and Rothschild 2005). Not defined where neither has anything.
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

/** The mean over the pairs for which something is defined. */
export function meanOfPairs(layout: Layout, of: (pair: number) => number | undefined): number | undefined {
  const defined = layout.pairs.flatMap((_, pair) => of(pair) ?? []);
  return defined.length === 0 ? undefined : total(defined) / defined.length;
}
