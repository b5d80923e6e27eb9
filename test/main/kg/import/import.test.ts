/** Checks behaviour common to all imports: all or nothing, undo, provenance, merging, progress, clear errors. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openConnection } from '../../../../main/db/connection.ts';
import { migrate, readMigrations } from '../../../../main/db/migrate.ts';
import {
  getEntity,
  graphStats,
  listSources,
  searchEntities,
} from '../../../../main/db/repositories/graph-read.ts';
import { beginSource, GraphWriter, removeSource } from '../../../../main/db/repositories/graph-write.ts';
import {
  importGraph,
  importStarter,
  recoverUnfinished,
  undoImport,
} from '../../../../main/kg/import/index.ts';
import { Workspace } from '../../../../main/workspace/workspace.ts';
import {
  drive,
  edges,
  facts,
  importFile,
  inconsistencies,
  kgFixtures,
  names,
  refusals,
  snapshot,
  temporaryFile,
} from '../../../helpers/kg.ts';
import { openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

const fixture = (name: string) => join(kgFixtures, name);
const FILES = [
  'triples.tsv',
  'typed.csv',
  '39net.csv',
  'xywy.jsonl',
  'icd10.tsv',
  'synonyms.tsv',
  'my_symptom_list.txt',
  'frequency.tsv',
  'umls',
  'graph.nt',
];

/** Triples that fill a write-ahead log several times. */
const LARGE = 60_000;

async function exhaust(steps: AsyncGenerator<unknown, unknown>): Promise<void> {
  for await (const _step of steps);
}

/** Many triples, all new. */
function manyTriples(rows: number): string {
  let text = 'head\trelation\ttail\n';
  for (let row = 0; row < rows; row++) text += `病${row % 997}\tHAS_SYMPTOM\t征${row}\n`;
  return text;
}

describe('importing twice', () => {
  it.each(FILES)('%s: everything merges', async (file) => {
    const { db } = openWorkspace();
    const first = await importFile(db, fixture(file));
    const before = { names: names(db), edges: edges(db), facts: facts(db) };
    const second = await importFile(db, fixture(file));
    expect({ names: names(db), edges: edges(db), facts: facts(db) }).toEqual(before);
    expect(second).toMatchObject({
      rows: first.rows,
      triples: 0,
      newEntities: 0,
      newNames: 0,
      refused: first.refused,
    });
    expect(second.merged).toBeGreaterThanOrEqual(first.triples + first.merged);
  });

  it('merges the starter graph as well', async () => {
    const { db } = openWorkspace();
    await drive(importStarter(db, { dir: fixture('starter') }));
    const again = await drive(importStarter(db, { dir: fixture('starter') }));
    expect(again).toMatchObject({ triples: 0, newEntities: 0, newNames: 0 });
  });
});

describe('undo', () => {
  it('restores exactly the graph before, whichever files came first', async () => {
    const { db } = openWorkspace();
    const some = fc.shuffledSubarray(FILES, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(some, fc.constantFrom(...FILES), async (earlier, last) => {
        for (const file of earlier) await importFile(db, fixture(file));
        const before = snapshot(db);
        await importFile(db, fixture(last));
        const undone = listSources(db).at(-1)?.id ?? 0;
        await exhaust(undoImport(db, undone));
        expect(snapshot(db)).toEqual(before);
        expect(inconsistencies(db)).toEqual([]);
        for (const { id } of listSources(db)) removeSource(db, id);
      }),
      { numRuns: 25 },
    );
    expect(Object.values(snapshot(db)).flat()).toEqual([]);
  });

  it('of the first source leaves what the second says', async () => {
    const { db } = openWorkspace();
    await importFile(
      db,
      temporaryFile('a.tsv', '甲病\tSameAs\t甲症\n甲病\tHasSymptom\t甲痛\n甲病\tHasSymptom\t共痛\n'),
    );
    const [first] = listSources(db);
    await importFile(db, temporaryFile('b.tsv', '甲症\tHasSymptom\t共痛\n甲症\tHasSymptom\t乙痛\n'));
    expect(edges(db)).toContain('disease:甲病 HasSymptom symptom:乙痛 #1');
    const sourcesThen: number[] = [];
    await exhaust(
      undoImport(db, first?.id ?? 0, { onBegin: () => sourcesThen.push(listSources(db).length) }),
    );
    expect(sourcesThen).toHaveLength(1);
    expect(edges(db)).toEqual([
      'disease:甲症 HasSymptom symptom:乙痛 #1',
      'disease:甲症 HasSymptom symptom:共痛 #0',
    ]);
    expect(names(db)).toEqual(['disease:甲症', 'symptom:乙痛', 'symptom:共痛']);
    expect(searchEntities(db, '甲病', { limit: 9 })).toEqual([]);
    expect(inconsistencies(db)).toEqual([]);
  });
});

