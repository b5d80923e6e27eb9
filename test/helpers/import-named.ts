/** Imports files that stand in memory into a project, as the command line imports files from disk. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { NamedFile } from '../../main/formats/annotations/format.ts';
import type { Watch } from '../../main/services/background/background.ts';
import { type ImportRequest, importFiles } from '../../main/services/projects/exchange/import.ts';
import type { Session } from '../../main/services/session/session.ts';
import type { ImportedDocuments } from '../../shared/domain/project.ts';

export async function importNamed(
  session: Session,
  { files, ...request }: ImportRequest & { readonly files: readonly NamedFile[] },
  watch: Watch = {},
): Promise<ImportedDocuments> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-import-'));
  try {
    const given = files.map(({ name, bytes }, i) => {
      const path = join(dir, `${i}${extname(name)}`);
      writeFileSync(path, bytes);
      return { name, path };
    });
    return await importFiles(session, { ...request, files: given, refuseUnread: true }, watch);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
