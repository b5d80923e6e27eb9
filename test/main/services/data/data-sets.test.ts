import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import * as dataSets from '../../../../main/services/data/data-sets.ts';
import { dataFile } from '../../../../main/services/data/data-store.ts';
import { createRecord, saveDraft } from '../../../../main/services/records/records.ts';
import { removeDeletedFiles } from '../../../../main/services/workspace/deleted-files.ts';
import { DataSet, type LabelledDocument } from '../../../../shared/domain/training.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

const DOCUMENTS: LabelledDocument[] = [
  { id: 'a', text: '患者胸痛3小时', entities: [{ start: 2, end: 4, type: 'symptom' }] },
  {
    id: 'b',
    text: '高血压病史，服用硝苯地平',
    entities: [
      { start: 0, end: 3, type: 'disease' },
      { start: 8, end: 12, type: 'drug' },
    ],
  },
  { id: 'c', text: '头痛', entities: [{ start: 0, end: 2, type: 'symptom' }] },
];

function fileOf(documents: readonly LabelledDocument[], name = 'train.jsonl', dir = temporaryDir()): string {
  const path = join(dir, name);
  const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(lines) : lines);
  return path;
}
const fileFor = (documents: readonly LabelledDocument[]) => ({
  path: fileOf(documents),
  fileName: 'train.jsonl',
  task: 'ner' as const,
});

describe('a corpus of the records', () => {
  it('holds the newest text of each, once under one name', () => {
    const session = openTestSession();
    const make = () => dataSets.corpusOfRecords(session, '全部病历');
    expect(make).toThrow(/no record with text/);
    const write = (text: string) => createRecord(session, { title: '甲', text, origin: 'typed' });
    const first = write('患者咳嗽三天');
    write('　\n');
    write('腹痛');
    saveDraft(session, first.id, { base: first.revision, draft: first.draft }, '患者咳嗽五天');
    const set = make();
    expect(set).toMatchObject({ name: '全部病历', task: 'pretrain', documents: 2, characters: 8 });
    expect(dataSets.readAnySet(session, set.id).map(({ text }) => text)).toEqual(['患者咳嗽五天', '腹痛']);
    expect(make()).toEqual(set);
    write('头痛');
    expect(make()).toMatchObject({ name: '全部病历 (2)', documents: 3 });
  });
});

