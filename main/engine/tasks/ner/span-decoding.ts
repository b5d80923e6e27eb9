/** Turns the rows of span heads into scores, entities, loss and uncertainty of a text. */
import type { TagSet } from '../../../text/tag-set.ts';
import type { TokenSpan } from '../../../text/tagging.ts';
import { logSumExp } from '../../layers/log-sum-exp.ts';
import { rotaryTables } from '../../layers/rotary.ts';
import { SPAN_UNITS } from '../../models/tagger/span-heads.ts';

export interface SpanHead {
  readonly kind: 'global-pointer' | 'biaffine';
  /** Most tokens of a span: those of a training window, which holds no longer one. */
  readonly longest: number;
}

/**
 * Told the scores of a span from its first to its last token. GlobalPointer: one for each type, an entity above 0.
 * Biaffine: one for "no entity", then one for each type. The array is used again.
 */
type EachSpan = (scores: Float64Array, first: number, last: number) => void;

interface Visit {
  readonly each: EachSpan;
  readonly longest: number;
}

/** Visits every span that is not too long, in order; rows [N × width] as the head gives them. */
export function eachSpan(rows: Float32Array, head: SpanHead, types: number, each: EachSpan): void {
  if (head.kind === 'biaffine') eachBiaffine(rows, types, { each, longest: head.longest });
  else eachPointer(rows, types, { each, longest: head.longest });
}

function eachPointer(rows: Float32Array, types: number, { each, longest }: Visit): void {
  const width = 2 * SPAN_UNITS + 2 * types;
  const count = rows.length / width;
  const [queries, keys] = [rotated(rows, width, 0), rotated(rows, width, SPAN_UNITS)];
  const scores = new Float64Array(types);
  for (let first = 0; first < count; first++)
    for (let last = first; last < Math.min(count, first + longest); last++) {
      const common = dot(queries, first * SPAN_UNITS, keys, last * SPAN_UNITS) / Math.sqrt(SPAN_UNITS);
      const [a, b] = [first * width + 2 * SPAN_UNITS, last * width + 2 * SPAN_UNITS + types];
      for (let c = 0; c < types; c++) scores[c] = common + rows[a + c]! + rows[b + c]!;
      each(scores, first, last);
    }
}

function eachBiaffine(rows: Float32Array, types: number, { each, longest }: Visit): void {
  const width = (types + 1) * (SPAN_UNITS + 1) + SPAN_UNITS;
  const count = rows.length / width;
  const scores = new Float64Array(types + 1);
  for (let first = 0; first < count; first++)
    for (let last = first; last < Math.min(count, first + longest); last++) {
      const end = last * width + (types + 1) * (SPAN_UNITS + 1);
      for (let c = 0; c <= types; c++) {
        const product = first * width + c * (SPAN_UNITS + 1);
        scores[c] = dot(rows, product, rows, end) + rows[product + SPAN_UNITS]!;
      }
      each(scores, first, last);
    }
}

function dot(a: Float32Array, fromA: number, b: Float32Array, fromB: number): number {
  let sum = 0;
  for (let k = 0; k < SPAN_UNITS; k++) sum += a[fromA + k]! * b[fromB + k]!;
  return sum;
}

/** Returns part of each row with rotary position embedding, [N × 64]; positions count from the text's first token. */
function rotated(rows: Float32Array, width: number, offset: number): Float32Array {
  const count = rows.length / width;
  const half = SPAN_UNITS / 2;
  const { cos, sin } = rotaryTables(count, SPAN_UNITS);
  const out = new Float32Array(count * SPAN_UNITS);
  for (let n = 0; n < count; n++)
    for (let k = 0; k < half; k++) {
      const [x, y] = [rows[n * width + offset + k]!, rows[n * width + offset + half + k]!];
      const [c, s] = [cos[n * half + k]!, sin[n * half + k]!];
      out[n * SPAN_UNITS + k] = x * c - y * s;
      out[n * SPAN_UNITS + half + k] = y * c + x * s;
    }
  return out;
}

