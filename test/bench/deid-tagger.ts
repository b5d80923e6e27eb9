/**
 * Leave-styles-out: a tagger of identifiers trained on three quarters of the layouts of synthetic records joins the
 * rules on the rest, whose words it has not seen either. `MERIDIAN_DEID_EACH` and
 * `MERIDIAN_DEID_REGISTERED`: records of each layout and of each register in training, `MERIDIAN_DEID_COMPOSED`: of composed ones;
 * `MERIDIAN_TEST_DATA`: folder whose sentences composed records take up; `MERIDIAN_DEID_FOLDS`: folds that run, such as `0` or `0,1,2,3`; `MERIDIAN_DEID_FLAGS`: further flags of `train`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DetectOptions } from '../../main/deid/detect.ts';
import { type DeidReport, evaluateDeid } from '../../main/deid/evaluate.ts';
import { MarkLevels } from '../../main/deid/marks.ts';
import { readOwnFolder } from '../../main/engine/io/model-folder.ts';
import { carrierTexts } from '../../main/packaging/starter/corpus.ts';
import { packModel } from '../../main/packaging/starter/pack.ts';
import { carrierSentences } from '../../main/packaging/starter/synthetic/carriers.ts';
import {
  IDENTIFIER_TAGGER,
  type SyntheticRecord,
  syntheticRecords,
  trainingLines,
} from '../../main/packaging/starter/synthetic/records.ts';
import { readLayouts } from '../../main/packaging/starter/synthetic/template.ts';
import { appRoot } from '../../main/resources.ts';
import { openIdentifierTagger } from '../../main/services/deid/identifier-tagger.ts';
import { detector, isTerm } from '../helpers/deid.ts';
import { shareOf } from './deid.ts';

const EACH = Number(process.env.MERIDIAN_DEID_EACH ?? 15);
const COMPOSED = Number(process.env.MERIDIAN_DEID_COMPOSED ?? 3000);
const REGISTERED = Number(process.env.MERIDIAN_DEID_REGISTERED ?? 30);
const TEST_EACH = 20;
const TEST_REGISTERED = 6;
/** Missed pieces of a field that are shown. */
const SHOWN = 8;
const FOLDS = 4;
const folds = (process.env.MERIDIAN_DEID_FOLDS ?? '0,1,2,3').split(',').map(Number);
const levels = MarkLevels.parse(
  JSON.parse(readFileSync(join(appRoot, 'main', 'packaging', 'starter', 'synthetic', 'levels.json'), 'utf8')),
);
const flags = (process.env.MERIDIAN_DEID_FLAGS ?? '').split(' ').filter((flag) => flag !== '');

/** The rules alone, and with the tagger. */
type FoldReports = readonly [rules: DeidReport, both: DeidReport];

