import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { auditAlone, listAudit } from '../../../../main/db/repositories/audit.ts';
import { insertRecord, searchRecords } from '../../../../main/db/repositories/records.ts';
import * as documents from '../../../../main/services/records/records.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { contract, type In } from '../../../../shared/contract/index.ts';
import type { SearchPage, SearchPlace } from '../../../../shared/domain/document.ts';
import { AppError } from '../../../../shared/result.ts';
import { killScript } from '../../../helpers/kill-script.ts';
import { verifyAudit } from '../../../helpers/verify.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

function codeOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
}

describe('documents', () => {
  it('keep every revision; autosave is a draft until it is committed', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: '入院记录', text: '一', origin: 'typed' });
    documents.saveDraft(session, id, { base: 1, draft: 0 }, '一二');
    expect(documents.getRecord(session, id)).toMatchObject({ text: '一二', revision: 1, draft: 1 });
    documents.commitRecord(session, id, { base: 1, draft: 1 }, '一二三', 'saved');
    documents.commitRecord(session, id, { base: 2, draft: 0 }, '四', 'saved');
    expect(documents.getRecord(session, id)).toMatchObject({ text: '四', revision: 3, draft: 0 });
    expect(documents.listRevisions(session, id).map(({ number }) => number)).toEqual([3, 2, 1]);
    expect([1, 2, 3].map((n) => documents.getRevisionText(session, id, n))).toEqual(['一', '一二三', '四']);
  });

  it('do not make a revision of unchanged text', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: 'same', origin: 'typed' });
    documents.saveDraft(session, id, { base: 1, draft: 0 }, 'other');
    documents.commitRecord(session, id, { base: 1, draft: 1 }, 'same', 'saved');
    expect(documents.getRecord(session, id)).toMatchObject({ revision: 1, draft: 0, text: 'same' });
  });

  it('never let an older window overwrite a newer revision', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: 'a', origin: 'typed' });
    documents.commitRecord(session, id, { base: 1, draft: 0 }, 'by the other window', 'saved');
    expect(codeOf(() => documents.saveDraft(session, id, { base: 1, draft: 0 }, 'mine'))).toBe('conflict');
    expect(codeOf(() => documents.commitRecord(session, id, { base: 1, draft: 0 }, 'mine', 'saved'))).toBe(
      'conflict',
    );
    expect(documents.getRecord(session, id).text).toBe('by the other window');
  });

  it('never let a window overwrite a draft that it has not seen', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: 'a', origin: 'typed' });
    const first = documents.saveDraft(session, id, { base: 1, draft: 0 }, 'by one window');
    expect(codeOf(() => documents.saveDraft(session, id, { base: 1, draft: 0 }, 'by the other'))).toBe(
      'conflict',
    );
    expect(codeOf(() => documents.commitRecord(session, id, { base: 1, draft: 0 }, 'other', 'saved'))).toBe(
      'conflict',
    );
    documents.saveDraft(session, id, { base: 1, draft: first.draft }, 'by one window, on');
    expect(documents.getRecord(session, id)).toMatchObject({ text: 'by one window, on', draft: 2 });
  });

  it('restore an old revision without losing the draft', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: 'first', origin: 'typed' });
    documents.commitRecord(session, id, { base: 1, draft: 0 }, 'second', 'saved');
    documents.saveDraft(session, id, { base: 2, draft: 0 }, 'unsaved work');
    expect(documents.restoreRevision(session, id, 1)).toMatchObject({ text: 'first', revision: 4 });
    expect(documents.getRevisionText(session, id, 3)).toBe('unsaved work');
  });

  it('give any text back unchanged', () => {
    const session = openTestSession();
    const text = fc.string({ unit: 'grapheme' }).map((s) => `${s}𠮷\r\n　Ａ`);
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { id } = documents.createRecord(session, { title: 't', text: a, origin: 'typed' });
        expect(documents.getRecord(session, id).text).toBe(a);
        documents.commitRecord(session, id, { base: 1, draft: 0 }, b, 'saved');
        expect(documents.getRecord(session, id).text).toBe(b);
      }),
      { numRuns: 50 },
    );
  });

  it('are found by two characters, by more, in drafts’ heads, and not after deletion', () => {
    const session = openTestSession();
    const a = documents.createRecord(session, { title: 'a', text: '胸痛3小时，再发胸痛', origin: 'typed' });
    documents.createRecord(session, { title: 'b', text: '无胸痛，"引号" 100% _x', origin: 'typed' });
    const titles = (query: string) =>
      searchRecords(dbOf(session), [query], 10).hits.map((hit) => hit.document.title);
    expect(titles('胸痛')).toEqual(['a', 'b']);
    expect(titles('再发胸痛')).toEqual(['a']);
    expect(titles('"引号"')).toEqual(['b']);
    expect(titles('0% _')).toEqual(['b']);
    expect(titles('腹痛')).toEqual([]);
    const [hit] = searchRecords(dbOf(session), ['再发'], 10).hits;
    expect(hit?.snippets[0]).toEqual({ start: 6, before: '胸痛3小时，', match: '再发', after: '胸痛' });
    documents.saveDraft(session, a.id, { base: 1, draft: 0 }, '草稿里写着头晕');
    expect(titles('写着头晕')).toEqual(['a']);
    expect(titles('头晕')).toEqual(['a']);
    expect(titles('再发胸痛')).toEqual([]);
    documents.commitRecord(session, a.id, { base: 1, draft: 1 }, '改为腹痛', 'saved');
    expect(titles('胸痛')).toEqual(['b']);
    documents.removeRecord(session, a.id);
    expect(titles('腹痛')).toEqual([]);
    expect(codeOf(() => documents.getRecord(session, a.id))).toBe('not-found');
  });

  it('are searched a thousand at a time, each hit once, however many there are', () => {
    const session = openTestSession();
    const { db } = session.workspace;
    db.transaction(() => {
      for (let n = 1; n <= 1203; n++)
        insertRecord(db, session.actor, { title: `${n}`, text: '咳嗽，'.repeat(1 + (n % 5)), origin: 't' });
    });
    for (const query of ['咳嗽', '咳嗽，']) {
      const pages: SearchPage[] = [];
      for (
        let from: SearchPlace | undefined;
        pages.length === 0 || from !== undefined;
        from = pages.at(-1)?.next
      )
        pages.push(searchRecords(dbOf(session), [query], 200, from));
      expect(pages.map(({ hits }) => hits.length)).toEqual([200, 200, 200, 200, 200, 200, 3]);
      expect(new Set(pages.flatMap(({ hits }) => hits.map(({ document }) => document.id))).size).toBe(1203);
      const counts = pages.map(({ hits }) => hits.map(({ count }) => count));
      expect(counts.slice(0, 5).flat()).toEqual([5, 4, 3, 2, 1].flatMap((count) => Array(200).fill(count)));
      expect(pages[4]?.next).toEqual({ at: 1000, skip: 0 });
    }
  });

  it('are listed by page, by words of the title, by title and by id; the answer has a limit', () => {
    const session = openTestSession();
    for (let n = 1; n <= 30; n++)
      documents.createRecord(session, {
        title: n % 3 === 0 ? `CT ${n}` : `记录 ${n}`,
        text: 'a',
        origin: 't',
      });
    documents.removeRecord(session, 2);
    const list = (input: In<'docs.list'>) => {
      const { documents: rows, total } = documents.pageRecords(
        session,
        contract['docs.list'].input.parse(input),
      );
      return { ids: rows.map(({ id }) => id), total };
    };
    expect(list({ limit: 3 })).toEqual({ ids: [1, 3, 4], total: 29 });
    expect(list({ limit: 3, offset: 27 })).toEqual({ ids: [29, 30], total: 29 });
    expect(list({ words: 'ct', limit: 2, offset: 2 })).toEqual({ ids: [9, 12], total: 10 });
    expect(list({ title: 'CT 3' })).toEqual({ ids: [3], total: 1 });
    expect(list({ ids: [2, 5, 99, 4] })).toEqual({ ids: [4, 5], total: 2 });
    expect(contract['docs.list'].input.parse({}).limit).toBe(100);
    expect(contract['docs.list'].input.safeParse({ limit: 1001 }).success).toBe(false);
    expect(documents.listRecordIds(session, { words: 'ct 1' })).toEqual([12, 15, 18]);
    documents.saveDraft(session, 1, { base: 1, draft: 0 }, 'abc');
    expect(documents.recordTotals(session)).toEqual({ documents: 29, characters: 31 });
  });

  it('write an audit entry with every change', () => {
    const session = openTestSession();
    const { id } = documents.createRecord(session, { title: 't', text: 'a', origin: 'typed' });
    documents.commitRecord(session, id, { base: 1, draft: 0 }, 'b', 'saved');
    documents.renameRecord(session, id, 'u');
    documents.restoreRevision(session, id, 1);
    documents.removeRecord(session, id);
    const actions = listAudit(session.workspace.db, { object: `document:${id}`, limit: 10 }).map(
      (e) => e.action,
    );
    expect(actions).toEqual([
      'document.delete',
      'document.restore',
      'document.rename',
      'document.revise',
      'document.create',
    ]);
  });
});

