/** Triples that a model of relations finds between labelled mentions, and between those that a tagger finds. */
import type { TripleReport } from '../../shared/domain/classification.ts';
import type { LabelledDocument, RelatedDocument } from '../../shared/domain/training.ts';
import { scoreTriples } from '../engine/tasks/relation/relate.ts';
import type { Classifiers } from './classifiers.ts';
import type { Taggers } from './taggers.ts';

export interface TriplesRequest {
  readonly modelId: number;
  readonly taggerId?: number | undefined;
  readonly documents: readonly RelatedDocument[];
}

/** Scores the triples of documents, at lower priority than typing. @throws AppError `cancelled` */
export async function evaluateTriples(
  { classifiers, taggers }: { readonly classifiers: Classifiers; readonly taggers: Taggers },
  { modelId, taggerId, documents }: TriplesRequest,
  signal: AbortSignal,
): Promise<TripleReport> {
  const scoresOver = async (mentions: readonly Pick<LabelledDocument, 'text' | 'entities'>[]) => {
    const found = await classifiers.relate({ modelId, documents: mentions }, signal);
    return scoreTriples(
      documents,
      mentions.map(({ text, entities }, i) => ({ text, entities, relations: found[i]! })),
    );
  };
  const mentions = await scoresOver(documents);
  if (taggerId === undefined) return { mentions };
  const texts = documents.map(({ text }) => text);
  const { model, entities } = await taggers.scan({ modelId: taggerId, texts }, signal);
  const joint = await scoresOver(texts.map((text, i) => ({ text, entities: entities[i]! })));
  return { mentions, joint: { ...joint, tagger: model.name } };
}
