/**
 * Growth of processor time with what there is: characters of a text, names of the graph, spans of a layer, records of a
 * workspace. The growth of a step is the exponent between its smallest and its largest size: 1 is linear, 0 is none.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLinker } from '../../main/kg/linker/linker.ts';
import { apply } from '../../main/services/projects/edits/edits.ts';
import { openDocument } from '../../main/services/projects/layers.ts';
import { openRecord } from '../../main/services/records/open-record.ts';
import { queryRecords } from '../../main/services/records/query-records.ts';
import { pageRecords } from '../../main/services/records/records.ts';
import { buildAutomaton } from '../../main/text/automaton.ts';
import { foldUnits } from '../../main/text/folding.ts';
import { loadRules } from '../../main/text/rules.ts';
import { add, makeProject, span } from '../helpers/projects.ts';
import { gzipLines, setPath } from '../helpers/public-data.ts';
import { sessionOf } from '../helpers/session.ts';
import { qualified } from './linker.ts';
import { readPublicLexicon } from './public-lexicon.ts';
import { fill, open } from './scale.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const RECORD_COUNTS = [1000, 10_000, 100_000, 1_000_000].filter(
  (count) => count <= Number(process.env.BENCH_RECORDS ?? 100_000),
);
/** Least share of linear growth that is told as growth beyond it. */
const BEYOND_LINEAR = 1.1;

interface Curve {
  readonly step: string;
  /** Size and processor milliseconds, by growing size. */
  readonly points: [size: number, ms: number][];
}

export async function run(): Promise<string> {
  const curves = [...(await textsAndNames()), ...(await spans()), ...(await records())];
  return [
    `Processor time, medians of ${ROUNDS} unless a step takes over a second. Growth: exponent between the smallest and the largest size.`,
    '',
    '| step | size: ms | growth |',
    '|---|---|---|',
    ...curves.map(({ step, points }) => {
      const shown = points.map(
        ([size, ms]) => `${size.toLocaleString('en')}: ${ms.toFixed(ms < 10 ? 2 : 0)}`,
      );
      return `| ${step} | ${shown.join(', ')} | ${growth(points)} |`;
    }),
  ].join('\n');
}

function growth(points: Curve['points']): string {
  const [first, last] = [points[0]!, points.at(-1)!];
  const exponent = Math.log(last[1] / first[1]) / Math.log(last[0] / first[0]);
  return `${exponent.toFixed(2)}${exponent > BEYOND_LINEAR ? ', more than linear' : ''}`;
}

/** Returns the median processor time of some repeats, after one that warms up. */
async function time(work: (round: number) => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await work(round);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms > 1000) return ms;
    if (round >= 0) times.push(ms);
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

async function curve<T>(
  step: string,
  sizes: readonly number[],
  prepare: (size: number) => T | Promise<T>,
  work: (made: T, round: number) => unknown,
): Promise<Curve> {
  const points: Curve['points'] = [];
  for (const size of sizes) {
    const made = await prepare(size);
    points.push([size, await time((round) => work(made, round))]);
  }
  console.error(step, points);
  return { step, points };
}

async function textsAndNames(): Promise<Curve[]> {
  const records = setPath('emr_ccl2025_raw', 'unlabelled.jsonl.gz');
  if (!existsSync(records)) return [];
  const lexicon = readPublicLexicon();
  const once = gzipLines(records).join('\n');
  const linker = buildLinker(lexicon, loadRules());
  const base = [...new Set(lexicon.map(({ name }) => name))];
  const units = foldUnits(once.slice(0, 1_000_000));
  const counts = [10_000, 100_000, 1_000_000];
  return [
    await curve(
      'highlighting a text by its characters',
      [3_300, 33_000, 330_000, 3_300_000], // 10 kB to 10 MB of UTF-8
      (size) => once.repeat(Math.ceil(size / once.length)).slice(0, size),
      (text, round) => linker.annotate(`${text}${round}`),
    ),
    await curve(
      'building the automaton by its names',
      counts,
      (count) => qualified(base, count),
      (names) => buildAutomaton(names),
    ),
    await curve(
      'finding names in a million characters by the number of names',
      counts,
      (count) => buildAutomaton(qualified(base, count)),
      (automaton) => automaton.scan(units),
    ),
  ];
}

async function inWorkspace<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-growth-bench-'));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A layer with spans in a text of 50,000 characters: opened, and one more span added. */
const spans = (): Promise<Curve[]> =>
  inWorkspace(async (dir) => {
    const workspace = open(dir);
    const session = sessionOf(workspace, 'bench');
    const text = '患者咳嗽三天。'.repeat(7000);
    const layers = [100, 1000, 5000, 20_000].map((count) => {
      const { documents } = makeProject(session, [text], { name: `${count}` });
      const { layer } = openDocument(session, documents[0]!);
      const items = Array.from({ length: count }, (_, n) =>
        span(n + 1, (n * 2) % 49_000, ((n * 2) % 49_000) + 2),
      );
      for (let from = 0; from < count; from += 5000)
        apply(session, {
          layerId: layer.id,
          action: 'span.add',
          detail: {},
          changes: items.slice(from, from + 5000).map(add),
        });
      return { count, document: documents[0]!, layer: layer.id };
    });
    const sizes = layers.map(({ count }) => count);
    const layerOf = (size: number) => layers.find(({ count }) => count === size)!;
    try {
      return [
        await curve('opening a layer by its spans', sizes, layerOf, ({ document }) =>
          openDocument(session, document),
        ),
        await curve('adding one span by those that are there', sizes, layerOf, ({ layer, count }, round) =>
          apply(session, {
            layerId: layer,
            action: 'span.add',
            detail: {},
            changes: [add(span(count + 10 + round, 3 * (round + 1), 3 * (round + 1) + 3))],
          }),
        ),
      ];
    } finally {
      workspace.close();
    }
  });

/** Workspaces with short records: first page, a record, a rare word. */
async function records(): Promise<Curve[]> {
  const steps = ['first page of the list', 'opening a record', 'searching for a word in few'] as const;
  const points = steps.map((): Curve['points'] => []);
  for (const count of RECORD_COUNTS)
    await inWorkspace(async (dir) => {
      fill(dir, count, count);
      const workspace = open(dir);
      const session = sessionOf(workspace, 'bench');
      const work = [
        () => pageRecords(session, { offset: 0, limit: 100 }),
        () => openRecord(session, count >> 1, false),
        () => queryRecords(session, { query: '嗜铬细胞', limit: 50 }),
      ];
      for (const [i, step] of work.entries()) points[i]!.push([count, await time(step)]);
      workspace.close();
    });
  return steps.map((step, i) => ({ step: `${step}, by records`, points: points[i]! }));
}
