/** Corrections of a record: kept, moved with the text, dropped and found again, refused on collision, audited without words. */
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { archive } from '../../../../main/services/records/archive.ts';
import {
  applyCorrections,
  exportRules,
  listRules,
  reviewOf,
  setRule,
} from '../../../../main/services/records/corrections.ts';
import {
  commitRecord,
  createRecord,
  getRecord,
  restoreRevision,
  saveDraft,
} from '../../../../main/services/records/records.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { type Correction, correctionOf } from '../../../../shared/domain/correction.ts';
import type { EntityType } from '../../../../shared/domain/graph.ts';
import { person } from '../../../helpers/accounts.ts';
import { as } from '../../../helpers/projects.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const TEXT = '头痛三天。\n否认头痛家族史，有高血压。';

function openRecord(text = TEXT) {
  const session = openTestSession();
  const documentId = createRecord(session, { title: '病历', text, origin: 'test' }).id;
  const seen = () => {
    const { revision, draft } = getRecord(session, documentId);
    return { base: revision, draft };
  };
  const correct = (...changes: { before: Correction | null; after: Correction | null }[]) =>
    applyCorrections(session, { documentId, ...seen(), changes });
  const write = (next: string) => saveDraft(session, documentId, seen(), next);
  const stands = () => {
    const now = getRecord(session, documentId).text;
    return reviewOf(session, documentId, now).corrections.map(
      ({ start, end, gone, mention }) =>
        `${gone ? 'gone' : now.slice(start, end)}@${start} ${mention?.type ?? 'none'}`,
    );
  };
  const audited = (action: string) =>
    listAudit(dbOf(session), { limit: 99 }).filter((one) => one.action === action);
  return { session, documentId, seen, correct, write, stands, audited };
}

function on(text: string, words: string, type: EntityType | null, from = 0): Correction {
  const start = text.indexOf(words, from);
  const place = { start, end: start + words.length };
  const mention = type && { ...place, type, assertion: 'present' as const, entity: null };
  return correctionOf(text, { id: crypto.randomUUID(), found: { ...place, type: 'symptom' }, mention });
}

describe('corrections of a record', () => {
  it('are made, changed and taken back, and audited without words', () => {
    const { correct, stands, audited } = openRecord();
    const first = on(TEXT, '头痛', null, 6);
    correct({ before: null, after: first }, { before: null, after: on(TEXT, '高血压', 'disease') });
    const other = {
      ...first,
      mention: { start: 8, end: 10, type: 'sign', assertion: 'family', entity: null },
    } as const;
    correct({ before: first, after: other });
    expect(stands()).toEqual(['头痛@8 sign', '高血压@15 disease']);
    correct({ before: other, after: first });
    correct({ before: first, after: null });
    expect(stands()).toEqual(['高血压@15 disease']);
    expect(audited('document.correct')).toHaveLength(5);
    expect(JSON.stringify(audited('document.correct'))).not.toMatch(/头痛|高血压/);
  });

  it('follow drafts, revisions and restored revisions, over a line end too; gone words come back', () => {
    const { session, documentId, seen, correct, write, stands } = openRecord();
    correct(
      { before: null, after: on(TEXT, '头痛', null, 6) },
      { before: null, after: on(TEXT, '天。\n否', 'other') },
      { before: null, after: on(TEXT, '高血压', 'disease') },
    );
    write(`患者${TEXT}`);
    expect(stands()).toEqual(['头痛@10 none', '天。\n否@5 other', '高血压@17 disease']);
    write('头痛三天。\n有高血压。');
    expect(stands()).toEqual(['gone@10 none', 'gone@5 other', '高血压@7 disease']); // the first 头痛 is another one
    write(`患者女，${TEXT}`);
    expect(stands()).toEqual(['头痛@12 none', '天。\n否@7 other', '高血压@19 disease']);
    commitRecord(session, documentId, seen(), TEXT, 'the text of the newest revision: the draft is dropped');
    expect(stands()).toEqual(['头痛@8 none', '天。\n否@3 other', '高血压@15 disease']);
    commitRecord(session, documentId, seen(), '全部改写', 'rewritten');
    expect(stands().every((one) => one.startsWith('gone'))).toBe(true);
    restoreRevision(session, documentId, 1);
    expect(stands()).toEqual(['头痛@8 none', '天。\n否@3 other', '高血压@15 disease']);
  });

  it('hold in a text that is not stored yet, without moving what is stored', () => {
    const { session, documentId, correct, stands } = openRecord();
    correct({ before: null, after: on(TEXT, '高血压', 'disease') });
    const [typed] = reviewOf(session, documentId, `急诊。${TEXT}`).corrections;
    expect(typed).toMatchObject({ start: 18, gone: false, mention: { start: 18, end: 21 } });
    expect(stands()).toEqual(['高血压@15 disease']);
  });

  it('stay at their words in a text of 200,000 characters with a thousand corrections', () => {
    const line = (i: number) => `第${i}次查房：患者诉头痛，测血压正常，继续目前治疗观察。\n`;
    const text = Array.from({ length: 7000 }, (_, i) => line(i)).join('');
    const { correct, write, stands } = openRecord(text);
    const all = Array.from({ length: 1000 }, (_, i) => on(text, `第${i * 7}次`, 'other'));
    correct(...all.map((after) => ({ before: null, after })));
    write(`急诊入院。\n${text.replace('第21次', '第廿一次')}`);
    const now = stands();
    expect(now.filter((one) => one.startsWith('gone'))).toHaveLength(1);
    expect(now.slice(4).every((one, i) => one.startsWith(`第${(i + 4) * 7}次@`))).toBe(true);
    expect(text.length).toBeGreaterThan(200_000);
  });
});

