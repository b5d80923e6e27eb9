/** Probing and similarity as background tasks: the same as in this process, and refused in words. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storeDocuments } from '../../../../main/services/data/data-sets.ts';
import { probeInBackground, probeModel } from '../../../../main/services/graph/probe.ts';
import { similarity, similarityInBackground } from '../../../../main/services/graph/similarity.ts';
import { initEncoder } from '../../../../main/services/models/encoder-init.ts';
import { getModel, saveModel } from '../../../../main/services/models/models.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { ProbeReport, ProbeSettings, SimilarityReport } from '../../../../shared/domain/probe.ts';
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
