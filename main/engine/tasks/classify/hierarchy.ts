/** Labels below others, their parents: p(label) = p(parent) · p(label | parent), by a classifier of each level. */
import { z } from 'zod';
import type { ClassifiedDocument, TextSettings } from '../../../../shared/domain/classification.ts';
import { AppError } from '../../../../shared/result.ts';

export const Hierarchy = z
  .object({
    /** Use of the parents' probabilities; see `HierarchySettings`. */
    use: z.enum(['multiply', 'restrict']),
    parents: z.array(z.string().min(1)).min(1),
    /** Number of each label's parent. */
    parentOf: z.array(z.int().nonnegative()),
  })
  .refine(({ parents, parentOf }) => parentOf.every((parent) => parent < parents.length), {
    message: 'each label needs one parent',
    path: ['parentOf'],
  });
export type Hierarchy = z.infer<typeof Hierarchy>;

/** `product`: p(parent) · p(label), as linear models of earlier versions have it. */
export type HierarchyRule = Omit<Hierarchy, 'use'> & { readonly use: Hierarchy['use'] | 'product' };

/** Classifiers of an ensemble tell labels, or the parents of labels. */
export type Level = 'labels' | 'parents';

/**
 * Returns the parent of each label: the most frequent one that texts with the label name, else what stands before the
 * label's last separator, else the label itself.
 * @throws AppError `bad-input` when a text has several labels, or the parents group nothing
 */
export function parentsIn(
  train: readonly ClassifiedDocument[],
  { parentLabels, hierarchySeparator: separator }: Pick<TextSettings, 'parentLabels' | 'hierarchySeparator'>,
): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { labels, parent } of train)
    for (const label of labels) {
      const named = counts.get(label) ?? new Map<string, number>();
      counts.set(label, named);
      if (parentLabels && parent !== undefined) named.set(parent, (named.get(parent) ?? 0) + 1);
    }
  const parents = new Map(
    [...counts].map(([label, named]) => {
      const [most] = [...named].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      return [label, most?.[0] ?? beforeSeparator(label, separator)];
    }),
  );
  const count = new Set(parents.values()).size;
  if (train.some(({ labels }) => labels.length > 1) || count < 2 || count === parents.size)
    throw new AppError('bad-input', 'training.no-hierarchy', {}, { hint: 'hint.labels-with-parents' });
  return parents;
}

const beforeSeparator = (label: string, separator: string): string =>
  separator !== '' && label.includes(separator) ? label.slice(0, label.lastIndexOf(separator)) : label;

/** Returns texts with the parents of their labels in place of these. */
export const withParents = (
  documents: readonly ClassifiedDocument[],
  parents: ReadonlyMap<string, string>,
): ClassifiedDocument[] =>
  documents.map(({ id, text, labels, parent }) => ({
    id,
    text,
    labels: labels.map((label) => parents.get(label) ?? parent ?? label),
  }));

/** Returns texts without the parents that they name. */
export const withoutParents = (documents: readonly ClassifiedDocument[]): ClassifiedDocument[] =>
  documents.map(({ id, text, labels }) => ({ id, text, labels }));

/**
 * Returns logits [labels] from logarithms of the probabilities of labels [labels] and parents [parents]. `restrict` puts
 * the children of the best parent above all others.
 */
export function joinLevels(
  own: Float32Array,
  parents: Float32Array,
  { use, parentOf }: HierarchyRule,
): Float32Array {
  if (use === 'restrict') {
    const best = parents.indexOf(Math.max(...parents));
    const span = Math.max(...own) - Math.min(...own);
    return own.map((score, label) => (parentOf[label] === best ? score : score - span));
  }
  const siblings = new Float64Array(parents.length).fill(use === 'product' ? 1 : 0);
  if (use === 'multiply')
    for (const [label, score] of own.entries()) siblings[parentOf[label]!]! += Math.exp(score);
  return own.map((score, label) => {
    const parent = parentOf[label]!;
    return score - Math.log(siblings[parent]!) + parents[parent]!;
  });
}