export async function run(): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'meridian-deid-'));
  const cli = (...args: readonly string[]): unknown => {
    const command = [
      join(appRoot, 'main', 'cli.ts'),
      ...args,
      '--workspace',
      join(work, 'ws'),
      '--plain',
      '--json',
    ];
    const out = execFileSync(process.execPath, command, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return JSON.parse(out.trim().split('\n').at(-1) ?? 'null');
  };
  const layouts = [...readLayouts('open'), ...readLayouts('closed')];
  const data = process.env.MERIDIAN_TEST_DATA;
  const carriers = data === undefined ? [] : carrierSentences(carrierTexts(data).texts);
  const started = performance.now();
  const reports: FoldReports[] = [];
  for (const fold of folds) {
    const test = layouts.filter((_, i) => i % FOLDS === fold);
    const known = layouts.filter((_, i) => i % FOLDS !== fold);
    const registers = readLayouts('registers');
    const others = registers.filter((_, i) => i % FOLDS !== fold);
    const file = (name: string, text: string) => {
      const path = join(work, `${name}-${fold}.jsonl`);
      writeFileSync(path, text);
      return path;
    };
    const options = { layouts: known, registers: others, half: 'even', carriers } as const;
    const train = file(
      'train',
      trainingLines({ ...options, each: EACH, registered: REGISTERED, composed: COMPOSED, seed: 1 }),
    );
    const dev = file('dev', trainingLines({ ...options, each: 1, registered: 1, composed: 60, seed: 2 }));
    const name = `fold-${fold}`;
    const sets = ['--task', 'ner', '--train', train, '--dev', dev, '--out', name];
    cli('train', ...sets, ...IDENTIFIER_TAGGER, ...flags);
    cli('models', 'export', name, '--out', join(work, name));
    const records = syntheticRecords({
      ...{ layouts: test, each: TEST_EACH, seed: 3, half: 'odd' },
      registers: registers.filter((_, i) => i % FOLDS === fold),
      registered: TEST_REGISTERED,
    });
    reports.push(await evaluated(join(work, name), records));
  }
  rmSync(work, { recursive: true });
  const minutes = (performance.now() - started) / 60_000;
  return [
    `${layouts.length} layouts and ${readLayouts('registers').length} registers in ${FOLDS} folds, ${folds.length} of them run; ${EACH} records of each layout, ${REGISTERED} of each register and ${COMPOSED} composed ones in training; train ${[...IDENTIFIER_TAGGER, ...flags].join(' ')}; ${minutes.toFixed(1)} minutes.`,
    '',
    '| field | labelled | recall, rules 从严 | precision | recall with tagger | precision |',
    '|---|---:|---:|---:|---:|---:|',
    ...rowsOf(reports),
    '',
    `Missed with the tagger, by field: ${missedOf(reports)}.`,
    `Records without a leak: ${cleanOf(reports, 0)} % by rules, ${cleanOf(reports, 1)} % with the tagger.`,
  ].join('\n');
}

/** Evaluates the rules alone, and with the tagger in eight bits as it ships. */
async function evaluated(folder: string, records: readonly SyntheticRecord[]): Promise<FoldReports> {
  const tagger = await openIdentifierTagger(readOwnFolder(packModel(folder)).files, levels);
  const marks = new Map<string, DetectOptions['marks']>();
  for (const { text } of records) marks.set(text, await tagger(text));
  const evaluate = (found: ReadonlyMap<string, DetectOptions['marks']>) =>
    evaluateDeid(records, (text) =>
      detector.detect(text, { isTerm, level: 'strict', marks: found.get(text) }),
    );
  return [evaluate(new Map()), evaluate(marks)];
}

function rowsOf(reports: readonly FoldReports[]): string[] {
  const fields = [...new Set(reports.flatMap(([rules]) => rules.scores.map(({ field }) => field)))];
  return fields.map((field) => {
    const cells = ([0, 1] as const).map((which) => {
      const scores = reports.flatMap((pair) => pair[which].scores.filter((score) => score.field === field));
      const sum = (key: 'gold' | 'covered' | 'found' | 'right') =>
        scores.reduce((total, score) => total + score[key], 0);
      return {
        gold: sum('gold'),
        text: `${shareOf(sum('covered'), sum('gold'))} | ${shareOf(sum('right'), sum('found'))}`,
      };
    });
    return `| ${field} | ${cells[0]?.gold ?? 0} | ${cells.map(({ text }) => text).join(' | ')} |`;
  });
}

function missedOf(reports: readonly FoldReports[]): string {
  const missed = reports.flatMap(([, { missed: all }]) => all);
  return [...Map.groupBy(missed, ({ field }) => field)]
    .map(([field, all]) => {
      const shown = all.filter((_, i) => i % Math.ceil(all.length / SHOWN) === 0);
      return `${field} ${all.length} (${shown.map(({ text }) => text.replace(/\s/g, ' ')).join(', ')})`;
    })
    .join('; ');
}

function cleanOf(reports: readonly FoldReports[], which: 0 | 1): string {
  const sum = (key: 'clean' | 'documents') => reports.reduce((total, pair) => total + pair[which][key], 0);
  return shareOf(sum('clean'), sum('documents'));
}
