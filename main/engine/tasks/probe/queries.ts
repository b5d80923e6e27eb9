/**
 * Cloze queries about the edges of a graph (Yuan et al. 2021, KeBioLM, section 4.4): "s r [MASK]" and "[MASK] r o" for
 * every triple, equal ones once with all right answers.
 */
import { comparableText } from '../../../text/folding.ts';
import { RandomStream } from '../../layers/random.ts';

export interface ProbeQuery {
  readonly relation: string;
  /** Text before and after the masks. */
  readonly before: string;
  readonly after: string;
  /** All names of all right answers, as names are compared. */
  readonly answers: ReadonlySet<string>;
  /** 1: a right answer stands in the query itself; 2: none does. */
  readonly type: 1 | 2;
  /** Frequent answers of the relation on this side, as names are compared. */
  readonly frequent: readonly string[];
}

export interface ProbeGraph {
  /** Preferred name of each entity first, then the other ones. */
  readonly names: readonly (readonly string[])[];
  readonly relationNames: readonly string[];
  readonly heads: ArrayLike<number>;
  readonly relations: ArrayLike<number>;
  readonly tails: ArrayLike<number>;
}

/** Answers that count: the recall is at five. */
export const ANSWERS = 5;

/** Words of known relations between a head and a tail; the models read Chinese. */
const WORDS: Readonly<Record<string, string>> = {
  HasSymptom: '的症状有',
  HasSign: '的体征有',
  HasFinding: '的检查所见有',
  NeedsExam: '的检查有',
  TreatedByDrug: '的治疗药物有',
  TreatedBy: '的治疗方法有',
  HasComplication: '的并发症有',
  CausedBy: '的病因有',
  LocatedIn: '的发病部位是',
  InDepartment: '的就诊科室是',
  DifferentialFrom: '应鉴别于',
  IsA: '是一种',
};

/** Returns the relation as words: without underscores, with "is" before those that end in of, as or by. */
export function relationWords(relation: string): string {
  const known = WORDS[relation];
  if (known !== undefined) return known;
  const words = relation.replaceAll('_', ' ').trim();
  return / ?\b(of|as|by)$/i.test(words) && !/^is /i.test(words) ? `is ${words}` : words;
}

/** Returns at most `limit` queries a relation, drawn by seed. */
export function probeQueries(
  graph: ProbeGraph,
  { limit, seed }: { readonly limit: number; readonly seed: number },
): ProbeQuery[] {
  const { names, relationNames, heads, relations, tails } = graph;
  const groups = new Map<
    string,
    { relation: number; isTail: boolean; anchor: number; answers: Set<number> }
  >();
  const counts = new Map<string, Map<number, number>>();
  const add = (relation: number, isTail: boolean, anchor: number, answer: number): void => {
    const key = JSON.stringify([relation, isTail, names[anchor]![0]]);
    const group = groups.get(key) ?? { relation, isTail, anchor, answers: new Set() };
    groups.set(key, group);
    group.answers.add(answer);
    const side = JSON.stringify([relation, isTail]);
    const own = counts.get(side) ?? new Map<number, number>();
    counts.set(side, own.set(answer, (own.get(answer) ?? 0) + 1));
  };
  for (let i = 0; i < heads.length; i++) {
    add(relations[i]!, true, heads[i]!, tails[i]!);
    add(relations[i]!, false, tails[i]!, heads[i]!);
  }
  const frequent = new Map([...counts].map(([side, own]) => [side, mostFrequent(own, names)]));
  const random = new RandomStream({ seed, purpose: 'probe' });
  const byRelation = Map.groupBy(groups.values(), ({ relation }) => relation);
  return [...byRelation.values()].flatMap((group) =>
    random
      .shuffle(group)
      .slice(0, limit)
      .map(({ relation, isTail, anchor, answers }): ProbeQuery => {
        const [subject, words] = [names[anchor]![0]!, relationWords(relationNames[relation]!)];
        const right = new Set([...answers].flatMap((entity) => names[entity]!.map(comparableText)));
        const [before, after] = isTail ? [`${subject} ${words}`, ''] : ['', `${words} ${subject}`];
        const query = comparableText(before + after);
        return {
          relation: relationNames[relation]!,
          before,
          after,
          answers: right,
          type: [...right].some((answer) => query.includes(answer)) ? 1 : 2,
          frequent: frequent.get(JSON.stringify([relation, isTail]))!,
        };
      }),
  );
}

const mostFrequent = (counts: ReadonlyMap<number, number>, names: ProbeGraph['names']): string[] =>
  [...counts]
    .toSorted(([a, m], [b, n]) => n - m || a - b)
    .slice(0, ANSWERS)
    .map(([entity]) => comparableText(names[entity]![0]!));

export interface ProbeScores {
  /** Means of the relations' shares of queries with a right answer; `undefined` where no relation has such a query. */
  readonly all: number;
  readonly type1: number | undefined;
  readonly type2: number | undefined;
  readonly relations: Readonly<Record<string, { readonly queries: number; readonly recall: number }>>;
}

/** Relation-level macro recall. @param found answers to each query, as names are compared */
export function scoreProbe(
  queries: readonly ProbeQuery[],
  found: readonly (readonly string[])[],
): ProbeScores {
  const outcomes = queries.map(({ relation, type, answers }, i) => ({
    relation,
    type,
    isRight: found[i]!.some((answer) => answers.has(answer)),
  }));
  const recalls = (chosen: typeof outcomes) =>
    [...Map.groupBy(chosen, ({ relation }) => relation)].map(([relation, own]) => ({
      relation,
      queries: own.length,
      recall: own.filter(({ isRight }) => isRight).length / own.length,
    }));
  const macro = (chosen: typeof outcomes): number | undefined => {
    const all = recalls(chosen);
    return all.length === 0 ? undefined : all.reduce((sum, { recall }) => sum + recall, 0) / all.length;
  };
  return {
    all: macro(outcomes) ?? 0,
    type1: macro(outcomes.filter(({ type }) => type === 1)),
    type2: macro(outcomes.filter(({ type }) => type === 2)),
    relations: Object.fromEntries(
      recalls(outcomes).map(({ relation, queries, recall }) => [relation, { queries, recall }]),
    ),
  };
}
