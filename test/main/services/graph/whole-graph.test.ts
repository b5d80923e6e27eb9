/** Neighbours, nearest entities, paths and records of one entity. */
import { expect, it } from 'vitest';
import {
  entityPage,
  pathBetween,
  recordsOfEntity,
  relatedEntities,
  searchGraph,
} from '../../../../main/services/graph/graph.ts';
import { createRecord, saveDraft } from '../../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { trainGraphIntoWorkspace } from '../../../../main/services/vectors/train-graph-vectors.ts';
import { vectorsNamed } from '../../../../main/services/vectors/vectors.ts';
import { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const TRIPLES = `head\trelation\ttail\thead_type\ttail_type
甲病\tHasSymptom\t发热\tdisease\tsymptom
乙病\tHasSymptom\t发热\tdisease\tsymptom
乙病\tHasSymptom\t咳嗽\tdisease\tsymptom
丙病\tHasSymptom\t咳嗽\tdisease\tsymptom
甲病\tInDepartment\t内科\tdisease\tdepartment
丙病\tInDepartment\t内科\tdisease\tdepartment
甲病\tSameAs\t甲症\tdisease\tdisease
丁病\tSameAs\t丁症\tdisease\tdisease
`;

async function open() {
  const session = openTestSession();
  await importFile(dbOf(session), temporaryFile('first.tsv', TRIPLES));
  return session;
}

const idOf = (session: Session, name: string): number => searchGraph(session, name, { limit: 1 })[0]!.id;

const train = (session: Session, name: string) =>
  trainGraphIntoWorkspace(
    session,
    name,
    GraphEmbeddingSettings.parse({ model: 'transe', dimension: 8, epochs: 3, threads: 1, heldOut: 0 }),
    { signal: new AbortController().signal, onEvent: () => undefined },
  );

it('finds neighbours with their relations, and says why there are no nearest ones', async () => {
  const session = await open();
  const related = await relatedEntities(session, idOf(session, '甲病'));
  expect(new Set(related.neighbours.map(({ name }) => name))).toEqual(new Set(['发热', '内科']));
  expect(related.neighbours.find(({ name }) => name === '发热')).toMatchObject({
    type: 'symptom',
    relations: [{ relation: 'HasSymptom', direction: 'out' }],
  });
  expect(related.nearest).toEqual({ kind: 'no-vectors' });
  await expect(relatedEntities(session, 999)).rejects.toMatchObject({ code: 'not-found' });
});

it('orders all entities by cosine, until the graph changes', async () => {
  const session = await open();
  await train(session, 'first');
  const id = idOf(session, '甲病');
  const { nearest } = await relatedEntities(session, id);
  const { tokens, values, dimension } = (await vectorsNamed(session, 'first')).vectors;
  const row = (name: string) => {
    const at = tokens.indexOf(name) * dimension;
    return [...values.subarray(at, at + dimension)];
  };
  const length = (vector: number[]) => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  const cosine = (a: number[], b: number[]) =>
    a.reduce((sum, x, i) => sum + x * b[i]!, 0) / length(a) / length(b);
  const expected = tokens
    .filter((name) => name !== '甲病')
    .map((name) => ({ name, similarity: cosine(row('甲病'), row(name)) }))
    .toSorted((a, b) => b.similarity - a.similarity);
  expect(nearest).toMatchObject({ kind: 'found', vectors: 'first' });
  const found = nearest.kind === 'found' ? nearest.entities : [];
  expect(found.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
  for (const [i, { similarity }] of found.entries())
    expect(similarity).toBeCloseTo(expected[i]!.similarity, 5);

  expect((await relatedEntities(session, idOf(session, '丁病'))).nearest).toEqual({
    kind: 'no-edges',
    vectors: 'first',
  });
  await importFile(
    dbOf(session),
    temporaryFile('second.tsv', 'head\trelation\ttail\n甲病\tHasSymptom\t寒战\n'),
  );
  expect((await relatedEntities(session, id)).nearest).toEqual({ kind: 'other-graph', vectors: 'first' });
  await train(session, 'second');
  expect((await relatedEntities(session, id)).nearest).toMatchObject({ kind: 'found', vectors: 'second' });
});

it('finds the shortest path, also without some relations, or none', async () => {
  const session = await open();
  const [from, to] = [idOf(session, '甲病'), idOf(session, '丙病')];
  const words = async (without: string[]) =>
    (await pathBetween(session, { from, to, without }))?.map(
      ({ relation, direction, entity }) => `${direction} ${relation} ${entity.name}`,
    );
  expect(await words([])).toEqual(['out InDepartment 内科', 'in InDepartment 丙病']);
  expect(await words(['InDepartment'])).toEqual([
    'out HasSymptom 发热',
    'in HasSymptom 乙病',
    'out HasSymptom 咳嗽',
    'in HasSymptom 丙病',
  ]);
  expect(await words(['InDepartment', 'HasSymptom'])).toBeUndefined();
  expect(await pathBetween(session, { from, to: idOf(session, '丁病'), without: [] })).toBeNull();
});

it('counts the places of all names in the newest texts, longer names first', async () => {
  const session = await open();
  const plain = createRecord(session, { title: '一', text: '患者甲病，考虑甲病。', origin: 'test' });
  createRecord(session, { title: '二', text: '无关。', origin: 'test' });
  const edited = createRecord(session, { title: '三', text: '无关。', origin: 'test' });
  saveDraft(session, edited.id, { base: edited.revision, draft: edited.draft }, '既往甲症。');
  const found = await recordsOfEntity(session, idOf(session, '甲病'));
  expect(found).toMatchObject({ records: 2, matches: 3 });
  expect(found.hits.map(({ document, count, snippets }) => [document.id, count, snippets[0]])).toEqual([
    [plain.id, 2, { start: 2, before: '患者', match: '甲病', after: '，考虑甲病。' }],
    [edited.id, 1, { start: 2, before: '既往', match: '甲症', after: '。' }],
  ]);
});

it('names the sources of each fact', async () => {
  const session = await open();
  const table = 'code\tname\nJ18.9\t甲病\n';
  await importFile(dbOf(session), temporaryFile('icd.tsv', table), { format: 'icd10' });
  await importFile(dbOf(session), temporaryFile('again.tsv', table), { format: 'icd10' });
  const page = entityPage(session, idOf(session, '甲病'), 0);
  expect(page.facts).toMatchObject({ icd10: 'J18.9' });
  expect(page.factSources.icd10).toEqual(['icd.tsv', 'again.tsv']);
});
