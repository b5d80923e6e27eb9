import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { insertModel, setInUse } from '../../../../main/db/repositories/models.ts';
import { insertPatient } from '../../../../main/db/repositories/patients.ts';
import { writeSettings } from '../../../../main/db/repositories/settings.ts';
import type { EngineHost } from '../../../../main/inference/engine-host.ts';
import {
  applyToDocument,
  deidentifierOf,
  deidentifyInBackground,
  preview,
} from '../../../../main/services/deid/deid.ts';
import { deidentifyDocuments, unusedName } from '../../../../main/services/deid/deidentify-records.ts';
import {
  decidePlaces,
  forgetIdentifiers,
  loadIdentifiers,
  safetyOf,
  setLookLimits,
} from '../../../../main/services/deid/second-look.ts';
import { exportRecords, lookAtRecords } from '../../../../main/services/records/export-records.ts';
import { createRecord, saveDraft } from '../../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { addStarterGraph } from '../../../../main/services/workspace/starter-content.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { openTestSession, openWorkspace } from '../../../helpers/workspace.ts';

const TEXT = '姓名：王建国　性别：男　住院号：00123456\n2024年3月5日入院，3月8日出院。王建国诉胸痛。';
const input = contract['docs.export'].input;

/** An engine that finds nothing, and says as a tagger what it is told to. */
function sessionWith(
  predicted: { start: number; end: number; type: string; confidence: number }[] = [],
): Session {
  const run = async (method: string) =>
    method === 'annotate'
      ? { sections: [], mentions: [], patient: {} }
      : method === 'predict'
        ? { model: { id: 1, name: 'people' }, entities: predicted.map((span) => ({ ...span, text: '' })) }
        : { candidates: [], findings: 0 };
  return { ...openTestSession(), engine: { run } as unknown as EngineHost }; // safe: only `run` is asked
}

const lastAudit = (session: Session) => listAudit(session.workspace.db, { limit: 1 })[0];
const textOf = (file: { bytes: Uint8Array }): string => Buffer.from(file.bytes).toString('utf8');

