import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GraphLinker } from '../../../main/inference/graph-linker.ts';
import { SimilarRecords, similarFolder } from '../../../main/inference/similar-records.ts';
import { linkerStore } from '../../../main/services/graph/linker.ts';
import {
  createRecord,
  getRecord,
  listRecords,
  removeRecord,
  saveDraft,
} from '../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../main/services/session/session.ts';
import { importFile, temporaryFile } from '../../helpers/kg.ts';
import { makeProject } from '../../helpers/projects.ts';
import { openTestSession, openWorkspace } from '../../helpers/workspace.ts';

const TRIPLES =
  '社区获得性肺炎\tHasSymptom\t咳嗽\n社区获得性肺炎\tHasSymptom\t发热\n急性心肌梗死\tHasSymptom\t胸痛\n';
const TEXTS = ['患者咳嗽、发热3天，伴咳痰。', '患者胸痛2小时，向左肩放射。', '患者发热、咳嗽，无胸痛。'];
const PACE = { between: async () => undefined, budgetMs: Number.POSITIVE_INFINITY };

async function openRecords(): Promise<{ session: Session; ids: number[] }> {
  const session = openTestSession(openWorkspace());
  await importFile(dbOf(session), temporaryFile('triples.tsv', TRIPLES), { format: 'triples' });
  const ids = TEXTS.map((text, i) => createRecord(session, { title: `病历${i}`, text, origin: 'test' }).id);
  return { session, ids };
}

/** Counts the texts that a new process reads. */
function openSearch(session: Session) {
  const linker = GraphLinker.load(dbOf(session));
  const read: string[] = [];
  const annotate = (text: string) => {
    read.push(text);
    return linker.annotate(text);
  };
  const records = new SimilarRecords({
    db: dbOf(session),
    linker: { annotate },
    store: linkerStore(session),
  });
  const find = async (text: string, documentId?: number) => {
    read.length = 0;
    return records.find({ text, documentId, count: 10 }, PACE);
  };
  return { records, find, read };
}

/** Records enough to be written at once. */
const fill = (session: Session): void => {
  for (let i = 0; i < 40; i++)
    createRecord(session, { title: `其他${i}`, text: `第${i}份：头晕、乏力。`, origin: 'test' });
};

describe('similar records', () => {
  it('tell score, shared findings and words, without the record asked about', async () => {
    const { session, ids } = await openRecords();
    const { hits, records, left } = await openSearch(session).find(TEXTS[0]!, ids[0]!);
    expect({ records, left, ids: hits.map(({ document }) => document.id) }).toEqual({
      ...{ records: 3, left: 0, ids: [ids[2], ids[1]] },
    });
    expect(hits[0]?.entities.map(({ name }) => name).sort()).toEqual(['发热', '咳嗽']);
    expect(hits[0]?.words).toEqual(expect.arrayContaining(['发热', '咳嗽', '患者']));
    expect(hits[1]?.entities).toEqual([]);
  });

  it('follow drafts, new and deleted records, and read nothing twice', async () => {
    const { session, ids } = await openRecords();
    const { find, read } = openSearch(session);
    await find('胸痛');
    saveDraft(session, ids[0]!, { base: 1, draft: 0 }, '患者腰痛。');
    const added = createRecord(session, { title: '新', text: '胸痛、胸痛。', origin: 'test' }).id;
    removeRecord(session, ids[1]!);
    const { hits } = await find('胸痛');
    expect(read.slice().sort()).toEqual(['患者腰痛。', '胸痛、胸痛。', '胸痛'].sort());
    expect(hits.map(({ document }) => document.id)).toEqual([added, ids[2]]);
    await find('腰痛');
    expect(read).toEqual(['腰痛']);
  });

  it('are kept sealed for the next process, made anew when the file is damaged or the graph another one', async () => {
    const { session, ids } = await openRecords();
    fill(session);
    const first = await openSearch(session).find(TEXTS[0]!, ids[0]!);
    const folder = similarFolder(session.workspace.dir);
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    const bytes = readFileSync(join(folder, name));
    expect(bytes.includes('咳嗽') || bytes.includes(Buffer.from('咳嗽', 'utf16le'))).toBe(false);
    const next = openSearch(session);
    expect(await next.find(TEXTS[0]!, ids[0]!)).toEqual(first);
    expect(next.read).toEqual([TEXTS[0]]);

    bytes[100]! ^= 1;
    writeFileSync(join(folder, name), bytes);
    expect(await openSearch(session).find(TEXTS[0]!, ids[0]!)).toEqual(first);
    await importFile(dbOf(session), temporaryFile('more.tsv', '肺炎\tHasSymptom\t咳痰\n'), {
      format: 'triples',
    });
    const grown = await openSearch(session).find(TEXTS[0]!, ids[0]!);
    expect(grown.left).toBe(0);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(folder)).not.toEqual([name]);
  });

  it('leave the file with the record that was deleted', async () => {
    const { session, ids } = await openRecords();
    fill(session);
    const search = openSearch(session);
    await search.find('胸痛');
    const [name = ''] = readdirSync(similarFolder(session.workspace.dir));
    const before = statSync(join(similarFolder(session.workspace.dir), name));
    removeRecord(session, ids[1]!);
    await search.find('胸痛');
    expect(statSync(join(similarFolder(session.workspace.dir), name)).ino).not.toBe(before.ino);
  });

  it('answer within the budget from what is read, and go on when asked again', async () => {
    const { session } = await openRecords();
    const { records } = openSearch(session);
    const question = { text: TEXTS[2]!, count: 10 };
    const lefts: number[] = [];
    for (let i = 0; i < 4; i++) lefts.push((await records.find(question, { ...PACE, budgetMs: -1 })).left);
    expect(lefts).toEqual([2, 1, 0, 0]);
  });

  it('stop when told to, and keep what was read', async () => {
    const { session } = await openRecords();
    const { records } = openSearch(session);
    const stop = async () => {
      throw new Error('stopped');
    };
    await expect(records.find({ text: '胸痛', count: 5 }, { ...PACE, between: stop })).rejects.toThrow(
      'stopped',
    );
    expect((await records.find({ text: '胸痛', count: 5 }, { ...PACE, budgetMs: -1 })).left).toBe(1);
  });

  it('are never documents of projects', async () => {
    const { session, ids } = await openRecords();
    const secret = '患者咳嗽、发热3天，伴咳痰。仅供项目';
    makeProject(session, [secret]);
    const copied = createRecord(session, { title: '另一份', text: secret, origin: 'test' }).id;
    for (const { id, text } of listRecords(session).map((record) => getRecord(session, record.id)))
      if (text === secret) removeRecord(session, id);
    const { hits, records } = await openSearch(session).find(secret);
    expect(records).toBe(3);
    expect(hits.map(({ document }) => document.id).sort()).toEqual(ids);
    expect(hits.map(({ document }) => document.id)).not.toContain(copied);
    expect(hits.flatMap(({ words }) => words).join()).not.toContain('项目');
  });
});
