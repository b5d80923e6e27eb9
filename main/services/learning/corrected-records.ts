/** Makes corrected records documents of a project, whose gold layer holds their highlights as they stand. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { AnnotatedDocument, Item, Loss, Provenance } from '../../../shared/domain/annotation.ts';
import { GOLD, type ImportedDocuments } from '../../../shared/domain/project.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { correctedRecords } from '../../db/repositories/corrections.ts';
import { textSum } from '../../db/repositories/records.ts';
import { settingsOf } from '../accounts/settings.ts';
import { predict } from '../models/predict.ts';
import { importDocuments } from '../projects/exchange/import.ts';
import { requireProject } from '../projects/layer-access.ts';
import { reviewOf } from '../records/corrections.ts';
import { getRecord } from '../records/records.ts';
import { dbOf, type Session } from '../session/session.ts';
import { fromMentions, fromPredictions, type NewSpan, onlyNew } from './suggested-items.ts';

/**
 * Adds records with all highlights that the editor shows: those of people, and those of dictionary and model that nobody
 * corrected, as accepted by the requester. A record whose text has changed since becomes another document.
 * @throws AppError `not-found` when no record was corrected
 */
export async function addCorrected(
  session: Session,
  { projectId, documents = correctedRecords(dbOf(session)) }: Parsed<'projects.addCorrected'>,
): Promise<ImportedDocuments> {
  requireProject(session, projectId);
  if (documents.length === 0)
    throw new AppError('not-found', 'corrections.none', {}, { kept: 'kept.nothing-changed' });
  const losses: Loss[] = [];
  const annotated: AnnotatedDocument[] = [];
  for (const id of new Set(documents)) annotated.push(await goldOf(session, projectId, id, losses));
  const read = { format: 'corrections', documents: annotated, losses };
  return importDocuments(session, { projectId, person: GOLD, finished: true }, read);
}

async function goldOf(
  session: Session,
  projectId: number,
  id: number,
  losses: Loss[],
): Promise<AnnotatedDocument> {
  const { schema } = requireProject(session, projectId);
  const { title, text } = getRecord(session, id);
  const review = reviewOf(session, id, text);
  const { mentions } = await session.engine.run('annotate', { text, review });
  const { model, entities } = await predict(session, text, review);
  const { modelThreshold } = settingsOf(session);
  const sure = entities.filter(({ confidence }) => confidence >= modelThreshold);
  const linked = mentions.map((mention) => ({ mention, spans: fromMentions([mention], schema, GRAPH) }));
  const left = linked.find(({ spans }) => spans.length === 0)?.mention;
  if (left !== undefined) {
    const count = linked.filter(({ spans }) => spans.length === 0).length;
    losses.push({ what: message('losses.absent-types'), count, example: left.text });
  }
  const at = new Date().toISOString();
  const by = session.actor.name;
  const accepted = (span: NewSpan, provenance: Provenance): NewSpan => ({
    ...span,
    status: 'accepted',
    provenance,
  });
  const own = linked.flatMap(({ mention, spans }) =>
    spans.map((span) => {
      const made = review.corrections.find((one) => one.id === mention.correction);
      const human = { kind: 'human' as const, name: made?.actor ?? by, at: made?.at ?? at };
      return accepted(
        span,
        made === undefined ? { ...span.provenance, acceptedBy: by, acceptedAt: at } : human,
      );
    }),
  );
  const numbered = (spans: readonly NewSpan[]): Item[] => spans.map((span, i) => ({ ...span, id: i + 1 }));
  const name = { name: model?.name ?? '', version: '' };
  const predicted = onlyNew(fromPredictions(sure, schema, name), numbered(own)).map((span) =>
    accepted(span, { ...span.provenance, acceptedBy: by, acceptedAt: at }),
  );
  return {
    name: `${title} #${id} ${textSum(text).slice(0, 8)}`,
    text,
    meta: {},
    items: numbered([...own, ...predicted]),
  };
}

const GRAPH = { name: 'knowledge graph', version: '' };
