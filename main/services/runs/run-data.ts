/** Facts of training sets that recipes and estimates need, read once a set. */
import type { DataShape } from '../../../shared/domain/estimate.ts';
import { NormalisationSettings } from '../../../shared/domain/normalisation.ts';
import { RelationSettings } from '../../../shared/domain/relations.ts';
import { isOfKind } from '../../../shared/domain/tasks.ts';
import type {
  DataSet,
  LabelledDocument,
  RelatedDocument,
  TrainingDocument,
} from '../../../shared/domain/training.ts';
import { pairRules, pairSet, sampleNegatives } from '../../engine/tasks/relation/pairs.ts';
import { readAnySet } from '../data/data-sets.ts';
import type { Session } from '../session/session.ts';

export interface RunData extends DataShape {
  /** Share of the entities that overlap a longer one; 0 for sets without entities. */
  readonly overlapping: number;
  /** Whether texts of one label name the parent of it. */
  readonly hasParents: boolean;
}

/** Facts by the hash of the documents. */
const known = new Map<string, RunData>();
const MOST_KNOWN = 50;

export function runData(session: Session, { id, task, sha256, types }: DataSet): RunData {
  const key = `${task} ${sha256}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const documents = readAnySet(session, id);
  const characters = new Set<string>();
  for (const { text } of documents) for (const character of text) characters.add(character);
  const classified = documents.filter((document) => 'labels' in document);
  const data = {
    lengths: Int32Array.from(examplesIn(documents, task), ({ text }) => text.length),
    characters: characters.size,
    labels: isOfKind('terms', task) ? 2 : Object.keys(types).length, // of pairs: right or wrong
    hasParents:
      classified.some(({ parent }) => parent !== undefined) &&
      classified.every(({ labels }) => labels.length === 1),
    overlapping: overlappingShare(
      documents.filter((document): document is LabelledDocument => 'entities' in document),
    ),
  };
  if (known.size === MOST_KNOWN) known.clear();
  known.set(key, data);
  return data;
}

/**
 * Returns the texts that a model learns from: of documents with relations, those of their pairs by default settings; of
 * documents with standard terms, each as often as it has right and wrong candidates.
 */
function examplesIn(
  documents: readonly TrainingDocument[],
  task: DataSet['task'],
): readonly { readonly text: string }[] {
  const { negatives } = NormalisationSettings.parse({ task: 'normalisation' });
  if (isOfKind('terms', task))
    return documents.flatMap((document) =>
      'labels' in document
        ? Array.from({ length: document.labels.length * (1 + negatives) }, () => document)
        : [],
    );
  const related = documents.filter((document): document is RelatedDocument => 'relations' in document);
  if (related.length === 0) return documents;
  const settings = RelationSettings.parse({ task: 'relation' });
  return sampleNegatives(pairSet(related, pairRules(settings, related)).examples, settings);
}

/** Returns the share of entities that overlap a longer one of their document. */
export function overlappingShare(documents: readonly LabelledDocument[]): number {
  let [all, lost] = [0, 0];
  for (const { entities } of documents) {
    all += entities.length;
    lost += entities.length - outermost(entities);
  }
  return all === 0 ? 0 : lost / all;
}

/** Returns the number of spans that remain when longer ones go before those that overlap them. */
function outermost(spans: LabelledDocument['entities']): number {
  const kept: { readonly start: number; readonly end: number }[] = [];
  for (const span of spans.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (!kept.some(({ start, end }) => span.start < end && start < span.end)) kept.push(span);
  return kept.length;
}