describe('exports', () => {
  it('are made coarser on request; k is told before and after, and the audit table says what was', async () => {
    const session = sessionWith();
    const ids = [51, 57].map(
      (age) =>
        createRecord(session, { title: '记录', text: `男，${age}岁，2024年3月5日入院。`, origin: 'typed' })
          .id,
    );
    const generalise = ['age', 'month'] as const;
    const { anonymity, before } = await lookAtRecords(
      session,
      input.parse({ ids, generalise, mode: 'mask', format: 'txt' }),
    );
    expect([before?.k, anonymity.k]).toEqual([1, 2]);
    const file = await exportRecords(session, input.parse({ ids, generalise, format: 'txt' }));
    expect(textOf(file)).toMatch(/男，50-59岁，\d{4}年\d{1,2}月入院。/);
    expect(textOf(file)).not.toMatch(/51岁|57岁|月\d+日/);
    expect(lastAudit(session)).toMatchObject({ detail: { generalise: ['age', 'month'] } });
    expect((await lookAtRecords(session, input.parse({ ids, format: 'txt' }))).before).toBeUndefined();
  });
  it('are de-identified by default, in text, title and file name; the audit table says so', async () => {
    const session = sessionWith();
    const { id } = createRecord(session, { title: '王建国-入院记录', text: TEXT, origin: 'typed' });
    const file = await exportRecords(session, input.parse({ ids: [id], format: 'txt' }));
    expect(file.name).toBe('【姓名】-入院记录.txt');
    expect(textOf(file)).not.toMatch(/王建国|00123456|2024年3月5日/);
    expect(textOf(file)).toMatch(
      /^姓名：【姓名】　性别：男　住院号：【住院号】\n\d{4}年\d+月\d+日入院，\d+月\d+日出院。【姓名】诉胸痛。$/,
    );
    expect(lastAudit(session)).toMatchObject({
      action: 'document.export',
      object: `document:${id}`,
      detail: { format: 'txt', deidentified: 'shift', replaced: 5, reviewed: false },
    });
    for (const format of ['jsonl', 'html'] as const)
      expect(
        textOf(await exportRecords(session, input.parse({ ids: [id], format, mode: 'mask' }))),
      ).not.toContain('王建国');
  });

  it('leave out what possibly points to a person unless they are not strict', async () => {
    const session = sessionWith();
    const text = '值班护士  茆晓雯  22:00巡视，血糖 5.6mmol/L。';
    const { id } = createRecord(session, { title: '茆晓雯记', text, origin: 'typed' });
    const plain = await exportRecords(
      session,
      input.parse({ ids: [id], format: 'txt', mode: 'mask', level: 'ordinary' }),
    );
    expect(textOf(plain)).toBe(text);
    expect(lastAudit(session)).toMatchObject({ detail: { level: 'ordinary', replaced: 0 } });
    const strict = await exportRecords(session, input.parse({ ids: [id], format: 'txt', mode: 'mask' }));
    expect(textOf(strict)).toBe('值班护士  【医师】  22:00巡视，血糖 5.6mmol/L。');
    expect(strict.name).toBe('【医师】记.txt');
    expect(lastAudit(session)).toMatchObject({ detail: { level: 'strict', replaced: 1 } });
    const tools = { ...deidentifierOf(session), level: 'strict' as const };
    const layer = await deidentifyDocuments(
      dbOf(session),
      tools,
      [{ name: '1', text, meta: {}, items: [] }],
      {
        mode: 'mask',
        tagger: false,
      },
    );
    expect(layer.documents[0]?.text).toBe('值班护士  【医师】  22:00巡视，血糖 5.6mmol/L。');
  });

  it('are identified only when asked, and the audit table says that too', async () => {
    const session = sessionWith();
    const { id } = createRecord(session, { title: '王建国', text: TEXT, origin: 'typed' });
    const file = await exportRecords(session, input.parse({ ids: [id], format: 'txt', deidentify: false }));
    expect(textOf(file)).toBe(TEXT);
    expect(file.name).toBe('王建国.txt');
    expect(lastAudit(session)).toMatchObject({ detail: { deidentified: false } });
  });

  it('follow what a person looked through, in the text that was looked at', async () => {
    const session = sessionWith();
    const { id, revision } = createRecord(session, { title: 'x', text: TEXT, origin: 'typed' });
    const findings = [{ start: 3, end: 6, field: 'name' as const, confidence: 1, rule: 'person' }];
    const request = input.parse({
      ids: [id],
      format: 'txt',
      mode: 'mask',
      reviewed: { text: TEXT, findings },
    });
    // The name that was kept in another place is of high risk until somebody lets it pass.
    await expect(exportRecords(session, request)).rejects.toMatchObject({ code: 'bad-request' });
    setLookLimits(session, { high: null, medium: null, low: null });
    expect(textOf(await exportRecords(session, request))).toBe(`姓名：【姓名】${TEXT.slice(6)}`);
    expect(lastAudit(session)).toMatchObject({
      detail: { deidentified: 'mask', replaced: 1, reviewed: true },
    });
    const entries = listAudit(session.workspace.db, { limit: 100 }).length;
    saveDraft(session, id, { base: revision, draft: 0 }, `${TEXT}补记`);
    await expect(exportRecords(session, request)).rejects.toMatchObject({ code: 'conflict' });
    expect(listAudit(session.workspace.db, { limit: 100 })).toHaveLength(entries);
  });
});