describe('a data set', () => {
  it('is imported, listed, read whole and one by one', async () => {
    const session = openTestSession();
    const set = await dataSets.importDataSet(session, fileFor(DOCUMENTS), '训练集');
    expect(DataSet.parse(set)).toMatchObject({
      name: '训练集',
      documents: 3,
      characters: DOCUMENTS.reduce((sum, { text }) => sum + text.length, 0),
      types: { symptom: 2, disease: 1, drug: 1 },
    });
    expect(dataSets.listDataSets(session)).toEqual([set]);
    expect(dataSets.readDataSet(session, set.id)).toEqual(DOCUMENTS);
    expect(dataSets.getDocument(session, set.id, 1)).toEqual(DOCUMENTS[1]);
    expect(() => dataSets.getDocument(session, set.id, 3)).toThrow(/has 3 documents/);
    expect(() => dataSets.readDataSet(session, 99)).toThrow(/no data set 99/);
    expect(session.events).toEqual(['datasets.changed']);
    expect(listAudit(session.workspace.db, { limit: 5 })[0]).toMatchObject({
      action: 'dataset.import',
      object: `dataset:${set.id}`,
      detail: { documents: 3, sha256: set.sha256 },
    });
  });

  it('lies encrypted on the disk', async () => {
    const session = openTestSession();
    const { sha256 } = await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'x');
    const stored = readFileSync(dataFile(session.workspace.dir, sha256));
    expect(stored.includes('胸痛')).toBe(false);
    expect(readdirSync(join(session.workspace.dir, 'data'))).toEqual([sha256]);
  });

  it('of the same documents and name is the same; other documents under its name are refused', async () => {
    const session = openTestSession();
    const first = await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'x');
    expect(await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'x')).toEqual(first);
    await expect(dataSets.importDataSet(session, fileFor(DOCUMENTS.slice(1)), 'x')).rejects.toMatchObject({
      code: 'conflict',
    });
    const second = await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'y');
    expect([second.id === first.id, second.sha256]).toEqual([false, first.sha256]);
    expect(readdirSync(join(session.workspace.dir, 'data'))).toEqual([first.sha256]);
  });

  it('is put right by importing it again when its file was lost or damaged', async () => {
    const session = openTestSession();
    const set = await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'x');
    writeFileSync(dataFile(session.workspace.dir, set.sha256), 'rubbish');
    expect(() => dataSets.readDataSet(session, set.id)).toThrow(/damaged/);
    await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'x');
    expect(dataSets.readDataSet(session, set.id)).toEqual(DOCUMENTS);
  });

  it('keeps nested, crossing and equal places', async () => {
    const session = openTestSession();
    const places: [number, number, string][] = [
      [0, 2, '症状'],
      [0, 2, '部位'],
      [0, 6, '疾病'],
      [4, 8, '疾病'],
    ];
    const entities = places.map(([start, end, type]) => ({ start, end, type }));
    const nested = [{ id: 'n', text: '胸部疼痛肿瘤转移', entities }];
    const set = await dataSets.importDataSet(session, fileFor(nested), 'nested');
    expect(dataSets.readDataSet(session, set.id)).toEqual(nested);
  });

  it('that is refused leaves nothing behind', async () => {
    const session = openTestSession();
    const path = join(temporaryDir(), 'bad.jsonl');
    writeFileSync(path, '{"text": "x"}\n');
    const file = { path, fileName: 'bad.jsonl', task: 'ner' as const };
    await expect(dataSets.importDataSet(session, file, 'x')).rejects.toThrow(/bad\.jsonl, line 1/);
    expect(dataSets.listDataSets(session)).toEqual([]);
    expect(existsSync(join(session.workspace.dir, 'data'))).toBe(false);
  });

  it.each([
    { count: 50_001, kind: { task: 'classify', fields: { text: 'text', label: 'id' } } },
    { count: 2001, kind: { task: 'ner' } },
  ] as const)('with $count labels or types is refused', async ({ count, kind }) => {
    const session = openTestSession();
    const path = join(temporaryDir(), 'wide.jsonl');
    const row = (n: number) => ({
      id: `${n}`,
      text: `咳嗽${n}`,
      entities: [{ start: 0, end: 2, type: `${n}` }],
    });
    writeFileSync(path, Array.from({ length: count }, (_, n) => `${JSON.stringify(row(n))}\n`).join(''));
    await expect(
      dataSets.importDataSet(session, { path, fileName: 'wide.jsonl', ...kind }, 'x'),
    ).rejects.toMatchObject({ code: 'too-large', message: expect.stringContaining(String(count - 1)) });
    expect(dataSets.listDataSets(session)).toEqual([]);
  });
});

describe('a file named on the command line', () => {
  it('is imported once, named after its folder, with a number when the name is taken', async () => {
    const session = openTestSession();
    const dir = join(temporaryDir());
    const first = await dataSets.ensureDataSet(session, fileOf(DOCUMENTS, 'train.jsonl.gz', dir));
    expect(first.name).toMatch(/\/train$/);
    expect(await dataSets.ensureDataSet(session, fileOf(DOCUMENTS, 'copy.jsonl'))).toEqual(first);
    const other = await dataSets.ensureDataSet(session, fileOf(DOCUMENTS.slice(1), 'train.jsonl', dir));
    expect(other.name).toBe(`${first.name} (2)`);
    expect(dataSets.findDataSet(session, other.name)).toEqual(other);
    expect(() => dataSets.findDataSet(session, 'none')).toThrow(/no data set named none/);
  });
});

/** A run as the runs service would write it, with these data. */
function insertRun(session: ReturnType<typeof openTestSession>, state: string, sha256: string): void {
  session.workspace.db.run(
    `INSERT INTO run (name, settings, train_id, train_name, train_sha256, dev_id, dev_name, dev_sha256, state, owner,
                      created_at, warnings, config_hash, version)
     VALUES ('r', '{}', 1, 'x', ?, 1, 'x', 'other', ?, 1, '', '[]', '', '')`,
    sha256,
    state,
  );
}

