import { describe, expect, it } from 'vitest';
import { GraphLinker } from '../../../../main/inference/graph-linker.ts';
import { openSimilarRecords } from '../../../../main/services/graph/linker.ts';
import { applyCorrections } from '../../../../main/services/records/corrections.ts';
import { queryRecords } from '../../../../main/services/records/query-records.ts';
import { createRecord, saveDraft } from '../../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { correctionOf } from '../../../../shared/domain/correction.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';
import { openTestSession, openWorkspace } from '../../../helpers/workspace.ts';

const TRIPLES = [
  '社区获得性肺炎\tHasSymptom\t咳嗽',
  '社区获得性肺炎\tHasSymptom\t发热',
  '社区获得性肺炎\tIsA\t肺炎',
  '急性心肌梗死\tHasSymptom\t胸痛',
  '高钾血症\tHasFinding\t心电图T波高尖',
  '高钾血症\tHasSymptom\t乏力',
].join('\n');

const TEXTS = {
  kalium: '主诉：乏力3天。辅助检查：血钾 6.8mmol/L（3.5-5.3），血红蛋白 72g/L。',
  anaemia: '主诉：胸痛2小时。辅助检查：血钾 4.1mmol/L（3.5-5.3），血红蛋白 78 g/L。',
  denied: '患者咳嗽、发热3天，无胸痛。血红蛋白 130g/L。',
  pneumonia: '初步诊断：社区获得性肺炎。否认高钾血症病史。',
};

async function openRecords() {
  const session = openTestSession(openWorkspace());
  await importFile(dbOf(session), temporaryFile('triples.tsv', TRIPLES), { format: 'triples' });
  const ids = Object.fromEntries(
    Object.entries(TEXTS).map(([title, text]) => [
      title,
      createRecord(session, { title, text, origin: 'test' }).id,
    ]),
  );
  return { session, ids, ask: asker(session) };
}

function asker(session: Session) {
  const linker = GraphLinker.load(dbOf(session));
  const records = openSimilarRecords(session, linker);
  const search = {
    match: (conditions: Parameters<typeof records.match>[0]) =>
      records.match(conditions, { between: async () => undefined, budgetMs: Number.POSITIVE_INFINITY }),
    annotate: linker.annotate.bind(linker),
  };
  return (query: string, limit = 10, skip = 0) =>
    queryRecords(session, { query, limit, from: { at: 0, skip } }, search);
}

const titles = async (page: ReturnType<ReturnType<typeof asker>>) =>
  (await page).hits.map(({ document }) => document.title);

describe('records are found', () => {
  it('by several words, wherever each stands', async () => {
    const { ask } = await openRecords();
    expect(await titles(ask('胸痛 血红蛋白'))).toEqual(['anaemia', 'denied']);
    expect(await titles(ask('"发热3天" 血红蛋白'))).toEqual(['denied']);
    expect(await titles(ask('发热 血钾'))).toEqual([]);
  });

  it('by a finding as it is asserted, from words and from values', async () => {
    const { ask } = await openRecords();
    expect(await titles(ask('胸痛 有'))).toEqual(['anaemia']);
    expect(await titles(ask('胸痛 无'))).toEqual(['denied']);
    expect(await titles(ask('高钾血症 有'))).toEqual(['kalium']);
    expect(await titles(ask('高钾血症 无'))).toEqual(expect.arrayContaining(['pneumonia']));
  });

  it('by what the graph calls narrower', async () => {
    const { ask } = await openRecords();
    expect(await titles(ask('肺炎 有'))).toEqual(['pneumonia']);
  });

  it('by values in any unit, with words and findings beside them', async () => {
    const { ask } = await openRecords();
    expect(await titles(ask('Hb<80'))).toEqual(['kalium', 'anaemia']);
    expect(await titles(ask('Hb < 7.5 g/dL'))).toEqual(['kalium']);
    expect(await titles(ask('Hb<80, 胸痛 有'))).toEqual(['anaemia']);
    expect(await titles(ask('Hb<80 乏力'))).toEqual(['kalium']);
    const [hit] = (await ask('血钾>5.5, 高钾血症 有')).hits;
    expect(hit?.snippets.map(({ match }) => match)).toEqual(['血钾 6.8mmol/L（3.5-5.3）']);
  });

  it('page by page', async () => {
    const { ask } = await openRecords();
    const first = await ask('Hb<80', 1);
    expect(await titles(Promise.resolve(first))).toEqual(['kalium']);
    expect(first).toMatchObject({ records: 4, left: 0, next: { at: 0, skip: 1 } });
    const second = await ask('Hb<80', 1, first.next?.skip);
    expect(await titles(Promise.resolve(second))).toEqual(['anaemia']);
    expect(second.next).toBeUndefined();
  });

  it('as they stand now, drafts and corrections counted', async () => {
    const { session, ids, ask } = await openRecords();
    saveDraft(session, ids.anaemia ?? 0, { base: 1, draft: 0 }, '血红蛋白 120g/L，无胸痛。');
    expect(await titles(ask('Hb<80'))).toEqual(['kalium']);
    expect(await titles(ask('胸痛 无'))).toEqual(['anaemia', 'denied']);
    const start = TEXTS.denied.indexOf('胸痛');
    const place = { start, end: start + 2, type: 'symptom' as const };
    applyCorrections(session, {
      documentId: ids.denied ?? 0,
      base: 1,
      draft: 0,
      changes: [
        { before: null, after: correctionOf(TEXTS.denied, { id: 'one', found: place, mention: null }) },
      ],
    });
    expect(await titles(ask('胸痛 无'))).toEqual(['anaemia']);
  });
});

describe('a question that cannot be answered', () => {
  it.each([
    ['什么病 有', '什么病'],
    ['什么值<3', '什么值'],
    ['血钾>3 mmHg', 'mmHg'],
  ])('%s is refused and named', async (query, named) => {
    const { ask } = await openRecords();
    await expect(ask(query)).rejects.toThrow(named);
  });
});
