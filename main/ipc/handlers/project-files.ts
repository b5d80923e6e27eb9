import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Handlers } from '../../../shared/contract/index.ts';
import type { projectFilesContract } from '../../../shared/contract/project-files.ts';
import { AppError } from '../../../shared/result.ts';
import { fileNameOf } from '../../formats/annotations/file-names.ts';
import { LIMITS } from '../../reading/limits.ts';
import type { Uploads } from '../../services/data/uploads.ts';
import { mergeProject } from '../../services/projects/exchange/merge-project.ts';
import { unpackProject } from '../../services/projects/exchange/read-project.ts';
import { packProject } from '../../services/projects/exchange/write-project.ts';
import { getProject } from '../../services/projects/projects.ts';
import type { Session } from '../../services/session/session.ts';
import { toFileData } from './file-data.ts';

type Part = Pick<Handlers, keyof typeof projectFilesContract>;

/** Larger ones do not fit into one answer. */
const MAX_BYTES = 256 * 1024 * 1024;

export const projectFilesHandlers = (session: () => Session, uploads: Uploads): Part => ({
  'projects.pack': ({ projectId }) => {
    const name = `${fileNameOf(getProject(session(), projectId).name)}.meridian.jsonl`;
    const path = join(session().workspace.temporaryDir(), `project-${projectId}.jsonl`);
    try {
      const counts = packProject(session(), projectId, path);
      if (statSync(path).size > MAX_BYTES) throw tooLarge(name);
      return { ...counts, file: toFileData({ name, bytes: readFileSync(path) }) };
    } finally {
      rmSync(path, { force: true });
    }
  },
  'projects.unpack': ({ uploadId, name: as }) =>
    uploads.consume([uploadId], ([file]) => unpackProject(session(), sized(file), as)),
  'projects.merge': ({ uploadId, ...request }) =>
    uploads.consume(
      [uploadId],
      ([file]) => mergeProject(session(), sized(file), request),
      ({ applied }) => !applied,
    ),
});

/** Returns name and path of a file. Throws `too-large`. */
function sized({ name, path } = { name: '', path: '' }): { name: string; path: string } {
  if (statSync(path).size > LIMITS.unpackedBytes) throw tooLargeToOpen(name);
  return { name, path };
}

/** Its lines are in memory together until they are kept. */
const tooLargeToOpen = (name: string): AppError =>
  new AppError(
    'too-large',
    'files.too-large-unpacked',
    { name, megabytes: LIMITS.unpackedBytes >> 20 },
    { kept: 'kept.nothing-imported', hint: 'hint.split-or-command-line' },
  );

const tooLarge = (name: string): AppError =>
  new AppError(
    'too-large',
    'projects.over-limit',
    { name, megabytes: MAX_BYTES >> 20 },
    { kept: 'kept.project', hint: 'hint.export-by-command' },
  );
