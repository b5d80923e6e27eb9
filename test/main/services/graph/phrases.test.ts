/** Lists of phrases: mined, reviewed, cut anew, exchanged, and audited. */
import { expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { LIMITS } from '../../../../main/reading/limits.ts';
import { storeDocuments } from '../../../../main/services/data/data-sets.ts';
import * as phrases from '../../../../main/services/graph/phrases.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { MiningSettings, PhraseFilter, writtenCuts } from '../../../../shared/domain/phrases.ts';
import { MAX_FILE_BYTES } from '../../../../shared/file-size.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';
import { KNOWN, phraseTexts, phraseTriples, UNKNOWN } from '../../../helpers/phrase-texts.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const SETTINGS = MiningSettings.parse({ minQuality: 0.5 });

async function open(texts: readonly string[] = phraseTexts()) {
  const session = openTestSession();
  await importFile(dbOf(session), temporaryFile('names.tsv', phraseTriples()));
  const documents = texts.map((text, i) => ({ id: `${i}`, text, entities: [] }));
  return { session, dataSet: storeDocuments(session, 'texts', documents).id };
}

async function mined() {
  const { session, dataSet } = await open();
  const list = await phrases.minePhrases(session, { dataSet, name: 'terms', settings: SETTINGS });
  return { session, list, dataSet };
}

const page = (session: Session, id: number, filter: Partial<PhraseFilter> = {}) =>
  phrases.phrasePage(session, id, PhraseFilter.parse(filter));
const actions = (session: Session) =>
  listAudit(dbOf(session), { limit: 20 })
    .map(({ action }) => action)
    .filter((action) => action.startsWith('phrases.'));

it('keeps what was mined with its card, and finds it by words, state, origin and length', async () => {
  const { session, list } = await mined();
  expect(list).toMatchObject({
    name: 'terms',
    card: { settings: SETTINGS, corpus: { name: 'texts', texts: 1200 }, names: KNOWN.length },
    counts: { accepted: 0, rejected: 0 },
  });
  const all = page(session, list.id);
  expect(all.total).toBe(list.counts.waiting);
  expect(all.phrases.map(({ text }) => text)).toEqual(expect.arrayContaining([...UNKNOWN]));
  expect(
    page(session, list.id, { query: '贫血', origin: 'graph' })
      .phrases.map(({ text }) => text)
      .toSorted(),
  ).toEqual(['贫血', '缺铁性贫血', '再生障碍性贫血'].toSorted());
  const [aplastic] = page(session, list.id, { query: '再生', long: true }).phrases;
  expect(writtenCuts(aplastic!)).toBe('再生|障碍性|贫血');
  expect(page(session, list.id, { limit: 2 }).phrases).toHaveLength(2);
  expect(page(session, list.id, { state: 'accepted' }).total).toBe(0);
  expect(all.cutPoints.find(({ character, side }) => character === '性' && side === 'end')?.active).toBe(
    true,
  );
  expect(actions(session)).toEqual(['phrases.mine']);
});

it('decisions about state and cuts are kept and audited, and others are added', async () => {
  const { session, list } = await mined();
  const { before, after } = phrases.editPhrase(session, list.id, { text: '再生障碍性贫血', cuts: [5] });
  expect([before?.cuts, after.cuts, after.edited]).toEqual([[2, 5], [5], true]);
  expect(
    phrases.editPhrase(session, list.id, { text: 'ＨＩＶ感染', state: 'accepted', cuts: [3] }),
  ).toMatchObject({
    before: null,
    after: { text: 'hiv感染', origin: 'added', count: 0, quality: null },
  });
  expect(phrases.getPhraseList(session, list.id).counts.accepted).toBe(1);
  for (const cuts of [[0], [7], [3, 3], [4, 2]])
    expect(() => phrases.editPhrase(session, list.id, { text: '再生障碍性贫血', cuts })).toThrow(/empty/);
  expect(() => phrases.editPhrase(session, list.id, { text: '肺 炎', state: 'accepted' })).toThrow(
    /white space/,
  );
  expect(listAudit(dbOf(session), { limit: 2 })[1]?.detail).toMatchObject({
    text: '再生障碍性贫血',
    before: { cuts: [2, 5] },
    after: { cuts: [5] },
  });
});

it('cut points cut anew what nobody has decided about', async () => {
  const { session, list } = await mined();
  phrases.editPhrase(session, list.id, { text: '缺铁性贫血', cuts: [] });
  const written = (query: string) => page(session, list.id, { query }).phrases.map(writtenCuts);
  const point = { character: '障', side: 'end', active: true } as const;
  expect(await phrases.setCutPoints(session, list.id, [point])).toBe(1);
  expect(written('再生')).toEqual(['再生障|碍性|贫血']);
  expect(await phrases.setCutPoints(session, list.id, [{ ...point, active: false }])).toBe(1);
  expect(written('再生')).toEqual(['再生|障碍性|贫血']);
  expect(written('缺铁性贫血')).toEqual(['缺铁性贫血']);
  expect(await phrases.segmentAgain(session, list.id)).toBe(0);
  const cut = await phrases.segmentNames(session, list.id, ['缺铁性贫血', '新型冠状病毒肺炎']);
  expect(cut.map(writtenCuts)).toEqual(['缺铁性贫血', '新型|冠状病毒|肺炎']);
  expect(actions(session).filter((action) => action === 'phrases.cut-point')).toHaveLength(2);
});

it('an exported list comes back as it was, from a spreadsheet too', async () => {
  const { session, list } = await mined();
  phrases.editPhrase(session, list.id, { text: '再生障碍性贫血', cuts: [5], state: 'accepted' });
  const { bytes, name } = phrases.exportPhrases(session, list.id);
  expect(name).toBe('terms.tsv');
  const copy = await phrases.importPhrases(session, { name: 'copy', file: name, bytes });
  const content = (id: number) => {
    const { phrases: own, cutPoints } = page(session, id, { limit: 2000 });
    return { own, cutPoints };
  };
  expect(content(copy.id)).toEqual(content(list.id));
  expect(copy.card.units).toBe(list.card.units);
  const spreadsheet = Buffer.from('\ufeffphrase\t急性|胃炎\r\ncut\tend\t期\r\n');
  const small = await phrases.importPhrases(session, { name: 'small', file: 'a.tsv', bytes: spreadsheet });
  expect(content(small.id)).toMatchObject({
    own: [{ text: '急性胃炎', cuts: [2], edited: true, origin: 'added', state: 'waiting' }],
    cutPoints: [{ character: '期', side: 'end', active: true }],
  });
  const importing = (text: string) =>
    phrases.importPhrases(session, { name: 'bad', file: 'b.tsv', bytes: Buffer.from(text) });
  await expect(importing('phrase\t肺炎\nphrase\t急性||胃炎\n')).rejects.toThrow(
    /Line 2 of b\.tsv .*急性\|\|胃炎/,
  );
  await expect(importing('cut\tmiddle\t期')).rejects.toThrow(/Line 1/);
  await expect(importing('肺炎')).rejects.toThrow(/Line 1/);
  await expect(importing('# nothing\n')).rejects.toThrow(/holds no phrases/);
  await expect(importing(' '.repeat(MAX_FILE_BYTES + 1))).rejects.toThrow(/b\.tsv/);
  const many = Array.from({ length: LIMITS.phrases + 1 }, (_, n) => `phrase\t词${n}`).join('\n');
  await expect(importing(many)).rejects.toMatchObject({ code: 'too-large' });
  expect(phrases.listPhraseLists(session).map((one) => one.name)).toEqual(['terms', 'copy', 'small']);
  phrases.deletePhrases(session, copy.id);
  expect(() => phrases.phrasePage(session, copy.id, PhraseFilter.parse({}))).toThrow(/no list of phrases/);
});

it('is refused before it starts without data, graph or a free name, and with texts that say nothing', async () => {
  const { session, list, dataSet } = await mined();
  const mine = (changes: object, of = session) =>
    phrases.minePhrases(of, { dataSet, name: 'other', settings: SETTINGS, ...changes });
  await expect(mine({ dataSet: 99 })).rejects.toThrow(/99/);
  await expect(mine({ name: list.name })).rejects.toThrow(/already a list .*terms/);
  expect(() => phrases.startMining(session, { dataSet, name: list.name, settings: SETTINGS })).toThrow(
    /already/,
  );
  expect(() => phrases.findPhraseList(session, 'none')).toThrow(/none/);
  const empty = openTestSession();
  const { id } = storeDocuments(empty, 'texts', [{ id: '1', text: '肺炎', entities: [] }]);
  await expect(mine({ dataSet: id }, empty)).rejects.toThrow(/graph is empty/);
  for (const [text, said] of [
    ['plain English', /no Chinese characters/],
    ['今天天气很好。', /hold 0 names of the graph/],
  ] as const) {
    const other = await open([text]);
    await expect(mine({ dataSet: other.dataSet }, other.session)).rejects.toThrow(said);
    expect(phrases.listPhraseLists(other.session)).toEqual([]);
  }
});

it('runs as a job that tells how far it is, and leaves nothing when it is cancelled', async () => {
  const { session, dataSet } = await open();
  const job = phrases.startMining(session, { dataSet, name: 'later', settings: SETTINGS });
  expect(job).toMatchObject({ kind: 'phrases-mine', title: 'later', state: 'running' });
  session.jobs.cancel(job.id);
  await session.jobs.close();
  expect(session.jobs.list()[0]?.state).toBe('cancelled');
  expect(phrases.listPhraseLists(session)).toEqual([]);
});