export interface ScoredSpan extends TokenSpan {
  /** Probability, 0 … 1. */
  readonly confidence: number;
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * Entities in order of place, longer ones first. GlobalPointer: every span and type with a score above 0. Biaffine: spans
 * whose best class is a type, best first, unless they cross one that was taken (Yu et al. 2020, section 3).
 */
export function decodeSpans(rows: Float32Array, head: SpanHead, { types }: TagSet): ScoredSpan[] {
  const found: (ScoredSpan & { readonly score: number })[] = [];
  eachSpan(rows, head, types.length, (scores, first, last) => {
    const at = { from: first, to: last + 1 };
    if (head.kind === 'global-pointer') {
      for (const [type, score] of scores.entries())
        if (score > 0) found.push({ ...at, type, score, confidence: sigmoid(score) });
      return;
    }
    const best = bestOf(scores);
    if (best === 0) return;
    const [score, type] = [scores[best]!, best - 1];
    found.push({ ...at, type, score, confidence: Math.exp(score - logSumExp(scores)) });
  });
  const kept = head.kind === 'biaffine' ? withoutCrossing(found.sort((a, b) => b.score - a.score)) : found;
  return kept
    .map(({ score: _, ...span }) => span)
    .sort((a, b) => a.from - b.from || b.to - a.to || a.type - b.type);
}

/** Returns every span of every type that is an entity with probability `least` or more. */
export function probableSpans(
  rows: Float32Array,
  head: SpanHead,
  { types }: TagSet,
  least: number,
): ScoredSpan[] {
  const found: ScoredSpan[] = [];
  eachSpan(rows, head, types.length, (scores, first, last) => {
    const total = head.kind === 'biaffine' ? logSumExp(scores) : 0;
    for (const type of types.keys()) {
      const confidence =
        head.kind === 'biaffine' ? Math.exp(scores[type + 1]! - total) : sigmoid(scores[type]!);
      if (confidence >= least) found.push({ from: first, to: last + 1, type, confidence });
    }
  });
  return found;
}

function bestOf(scores: Float64Array): number {
  let best = 0;
  for (let c = 1; c < scores.length; c++) if (scores[c]! > scores[best]!) best = c;
  return best;
}

function withoutCrossing<Span extends TokenSpan>(spans: readonly Span[]): Span[] {
  const crosses = (a: Span, b: Span): boolean => a.from < b.from && b.from < a.to && a.to < b.to;
  const kept: Span[] = [];
  for (const span of spans)
    if (!kept.some((other) => crosses(span, other) || crosses(other, span))) kept.push(span);
  return kept;
}

/** The loss of training on one text. */
export function spanLoss(
  rows: Float32Array,
  gold: readonly TokenSpan[],
  { head, tagSet }: { readonly head: SpanHead; readonly tagSet: TagSet },
): number {
  const key = (first: number, last: number, type: number) => `${first} ${last} ${type}`;
  const types = tagSet.types.length;
  const isGold = new Set(gold.map(({ from, to, type }) => key(from, to - 1, type)));
  const typeAt = new Map(gold.map(({ from, to, type }) => [key(from, to - 1, 0), type]));
  const [positive, negative] = [new Float64Array(types).fill(1), new Float64Array(types).fill(1)];
  let total = 0;
  eachSpan(rows, head, types, (scores, first, last) => {
    if (head.kind === 'biaffine') {
      total += logSumExp(scores) - scores[(typeAt.get(key(first, last, 0)) ?? -1) + 1]!;
      return;
    }
    for (let c = 0; c < types; c++)
      if (isGold.has(key(first, last, c))) positive[c]! += Math.exp(-scores[c]!);
      else negative[c]! += Math.exp(scores[c]!);
  });
  if (head.kind === 'global-pointer')
    for (let c = 0; c < types; c++) total += Math.log(positive[c]!) + Math.log(negative[c]!);
  return total;
}

/** Entropy of the least certain span that begins at each token, 0 … 1, and the margin of the best reading. */
export function spanUncertainty(
  rows: Float32Array,
  head: SpanHead,
  { types }: TagSet,
): { readonly entropy: number; readonly margin: number } {
  const entropies: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  eachSpan(rows, head, types.length, (scores, first) => {
    const { entropy, margin } = head.kind === 'biaffine' ? ofClasses(scores) : ofTypes(scores);
    entropies[first] = Math.max(entropies[first] ?? 0, entropy);
    least = Math.min(least, margin);
  });
  const mean = entropies.reduce((sum, entropy) => sum + entropy, 0) / Math.max(1, entropies.length);
  return { entropy: mean, margin: Math.exp(-least) };
}

/** Entropy over its largest, and the distance of the two best classes. */
function ofClasses(scores: Float64Array): { entropy: number; margin: number } {
  const total = logSumExp(scores);
  let entropy = 0;
  for (const score of scores) entropy -= Math.exp(score - total) * (score - total);
  const [first = 0, second = 0] = Float64Array.from(scores).sort().reverse();
  return { entropy: entropy / Math.log(scores.length), margin: first - second };
}

/** Every type is decided by itself: the least certain one counts. */
function ofTypes(scores: Float64Array): { entropy: number; margin: number } {
  const margin = scores.reduce((least, score) => Math.min(least, Math.abs(score)), Number.POSITIVE_INFINITY);
  const p = sigmoid(margin);
  const entropy = p >= 1 ? 0 : -(p * Math.log(p) + (1 - p) * Math.log(1 - p));
  return { entropy: entropy / Math.LN2, margin };
}
