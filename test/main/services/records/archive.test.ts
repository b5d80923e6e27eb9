import { describe, expect, it } from 'vitest';
import { copyContent } from '../../../../main/db/copy-content.ts';
import { auditAlone, listAudit } from '../../../../main/db/repositories/audit.ts';
import { searchRecords } from '../../../../main/db/repositories/records.ts';
import { verifyAll } from '../../../../main/services/audit/verify.ts';
import { openDocument } from '../../../../main/services/projects/layers.ts';
import { archive, unarchive } from '../../../../main/services/records/archive.ts';
import * as documents from '../../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { AppError } from '../../../../shared/result.ts';
import { add, edit, makeProject, span } from '../../../helpers/projects.ts';
import { verifyAudit } from '../../../helpers/verify.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

function codeOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
}

const actionsOf = (session: Session, id: number): string[] =>
  listAudit(dbOf(session), { object: `document:${id}`, limit: 50 }).map(({ action }) => action);

describe('an archived record', () => {
  it('cannot be changed in any way, and can be read in all', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: '出院记录', text: '一', origin: 'typed' });
    documents.commitRecord(session, id, { base: 1, draft: 0 }, '二', 'saved');
    const archived = archive(session, id, '已出院');
    expect(archived.archived?.by).toBe('tester');
    const before = JSON.stringify([documents.getRecord(session, id), documents.listRevisions(session, id)]);
    const entries = actionsOf(session, id);
    const seen = { base: 2, draft: 0 };
    for (const change of [
      () => documents.saveDraft(session, id, seen, '三'),
      () => documents.commitRecord(session, id, seen, '三', 'saved'),
      () => documents.commitRecord(session, id, seen, '二', 'saved'),
      () => documents.renameRecord(session, id, '别名'),
      () => documents.removeRecord(session, id),
      () => documents.restoreRevision(session, id, 1),
      () => archive(session, id, '再次'),
    ])
      expect(codeOf(change)).toBe('archived');
    expect(JSON.stringify([documents.getRecord(session, id), documents.listRevisions(session, id)])).toBe(
      before,
    );
    expect(actionsOf(session, id)).toEqual(entries);
    expect(documents.getRevisionText(session, id, 1)).toBe('一');
    expect(searchRecords(dbOf(session), ['二'], 9).hits).toHaveLength(1);
    expect(documents.listRecords(session)[0]?.archived).toEqual(archived.archived);
  });

  it('keeps the draft there was as its last revision', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: '一', origin: 'typed' });
    documents.saveDraft(session, id, { base: 1, draft: 0 }, '一二');
    expect(archive(session, id, '')).toMatchObject({ revision: 2, draft: 0 });
    expect(documents.getRecord(session, id).text).toBe('一二');
    expect(actionsOf(session, id)).toEqual(['document.archive', 'document.revise', 'document.create']);
  });

  it('is unlocked with a reason only, which is kept with who had locked it', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: '一', origin: 'typed' });
    const { archived } = archive(session, id, '');
    expect(codeOf(() => unarchive(session, id, '  '))).toBe('bad-request');
    expect(documents.getRecord(session, id).archived).toEqual(archived);
    expect(unarchive(session, id, '补录检验结果')).not.toHaveProperty('archived');
    expect(listAudit(dbOf(session), { limit: 1 })[0]).toMatchObject({
      action: 'document.unarchive',
      detail: { reason: '补录检验结果', archivedBy: 'tester', archivedAt: archived?.at },
    });
    documents.commitRecord(session, id, { base: 1, draft: 0 }, '二', 'saved');
    expect(documents.getRecord(session, id).text).toBe('二');
  });

  it('that is not there is said to be so', () => {
    const session = openTestSession();
    expect(codeOf(() => archive(session, 9, ''))).toBe('not-found');
    expect(codeOf(() => unarchive(session, 9, 'why'))).toBe('not-found');
  });
});

describe('revisions against the trail', () => {
  async function threeRevisions(): Promise<{ session: Session; id: number }> {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: '一', origin: 'typed' });
    documents.commitRecord(session, id, { base: 1, draft: 0 }, '二', 'saved');
    documents.saveDraft(session, id, { base: 2, draft: 0 }, '二半');
    documents.restoreRevision(session, id, 1);
    expect(await verdict(session)).toEqual([]);
    return { session, id };
  }
  const verdict = async (session: Session) => (await verifyAll(() => dbOf(session))).problems;

  it('agree, and are counted', async () => {
    const { session } = await threeRevisions();
    expect((await verifyAll(() => dbOf(session))).compared).toContainEqual({ what: 'revisions', count: 4 });
  });

  it('show a text altered, with its sum or without, exchanged or removed', async () => {
    for (const tamper of [
      `UPDATE revision SET text = '三' WHERE number = 2`,
      `UPDATE revision SET text = '三', sha256 = (SELECT sha256 FROM revision WHERE number = 1) WHERE number = 2`,
      `UPDATE revision SET (text, sha256) = (SELECT text, sha256 FROM revision WHERE number = 1) WHERE number = 2`,
      'DELETE FROM revision WHERE number = 2',
    ]) {
      const { session, id } = await threeRevisions();
      dbOf(session).raw.exec(tamper);
      expect(await verdict(session), tamper).toEqual([
        { kind: 'content', object: `document:${id}`, reason: saying('revision 2') },
      ]);
    }
  });

  it('may be those of a backup that was put back, whichever it was', async () => {
    const early = await threeRevisions();
    const late = await threeRevisions();
    documents.commitRecord(late.session, late.id, { base: 4, draft: 0 }, '五', 'saved');
    const { session } = late;
    copyContent(dbOf(early.session), dbOf(session));
    expect(verifyAudit(dbOf(session)).brokenAt).toBeUndefined();
    // Without the entry of the restore the newest revision is missing; with it that is as it should be.
    expect(await verdict(session)).toHaveLength(1);
    auditAlone(dbOf(session), session.actor, 'workspace.restore', 'workspace', {});
    expect(await verdict(session)).toEqual([]);
    documents.commitRecord(session, late.id, { base: 4, draft: 0 }, '另一个五', 'saved');
    expect(await verdict(session)).toEqual([]);
  });
});

describe('edits of annotations against the trail', () => {
  it('show a change altered past Meridian', async () => {
    const session = openTestSession();
    const { documents: ids } = makeProject(session, ['患者咳嗽三天。']);
    const document = openDocument(session, ids[0] ?? 0);
    edit(session, document, add(span(1, 2, 4)));
    const whole = await verifyAll(() => dbOf(session));
    expect(whole.problems).toEqual([]);
    expect(whole.compared.find(({ what }) => what === 'annotations')?.count).toBeGreaterThan(0);
    dbOf(session).run(`UPDATE edit_change SET after = replace(after, '2', '3')`);
    const { problems } = await verifyAll(() => dbOf(session));
    expect(problems).toContainEqual({
      kind: 'content',
      object: expect.stringMatching(/^project/),
      reason: saying('altered'),
    });
  });
});
