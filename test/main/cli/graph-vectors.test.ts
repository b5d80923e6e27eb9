/** Vectors and neighbours of the knowledge graph on the command line. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Home } from '../../helpers/app.ts';
import { cli } from '../../helpers/cli.ts';

const SMALL = ['--dim', '8', '--epochs', '4', '--batch', '64', '--evaluate-every', '2'];

it('trains on the graph, lists and explores the vectors, and ranks neighbours', () => {
  const home = new Home();
  onTestFinished(() => home.remove());
  const triples = join(home.dir, 'triples.tsv');
  const rows = Array.from({ length: 60 }, (_, i) => [
    `病${i % 20}\tHasSymptom\t症状${(7 * i) % 15}\tdisease\tsymptom`,
    `病${i % 20}\tTreatedByDrug\t药${(5 * i) % 12}\tdisease\tdrug`,
  ]).flat();
  writeFileSync(triples, ['head\trelation\ttail\thead_type\ttail_type', ...rows].join('\n'));
  const run = (...args: string[]) => cli(home, [...args, '--plain']);

  const none = run('embed', 'transe', '--name', 'early', '--held-out', '1');
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining('--held-out') });
  expect(run('kg', 'import', triples, '--format', 'triples').code).toBe(0);
  const foreign = run('embed', 'transe', '--name', 'v', '--window', '3');
  expect(foreign).toMatchObject({ code: 2, err: expect.stringContaining('--window') });
  expect(run('embed', 'glove', triples, '--name', 'v', '--margin', '3').code).toBe(2);
  expect(run('embed', 'rotate', '--name', 'v', '--dim', '7').err).toContain('--dim: must be even');

  const trained = run('embed', 'rotate', '--name', '图谱', ...SMALL, '--held-out', '0.1', '--json');
  expect(trained.code, trained.err).toBe(0);
  const result = JSON.parse(trained.out);
  expect(result).toMatchObject({
    name: '图谱',
    settings: { model: 'rotate', loss: 'self-adversarial', margin: 6, dimension: 8, epochs: 4 },
    relations: 2,
    scores: { both: { count: 2 * result.test } },
  });
  expect(run('embed', 'list').out).toMatch(/图谱 +rotate +word +8 +47 tokens +\d+ triples/);
  const [card] = run('embed', 'list', '--json').out.trim().split('\n');
  expect(JSON.parse(card!)).toMatchObject({ origin: 'trained', graph: { fingerprint: result.fingerprint } });
  expect(run('embed', 'neighbours', '图谱', '病3', '--top', '2').out.trim().split('\n')).toHaveLength(3);

  const ranked = run('kg', 'neighbours', '病3', '症状6', '--limit', '2', '--json').out.trim().split('\n');
  const [first, second] = ranked.map((line) => JSON.parse(line));
  expect(first.entity).toMatchObject({ name: '病3', type: 'disease' });
  expect(first.neighbours).toHaveLength(2);
  expect(first.neighbours[0].relations[0]).toMatchObject({ direction: 'out' });
  expect(second.neighbours[0]).toMatchObject({
    type: 'disease',
    relations: [{ relation: 'HasSymptom', direction: 'in' }],
  });
  expect(run('kg', 'neighbours').code).toBe(2);

  const predicted = JSON.parse(run('kg', 'complete', 'HasSymptom', '--limit', '3', '--json').out);
  const [edge] = predicted;
  expect(predicted).toHaveLength(3);
  expect(edge).toMatchObject({ relation: 'HasSymptom', state: 'waiting', vectors: '图谱' });
  expect(run('kg', 'decide', 'accepted', String(edge.id)).code).toBe(0);
  expect(run('kg', 'show', edge.head.name).out).toContain(edge.tail.name);
  expect(run('kg', 'complete').out).not.toMatch(new RegExp(`^${edge.id} `, 'm'));
  expect(run('kg', 'decide', 'maybe', '1').code).toBe(2);
  expect(run('kg', 'decide', 'accepted', '9999').err).toContain('9999');
  expect(run('kg', 'complete', '无').err).toContain('HasSymptom');
});

it('measures whether synonyms are near their entity, for vectors and for encoders', () => {
  const home = new Home();
  onTestFinished(() => home.remove());
  const file = (name: string, lines: readonly string[]) => {
    const path = join(home.dir, name);
    writeFileSync(path, lines.join('\n'));
    return path;
  };
  const rows = Array.from({ length: 25 }, (_, i) => [
    `急性肺部感染第${i}型\tHasSymptom\t咳嗽\tdisease\tsymptom`,
    ...(i < 4 ? [`急性肺部感染第${i}型\tSameAs\t肺病${i}\tdisease\tdisease`] : []),
  ]).flat();
  const triples = file('triples.tsv', ['head\trelation\ttail\thead_type\ttail_type', ...rows]);
  const corpus = file('corpus.txt', ['肺病1和咳嗽。', ...rows]);
  const run = (...args: string[]) => cli(home, [...args, '--plain']);
  expect(run('kg', 'import', triples, '--format', 'triples').code).toBe(0);
  expect(run('similarity')).toMatchObject({ code: 2, err: expect.stringContaining('--vectors') });
  expect(run('similarity', '--model', 'a', '--vectors', 'b').code).toBe(2);
  expect(run('similarity', '--vectors', 'nobody')).toMatchObject({ code: 1 });

  expect(run('embed', 'transe', '--name', 'kg', ...SMALL, '--held-out', '0').code).toBe(0);
  const ofEntities = JSON.parse(run('similarity', '--vectors', 'kg', '--corpus', corpus, '--json').out);
  expect(ofEntities).toMatchObject({
    D1: { pairs: 4, covered: 0 }, // synonyms are no entities of their own
    D2: { pairs: 0 },
    D3: { pairs: 4 },
    withoutNegatives: 0,
  });
  const made = run(
    'models',
    'init',
    '--size',
    'tiny',
    '--corpus',
    corpus,
    '--name',
    'enc',
    '--vocab-size',
    '300',
  );
  expect(made.code, made.err).toBe(0);
  const ofStates = run('similarity', '--model', 'enc', '--limit', '3');
  expect(ofStates.code, ofStates.err).toBe(0);
  expect(ofStates.out).toMatch(/^D1 +3 +\d+\.\d\d +3 +\d+\.\d\d$/m);

  expect(run('probe')).toMatchObject({ code: 2, err: expect.stringContaining('--model') });
  const probed = run('probe', '--model', 'enc', '--limit', '4', '--masks', '2', '--json');
  expect(probed.code, probed.err).toBe(0);
  const { relations, queries, baseline } = JSON.parse(probed.out);
  expect(relations).toMatchObject({ HasSymptom: { queries: 4 } });
  expect(baseline.relations.HasSymptom.recall).toBeGreaterThan(0.5); // 咳嗽 is the only symptom
  for (const { found, answers } of queries) {
    expect(found).toHaveLength(10); // five of each number of masks
    expect(answers.length).toBeGreaterThan(0);
  }
  expect(run('probe', '--model', 'enc', '--limit', '2', '--masks', '1').out).toMatch(/^HasSymptom +2 /m);
});