describe('the second look', () => {
  const LEFT = '患者诉头痛，家属代取药，联系人电话见封面。复印件寄往 Li Wei 处，柜内 0451-7 已取。';
  const opened = () => {
    const session = sessionWith();
    const { id } = createRecord(session, { title: '复诊', text: LEFT, origin: 'typed' });
    const request = input.parse({ ids: [id], format: 'txt', level: 'ordinary' });
    return { session, id, request };
  };
  const list = {
    list: 'staff',
    name: 'staff.csv',
    bytes: Buffer.from('姓名,工号\n周兰芝,0451-7\n'),
  } as const;

  it('finds numbers of a loaded list, refuses, lets accepted places leave, and the audit names who accepted', async () => {
    const { session, id, request } = opened();
    expect((await lookAtRecords(session, request)).left).toEqual({ high: 0, medium: 0, low: 1 });
    expect(await loadIdentifiers(session, list)).toEqual([{ list: 'staff', names: 1, numbers: 1 }]);
    const rows = JSON.stringify(dbOf(session).rows('SELECT * FROM deid_identifier'));
    expect(rows).not.toMatch(/周兰芝|0451/);
    const look = await lookAtRecords(session, request);
    expect(look.leftovers).toMatchObject([
      { object: `document:${id}`, part: 'text', words: '0451-7', risk: 'high', decision: null },
      { words: 'Li Wei', risk: 'low' },
    ]);
    expect(look.leftovers[0]?.before.endsWith('柜内 ')).toBe(true);
    await expect(exportRecords(session, request)).rejects.toMatchObject({ code: 'bad-request' });
    const [place] = look.leftovers;
    decidePlaces(session, [{ ...place!, decision: 'accept' }]);
    expect(textOf(await exportRecords(session, request))).toBe(LEFT);
    const entry = lastAudit(session);
    const by = { accepted: 1, acceptedBy: session.actor.name, leftHigh: 0, leftLow: 1, removedAgain: 0 };
    expect(entry).toMatchObject({ action: 'document.export', detail: { level: 'ordinary', ...by } });
    expect(JSON.stringify(listAudit(session.workspace.db, { limit: 100 }))).not.toMatch(/0451-7|Li Wei/);
    expect(JSON.stringify(dbOf(session).rows('SELECT * FROM deid_decision'))).not.toContain('0451');
    expect(forgetIdentifiers(session, 'staff')).toEqual([]);
  });

  it('removes places by decision, by risk, and takes decisions back', async () => {
    const { session, request } = opened();
    await loadIdentifiers(session, list);
    const [number, name] = (await lookAtRecords(session, request)).leftovers;
    decidePlaces(session, [{ ...number!, decision: 'remove' }]);
    expect(textOf(await exportRecords(session, request))).toBe(LEFT.replace('0451-7', '【病案号】'));
    expect(lastAudit(session)).toMatchObject({ detail: { removedAgain: 1, leftLow: 1 } });
    const low = { ...request, removeFrom: 'low' as const };
    expect(textOf(await exportRecords(session, low))).not.toMatch(/0451-7|Li Wei/);
    decidePlaces(session, [{ ...number!, decision: null }]);
    expect((await lookAtRecords(session, request)).left.high).toBe(1);
    decidePlaces(session, [{ ...name!, nth: 5, decision: 'accept' }]); // no such place
    expect((await lookAtRecords(session, request)).left.low).toBe(1);
  });

  it('follows the limits that were set', async () => {
    const { session, request } = opened();
    expect(safetyOf(session).limits).toEqual({ high: 0, medium: null, low: null });
    await exportRecords(session, request);
    setLookLimits(session, { high: 0, medium: null, low: 0 });
    await expect(exportRecords(session, request)).rejects.toMatchObject({ code: 'bad-request' });
    expect(lastAudit(session)).toMatchObject({ action: 'deid.limits' });
  });

  it('searches names and numbers of the patients of the workspace', async () => {
    const { session, request } = opened();
    insertPatient(dbOf(session), { name: '周兰芝', identifier: { system: '', value: '0451-7' } });
    const { leftovers } = await lookAtRecords(session, request);
    expect(leftovers[0]).toMatchObject({ words: '0451-7', reason: 'known-number' });
  });

  it('reads lists of text and tables, and refuses files that hold none', async () => {
    const { session } = opened();
    const bytes = Buffer.from('王建国 00123456\n欧阳小明、木拉提·尼亚孜');
    const text = { list: 'patients', name: 'p.txt', bytes } as const;
    expect(await loadIdentifiers(session, text)).toEqual([{ list: 'patients', names: 3, numbers: 1 }]);
    const none = { ...text, bytes: Buffer.from('姓名\n不详') };
    await expect(loadIdentifiers(session, none)).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('the workspace', () => {
  it('keeps one secret: dates of a patient move alike in every record and after it is opened again', async () => {
    const session = sessionWith();
    const one = createRecord(session, { title: 'a', text: TEXT, origin: 'typed' });
    const two = createRecord(session, {
      title: 'b',
      text: '姓名：王建国　2024年3月15日复诊',
      origin: 'typed',
    });
    const { records } = await deidentifyInBackground(session, [one, two], { mode: 'shift' });
    const [first, second] = records;
    const days = (text = '') => Date.parse((/(\d{4})年(\d+)月(\d+)日/.exec(text) ?? []).slice(1).join('-'));
    expect((days(second?.text) - days(first?.text)) / 86_400_000).toBe(10);
    const again = await applyToDocument(session, { id: one.id, mode: 'shift' });
    expect(again.text).toBe(first?.text);
    const other = sessionWith();
    expect(deidentifierOf(other).secret).not.toBe(deidentifierOf(session).secret);
    expect(deidentifierOf(session).secret).toBe(deidentifierOf(session).secret);
  });

  it('shows one record as coarse as it will leave', async () => {
    const session = sessionWith();
    const text = '姓名：王建国　年龄：58岁　2024年3月15日入院';
    const { id } = createRecord(session, { title: 'a', text, origin: 'typed' });
    const fine = await applyToDocument(session, { id, mode: 'shift' });
    const coarse = await applyToDocument(session, { id, mode: 'shift', generalise: ['age', 'month'] });
    expect(fine.text).toMatch(/58岁.*\d{4}年\d+月\d+日/);
    expect(coarse.text).toMatch(/50-59岁.*\d{4}年\d+月(?!\d)/);
  });

  it('gives a patient one made-up name, whichever record tells the sex', async () => {
    const session = sessionWith();
    const told = createRecord(session, { title: 'b', text: '姓名：李四光　性别：女', origin: 'typed' });
    const untold = createRecord(session, { title: 'a', text: '姓名：李四光　胸痛', origin: 'typed' });
    const { records } = await deidentifyInBackground(session, [untold, told], { mode: 'surrogate' });
    const [a, b] = records;
    expect(a?.text.slice(3, 6)).toBe(b?.text.slice(3, 6));
  });

  it('knows words of medicine by its graph', async () => {
    const workspace = openWorkspace();
    const session = { ...openTestSession(workspace) };
    await addStarterGraph(session);
    const { isTerm } = deidentifierOf(session);
    expect(isTerm?.('高血压')).toBe(true);
    expect(isTerm?.('阿司匹林')).toBe(true);
    expect(isTerm?.('心血管内科')).toBe(false); // a department names no disease
    expect(isTerm?.('王建国')).toBe(false);
  });

  it('asks the model in use when it knows persons, and only then', async () => {
    const text = '由阿木送来';
    const session = sessionWith([{ start: 1, end: 3, type: 'PER', confidence: 0.9 }]);
    writeSettings(session.workspace.db, { starterDeid: false }, null);
    const possible = [{ start: 1, end: 3, field: 'name', rule: 'strict:sounds', confidence: 0.45 }];
    expect(await preview(session, text)).toEqual({ findings: possible, model: null });
    const { db } = session.workspace;
    const card: Parameters<typeof insertModel>[1] = {
      name: 'people',
      task: 'ner',
      network: 'bilstm',
      labels: ['PER', 'LOC'],
      parameters: 1,
      bytes: 1,
      createdAt: '2024-01-01T00:00:00.000Z',
      version: '0.1.0',
      metrics: {},
      useInt8: false,
    };
    db.transaction(() => setInUse(db, insertModel(db, card, { config: '{}', vocabulary: '' }), true));
    expect(await preview(session, text)).toEqual({
      findings: [{ start: 1, end: 3, field: 'name', confidence: 0.9, rule: 'model' }],
      model: 'people',
    });
  });
});

it('annotated documents leave with unique names and counted losses', async () => {
  const session = sessionWith();
  const document = (name: string) => ({
    name,
    text: '姓名：王建国',
    meta: {},
    items: [
      {
        kind: 'span' as const,
        id: 1,
        type: 't',
        fragments: [{ start: 4, end: 5 }],
        attributes: {},
        note: '',
        status: 'accepted' as const,
        provenance: { kind: 'human' as const, name: 'a' },
      },
    ],
  });
  const documents = [document('王建国'), document('王建国 ')];
  const how = { mode: 'mask', tagger: false } as const;
  const hidden = await deidentifyDocuments(dbOf(session), deidentifierOf(session), documents, how);
  expect(new Set(hidden.documents.map(({ name }) => name)).size).toBe(2);
  expect(hidden.losses).toMatchObject([{ count: 2 }]);
  expect(hidden.findings).toBe(2);
  const used = new Set<string>();
  expect(['a', 'a', 'b', 'a'].map((name) => unusedName(name, used))).toEqual(['a', 'a-2', 'b', 'a-3']);
});
