/**
 * Leave-styles-out: a tagger of identifiers trained on three quarters of the layouts of synthetic records joins the
 * rules on the rest, whose words it has not seen either. `MERIDIAN_DEID_EACH`: records of each layout in training;
 * `MERIDIAN_DEID_FOLDS`: folds that run, such as `0` or `0,1,2,3`; `MERIDIAN_DEID_FLAGS`: further flags of `train`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  IDENTIFIER_TAGGER,
  syntheticRecords,
  trainingLines,
} from '../../main/packaging/starter/synthetic/records.ts';
import { readLayouts } from '../../main/packaging/starter/synthetic/template.ts';
import { appRoot } from '../../main/resources.ts';
import { shareOf } from './deid.ts';

const EACH = Number(process.env.MERIDIAN_DEID_EACH ?? 60);
const TEST_EACH = 20;
const FOLDS = 4;
const folds = (process.env.MERIDIAN_DEID_FOLDS ?? '0,1,2,3').split(',').map(Number);
const flags = (process.env.MERIDIAN_DEID_FLAGS ?? '').split(' ').filter((flag) => flag !== '');

const Score = z.object({
  field: z.string(),
  gold: z.number(),
  covered: z.number(),
  found: z.number(),
  right: z.number(),
});
const Report = z.object({ documents: z.number(), clean: z.number(), scores: z.array(Score) });
type Report = z.infer<typeof Report>;

/** The rules alone, and with the tagger. */
type FoldReports = readonly [rules: Report, both: Report];

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
  const started = performance.now();
  const reports = folds.map((fold): FoldReports => {
    const test = layouts.filter((_, i) => i % FOLDS === fold);
    const known = layouts.filter((_, i) => i % FOLDS !== fold);
    const file = (name: string, text: string) => {
      const path = join(work, `${name}-${fold}.jsonl`);
      writeFileSync(path, text);
      return path;
    };
    const train = file('train', trainingLines({ layouts: known, each: EACH, seed: 1, half: 'even' }));
    const dev = file('dev', trainingLines({ layouts: known, each: 2, seed: 2, half: 'even' }));
    const records = syntheticRecords({ layouts: test, each: TEST_EACH, seed: 3, half: 'odd' });
    const labelled = file('test', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const name = `fold-${fold}`;
    cli(
      'train',
      '--task',
      'ner',
      '--train',
      train,
      '--dev',
      dev,
      '--out',
      name,
      ...IDENTIFIER_TAGGER,
      ...flags,
    );
    const evaluate = (...more: readonly string[]) =>
      Report.parse(cli('deid', '--evaluate', labelled, ...more));
    return [evaluate(), evaluate('--model', name)];
  });
  rmSync(work, { recursive: true });
  const minutes = (performance.now() - started) / 60_000;
  return [
    `${layouts.length} layouts in ${FOLDS} folds, ${folds.length} of them run; ${EACH} records of each layout in training; train ${[...IDENTIFIER_TAGGER, ...flags].join(' ')}; ${minutes.toFixed(1)} minutes.`,
    '',
    '| field | labelled | recall, rules 从严 | precision | recall with tagger | precision |',
    '|---|---:|---:|---:|---:|---:|',
    ...rowsOf(reports),
    '',
    `Records without a leak: ${cleanOf(reports, 0)} % by rules, ${cleanOf(reports, 1)} % with the tagger.`,
  ].join('\n');
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

function cleanOf(reports: readonly FoldReports[], which: 0 | 1): string {
  const sum = (key: 'clean' | 'documents') => reports.reduce((total, pair) => total + pair[which][key], 0);
  return shareOf(sum('clean'), sum('documents'));
}
