/** Ambiguous names in texts, linked by what an encoder with entities reads around them. */
import type { EntityType } from '../../../shared/domain/graph.ts';
import type { Mention } from '../../../shared/domain/mention.ts';
import type { LabelledDocument } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { graphFingerprint, loadTriples } from '../../db/repositories/graph-triples.ts';
import { type AmbiguousMention, openContextLinker } from '../../engine/tasks/link/by-context.ts';
import { storedEncoder } from '../../engine/tasks/probe/encoder.ts';
import type { Linker } from '../../kg/linker/linker.ts';
import { loadModel } from '../models/models.ts';
import { dbOf, type Session } from '../session/session.ts';

/** An entity that a mention may mean. */
export interface LinkedByContext {
  readonly entityId: number;
  readonly name: string;
  readonly type: EntityType;
  /** Share among the entities of the name that have edges, 0 to 1. */
  readonly share: number;
}

/** Returns for each mention the entities that bear its name, the likeliest first; none where there are not two with edges. */
export type LinkByContext = (text: string, mentions: readonly Mention[]) => Promise<LinkedByContext[][]>;

/**
 * Opens a model that links by context, for as long as `use` takes.
 * @throws AppError when the model knows no entities, or those of another graph
 */
export async function withContextLinker<Result>(
  session: Session,
  name: string,
  use: (link: LinkByContext) => Promise<Result>,
): Promise<Result> {
  const { files } = loadModel(session, name);
  const encoder = storedEncoder(name, files);
  const { linking } = encoder.bert;
  if (linking === undefined)
    throw new AppError('bad-request', 'models.links-nothing', { name }, { hint: 'hint.train-kebiolm' });
  const graph = loadTriples(dbOf(session));
  if (linking.graph !== graphFingerprint(graph))
    throw new AppError('conflict', 'models.other-graph', { name }, { hint: 'hint.train-kebiolm' });
  const { ids, names, types } = graph.entities;
  const rowOf = new Map(ids.map((id, row) => [id, row]));
  const { openExecutor } = await import('../../engine/runtime/executors.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const linker = await openContextLinker(executor, encoder, files.weights);
    const result = await use(async (text, mentions) => {
      const asked = mentions.map(({ entityId, alternatives = [], start, end }): AmbiguousMention => {
        const rows = [entityId ?? [], ...alternatives].flat().flatMap((id) => rowOf.get(id) ?? []);
        return { text, start, end, rows: rows.length > 1 ? rows : [] };
      });
      const shares = await linker.shares(asked.filter(({ rows }) => rows.length > 0));
      return asked.map(({ rows }) => {
        const own = rows.length === 0 ? [] : shares.shift()!;
        return rows
          .map((row, i) => ({ entityId: ids[row]!, name: names[row]!, type: types[row]!, share: own[i]! }))
          .sort((a, b) => b.share - a.share);
      });
    });
    await linker.dispose();
    return result;
  } finally {
    await executor.dispose();
  }
}

/** Mentions whose right entity is labelled by its type, and how often it is chosen. */
export interface LinkingScores {
  readonly labelled: number;
  /** Those that the linker finds and that two entities or more may be meant by. */
  readonly ambiguous: number;
  readonly linker: number;
  /** Absent without a model. */
  readonly context?: number;
}

/** @param documents their entities' types are those of the graph */
export async function scoreLinking(
  documents: readonly LabelledDocument[],
  linker: Pick<Linker, 'annotate'>,
  byContext?: LinkByContext,
): Promise<LinkingScores> {
  const scores = { labelled: 0, ambiguous: 0, linker: 0, context: 0 };
  for (const { text, entities } of documents) {
    const { mentions } = linker.annotate(text);
    const linked = await byContext?.(text, mentions);
    for (const { start, end, type } of entities) {
      scores.labelled++;
      const place = mentions.findIndex((mention) => mention.start === start && mention.end === end);
      const mention = mentions[place];
      if (mention?.alternatives === undefined) continue;
      scores.ambiguous++;
      if (mention.type === type) scores.linker++;
      if ((linked?.[place]?.[0]?.type ?? mention.type) === type) scores.context++;
    }
  }
  const { context, ...others } = scores;
  return byContext === undefined ? others : { ...others, context };
}
