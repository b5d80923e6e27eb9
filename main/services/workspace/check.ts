/** Checks every file of the workspace for damage. */
import { existsSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { type Message, message } from '../../../shared/messages/message.ts';
import { listDataSets } from '../../db/repositories/data-sets.ts';
import { listModels } from '../../db/repositories/models.ts';
import { listVectors } from '../../db/repositories/vectors.ts';
import { vectorsFile } from '../../inference/vector-store.ts';
import { ownerOfTemporary } from '../../workspace/atomic-file.ts';
import { formerKeys } from '../../workspace/change-key.ts';
import { readFileKey } from '../../workspace/file-key.ts';
import { modelFile } from '../../workspace/paths.ts';
import { dataFile } from '../data/data-store.ts';
import { dbOf, type Session } from '../session/session.ts';

const SEALED_FOLDERS = ['data', 'models', 'vectors', 'runs', 'vector-trainings'];

export interface WorkspaceCheck {
  /** Number of files read. */
  readonly files: number;
  readonly problems: readonly Message[];
}

/**
 * Reads all databases, backups and sealed files in the background. Pages that a database does not use, exported files
 * and, in a plain workspace, values without an index or checksum are not checked.
 */
export async function checkWorkspace(session: Session): Promise<WorkspaceCheck> {
  const { workspace, background } = session;
  const { dir, key } = workspace;
  const databases = ['meridian.db', ...workspace.info().backups.map(({ file }) => `backups/${file}`)];
  const keys =
    key === null ? [null] : [key, ...formerKeys(workspace.db).map((hex) => Buffer.from(hex, 'hex'))];
  const sealed = [...new Set([...neededFiles(session), ...sealedFiles(dir)])];
  const problems = await background.run('checkFiles', {
    dir,
    databases,
    keys,
    sealed,
    fileKey: key === null ? null : readFileKey(workspace.db),
  });
  return {
    files: 1 + databases.length + sealed.length,
    problems: [...(workspace.isIdentityKept() ? [] : [message('workspace.identity-changed')]), ...problems],
  };
}

/** Returns the files that rows of the database name. */
function neededFiles(session: Session): string[] {
  const { dir } = session.workspace;
  const db = dbOf(session);
  return [
    ...listDataSets(db).map(({ sha256 }) => dataFile(dir, sha256)),
    ...listModels(db).map(({ id }) => modelFile(dir, id)),
    ...listVectors(db).map(({ id }) => vectorsFile(dir, id)),
  ].map((file) => relative(dir, file));
}

function sealedFiles(dir: string): string[] {
  return SEALED_FOLDERS.filter((folder) => existsSync(`${dir}/${folder}`)).flatMap((folder) =>
    readdirSync(`${dir}/${folder}`, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() && !entry.name.endsWith('.pid') && ownerOfTemporary(entry.name) === undefined,
      )
      .map((entry) => relative(dir, `${entry.parentPath}/${entry.name}`)),
  );
}