describe('provenance', () => {
  it('tells the sources of each name and edge', async () => {
    const { db } = openWorkspace();
    await importFile(db, temporaryFile('a.tsv', '甲病\tHasSymptom\t共痛\n'));
    await importFile(db, temporaryFile('b.tsv', '甲病\tHasSymptom\t共痛\n甲病\tSameAs\t甲症\n'));
    const [hit] = searchEntities(db, '甲病', { limit: 1 });
    const page = getEntity(db, hit?.id ?? 0, 10);
    expect(page?.names).toEqual([
      { name: '甲病', preferred: true, sources: ['a.tsv', 'b.tsv'] },
      { name: '甲症', preferred: false, sources: ['b.tsv'] },
    ]);
    expect(page?.edges).toMatchObject([{ relation: 'HasSymptom', sources: ['a.tsv', 'b.tsv'] }]);
    const [other] = searchEntities(db, '共', { limit: 1 });
    expect(getEntity(db, other?.id ?? 0, 10)).toMatchObject({ edgeCount: 1, edges: [{ direction: 'in' }] });
    expect(graphStats(db).relations).toEqual({ HasSymptom: 1, SameAs: 1 });
  });

  it('keeps format, hash of the file as it lies on disk, and report', async () => {
    const { db } = openWorkspace();
    const packed = gzipSync('甲病\tHasSymptom\t共痛\n');
    const report = await importFile(db, temporaryFile('a.tsv', packed));
    const [source] = listSources(db);
    expect(source).toMatchObject({ name: 'a.tsv', format: 'triples', report });
    expect(source?.sha256).toBe(createHash('sha256').update(packed).digest('hex'));
  });
});

describe('an import that does not get to its end', () => {
  it('cancelled half way leaves nothing', async () => {
    const { db } = openWorkspace();
    await importFile(db, fixture('triples.tsv'));
    const before = snapshot(db);
    const cancel = new AbortController();
    const path = temporaryFile('many.tsv', manyTriples(40_000));
    const steps = importGraph(
      db,
      { name: 'many', path },
      { format: 'triples', sliceMs: 5, signal: cancel.signal },
    );
    let seen = 0;
    const cancelled = drive(steps, ({ rows }) => {
      seen = rows;
      if (rows > 2000) cancel.abort();
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen).toBeLessThan(40_000);
    expect(snapshot(db)).toEqual(before);
    expect(inconsistencies(db)).toEqual([]);
  });

  it('abandoned by its consumer leaves nothing either, and gives the graph free', async () => {
    const { db } = openWorkspace();
    const path = temporaryFile('many.tsv', manyTriples(20_000));
    for await (const { rows } of importGraph(db, { name: 'many', path }, { format: 'auto', sliceMs: 5 })) {
      if (rows > 100) break;
    }
    expect(Object.values(snapshot(db)).flat()).toEqual([]);
    await importFile(db, fixture('triples.tsv'));
  });

  it('failing at a damaged end throws the cause and leaves nothing', async () => {
    const { db } = openWorkspace();
    const whole = gzipSync(manyTriples(60_000));
    const path = temporaryFile('cut.tsv.gz', whole.subarray(0, whole.length - 2000));
    await expect(importFile(db, path)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('damaged gzip'),
    });
    expect(Object.values(snapshot(db)).flat()).toEqual([]);
  });

  it('half imported or half removed is taken back at the next start', async () => {
    const { db } = openWorkspace();
    await importFile(db, fixture('triples.tsv'));
    await importFile(db, temporaryFile('many.tsv', manyTriples(5000)));
    const many = listSources(db).at(-1)?.id ?? 0;
    const before = { names: names(db).length };
    const half = beginSource(db, { name: 'half', format: 'triples', sha256: '' });
    new GraphWriter(db, half).entity('半途', 'disease');
    db.run(`UPDATE kg_source SET state = 'importing' WHERE id = ?`, many); // as an interrupted removal leaves it
    db.run('DELETE FROM kg_edge WHERE source_id = ? AND head % 2 = 0', many);
    expect(names(db)).toHaveLength(before.names + 1);
    expect(recoverUnfinished(db)).toBe(2);
    expect(recoverUnfinished(db)).toBe(0);
    const alone = openWorkspace();
    await importFile(alone.db, fixture('triples.tsv'));
    expect(names(db)).toEqual(names(alone.db));
    expect(edges(db)).toEqual(edges(alone.db));
    expect(inconsistencies(db)).toEqual([]);
  });

  it.each(['kg_name_source', 'kg_edge', 'kg_edge_by_tail'])(
    'killed while it writes %s keeps the earlier graph, in a sound database',
    async (table) => {
      const dir = temporaryDir();
      const open = () => Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config') });
      const first = open();
      await importFile(first.db, fixture('triples.tsv'));
      const before = snapshot(first.db);
      first.close();
      await killedImport(dir, temporaryFile('many.tsv', manyTriples(20_000)), table);
      const second = open();
      try {
        expect(
          [...second.db.iterate(`SELECT count(*) FROM ${table} WHERE source_id = 2`)][0]?.[0],
        ).toBeGreaterThan(100);
        expect(recoverUnfinished(second.db)).toBe(1);
        expect(snapshot(second.db)).toEqual(before);
        expect(inconsistencies(second.db)).toEqual([]);
        expect(second.db.raw.pragma('integrity_check', { simple: true })).toBe('ok');
      } finally {
        second.close();
      }
    },
  );
});

