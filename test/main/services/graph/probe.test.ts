/** Tests of an encoder against the graph: in the background the same as in this process, and refused in words. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadLexicon } from '../../../../main/db/repositories/lexicon.ts';
import { storeDocuments } from '../../../../main/services/data/data-sets.ts';
import { attentionStored } from '../../../../main/services/graph/attention.ts';
import { probeInBackground, probeModel } from '../../../../main/services/graph/probe.ts';
import { similarity, similarityInBackground } from '../../../../main/services/graph/similarity.ts';
import { initEncoder } from '../../../../main/services/models/encoder-init.ts';
import { getModel, saveModel } from '../../../../main/services/models/models.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import {
  AttentionReport,
  ProbeReport,
  ProbeSettings,
  SimilarityReport,
} from '../../../../shared/domain/probe.ts';
import type { WorkProgress } from '../../../../shared/domain/work.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

const DISEASES = Array.from(
  { length: 21 },
  (_, i) => `${'甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌'[i]}型肝炎病`,
);
const TRIPLES = [
  'head\trelation\ttail\thead_type\ttail_type',
  ...DISEASES.map((name, i) => `${name}\tHasSymptom\t${i % 2 === 0 ? '发热' : '咳嗽'}\tdisease\tsymptom`),
  ...DISEASES.slice(0, 3).map((name) => `${name}\tSameAs\t${name}症\tdisease\tdisease`),
].join('\n');

async function open() {
  const session = openTestSession();
  await importFile(dbOf(session), temporaryFile('graph.tsv', TRIPLES));
  const corpus = join(temporaryDir(), 'corpus.txt');
  writeFileSync(corpus, `${DISEASES.join('。')}发热咳嗽的症状有`.repeat(3));
  const init = {
    name: '小',
    size: 'tiny',
    corpus: [corpus],
    kind: 'character',
    vocabularySize: 300,
    seed: 1,
  } as const;
  const { id } = await initEncoder(session, init, () => undefined);
  return { session, id, corpus };
}

it('a probe in the background gives the report of this process, with progress', async () => {
  const { session, id } = await open();
  const settings = ProbeSettings.parse({ limit: 10, masks: 2 });
  const told: WorkProgress[] = [];
  const report = await probeInBackground(
    session,
    { ...settings, id },
    { onProgress: (one) => told.push(one) },
  );
  const here = await probeModel(session, { model: '小', limit: 10, longest: 2, seed: 1 });
  expect(ProbeReport.parse(report)).toMatchObject({ scores: here.scores, baseline: here.baseline });
  expect(report.queries.map(({ found }) => found)).toEqual(here.queries.map(({ found }) => found));
  for (const [i, { answers, answerCount, isRight, found }] of report.queries.entries()) {
    expect(answerCount).toBe(here.queries[i]!.answers.size);
    expect(answers.length).toBeLessThanOrEqual(20);
    expect(found.some((answer) => answers.includes(answer))).toBe(isRight);
  }
  expect(told.at(-1)).toMatchObject({ stage: 'asking', total: here.queries.length });
  const files = taggerFiles('bilstm-crf');
  const tagger = saveModel(session, { name: '标', files, metrics: {}, origin: 'import' });
  await expect(probeInBackground(session, { ...settings, id: tagger.id }, {})).rejects.toThrow(/标/);
});

it('similarity in the background gives the scores of this process, with mentions of a corpus', async () => {
  const { session, id, corpus } = await open();
  const text = `${DISEASES[0]}症。`;
  const { id: data } = storeDocuments(session, '语料', [{ id: '1', text, entities: [] }]);
  const report = await similarityInBackground(session, { model: id, corpus: data, seed: 1 }, {});
  expect(SimilarityReport.parse(report).sets.D1.pairs).toBe(3);
  writeFileSync(corpus, text);
  const here = await similarity(session, {
    of: { model: getModel(session, id).name },
    corpus: [corpus],
    seed: 1,
  });
  expect(report).toEqual(here);
  expect(report.sets.D3.pairs).toBeGreaterThan(0);
});

it('a graph without edges or a second name is refused', async () => {
  const { session, id } = await open();
  dbOf(session).raw.exec('DELETE FROM kg_edge');
  await expect(probeInBackground(session, { ...ProbeSettings.parse({}), id }, {})).rejects.toThrow(/edges/);
});

it('attention of each layer adds up to the heads, and an entity is compared with a synonym and another entity', async () => {
  const { session, id } = await open();
  const { workspace } = session;
  const [name, entityId] = ['甲型肝炎病', entityNamed(session, '甲型肝炎病')];
  const text = `患者有${name}和发热。`;
  const entities = [{ start: 3, end: 3 + name.length, type: 'disease', entityId }] as const;
  const input = { id, name: '小', text, entities, workspaceDir: workspace.dir };
  const report = AttentionReport.parse(await attentionStored(dbOf(session), input));
  expect(report.tokens).toEqual(['[CLS]', ...text, '[SEP]']);
  for (const row of report.layers.flat()) expect(sum(row)).toBeCloseTo(report.heads, 2);
  const { from, to, curves } = report.entities[0]!;
  expect([from, to]).toEqual([4, 9]);
  expect(curves.map(({ kind }) => kind)).toEqual(['own', 'synonym', 'random']);
  expect(curves[1]!.name).toBe(`${name}症`);
  expect(DISEASES.slice(1)).toContain(curves[2]!.name);
  for (const [layer, matrix] of report.layers.entries()) {
    const others = [1, 2, 3, 9, 10, 11, 12];
    const naive = others.map((to) => sum([4, 5, 6, 7, 8].map((from) => matrix[from]![to]!)));
    for (const [i, value] of naive.entries()) expect(curves[0]!.layers[layer]![i]).toBeCloseTo(value, 2);
    expect(curves[0]!.similarity[layer]).toBe(1);
    expect(curves[2]!.layers[layer]).not.toEqual(curves[0]!.layers[layer]);
  }
  const long = { ...input, text: '肝'.repeat(127), entities: [] };
  await expect(attentionStored(dbOf(session), long)).rejects.toThrow(/127.*126/);
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const entityNamed = (session: Session, name: string): number =>
  [...loadLexicon(dbOf(session))].find((one) => one.name === name)!.entityId;