describe('a collision', () => {
  it('of two people on one highlight is refused, and nothing of the second is kept', () => {
    const { correct, stands, session, documentId, seen } = openRecord();
    const mine = on(TEXT, '高血压', 'disease');
    const theirs = on(TEXT, '高血压', 'symptom');
    const older = seen();
    correct({ before: null, after: mine });
    const unseen = () =>
      applyCorrections(session, {
        documentId,
        ...older,
        changes: [
          { before: null, after: on(TEXT, '头痛', null) },
          { before: null, after: theirs },
        ],
      });
    expect(unseen).toThrow(/corrected these words/);
    const stale = { ...mine, mention: null };
    expect(() => correct({ before: stale, after: null })).toThrow(/corrected these words/);
    expect(stands()).toEqual(['高血压@15 disease']);
  });

  it('with a text that was saved meanwhile, or other words, is refused', () => {
    const { correct, write, stands, session, documentId, seen } = openRecord();
    const older = seen();
    write(`患者${TEXT}`);
    const changes = [{ before: null, after: on(TEXT, '高血压', 'disease') }];
    expect(() => applyCorrections(session, { documentId, ...older, changes })).toThrow(/changed/);
    expect(() => correct(...changes)).toThrow(/not at its place/);
    expect(() => correct({ before: null, after: null })).toThrow(/changes nothing/);
    const entity = { type: 'disease' as const, name: '没有的病' };
    const linked = on(`患者${TEXT}`, '高血压', 'disease');
    expect(() =>
      correct({ before: null, after: { ...linked, mention: { ...linked.mention!, entity } } }),
    ).toThrow(/没有的病/);
    expect(stands()).toEqual([]);
  });

  it('with an archived record is refused', () => {
    const { correct, session, documentId, audited } = openRecord();
    archive(session, documentId, '');
    expect(() => correct({ before: null, after: on(TEXT, '头痛', null) })).toThrow(/archived/);
    expect(audited('document.correct')).toEqual([]);
  });
});

it('corrections of a record are shown to nobody who may not read records', () => {
  const { session, documentId, correct } = openRecord();
  correct({ before: null, after: on(TEXT, '头痛', null) });
  person(session, 'root');
  person(session, '甲', 'annotator');
  expect(reviewOf(as(session, '甲'), undefined, TEXT)).toEqual({ corrections: [], rules: [] });
  expect(() => reviewOf(as(session, '甲'), documentId, TEXT)).toThrow(/role/i);
});

it('rules are made once, switched off and on, audited and exported', () => {
  const { session, audited } = openRecord();
  setRule(session, { words: 'ACS', type: 'disease', active: true });
  setRule(session, { words: 'ａｃｓ', type: 'disease', active: true }); // the same
  setRule(session, { words: '无', type: '', active: true });
  expect(reviewOf(session, undefined, '').rules).toHaveLength(2);
  setRule(session, { words: 'acs', type: 'disease', active: false });
  setRule(session, { words: '从未有过', type: '', active: false }); // nothing to switch off
  expect(reviewOf(session, undefined, '').rules).toEqual([{ words: '无', type: '' }]);
  expect(listRules(session)).toMatchObject([
    { words: 'ACS', active: false, actor: session.actor.name },
    { words: '无', active: true },
  ]);
  const lines = Buffer.from(exportRules(session).bytes).toString().trim().split('\n');
  expect(lines.map((one) => JSON.parse(one).words)).toEqual(['ACS', '无']);
  expect([audited('rule.set').length, audited('rule.export').length]).toEqual([3, 1]);
});
