/** `evaluate` and `predict` as scripts meet them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openExecutor } from '../../main/engine/runtime/executors.ts';
import { NerPredictor } from '../../main/engine/tasks/ner/predictor.ts';
import { type LabelledDocument, PredictedSpan, Score } from '../../shared/domain/training.ts';
import { Home } from '../helpers/app.ts';
import { cli, type Ran, type RunOptions } from '../helpers/cli.ts';
import { sampleTexts, taggerFiles, writeModelFolder } from '../helpers/tagger.ts';

const Line = z.object({ id: z.string(), text: z.string().optional(), entities: z.array(PredictedSpan) });
const TEXTS = sampleTexts(40, 120).filter((text) => text.trim() !== '');

let home: Home;
/** Documents labelled by the model itself, so that its predictions are right by definition. */
let documents: LabelledDocument[];
let found: PredictedSpan[][];
const run = (args: readonly string[], options?: RunOptions): Ran => cli(home, args, options);
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(home.dir, name);
  writeFileSync(path, content);
  return path;
};
const jsonl = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

beforeAll(async () => {
  home = new Home();
  const files = taggerFiles('bilstm-crf');
  const folder = join(home.dir, 'tagger');
  writeModelFolder(folder, files);
  const imported = run(['models', 'import', folder, '--name', 'small']);
  expect(imported.code, imported.err).toBe(0);

  const executor = await openExecutor({ id: 'onnx', threads: 1 });
  const predictor = await NerPredictor.open(executor, files);
  found = await predictor.predict(TEXTS);
  await predictor.dispose();
  await executor.dispose();
  documents = TEXTS.map((text, i) => ({
    id: `d${i}`,
    text,
    entities: found[i]!.map(({ start, end, type }) => ({ start, end, type })),
  }));
});
afterAll(() => home.remove());

describe('evaluate', () => {
  it('tests the difference to another model on the same documents', () => {
    const again = run(['models', 'import', join(home.dir, 'tagger'), '--name', 'again']);
    expect(again.code, again.err).toBe(0);
    const data = file('compared.jsonl', jsonl(documents));
    const args = ['evaluate', '--model', 'small', '--against', 'again', '--data', data, '--samples', '200'];
    const { code, out, err } = run([...args, '--seed', '7', '--json']);
    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      first: 'small',
      second: 'again',
      documents: documents.length,
      samples: 200,
      seed: 7,
      scores: [
        {
          score: 'f1',
          first: 1,
          second: 1,
          difference: 0,
          low: 0,
          high: 0,
          bootstrapP: 1,
          randomizationP: 1,
        },
        { score: 'macroF1' },
      ],
    });
    const printed = run(args);
    expect(printed.out).toContain('95 % intervals of second − first');
    const wrong = run(['evaluate', '--model', 'small', '--data', data, '--samples', '200']);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('--samples belongs to --against');
  });

  it('prints scores as one JSON object, F1 first', () => {
    const path = file('gold.jsonl.gz', gzipSync(jsonl(documents)));
    const { code, out, err } = run(['evaluate', '--model', 'small', '--data', path, '--json']);
    expect(code, err).toBe(0);
    const result = z.looseObject({}).parse(JSON.parse(out));
    expect(Object.keys(result).slice(0, 6)).toEqual([
      'f1',
      'precision',
      'recall',
      'support',
      'perType',
      'relaxed',
    ]);
    const support = documents.reduce((sum, { entities }) => sum + entities.length, 0);
    expect(support).toBeGreaterThan(50);
    expect(result).toMatchObject({
      ...{ f1: 1, precision: 1, recall: 1, support },
      relaxed: { f1: 1, support },
      errorCounts: { missed: 0, spurious: 0 },
    });
    const perType = z.record(z.string(), Score).parse(result.perType);
    expect(Object.keys(perType).sort()).toEqual(['disease', '药物']);
  });

  it('counts what differs, in a table and with int8 weights too', () => {
    const halved = documents.map((document) => ({ ...document, entities: document.entities.slice(1) }));
    const path = file('halved.jsonl', jsonl(halved));
    const { code, out } = run(['evaluate', '--model', 'small', '--data', path]);
    expect(code).toBe(0);
    expect(out).toMatch(/type +P % +R % +F1 %/);
    expect(out).toMatch(/药物 +\d+\.\d\d/);
    const spurious = documents.filter(({ entities }) => entities.length > 0).length;
    expect(out).toMatch(new RegExp(`errors: missed 0, spurious ${spurious}`));
    const f1Of = (...flags: string[]): number =>
      JSON.parse(run(['evaluate', '--model', 'small', '--data', path, '--json', ...flags]).out).f1;
    expect(f1Of('--int8')).toBeCloseTo(f1Of(), 1);
  });

  it('takes a data set of the workspace by its name', () => {
    const path = file('set.jsonl', jsonl(documents));
    expect(run(['data', 'import', path, '--name', 'my set']).code).toBe(0);
    const { out } = run(['evaluate', '--model', 'small', '--data', 'my set', '--json']);
    expect(JSON.parse(out)).toMatchObject({ f1: 1, dataSet: 'my set' });
  });

  it.each([
    [['--data', 'x'], 2, /needs --model/],
    [['--model', 'small'], 2, /needs --data/],
    [['--model', 'small', 'extra', '--data', 'x'], 2, /evaluate extra: expected --model NAME/],
    [['--model', 'other', '--data', 'x'], 1, /no model named other.*small/],
    [['--model', 'small', '--data', 'nowhere.jsonl'], 1, /no data set named nowhere\.jsonl/],
  ])('%j is refused', (args, status, message) => {
    const { code, out, err } = run(['evaluate', ...args]);
    expect(code).toBe(status);
    expect(out).toBe('');
    expect(err).toMatch(message);
  });

  it('names the line of a file that is no labelled data', () => {
    const path = file('broken.jsonl', `${jsonl(documents.slice(0, 2))}{"text": "发热"}\n`);
    const { code, err } = run(['evaluate', '--model', 'small', '--data', path]);
    expect(code).toBe(1);
    expect(err).toMatch(/line 3/);
  });
});