describe('opening files', () => {
  it('keeps the good and refuses the bad by name', async () => {
    const session = openTestSession();
    const gb = Uint8Array.from([0xd6, 0xf7, 0xcb, 0xdf, 0xa3, 0xba, 0xd0, 0xd8, 0xcd, 0xb4]); // 主诉：胸痛
    const result = await documents.importFiles(session, [
      { name: 'gb.txt', bytes: gb },
      { name: 'empty.txt', bytes: new Uint8Array() },
      { name: 'image.txt', bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]) },
      { name: 'two.jsonl', bytes: Buffer.from('{"text":"甲"}\nnot json\n{"主诉":"乙","现病史":"丙"}\n') },
    ]);
    expect(result.created.map(({ title }) => title)).toEqual(['gb', '#1', '#2']);
    expect(documents.getRecord(session, result.created[0]?.id ?? 0).text).toBe('主诉：胸痛');
    expect(documents.getRecord(session, result.created[2]?.id ?? 0).text).toBe('主诉：乙\n现病史：丙\n');
    expect(result.refused.map(({ name, part }) => [name, part])).toEqual([
      ['empty.txt', undefined],
      ['image.txt', undefined],
      ['two.jsonl:2', true],
    ]);
  });

  it('are kept whole from a file on a machine that is never quick enough', async () => {
    const session = openTestSession();
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const bytes = Buffer.from('{"text":"一"}\n{"text":"二"}\n{"text":"三"}\n');
    const { created } = await documents.importFiles(session, [{ name: 'slow.jsonl', bytes }]);
    clock.mockRestore();
    expect(created.map(({ id }) => documents.getRecord(session, id).text)).toEqual(['一', '二', '三']);
    const marks = dbOf(session).rows("SELECT key FROM setting WHERE key LIKE '%import.%'");
    expect(marks).toEqual([]);
  });

  it('continue a file whose opening was killed: nothing lost, nothing doubled', async () => {
    const dir = temporaryDir();
    openWorkspace(dir).close();
    const texts = Array.from({ length: 3000 }, (_, i) => `主诉：第 ${i % 2900} 例`); // some texts come twice
    const bytes = Buffer.from(texts.map((text) => `${JSON.stringify({ text })}\n`).join(''));
    writeFileSync(join(dir, 'many.jsonl'), bytes);
    await killScript('import-records-and-die.ts', [dir, join(dir, 'many.jsonl')]);

    const session = openTestSession(openWorkspace(dir));
    const kept = documents.listRecords(session);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(texts.length);
    documents.removeRecord(session, kept[0]?.id ?? 0); // opened again with the rest
    const open = () => documents.importFiles(session, [{ name: 'many.jsonl', bytes }]);
    await open();
    const textsNow = () =>
      documents.listRecords(session).map(({ id }) => documents.getRecord(session, id).text);
    expect(textsNow().toSorted()).toEqual(texts.toSorted());
    expect(verifyAudit(session.workspace.db).brokenAt).toBeUndefined();
    expect((await open()).created).toHaveLength(texts.length); // a finished import can be repeated
  });
});

describe('audit', () => {
  it('is append-only, chained, and shows tampering', () => {
    const { db } = openWorkspace();
    for (let i = 0; i < 5; i++) auditAlone(db, { name: 'tester' }, 'document.create', `object:${i}`, { i });
    expect(verifyAudit(db)).toEqual({ entries: 5 });
    expect(() => db.run('UPDATE audit SET actor = ?', 'nobody')).toThrow(/append-only/);
    expect(() => db.run('DELETE FROM audit')).toThrow(/append-only/);
    db.raw.exec('DROP TRIGGER audit_no_update; DROP TRIGGER audit_no_delete');
    db.run(`UPDATE audit SET detail = '{"i":9}' WHERE id = 3`);
    expect(verifyAudit(db).brokenAt).toBe(3);
    db.run(`UPDATE audit SET detail = '{"i":2}' WHERE id = 3`);
    expect(verifyAudit(db)).toEqual({ entries: 5 });
    db.run('DELETE FROM audit WHERE id = 2');
    expect(verifyAudit(db).brokenAt).toBe(3);
  });
});
