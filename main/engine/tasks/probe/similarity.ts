/**
 * Intrinsic similarity (Zhang et al. 2021, SMedBERT, section 4.4): which of twenty names of one type is another name of
 * the same entity? Every synonym in the graph is a query and its entity's preferred name the answer.
 */
import { jaroWinkler } from '../../../text/jaro-winkler.ts';
import { RandomStream } from '../../layers/random.ts';

/** All pairs, those with like neighbours, and those with a rarely mentioned name. */
export const PAIR_SETS = ['D1', 'D2', 'D3'] as const;
export type PairSetName = (typeof PAIR_SETS)[number];

/** A name of an entity, once for each entity that bears it. */
export interface BorneName {
  readonly name: string;
  /** The name as names are compared. */
  readonly norm: string;
  readonly entity: number;
  readonly type: string;
  readonly preferredName: string;
  readonly preferred: boolean;
}

export interface SamePair {
  readonly query: string;
  readonly type: string;
  /** The answer first, then `NEGATIVES` names of other entities. */
  readonly names: readonly string[];
  readonly sets: readonly PairSetName[];
}

interface PairOptions {
  /** Entities by the entities that an edge joins them to. */
  readonly neighbours: ReadonlyMap<number, ReadonlySet<number>>;
  /** Mentions of names in a corpus by norm; absent: D3 is empty. */
  readonly mentions?: ReadonlyMap<string, number> | undefined;
  readonly seed: number;
  /** Most pairs, drawn by seed; absent: all. */
  readonly limit?: number | undefined;
}

export const NEGATIVES = 19;
const LEAST_LIKENESS = 0.6;
const LEAST_JACCARD = 0.75;
const LEAST_COMMON = 3;
const RARE = 200;

/** Returns the pairs in the order of their draw, and how many had too few names like the answer. */
export function samePairs(
  names: readonly BorneName[],
  { neighbours, mentions, seed, limit = Number.POSITIVE_INFINITY }: PairOptions,
): { readonly pairs: SamePair[]; readonly withoutNegatives: number } {
  const random = new RandomStream({ seed, purpose: 'similarity' });
  const bearers = bearersOf(names);
  const preferred = names.filter((name) => name.preferred);
  const own = new Map(preferred.map((name) => [keyOf(name), name.entity]));
  const normOf = new Map(preferred.map(({ entity, norm }) => [entity, norm]));
  const candidates = Map.groupBy(random.shuffle([...preferred]), ({ type }) => type);
  const setsOf = (synonym: BorneName, answer: string): PairSetName[] => {
    const { entity, norm } = synonym;
    const isAlike = areAlike(neighbours.get(own.get(keyOf(synonym)) ?? entity), neighbours.get(entity));
    const isRare = [norm, answer].some((one) => isRareCount(mentions?.get(one) ?? 0));
    return PAIR_SETS.filter((set) => set === 'D1' || (set === 'D2' ? isAlike : isRare));
  };
  const pairs: SamePair[] = [];
  let withoutNegatives = 0;
  for (const synonym of random.shuffle(names.filter((name) => !name.preferred))) {
    if (pairs.length >= limit) break;
    const { name: query, entity, type, norm, preferredName } = synonym;
    const answer = normOf.get(entity);
    const all = candidates.get(type);
    if (answer === undefined || all === undefined) continue;
    const refused = new Set([norm, answer].flatMap((one) => [...bearers.get(one)!]));
    const negatives = drawLike(answer, all, { refused, from: random.below(all.length) });
    if (negatives.length < NEGATIVES) withoutNegatives++;
    else pairs.push({ query, type, names: [preferredName, ...negatives], sets: setsOf(synonym, answer) });
  }
  return { pairs, withoutNegatives };
}

const keyOf = ({ type, norm }: Pick<BorneName, 'type' | 'norm'>): string => JSON.stringify([type, norm]);

function bearersOf(names: readonly BorneName[]): Map<string, Set<number>> {
  const bearers = new Map<string, Set<number>>();
  for (const { norm, entity } of names) bearers.set(norm, (bearers.get(norm) ?? new Set()).add(entity));
  return bearers;
}

/** Returns the first names like `answer` from a place in the list on, at most `NEGATIVES`. */
function drawLike(
  answer: string,
  names: readonly BorneName[],
  { refused, from }: { readonly refused: ReadonlySet<number>; readonly from: number },
): string[] {
  const found: string[] = [];
  for (let i = 0; i < names.length && found.length < NEGATIVES; i++) {
    const { entity, norm, name } = names[(from + i) % names.length]!;
    if (!refused.has(entity) && jaroWinkler(norm, answer) > LEAST_LIKENESS) found.push(name);
  }
  return found;
}

/** Jaccard index of at least `LEAST_JACCARD`, and at least `LEAST_COMMON` neighbours in common. */
function areAlike(a: ReadonlySet<number> = new Set(), b: ReadonlySet<number> = new Set()): boolean {
  let common = 0;
  for (const one of a) if (b.has(one)) common++;
  return common >= LEAST_COMMON && common / (a.size + b.size - common) >= LEAST_JACCARD;
}

const isRareCount = (mentions: number): boolean => mentions > 0 && mentions <= RARE;

export interface SimilarityScore {
  readonly pairs: number;
  /** Pairs whose query and answer can be compared. */
  readonly covered: number;
  /** Share of the covered pairs whose answer is most like the query; a tie is a miss. */
  readonly accuracy: number;
}

/** Likeness of a name of a type to a query of that type; `undefined` where either cannot be compared. */
export type Likeness = (query: string, name: string, type: string) => number | undefined;

export function scoreSimilarity(
  pairs: readonly SamePair[],
  likeness: Likeness,
): Record<PairSetName, SimilarityScore> {
  const outcomes = pairs.map((pair) => isNearest(pair, likeness));
  const scoreOf = (set: PairSetName): SimilarityScore => {
    const own = outcomes.filter((_, i) => pairs[i]!.sets.includes(set));
    const covered = own.filter((outcome) => outcome !== undefined);
    const right = covered.filter((outcome) => outcome).length;
    return { pairs: own.length, covered: covered.length, accuracy: right / Math.max(1, covered.length) };
  };
  return { D1: scoreOf('D1'), D2: scoreOf('D2'), D3: scoreOf('D3') };
}

/** Returns `undefined` where query and answer cannot be compared. */
function isNearest({ query, type, names }: SamePair, likeness: Likeness): boolean | undefined {
  const [answer, ...others] = names.map((name) => likeness(query, name, type));
  return answer === undefined ? undefined : others.every((other) => other === undefined || other < answer);
}

/** Baseline that knows the characters only. */
export const characterLikeness: Likeness = (query, name) => jaroWinkler(query, name);

/** Returns the cosine of vectors of names. */
export const cosineLikeness =
  (vectorOf: (name: string, type: string) => Float32Array | undefined): Likeness =>
  (query, name, type) => {
    const [a, b] = [vectorOf(query, type), vectorOf(name, type)];
    return a === undefined || b === undefined ? undefined : cosine(a, b);
  };

/** Cosine of two vectors; 0 where one is all zeros. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let [product, first, second] = [0, 0, 0];
  for (const [i, x] of a.entries()) {
    product += x * b[i]!;
    first += x * x;
    second += b[i]! * b[i]!;
  }
  return first * second === 0 ? 0 : product / Math.sqrt(first * second);
}