/** Imports in a process of its own, which kills itself once it has committed some rows of the table. */
function killedImport(dir: string, path: string, table: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [fixture('import-and-die.ts'), dir, path, table], (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve();
      else reject(new Error(`not killed: ${stdout}${stderr}`));
    });
  });
}

describe('a graph of an earlier version', () => {
  it('gets the keys of its edges by tail', async () => {
    const { db } = openWorkspace();
    await importFile(db, fixture('triples.tsv'));
    const after = snapshot(db);
    const before = readMigrations().slice(0, 8);
    const old = openConnection(':memory:', { key: null });
    migrate(old, () => undefined, before);
    for (const table of ['kg_relation', 'kg_edge', 'kg_source', 'kg_entity', 'kg_name', 'kg_name_source'])
      for (const row of db.rows(`SELECT * FROM ${table}`))
        old.run(`INSERT INTO ${table} VALUES (${row.map(() => '?').join()})`, ...row);
    old.run(`INSERT INTO kg_name_fts (kg_name_fts) VALUES ('rebuild')`);
    migrate(old, () => undefined);
    expect(snapshot(old)).toEqual(after);
    expect(inconsistencies(old)).toEqual([]);
    old.close();
  });
});

describe('while importing', () => {
  it('leaves the write-ahead log to the checkpoint given, in import and undo', async () => {
    const { db } = openWorkspace();
    const path = temporaryFile('many.tsv', manyTriples(LARGE));
    const copied: unknown[] = [];
    const checkpoint = async () => {
      copied.push(db.rows('PRAGMA wal_checkpoint(NOOP)')[0]?.[2]);
      db.checkpoint();
    };
    // Short slices write many frames, on a fast machine too.
    await drive(importGraph(db, { name: 'many', path }, { format: 'triples', sliceMs: 2, checkpoint }));
    const imports = copied.length;
    db.checkpoint();
    expect(imports).toBeGreaterThan(0);
    await exhaust(undoImport(db, listSources(db)[0]?.id ?? 0, { sliceMs: 0, checkpoint }));
    expect(copied.length).toBeGreaterThan(imports);
    expect(new Set(copied)).toEqual(new Set([0])); // no commit copied a frame
  });

  it('the event loop has its turns, other writes get through and progress grows', async () => {
    const { db } = openWorkspace();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const fractions: number[] = [];
    const path = temporaryFile('many.tsv', manyTriples(20_000));
    await drive(importGraph(db, { name: 'many', path }, { format: 'triples', sliceMs: 5 }), (progress) => {
      db.run(`INSERT OR REPLACE INTO setting (key, value) VALUES ('k', ?)`, progress.rows);
      expect(db.raw.pragma('synchronous', { simple: true })).toBe(2);
      fractions.push(progress.bytesDone / progress.bytesTotal);
    });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  });

  it('a second import or undo is refused, and allowed afterwards', async () => {
    const { db } = openWorkspace();
    const first = importGraph(db, { name: 'a', path: fixture('triples.tsv') }, { format: 'auto' });
    await first.next();
    await expect(importFile(db, fixture('icd10.tsv'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(exhaust(undoImport(db, 1))).rejects.toMatchObject({ code: 'conflict' });
    await drive(first);
    await importFile(db, fixture('icd10.tsv'));
  });
});

describe('errors', () => {
  const cases: [what: string, name: string, content: string | Uint8Array, message: RegExp][] = [
    ['no bytes', 'a.tsv', '', /0 bytes/],
    ['nothing but white space', 'a.tsv', '\n \n', /no text/],
    ['a binary file', 'a.tsv', new Uint8Array([80, 75, 3, 4, 0, 0, 1]), /binary file/],
    ['UTF-16', 'a.tsv', Buffer.from('\ufeffhead\trelation\ttail\n', 'utf16le'), /UTF-16/],
    ['GBK', 'a.tsv', Buffer.from('d6d0cec40ab2a1c8cb0ab2a1c8cb0a', 'hex'), /not UTF-8/],
    ['a broken gzip header', 'a.tsv.gz', new Uint8Array([0x1f, 0x8b, 1, 2, 3, 4]), /damaged gzip/],
    [
      'wrong columns',
      'a.csv',
      'colour,size,price,weight\nred,1,2,3\n',
      /found 4 column\(s\): colour, size, price, weight; expected/,
    ],
    ['prose', 'a.txt', '患者昨日发热。\n今日好转，予以出院；门诊随访。\n', /expected/],
    [
      'only refused rows',
      'a.tsv',
      'head\trelation\ttail\tflag\na\tr\tb\tsuspect\n',
      /Nothing in a.tsv could be imported: 1 refused, 1 as suspect, such as line 2/,
    ],
    ['a header alone', 'a.tsv', 'head\trelation\ttail\n', /no rows/],
  ];
  it.each(cases)('%s', async (_what, name, content, message) => {
    const { db } = openWorkspace();
    const failure = importFile(db, temporaryFile(name, content));
    await expect(failure).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
    });
    expect(Object.values(snapshot(db)).flat()).toEqual([]);
  });

  it('name the columns when a format is forced on a file', async () => {
    const { db } = openWorkspace();
    for (const format of ['starter', 'triples', '39net', 'icd10', 'synonyms', 'rrf', 'ntriples'] as const) {
      const forced = importFile(db, temporaryFile('a.csv', '甲,乙,丙,丁\n1,2,3,4\n'), { format });
      await expect(forced).rejects.toMatchObject({ code: 'bad-input' });
    }
    const starter = importFile(db, fixture('icd10.tsv'), { format: 'starter' });
    await expect(starter).rejects.toThrow(/found 2 column\(s\): A00, 甲壳热; expected name, en, icd10/);
  });

  it('no file, or a folder without UMLS tables', async () => {
    const { db } = openWorkspace();
    await expect(importFile(db, join(temporaryDir(), 'gone.tsv'))).rejects.toMatchObject({
      code: 'not-found',
    });
    const folder = join(temporaryDir(), 'empty');
    mkdirSync(folder);
    await expect(importFile(db, folder)).rejects.toThrow(/MRCONSO/);
    rmSync(folder, { recursive: true });
  });

  it('single broken lines are refused, the rest comes in', async () => {
    const { db } = openWorkspace();
    const good = '甲病\tHasSymptom\t甲痛\n';
    const content = Buffer.concat([
      Buffer.from(good),
      Buffer.from('d6d00a', 'hex'),
      Buffer.from(`甲病\tHasSymptom\t${'长'.repeat(201)}\n`),
      Buffer.from('甲病\tHasSymptom\t坏\u0007痛\n'),
      Buffer.from('甲病\tHasSymptom\t乱\ufffd码\n'),
      Buffer.from('甲病\tHasSymptom\t乙痛'),
    ]);
    const report = await importFile(db, temporaryFile('a.tsv', content));
    expect(refusals(report)).toEqual({
      'invalid UTF-8': 1,
      'name too long, over 200 characters': 1,
      'control character in name': 1,
      'broken character in name': 1,
    });
    expect(report.refused.map(({ examples }) => examples[0]?.line).sort()).toEqual([2, 3, 4, 5]);
    expect(report).toMatchObject({ rows: 6, triples: 2 });
  });

  it('N-Triples with a broken line count it once', async () => {
    const { db } = openWorkspace();
    const good = '# note\n<http://a/s> <http://a/p> <http://a/o> .\n';
    const content = Buffer.concat([Buffer.from(good), Buffer.from('d6d00a', 'hex'), Buffer.from(good)]);
    const report = await importFile(db, temporaryFile('a.nt', content));
    expect(report).toMatchObject({ rows: 3, triples: 1, merged: 1 });
    expect(refusals(report)).toEqual({ 'invalid UTF-8': 1 });
  });

  it('shows five examples of each reason and counts all', async () => {
    const { db } = openWorkspace();
    const report = await importFile(db, temporaryFile('a.tsv', `甲\tr\t乙\n${'甲\tr\t\n'.repeat(9)}`));
    expect(report.refused[0]?.count).toBe(9);
    expect(report.refused[0]?.examples.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
  });
});
