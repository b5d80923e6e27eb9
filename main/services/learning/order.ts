/** Labelling order of a project's documents, and its reasons. */
import type { QueueOrder } from '../../../shared/domain/project.ts';
import { findDocument, listHeads } from '../../db/repositories/annotation/documents.ts';
import { countLayers } from '../../db/repositories/annotation/layers.ts';
import {
  adoptedModel,
  listOrder,
  type OrderedDocument,
  setOrder,
} from '../../db/repositories/annotation/learning.ts';
import { findProject } from '../../db/repositories/annotation/projects.ts';
import type { Strategy } from '../../engine/active-learning/select.ts';
import type { Uncertainty } from '../../engine/tasks/ner/uncertainty.ts';
import { noProject } from '../projects/not-found.ts';
import { dbOf, type Session } from '../session/session.ts';

/** Number of documents chosen by the strategy; the rest follow by uncertainty, then in order of import. */
const AHEAD = 50;
const CHUNK = 64;

const STRATEGIES: Readonly<Partial<Record<QueueOrder, Strategy>>> = {
  uncertainty: 'entropy',
  margin: 'margin',
  diversity: 'diversity',
  mixed: 'mixed',
};

/** Returns the measure of a strategy, which also orders the documents after its choice. */
const measureOf = (strategy: string): keyof Uncertainty =>
  strategy === 'margin' || strategy === 'mixed' ? 'margin' : 'entropy';

/** Runs the project's model on all unfinished documents and orders them. */
export async function orderDocuments(session: Session, projectId: number): Promise<number> {
  const db = dbOf(session);
  const { settings } = findProject(db, projectId) ?? noProject(projectId);
  const strategy = STRATEGIES[settings.order] ?? 'entropy';
  const measure = measureOf(strategy);
  const model = adoptedModel(db, projectId);
  const layers = countLayers(db, projectId);
  const open = listHeads(db, projectId).filter(
    ({ id }) => !(layers.get(id) ?? []).some(({ state }) => state === 'done'),
  );
  const texts = open.map(({ id }) => findDocument(db, id)?.text ?? '');
  const known = model === undefined ? [] : await uncertaintyOf(session, model.id, texts);
  const candidates = texts.map((text, i) => ({ text, ...known[i] }));
  const first = await session.engine.run('choose', { candidates, choice: { strategy, count: AHEAD } });
  const ahead = new Set(first);
  const rest = [...texts.keys()]
    .filter((i) => !ahead.has(i))
    .sort((a, b) => (known[b]?.[measure] ?? 0) - (known[a]?.[measure] ?? 0) || a - b);
  const order = [...first, ...rest].map((i, place): OrderedDocument => {
    const { entropy = null, margin = null } = known[i] ?? {};
    return { documentId: open[i]!.id, place, entropy, margin, modelName: model?.name ?? null, strategy };
  });
  const at = new Date().toISOString();
  db.transaction(() => setOrder(db, projectId, order, at));
  session.emit('projects.changed', { projectId });
  return order.length;
}

async function uncertaintyOf(
  session: Session,
  modelId: number,
  texts: readonly string[],
): Promise<Uncertainty[]> {
  const all: Uncertainty[] = [];
  for (let from = 0; from < texts.length; from += CHUNK) {
    const scan = await session.engine.run('scan', { modelId, texts: texts.slice(from, from + CHUNK) });
    all.push(...scan.uncertainty);
  }
  return all;
}

/** Reason for a document's place in the order. */
export interface Ranked {
  readonly rank: number;
  readonly order: string;
  /** Uncertainty of the model, 0 … 1. */
  readonly value?: number;
  readonly model?: string;
}

/** Returns the ranking by document; empty without an order. */
export const rankingOf = (session: Session, projectId: number): ReadonlyMap<number, Ranked> =>
  new Map(
    listOrder(dbOf(session), projectId).map(({ documentId, place, entropy, margin, modelName, strategy }) => {
      const value = measureOf(strategy) === 'margin' ? margin : entropy;
      const order = strategy === 'entropy' ? 'uncertainty' : strategy;
      const why = {
        rank: place,
        order,
        ...(value === null ? {} : { value }),
        ...(modelName === null ? {} : { model: modelName }),
      };
      return [documentId, why] as const;
    }),
  );
