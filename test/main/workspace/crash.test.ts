import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getRecord, listRecords, listRevisions } from '../../../main/db/repositories/records.ts';
import * as documents from '../../../main/services/records/records.ts';
import { toErrorData } from '../../../shared/result.ts';
import { killScript } from '../../helpers/kill-script.ts';
import { verifyAudit } from '../../helpers/verify.ts';
import { saying } from '../../helpers/words.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

describe('kill -9 while somebody types', () => {
  const killedAfter = async (saves: number) => {
    const dir = temporaryDir();
    const told = await killScript('typist.ts', [join(dir, 'workspace'), join(dir, 'config')], {
      lines: saves,
    });
    const acknowledged = Number(told.at(-1));
    expect(acknowledged).toBeGreaterThanOrEqual(saves);
    const { db } = openWorkspace(dir);
    expect(db.raw.pragma('integrity_check', { simple: true })).toBe('ok');
    const [summary] = listRecords(db);
    const document = getRecord(db, summary?.id ?? 0);
    const kept = Number(document?.text.replaceAll('发热', ''));
    // The save that was under way when the process died may or may not have made it.
    expect([acknowledged, acknowledged + 1]).toContain(kept);
    const revisions = listRevisions(db, summary?.id ?? 0).length;
    // Every twentieth save is followed by a commit, which the kill may have preceded.
    const committed =
      kept % 20 === 0 && kept > acknowledged ? [kept / 20, kept / 20 + 1] : [Math.floor(kept / 20) + 1];
    expect(committed).toContain(revisions);
    expect(verifyAudit(db).brokenAt).toBeUndefined();
  };
  it('keeps every acknowledged save (killed after 20)', () => killedAfter(20));
  it.each([1, 7, 19, 21, 63])(
    'keeps every acknowledged save (killed after %i)',
    { tags: ['long'] },
    killedAfter,
  );
});

describe('a full disk', () => {
  it('is said clearly; what was saved before is intact and saving goes on when there is room', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: 'safe', origin: 'typed' });
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
    expect(documents.getRecord(session, id)).toMatchObject({ text: 'safe', draft: 0 });
    raw.pragma('max_page_count = 1073741823');
    save();
    expect(documents.getRecord(session, id).draft).toBe(1);
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
  });
});
