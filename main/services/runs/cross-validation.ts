/** Deals the documents of a set into folds: groups stay whole, labels are spread evenly. */
import type { TrainingDocument } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { RandomStream } from '../../engine/layers/random.ts';
import { comparableText } from '../../text/folding.ts';

/**
 * Returns the fold of each document, 0 … count − 1, the same for every seed. Documents of one id, as a patient's, and
 * documents of equal text are in one fold. Texts with labels are dealt by iterative stratification (Sechidis et al.
 * 2011): groups with the rarest label first, each into the fold that lacks most of that label.
 * @throws AppError `bad-input` when there are fewer groups than folds
 */
export function dealFolds(documents: readonly TrainingDocument[], count: number): number[] {
  const groups = new RandomStream({ seed: 0, purpose: 'cross-validation' }).shuffle(groupsOf(documents));
  if (groups.length < count)
    throw new AppError('bad-input', 'experiments.too-few-groups', { groups: groups.length, folds: count });
  const totals = new Map<string, number>();
  for (const { labels } of groups) addAll(totals, labels);
  const rarity = ({ labels }: Group) => Math.min(...[...labels.keys()].map((label) => totals.get(label)!));
  const folds = Array.from({ length: count }, () => ({ documents: 0, labels: new Map<string, number>() }));
  const foldOf = new Array<number>(documents.length);
  for (const { members, labels } of groups.toSorted((a, b) => rarity(a) - rarity(b))) {
    const rarest = [...labels.keys()].toSorted((a, b) => totals.get(a)! - totals.get(b)!)[0]!;
    const lackingMost = folds
      .map((fold, number) => ({ number, own: fold.labels.get(rarest) ?? 0, documents: fold.documents }))
      .toSorted((a, b) => a.own - b.own || a.documents - b.documents || a.number - b.number)[0]!;
    const fold = folds[lackingMost.number]!;
    addAll(fold.labels, labels);
    fold.documents += members.length;
    for (const member of members) foldOf[member] = lackingMost.number;
  }
  return foldOf;
}

interface Group {
  /** Indices of documents. */
  readonly members: readonly number[];
  /** Number of documents with each label; texts without labels count as one label. */
  readonly labels: ReadonlyMap<string, number>;
}

/** Groups documents that share an id or a text, directly or through others. */
function groupsOf(documents: readonly TrainingDocument[]): Group[] {
  const parents = documents.map((_, i) => i);
  const rootOf = (at: number): number => {
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  };
  const first = new Map<string, number>();
  for (const [i, { id, text }] of documents.entries())
    for (const key of [`id ${writtenId(id)}`, `text ${comparableText(text)}`]) {
      const known = first.get(key);
      if (known === undefined) first.set(key, i);
      else parents[rootOf(i)] = rootOf(known);
    }
  return [...Map.groupBy(documents.keys(), rootOf).values()].map((members) => {
    const labels = new Map<string, number>();
    for (const member of members) {
      const document = documents[member]!;
      for (const label of 'labels' in document ? document.labels : [''])
        addAll(labels, new Map([[label, 1]]));
    }
    return { members, labels };
  });
}

/** Returns the id as the file has it: reading appends ` (2)` to a repeated one. */
const writtenId = (id: string): string => id.replace(/ \(\d+\)$/, '');

function addAll(sums: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [label, count] of more) sums.set(label, (sums.get(label) ?? 0) + count);
}
