/** Registry of trained and imported word vectors. */

import { mkdirSync, rmSync } from 'node:fs';
import { STARTER } from '../../../shared/domain/starter.ts';
import type { CorpusFacts, VectorsCard } from '../../../shared/domain/vectors.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit, auditAlone } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/vectors.ts';
import { describeVectors } from '../../engine/embeddings/describe-vectors.ts';
import type { StoredVectors } from '../../engine/embeddings/stored-vectors.ts';
import {
  readStoredVectors,
  vectorsFile,
  vectorsFolder,
  writeStoredVectors,
} from '../../inference/vector-store.ts';
import { appVersion } from '../../resources.ts';
import { renameFile, temporaryName } from '../../workspace/atomic-file.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import { dbOf, namedOf, type Session } from '../session/session.ts';

export const {
  list: listVectors,
  get: getVectors,
  find: findVectors,
  unusedName,
} = namedOf(
  { list: repository.listVectors, get: repository.getVectors, findByName: repository.findVectorsByName },
  {
    noId: (id) => message('vectors.not-found', { id }),
    noName: (name) => message('vectors.not-named', { name }),
    none: 'hint.vectors-first',
  },
);

/**
 * Returns the vectors of that name, with their folding and user words, which align words with a text as in training.
 * @throws AppError `not-found`, `corrupt`, `wrong-key`
 */
export async function vectorsNamed(session: Session, name: string): Promise<StoredVectors> {
  return loadVectors(session, findVectors(session, name).id);
}

export function loadVectors(session: Session, id: number): StoredVectors {
  const { workspace } = session;
  return readStoredVectors(vectorsFile(workspace.dir, id), fileKeyOf(workspace));
}

/** Fields of a card that the vectors themselves do not hold. */
export interface VectorsOrigin
  extends Pick<VectorsCard, 'origin'>,
    Partial<Pick<VectorsCard, 'settings' | 'seconds' | 'file' | 'graph'>> {
  readonly corpus?: CorpusFacts;
}

/** Saves the file first and the row last, so that a crash leaves no card without its file. @throws AppError `conflict` */
export function saveVectors(
  session: Session,
  name: string,
  stored: StoredVectors,
  origin: VectorsOrigin,
): VectorsCard {
  const incoming = temporaryName(vectorsFolder(session.workspace.dir));
  refuseTaken(session, name);
  writeStoredVectors(incoming, stored, fileKeyOf(session.workspace));
  return adoptVectors(session, incoming, { name, ...describeVectors(stored), ...origin });
}

/** Moves an existing file into the registry. @param alsoDo runs in the same transaction */
export function adoptVectors(
  session: Session,
  incoming: string,
  card: Omit<VectorsCard, 'id' | 'createdAt' | 'version'>,
  alsoDo: () => void = () => undefined,
): VectorsCard {
  const db = dbOf(session);
  const { dir } = session.workspace;
  try {
    mkdirSync(vectorsFolder(dir), { recursive: true, mode: 0o700 });
    const made = db.transaction(() => {
      refuseTaken(session, card.name);
      const inserted = repository.insertVectors(db, {
        ...card,
        name: card.name.trim(),
        createdAt: new Date().toISOString(),
        version: appVersion(),
      });
      const { id, name, origin, tokens, dimension, unit } = inserted;
      appendAudit(db, session.actor, 'vectors.create', `vectors:${id}`, {
        name,
        origin,
        unit,
        tokens,
        dimension,
        ...(card.corpus === undefined ? {} : { corpus: card.corpus.sha256 }),
      });
      alsoDo();
      renameFile(incoming, vectorsFile(dir, id));
      return inserted;
    });
    vectorsChanged(session);
    return made;
  } finally {
    rmSync(incoming, { force: true });
  }
}

/** @throws AppError when the name is empty or taken */
export function refuseTaken(session: Session, name: string): void {
  const wanted = name.trim();
  if (wanted === '') throw new AppError('bad-request', 'vectors.needs-name');
  if (wanted !== STARTER && repository.findVectorsByName(dbOf(session), wanted) === undefined) return;
  throw new AppError(
    'conflict',
    'vectors.others-of-name',
    { name: wanted },
    { kept: 'kept.they-unchanged', hint: 'hint.other-name' },
  );
}

export function renameVectors(session: Session, id: number, name: string): VectorsCard {
  const db = dbOf(session);
  const after = name.trim();
  db.transaction(() => {
    const { name: before } = getVectors(session, id);
    if (before === after) return;
    refuseTaken(session, after);
    refuseWhileRead(session, before);
    repository.renameVectors(db, id, after);
    appendAudit(db, session.actor, 'vectors.rename', `vectors:${id}`, { before, after });
  });
  vectorsChanged(session);
  return getVectors(session, id);
}

/** @throws AppError when unfinished runs read the vectors by this name */
function refuseWhileRead(session: Session, name: string): void {
  const [run] = repository.runsReading(dbOf(session), name);
  if (run === undefined) return;
  throw new AppError(
    'conflict',
    'vectors.in-use-by-run',
    { run, name },
    { kept: 'kept.vectors-unchanged', hint: 'hint.end-or-cancel-run' },
  );
}

/** Deletes vectors. Models that were trained with them keep a copy. */
export function deleteVectors(session: Session, id: number): void {
  const db = dbOf(session);
  db.transaction(() => {
    const { name } = getVectors(session, id);
    refuseWhileRead(session, name);
    repository.deleteVectors(db, id);
    appendAudit(db, session.actor, 'vectors.delete', `vectors:${id}`, { name });
  });
  rmSync(vectorsFile(session.workspace.dir, id), { force: true });
  vectorsChanged(session);
}

/** Audits an export, which is not encrypted. */
export function noteExport(session: Session, { id, name }: Pick<VectorsCard, 'id' | 'name'>): void {
  auditAlone(dbOf(session), session.actor, 'vectors.export', `vectors:${id}`, { name, encrypted: false });
}

function vectorsChanged(session: Session): void {
  session.emit('vectors.changed', {});
}
