/** Training, evaluating and using classifiers on the command line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RankedLabel } from '../../shared/domain/classification.ts';
import { Score } from '../../shared/domain/score.ts';
import { Home } from '../helpers/app.ts';
import { cli, type Ran, type RunOptions } from '../helpers/cli.ts';
import { classifiedDocuments } from '../main/engine/train/classify-runs.ts';

const share = z.number().min(0).max(1);
const Scores = z.looseObject({
  accuracy: share,
  macroF1: share,
  microF1: share,
  hitAt: z.record(z.enum(['1', '3', '5', '10']), share),
  ece: share,
  perLabel: z.record(z.string(), Score),
});
const Line = z.object({ id: z.string(), labels: z.array(z.string()), top: z.array(RankedLabel) });
const SMALL =
  '--network cnn --filters 24 --embedding-size 16 --epochs 12 --batch-size 6 --learning-rate 0.02'.split(' ');

let home: Home;
const run = (args: readonly string[], options?: RunOptions): Ran => cli(home, args, options);
function file(name: string, lines: readonly unknown[]): string {
  const path = join(home.dir, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}
/** Data set with foreign field names and labels joined in a string. */
function texts(name: string, count: number, from: number, several: boolean): string {
  return file(
    name,
    classifiedDocuments(count, { from, several }).map(({ id, text, labels }) => {
      return { id, 正文: text, 诊断: labels.join('##') };
    }),
  );
}
const FIELDS = ['--text', '正文', '--label', '诊断'];

beforeAll(() => {
  home = new Home();
});
afterAll(() => home.remove());

/** The model in use, and the words that moved it. */
function explained(): void {
  const asked = ['predict', '--task', 'classify', '-', '--explain', '--top', '1'];
  expect(run(asked, { input: '患者咳嗽咳痰三天。' }).err).toMatch(/No model of the task classify is in use/);
  expect(run(['models', 'use', 'tc']).out).toMatch(/inEditor: true/);
  const predicted = run([...asked, '--json'], { input: '患者咳嗽咳痰三天。' });
  expect(predicted.code, predicted.err).toBe(0);
  const [label] = z
    .object({
      top: z.array(z.object({ label: z.string(), words: z.array(z.looseObject({ text: z.string() })) })),
    })
    .parse(JSON.parse(predicted.out)).top;
  expect(label?.label).toBe('肺炎');
  expect(label?.words[0]?.text).toMatch(/咳/);
  const printed = run(asked, { input: '患者咳嗽咳痰三天。' }).out;
  expect(printed).toMatch(/\+ \S*咳\S* {2}\d+-\d+ {2}without it \d+\.\d %/);
  expect(run(asked, { input: 'The weather is fine today.' }).out).toMatch(/does not know most of this text/);
  expect(run(['models', 'unuse', 'tc']).code).toBe(0);
}

