import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../main/db/repositories/audit.ts';
import { getDocument, listDocuments, listRevisions } from '../../main/db/repositories/documents.ts';
import { appRoot } from '../../main/resources.ts';
import * as documents from '../../main/services/documents.ts';
import { toErrorData } from '../../shared/result.ts';
import { saying } from '../helpers/words.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../helpers/workspace.ts';

/** Runs the typist, kills it with SIGKILL after `saves` acknowledged saves; returns the last one acknowledged. */
function typeAndKill(dir: string, saves: number): Promise<number> {
  const script = join(appRoot, 'test', 'helpers', 'typist.ts');
  const child = spawn(process.execPath, [script, join(dir, 'workspace'), join(dir, 'config')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((done) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('\n').length > saves) child.kill('SIGKILL');
    });
    child.once('close', () => done(Number(output.split('\n').at(-2))));
  });
}

describe('kill -9 while somebody types', () => {
  it.each([1, 7, 19, 20, 21, 63])('keeps every acknowledged save (killed after %i)', async (saves) => {
    const dir = temporaryDir();
    const acknowledged = await typeAndKill(dir, saves);
    expect(acknowledged).toBeGreaterThanOrEqual(saves);
    const { db } = openWorkspace(dir);
    expect(db.raw.pragma('integrity_check', { simple: true })).toBe('ok');
    const [summary] = listDocuments(db);
    const document = getDocument(db, summary?.id ?? 0);
    const kept = Number(document?.text.replaceAll('发热', ''));
    // The save that was under way when the process died may or may not have made it.
    expect([acknowledged, acknowledged + 1]).toContain(kept);
    const revisions = listRevisions(db, summary?.id ?? 0).length;
    // Every twentieth save is followed by a commit, which the kill may have preceded.
    const committed =
      kept % 20 === 0 && kept > acknowledged ? [kept / 20, kept / 20 + 1] : [Math.floor(kept / 20) + 1];
    expect(committed).toContain(revisions);
    expect(verifyAudit(db).brokenAt).toBeUndefined();
  });
});

describe('a full disk', () => {
  it('is said clearly; what was saved before is intact and saving goes on when there is room', () => {
    const session = openTestSession();
    const { id } = documents.createDocument(session, { title: 't', text: 'safe', origin: 'typed' });
    const { raw } = session.workspace.db;
    const pages = Number(raw.pragma('page_count', { simple: true }));
    raw.pragma(`max_page_count = ${pages}`); // SQLite's own way of meeting ENOSPC
    const save = () => documents.saveDraft(session, id, { base: 1, draft: 0 }, '很长的文本'.repeat(20_000));
    let thrown: unknown;
    try {
      save();
    } catch (error) {
      thrown = error;
    }
    expect(toErrorData(thrown)).toMatchObject({ code: 'disk-full', kept: saying('intact') });
    expect(documents.getDocument(session, id)).toMatchObject({ text: 'safe', draft: 0 });
    raw.pragma('max_page_count = 1073741823');
    save();
    expect(documents.getDocument(session, id).draft).toBe(1);
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
  });
});
