/**
 * Parts of Meridian beside what people would take instead, in turns: names in a text beside pyahocorasick (same names,
 * same text), records in the encrypted workspace beside plain tables of SQLite without encryption, revisions' sums or audit.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openRecord } from '../../main/services/records/open-record.ts';
import { queryRecords } from '../../main/services/records/query-records.ts';
import { createRecord, saveDraft } from '../../main/services/records/records.ts';
import { buildAutomaton } from '../../main/text/automaton.ts';
import { fold, foldUnits } from '../../main/text/folding.ts';
import { gzipLines, setPath } from '../helpers/public-data.ts';
import { sessionOf } from '../helpers/session.ts';
import { Peer } from './engine/peer.ts';
import { readPublicLexicon } from './public-lexicon.ts';
import { open, textOf } from './scale.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const TEXT_CHARACTERS = 3_000_000;
const RECORDS = 1000;

/** Processor milliseconds of each round. */
type Times = number[];

export async function run(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-peers-bench-'));
  try {
    const rows = [...(await automatons(dir)), ...(await storage(dir))];
    return [
      `Processor time, medians of ${ROUNDS} rounds in turns with the smallest and the largest; a ratio above 1: Meridian takes less.`,
      '',
      '| | Meridian, ms | peer, ms | ratio |',
      '|---|---:|---:|---:|',
      ...rows,
    ].join('\n');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const median = (times: Times): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

function spread(times: Times): string {
  const digits = median(times) < 10 ? 2 : 0;
  const [low, mid, high] = [Math.min(...times), median(times), Math.max(...times)].map((t) =>
    t.toFixed(digits),
  );
  return `${mid} (${low}–${high})`;
}

const row = (what: string, own: Times, peer: Times): string =>
  `| ${what} | ${spread(own)} | ${spread(peer)} | ${(median(peer) / median(own)).toFixed(2)} |`;

function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A Python with the package: $BENCH_PYTHON, or those on the path. */
const pythonWith = (name: string): string | undefined =>
  [process.env.BENCH_PYTHON, 'python3', 'python'].find(
    (program) => program !== undefined && spawnSync(program, ['-c', `import ${name}`]).status === 0,
  );

async function automatons(dir: string): Promise<string[]> {
  const records = setPath('emr_ccl2025_raw', 'unlabelled.jsonl.gz');
  const python = pythonWith('ahocorasick');
  if (!existsSync(records) || python === undefined)
    return [
      '| names in a text: not measured, no public data or no Python with pyahocorasick (BENCH_PYTHON) | | | |',
    ];
  const names = [...new Set(readPublicLexicon().map(({ name }) => fold(name)))].filter(
    (name) => name.length > 1,
  );
  const once = fold(gzipLines(records).join(' '));
  const text = once.repeat(Math.ceil(TEXT_CHARACTERS / once.length)).slice(0, TEXT_CHARACTERS);
  writeFileSync(join(dir, 'names'), names.join('\n'));
  writeFileSync(join(dir, 'text'), text);
  const { peer, ready } = await Peer.start({
    program: python,
    args: [join(import.meta.dirname, 'peers', 'ahocorasick_peer.py'), dir],
  });
  const built: Times = [];
  const own: Times = [];
  let found = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let automaton: ReturnType<typeof buildAutomaton> | undefined;
    built.push(processorTime(() => (automaton = buildAutomaton(names, { wordBorders: false }))));
    own.push(processorTime(() => (found = automaton!.scan(foldUnits(text)).count)));
    await peer.run(1);
  }
  await peer.end();
  const [others = 0] = peer.tokens;
  const what = `${names.length.toLocaleString('en')} names in ${(text.length / 1e6).toFixed(0)} million characters`;
  const same = found === others ? `${found} found by both` : `${found} and ${others} found`;
  return [
    row(`${what}, folding included (${same}; pyahocorasick)`, own, peer.cpu),
    row(`building the automaton (pyahocorasick)`, built, [ready.first]),
  ];
}

/** Records of about 100 characters: one transaction each, an index of trigrams on both sides. */
async function storage(dir: string): Promise<string[]> {
  const workspace = open(dir);
  const session = sessionOf(workspace, 'bench');
  const plain = new Database(join(dir, 'plain.db'));
  plain.pragma('journal_mode = WAL');
  plain.exec(`CREATE TABLE record (id INTEGER PRIMARY KEY, title TEXT NOT NULL, text TEXT NOT NULL);
    CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'trigram')`);
  const insert = plain.prepare('INSERT INTO record (title, text) VALUES (?, ?)');
  const index = plain.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  const update = plain.prepare('UPDATE record SET text = ? WHERE id = ?');
  const read = plain.prepare('SELECT * FROM record WHERE id = ?');
  const search = plain.prepare('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 50');
  const add = plain.transaction((text: string) => index.run(insert.run('a', text).lastInsertRowid, text));
  const kinds = ['adding', 'opening', 'saving', 'searching'] as const;
  const times = Object.fromEntries(kinds.map((kind) => [kind, { own: [] as Times, peer: [] as Times }]));
  const both = async (
    kind: (typeof kinds)[number],
    own: () => unknown,
    peer: () => unknown,
  ): Promise<void> => {
    const before = process.cpuUsage();
    await own();
    const { user, system } = process.cpuUsage(before);
    times[kind]!.own.push((user + system) / 1000);
    times[kind]!.peer.push(processorTime(peer));
  };
  const each = (work: (n: number) => void) => () => {
    for (let n = 1; n <= RECORDS; n++) work(n);
  };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const at = round * RECORDS;
      const text = (n: number) => textOf(at + n);
      await both(
        'adding',
        each((n) => createRecord(session, { title: 'a', text: text(n), origin: 'bench' })),
        each((n) => add(text(n))),
      );
      await both(
        'opening',
        each((n) => openRecord(session, at + n, false)),
        each((n) => read.get(at + n)),
      );
      await both(
        'saving',
        each((n) => saveDraft(session, at + n, { base: 1, draft: 0 }, `${text(n)}改`)),
        each((n) => update.run(`${text(n)}改`, at + n)),
      );
      await both(
        'searching',
        async () => {
          for (let n = 0; n < 50; n++) await queryRecords(session, { query: '肺部感染', limit: 50 });
        },
        () => {
          for (let n = 0; n < 50; n++) search.all('肺部感染');
        },
      );
    }
  } finally {
    plain.close();
    workspace.close();
  }
  const what = {
    adding: `adding ${RECORDS} records, audited (plain SQLite)`,
    opening: `opening ${RECORDS} records, audited (plain SQLite)`,
    saving: `saving ${RECORDS} drafts (plain SQLite)`,
    searching: '50 searches for a common word, up to 50 places each (plain SQLite, ids alone)',
  };
  return kinds.map((kind) => row(what[kind], times[kind]!.own, times[kind]!.peer));
}
