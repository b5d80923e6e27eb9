/** First start: the starter graph and the sample records, so that the first screen already shows something. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { importStarter } from '../kg/import/index.ts';
import { resourcePath } from '../resources.ts';
import { createDocument, listDocuments } from './documents.ts';
import { runImport, stats } from './graph.ts';
import { dbOf, type Session } from './session.ts';

export async function seedStarterGraph(session: Session): Promise<void> {
  if (stats(session).sources.length > 0) return;
  await runImport(session, importStarter(dbOf(session), { sliceMs: 200 }), 'starter', () => undefined);
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
