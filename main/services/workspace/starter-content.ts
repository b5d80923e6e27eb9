/** Starter content of a new workspace: the starter graph and the sample records. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { listSources } from '../../db/repositories/graph-read.ts';
import { readMark, writeMark } from '../../db/repositories/settings.ts';
import { resourcePath } from '../../resources.ts';
import { importStarterGraph } from '../graph/graph.ts';
import { createRecord, listRecords } from '../records/records.ts';
import { dbOf, type Session } from '../session/session.ts';

const SEEDED = 'seeded';

/** Returns true until the starter content is complete, also after an interrupted first start. */
export const needsStarterContent = (session: Session): boolean =>
  !session.workspace.readonly && readMark(dbOf(session), SEEDED) === undefined;

/** Marks the starter content as complete. */
export function markStarterContent(session: Session): void {
  writeMark(dbOf(session), SEEDED, new Date().toISOString());
}

export async function addStarterGraph(session: Session): Promise<void> {
  if (listSources(dbOf(session)).length > 0) return;
  await importStarterGraph(session, { sliceMs: 200 }, () => undefined);
}

export function addSampleRecords(session: Session): void {
  if (listRecords(session).length > 0) return;
  for (const { title, text } of readSamples()) createRecord(session, { title, text, origin: 'sample' });
}

/** Returns the sample records in order. */
export function readSamples(): { title: string; text: string }[] {
  const dir = resourcePath('samples');
  return readdirSync(dir)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => ({
      title: basename(name, '.txt').replace(/^\d+-/, '样例 '),
      text: readFileSync(resourcePath('samples', name), 'utf8'),
    }));
}