describe('deleting a data set', () => {
  it('removes its file when no other set has the same documents', async () => {
    const session = openTestSession();
    const a = await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'a');
    const b = await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'b');
    dataSets.deleteDataSet(session, a.id);
    expect(dataSets.readDataSet(session, b.id)).toEqual(DOCUMENTS);
    dataSets.deleteDataSet(session, b.id);
    expect(existsSync(dataFile(session.workspace.dir, a.sha256))).toBe(false);
    expect(() => dataSets.deleteDataSet(session, b.id)).toThrow(/no data set/);
    expect(listAudit(session.workspace.db, { limit: 1 })[0]).toMatchObject({ action: 'dataset.delete' });
  });

  it('leaves the file to a run that has not ended', async () => {
    const session = openTestSession();
    const { id, sha256 } = await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'a');
    insertRun(session, 'paused', sha256);
    dataSets.deleteDataSet(session, id);
    expect(existsSync(dataFile(session.workspace.dir, sha256))).toBe(true);
    session.workspace.db.run("UPDATE run SET state = 'finished'");
    dataSets.releaseData(session, sha256);
    expect(existsSync(dataFile(session.workspace.dir, sha256))).toBe(false);
  });
});

describe('documents without a data set', () => {
  it('go when somebody deleted the set, and stay when a restore took the row away', async () => {
    const workspace = openWorkspace();
    const session = openTestSession(workspace);
    const { file } = workspace.backup();
    const a = await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'a');
    const b = await dataSets.importDataSet(session, fileFor(DOCUMENTS.slice(1)), 'b');
    const files = [a, b].map(({ sha256 }) => dataFile(workspace.dir, sha256));
    const kept = readFileSync(files[0]!);
    dataSets.deleteDataSet(session, a.id);
    writeFileSync(files[0]!, kept); // as if a crash had come before
    workspace.restore(file);
    removeDeletedFiles(workspace);
    expect(files.map((path) => existsSync(path))).toEqual([false, true]);
  });
});

describe('leakage', () => {
  it('finds texts that differ in width, case and white space only', async () => {
    const session = openTestSession();
    const document = (text: string) => ({ id: text, text, entities: [] });
    const train = ['CT 示 肺炎', '头痛', '发热'].map(document);
    const dev = ['ｃｔ示\n肺炎', '腹痛', '发热', '发热。'].map(document);
    const sets = [
      await dataSets.importDataSet(session, fileFor(train), 'train'),
      await dataSets.importDataSet(session, fileFor(dev), 'dev'),
    ];
    expect(dataSets.leakage(session, sets[0]!.id, sets[1]!.id)).toEqual({
      documents: 4,
      leaked: 2,
      examples: [0, 2],
    });
  });
});

describe('data sets and backups', () => {
  it('come back with a restore as long as their files are there, else say so', async () => {
    const workspace = openWorkspace();
    const session = openTestSession(workspace);
    const kept = await dataSets.importDataSet(session, fileFor(DOCUMENTS), 'kept');
    const gone = await dataSets.importDataSet(session, fileFor(DOCUMENTS.slice(1)), 'gone');
    const { file } = workspace.backup();
    const later = await dataSets.importDataSet(session, fileFor(DOCUMENTS.slice(2)), 'later');
    dataSets.deleteDataSet(session, gone.id);
    workspace.restore(file);
    expect(dataSets.readDataSet(session, kept.id)).toEqual(DOCUMENTS);
    expect(() => dataSets.readDataSet(session, gone.id)).toThrow(/no longer there/);
    expect(() => dataSets.readDataSet(session, later.id)).toThrow(/no data set/);
    const next = await dataSets.importDataSet(session, fileFor(DOCUMENTS.slice(0, 1)), 'next');
    expect(next.id).toBeGreaterThan(later.id); // ids are never used again
  });
});
