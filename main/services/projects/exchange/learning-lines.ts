/** Rounds of learning in a project file. Models are not included, only their names and checksums. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { message, readMessage } from '../../../../shared/messages/message.ts';
import type { WriteDb } from '../../../db/connection.ts';
import {
  listOrder,
  listRounds,
  restoreRound,
  setOrder,
} from '../../../db/repositories/annotation/learning.ts';
import { getRun } from '../../../db/repositories/runs.ts';
import type { ModelFiles } from '../../../engine/io/model-files.ts';
import { listModels, loadModel } from '../../models/models.ts';
import { dbOf, type Session } from '../../session/session.ts';
import type { OrderLine, RoundLine } from './project-lines.ts';

type Round = z.infer<typeof RoundLine>;
type Order = z.infer<typeof OrderLine>;

/** Error of a round that was running at the export. */
const UNFINISHED = message('learning.unfinished-at-export');

/** Lists oldest first. */
export function roundLines(session: Session, projectId: number): Round[] {
  const db = dbOf(session);
  return listRounds(db, projectId).map(
    ({ id: _id, projectId: _project, run: _run, runId, ...round }): Round => {
      const run = runId === null ? undefined : getRun(db, runId);
      return {
        kind: 'round',
        ...round,
        ...(round.state === 'training'
          ? { state: 'failed', error: JSON.stringify(UNFINISHED) }
          : { state: round.state, error: round.error === null ? null : JSON.stringify(round.error) }),
        model: round.model === null ? null : modelLine(session, round.model),
        data: run === undefined ? null : { train: run.train.sha256, dev: run.dev.sha256 },
      };
    },
  );
}

export const orderLines = (session: Session, projectId: number): Order[] =>
  listOrder(dbOf(session), projectId).map((order) => ({ kind: 'order', ...order }));

function modelLine(session: Session, { id, name }: { id: number | null; name: string }): Round['model'] {
  const card = listModels(session).find((one) => one.id === id);
  if (card === undefined) return { name, version: null, sha256: null, dataHash: null };
  return { name, version: card.version, sha256: sumOf(session, card.id), dataHash: card.dataHash ?? null };
}

/** Returns the checksum of a model's files; null when they cannot be read. */
function sumOf(session: Session, model: number): string | null {
  let files: ModelFiles;
  try {
    files = loadModel(session, model).files;
  } catch {
    return null; // its file is missing or damaged, which the models page reports
  }
  const sum = createHash('sha256').update(JSON.stringify(files.config)).update('\0').update(files.vocabulary);
  for (const part of files.weights) sum.update(part);
  return sum.digest('hex');
}

/** Inserts the rounds of a file into a project. Finds their models in the registry by checksum. */
export function restoreRounds(
  session: Session,
  db: WriteDb,
  projectId: number,
  rounds: readonly Round[],
): void {
  const known = new Map<string, number | null>();
  for (const { kind: _kind, data: _data, model, ...round } of rounds) {
    const sum = model?.sha256 ?? null;
    const id = sum === null ? null : (known.get(sum) ?? modelWith(session, sum, model?.dataHash ?? null));
    if (sum !== null) known.set(sum, id);
    restoreRound(db, {
      ...round,
      projectId,
      error: round.error === null ? null : readMessage(round.error),
      model: model === null ? null : { id, name: model.name },
    });
  }
}

/** Finds a model by checksum among those trained on the same data. */
function modelWith(session: Session, sum: string, dataHash: string | null): number | null {
  const candidates = listModels(session).filter(
    (card) => card.task === 'ner' && (card.dataHash ?? null) === dataHash,
  );
  return candidates.find(({ id }) => sumOf(session, id) === sum)?.id ?? null;
}

/** @param own ids of documents by their ids in the file */
export function restoreOrder(
  db: WriteDb,
  projectId: number,
  order: readonly Order[],
  own: (documentId: number) => number,
): void {
  if (order.length === 0) return;
  setOrder(
    db,
    projectId,
    order.map(({ kind: _kind, documentId, ...place }) => ({ ...place, documentId: own(documentId) })),
    new Date().toISOString(),
  );
}