describe('predict', () => {
  it('prints one line a document, in their order, as the model says', () => {
    const path = file('texts.jsonl', jsonl(documents.map(({ id, text }) => ({ id, text }))));
    const { code, out, err } = run(['predict', '--model', 'small', path, '--json']);
    expect(code, err).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => Line.parse(JSON.parse(line)));
    expect(lines.map(({ id }) => id)).toEqual(documents.map(({ id }) => id));
    for (const [i, { entities }] of lines.entries()) {
      expect(entities.map(({ start, end, type, text }) => ({ start, end, type, text }))).toEqual(
        found[i]!.map(({ start, end, type, text }) => ({ start, end, type, text })),
      );
      for (const [k, { confidence }] of entities.entries())
        expect(confidence).toBeCloseTo(found[i]![k]!.confidence, 2);
    }
  });

  it('reads standard input, and prints a table without --json', () => {
    const [index, entities] = [...found.entries()].find(([, spans]) => spans.length > 0)!;
    const { code, out } = run(['predict', '--model', 'small', '-'], { input: TEXTS[index]! });
    expect(code).toBe(0);
    expect(out).toContain(entities[0]!.text);
    expect(out).toMatch(/\d+\.\d %/);
  });

  it('reads the files of a folder, tells those that it cannot read, and names each document', () => {
    const folder = join(home.dir, 'ward');
    mkdirSync(join(folder, 'b'), { recursive: true });
    writeFileSync(join(folder, 'a.txt'), '发热');
    writeFileSync(join(folder, 'b', 'set.jsonl'), jsonl([{ text: '咳嗽' }, { id: 'q', text: '头痛' }]));
    writeFileSync(join(folder, 'broken.txt'), Buffer.from([0, 1, 2]));
    const { code, out, err } = run(['predict', '--model', 'small', folder, '--json']);
    expect(code, err).toBe(0);
    const ids = out
      .trim()
      .split('\n')
      .map((line) => Line.parse(JSON.parse(line)).id);
    expect(ids).toEqual(['a.txt', 'b/set.jsonl:1', 'b/set.jsonl:q']);
    expect(err).toMatch(/broken\.txt: refused/);
    const unread = run(['predict', '--model', 'small', join(folder, 'broken.txt'), '--json']);
    expect(unread.code).toBe(1);
  });

  it('tells refused lines and goes on; a closed pipe is no failure', () => {
    const lines = `${jsonl([{ id: 'a', text: '发热' }])}nonsense\n${jsonl([{ id: 'b', text: '咳嗽' }])}`;
    const path = file('mixed.jsonl', lines);
    const { code, out, err } = run(['predict', '--model', 'small', path, '--json']);
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(2);
    expect(err).toMatch(/mixed\.jsonl:2: refused/);
    expect(run(['predict', '--model', 'small', path, '--json'], { pipe: '| head -1' }).code).toBe(0);
  });
});