describe('a classifier on the command line', () => {
  it('of one label a text is trained, evaluated and used', () => {
    const [train, dev] = [texts('train.jsonl', 54, 0, false), texts('dev.jsonl', 27, 1001, false)];
    const trained = run([
      'train',
      '--task',
      'classify',
      '--train',
      train,
      '--dev',
      dev,
      ...FIELDS,
      ...SMALL,
      '--out',
      'tc',
      '--json',
    ]);
    expect(trained.code, trained.err).toBe(0);
    expect(trained.err).toMatch(/epoch 12\/12: dev microF1 \d\.\d+/);
    const { model, report } = z.object({ model: z.string(), report: Scores }).parse(JSON.parse(trained.out));
    expect(model).toBe('tc');
    expect(report.microF1).toBeGreaterThan(0.8);

    const evaluated = run(['evaluate', '--model', 'tc', '--data', dev, ...FIELDS, '--json']);
    expect(evaluated.code, evaluated.err).toBe(0);
    const scores = Scores.parse(JSON.parse(evaluated.out));
    expect(Object.keys(scores).slice(0, 6)).toEqual([
      'accuracy',
      'macroF1',
      'microF1',
      'hitAt',
      'ece',
      'perLabel',
    ]);
    // The report was cross-fitted; the model's calibration was fitted on these very texts.
    expect(Math.abs(scores.microF1 - report.microF1)).toBeLessThan(0.1);
    expect(scores).toMatchObject({ documents: 27, fittedHere: true, abstention: { wanted: 0.8 } });
    const other = texts('other.jsonl', 27, 2003, false);
    const elsewhere = run(['evaluate', '--model', 'tc', '--data', other, ...FIELDS, '--json']);
    expect(JSON.parse(elsewhere.out)).toMatchObject({ fittedHere: false });
    const named = run(['evaluate', '--model', 'tc', '--data', `${home.dir.split('/').at(-1)}/dev`, '--json']);
    expect(Scores.parse(JSON.parse(named.out)).microF1).toBe(scores.microF1);

    const predicted = run(['predict', '--model', 'tc', '-', '--top', '2'], { input: '患者咳嗽咳痰三天。' });
    expect(predicted.code, predicted.err).toBe(0);
    expect(predicted.out).toMatch(/\* 肺炎 {2}\d+\.\d %/);
    expect(predicted.out.trim().split('\n')).toHaveLength(3);
    const input = file('new.jsonl', [{ id: 'n', text: '摔倒后肿痛，活动受限' }]);
    const line = Line.parse(JSON.parse(run(['predict', '--model', 'tc', input, '--json']).out));
    expect(line).toMatchObject({ id: 'n', labels: ['骨折'] });
    expect(line.top.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 2);

    expect(run(['models', 'show', 'tc']).out).toMatch(/task: classify/);
    explained();
    const [, id = ''] = /"id":(\d+)/.exec(run(['runs', 'list', '--json']).out) ?? [];
    expect(run(['runs', 'show', id]).out).toMatch(/label +precision/);
    const html = join(home.dir, 'report.html');
    expect(run(['runs', 'report', id, '--out', html]).code).toBe(0);
  });

  it('is cross-validated as an experiment that the same command shows again', () => {
    const train = texts('folds.jsonl', 54, 0, false);
    const args = [
      'train',
      '--task',
      'classify',
      '--train',
      train,
      '--folds',
      '3',
      '--out',
      'cv',
      ...FIELDS,
      ...SMALL,
    ];
    const ran = run(args);
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toMatch(/mean ± sd over 3 folds, seed 1/);
    const rows = ran.out
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| network') && !line.startsWith('| ---'));
    expect(rows.filter((row) => / ± \d/.test(row)).length).toBeGreaterThan(1);
    expect(rows.at(0)).toMatch(/^\| (nb-svm|linear-svm|logistic)/);
    const again = run([...args, '--json']);
    expect(again.code, again.err).toBe(0);
    const { rows: all } = z
      .object({
        rows: z.array(z.object({ cells: z.array(z.looseObject({ fold: z.number(), state: z.string() })) })),
      })
      .parse(JSON.parse(again.out));
    expect(all.every(({ cells }) => cells.map(({ fold }) => fold).join() === '1,2,3')).toBe(true);
    expect(run([...args, '--dev', train]).code).toBe(2);
  });

  it('is tuned, writes its best settings, and trains with them', () => {
    const [train, dev] = [texts('tune.jsonl', 54, 0, false), texts('tune-dev.jsonl', 27, 1001, false)];
    const best = join(home.dir, 'best.json');
    const data = ['--task', 'classify', '--train', train, '--dev', dev, ...FIELDS];
    const args = [
      'tune',
      ...data,
      '--network',
      'linear-svm',
      '--trials',
      '4',
      '--minutes',
      '5',
      '--name',
      'search',
      '--out',
      best,
    ];
    const ran = run(args);
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toMatch(/search of 5 minutes, epochs 1, seed 1/);
    expect(ran.out.split('\n').filter((line) => /^\| (as given|c [\d.]+, ngramMax)/.test(line))).toHaveLength(
      4,
    );
    expect(ran.err).toContain('train --config');
    const config = z.looseObject({ task: z.literal('classify'), network: z.literal('linear-svm') });
    config.parse(JSON.parse(readFileSync(best, 'utf8')));
    const again = run(args);
    expect(again.out).toBe(ran.out);
    const trained = run(['train', ...data, '--config', best, '--out', 'tuned']);
    expect(trained.code, trained.err).toBe(0);
    expect(run([...args.slice(0, -4), '--minutes', '0']).code).toBe(2);
  });

  it('of several labels too', () => {
    const [train, dev] = [texts('dx.jsonl', 54, 0, true), texts('dx-dev.jsonl', 27, 1001, true)];
    const several = [...FIELDS, '--separator', '##'];
    const trained = run([
      'train',
      '--task',
      'diagnose',
      '--train',
      train,
      '--dev',
      dev,
      ...several,
      ...SMALL,
      '--out',
      'dx',
    ]);
    expect(trained.code, trained.err).toBe(0);
    expect(trained.out).toMatch(/fitted 5 times, each time on other texts/);
    expect(trained.out).toMatch(/abstention below 0\.\d+: says something about/);
    const evaluated = run(['evaluate', '--model', 'dx', '--data', dev, ...several, '--json']);
    const scores = Scores.parse(JSON.parse(evaluated.out));
    expect(scores.microF1).toBeGreaterThan(0.7);
    expect(Object.keys(scores.perLabel).sort()).toEqual(['肺炎', '胃炎', '骨折'].sort());
  });

  it('says what does not fit', () => {
    const dev = texts('again.jsonl', 9, 0, true);
    const wrong: [string[], number, RegExp][] = [
      [
        ['evaluate', '--model', 'tc', '--data', dev, '--text', '正文', '--label', '科室'],
        1,
        /line 1: 科室: is missing/,
      ],
      [['train', '--train', dev, '--dev', dev, '--text', '正文'], 2, /belongs to --task classify\|diagnose/],
      [
        ['train', '--task', 'poetry', '--train', dev, '--dev', dev],
        2,
        /--task takes one of ner, classify, diagnose/,
      ],
      [
        ['train', '--task', 'classify', '--train', dev, '--dev', dev, ...FIELDS, '--network', 'crf'],
        2,
        /--network/,
      ],
      [['train', '--task', 'classify', '--resume', '1', '--text', 'a'], 2, /--task, --text cannot change/],
    ];
    for (const [args, status, message] of wrong) {
      const { code, out, err } = run(args);
      expect(err, args.join(' ')).toMatch(message);
      expect([code, out]).toEqual([status, '']);
    }
  });
});
