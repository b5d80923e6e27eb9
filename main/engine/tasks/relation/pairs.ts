/** Pairs of mentions that may bear a relation, and what the labels of a document say of each. */
import type { ClassificationReport, ClassifiedDocument } from '../../../../shared/domain/classification.ts';
import { NO_RELATION, type PairRules, type RelationSettings } from '../../../../shared/domain/relations.ts';
import type { LabelledDocument, LabelledSpan, RelatedDocument } from '../../../../shared/domain/training.ts';
import { RandomStream } from '../../layers/random.ts';
import { pairText } from './pair-text.ts';

/** Numbers of two mentions in the list of their document. */
export interface Pair {
  readonly from: number;
  readonly to: number;
}

/** A pair as a text with a label. */
export interface PairExample extends ClassifiedDocument {
  /** Number of its document, from 0. */
  readonly document: number;
  readonly pair: Pair;
}

type Mentions = Pick<LabelledDocument, 'text' | 'entities'>;

/** Returns the rules of a run: its settings, and the types that each relation joins in the training documents. */
export function pairRules(
  { pairForm, pairDistance, pairContext }: RelationSettings,
  train: readonly RelatedDocument[],
): PairRules {
  const seen = new Map<string, PairRules['signatures'][number]>();
  for (const { entities, relations } of train)
    for (const { type, from: head, to: tail } of relations) {
      const [from, to] = [entities[head]!.type, entities[tail]!.type];
      seen.set(JSON.stringify([type, from, to]), { type, from, to });
    }
  return { form: pairForm, distance: pairDistance, context: pairContext, signatures: [...seen.values()] };
}

/**
 * Returns the pairs of mentions whose types some relation joins, in both directions, at most `distance` characters
 * apart. Of pairs with the same words and types, the nearest.
 */
export function candidatePairs({ text, entities }: Mentions, { distance, signatures }: PairRules): Pair[] {
  const joined = new Set(signatures.map(({ from, to }) => JSON.stringify([from, to])));
  const names = entities.map((entity) => nameOf(text, entity));
  const order = [...entities.keys()].sort((a, b) => entities[a]!.start - entities[b]!.start || a - b);
  const nearest = new Map<string, Pair & { readonly gap: number }>();
  const offer = (from: number, to: number, gap: number): void => {
    if (!joined.has(JSON.stringify([entities[from]!.type, entities[to]!.type]))) return;
    const key = JSON.stringify([names[from], names[to]]);
    const known = nearest.get(key);
    if (known === undefined || gap < known.gap) nearest.set(key, { from, to, gap });
  };
  for (const [place, first] of order.entries())
    for (let next = place + 1; next < order.length; next++) {
      const second = order[next]!;
      const gap = entities[second]!.start - entities[first]!.end;
      if (gap > distance) break;
      if (names[first] === names[second] || isSamePlace(entities[first]!, entities[second]!)) continue;
      offer(first, second, Math.max(0, gap));
      offer(second, first, Math.max(0, gap));
    }
  return [...nearest.values()].map(({ from, to }) => ({ from, to }));
}

const nameOf = (text: string, { start, end, type }: LabelledSpan): string =>
  JSON.stringify([type, text.slice(start, end)]);

const isSamePlace = (a: LabelledSpan, b: LabelledSpan): boolean => a.start === b.start && a.end === b.end;

/** Pairs of documents as texts with labels, and the relations that no pair can show. */
export interface PairSet {
  readonly examples: PairExample[];
  /** Different relations, by the words and types that they join. */
  readonly relations: number;
  /** Those that no pair shows: too far apart, of types that are never joined in training, or second ones of a pair. */
  readonly unreachable: number;
}

/** Returns the report with the documents of its errors instead of the pairs. */
export const inDocuments = <Report extends Pick<ClassificationReport, 'errors'>>(
  report: Report,
  examples: readonly PairExample[],
): Report => ({
  ...report,
  errors: report.errors.map((error) => ({ ...error, document: examples[error.document]!.document })),
});

/** Labels each pair with the first relation between mentions with its words and types, else with `NO_RELATION`. */
export function pairSet(documents: readonly RelatedDocument[], rules: PairRules): PairSet {
  let [reached, relations] = [0, 0];
  const examples = documents.flatMap((document, number) => {
    const { id, text, entities } = document;
    const types = relationTypes(document);
    relations += [...types.values()].reduce((sum, own) => sum + own.size, 0);
    return candidatePairs(document, rules).map((pair): PairExample => {
      const [from, to] = [entities[pair.from]!, entities[pair.to]!];
      const [label = NO_RELATION] = types.get(JSON.stringify([nameOf(text, from), nameOf(text, to)])) ?? [];
      if (label !== NO_RELATION) reached++;
      return { id, text: pairText(text, [from, to], rules), labels: [label], document: number, pair };
    });
  });
  return { examples, unreachable: relations - reached, relations };
}

/** Types of the relations of a document by the names that they join. */
function relationTypes({ text, entities, relations }: RelatedDocument): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>();
  for (const { type, from, to } of relations) {
    const key = JSON.stringify([nameOf(text, entities[from]!), nameOf(text, entities[to]!)]);
    types.set(key, (types.get(key) ?? new Set()).add(type));
  }
  return types;
}

/** Returns all examples with a relation and `negatives` times as many others, drawn by seed, in their order; 0: all. */
export function sampleNegatives(
  examples: readonly PairExample[],
  { negatives, seed }: Pick<RelationSettings, 'negatives' | 'seed'>,
): PairExample[] {
  const others = [...examples.keys()].filter((i) => isNegative(examples[i]!));
  const wanted = Math.round(negatives * (examples.length - others.length));
  if (negatives === 0 || wanted >= others.length) return [...examples];
  const kept = new Set(new RandomStream({ seed, purpose: 'negatives' }).shuffle(others).slice(0, wanted));
  return examples.filter((example, i) => kept.has(i) || !isNegative(example));
}

const isNegative = ({ labels: [label] }: PairExample): boolean => label === NO_RELATION;
