/** First start: the starter graph and the sample records, so that the first screen already shows something. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { listSources } from '../../db/repositories/graph-read.ts';
import { readMark, writeMark } from '../../db/repositories/settings.ts';
import { resourcePath } from '../../resources.ts';
import { importStarterGraph } from '../graph/graph.ts';
import { createDocument, listDocuments } from '../records/records.ts';
import { dbOf, type Session } from '../session/session.ts';

const SEEDED = 'seeded';

/** True until a workspace has been given its first content; survives a first start that was cut short. */
export function needsSeed(session: Session): boolean {
  return readMark(dbOf(session), SEEDED) === undefined;
}

/** Marks a workspace as having its first content, whatever that is. */
export function markSeeded(session: Session): void {
  writeMark(dbOf(session), SEEDED, new Date().toISOString());
}

export async function seedStarterGraph(session: Session): Promise<void> {
  if (listSources(dbOf(session)).length > 0) return;
  await importStarterGraph(session, { sliceMs: 200 }, () => undefined);
}

export function seedSamples(session: Session): void {
  if (listDocuments(session).length > 0) return;
  for (const { title, text } of readSamples()) createDocument(session, { title, text, origin: 'sample' });
}

/** The sample records written for this project, in order. */
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
