/** Exports of the graph come back by import: entities, names, types and edges from all three formats. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseStatement } from '../../../../main/kg/import/formats/ntriples-line.ts';
import { detectFormat, importStarter } from '../../../../main/kg/import/index.ts';
import { editGraph } from '../../../../main/services/graph/edits.ts';
import { exportGraph, searchGraph } from '../../../../main/services/graph/graph.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { KgExportFormat } from '../../../../shared/domain/graph.ts';
import { drive, edges, facts, importFile, inconsistencies, kgFixtures, names } from '../../../helpers/kg.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

const withoutRank = (all: readonly string[]): string[] => all.map((edge) => edge.replace(/ #\d+$/, ''));

/** A graph with names that need escapes, an entity alone, and edges of a person. */
async function open(): Promise<Session> {
  const session = openTestSession();
  const db = dbOf(session);
  await drive(importStarter(db, { dir: join(kgFixtures, 'starter') }));
  await importFile(db, join(kgFixtures, 'triples.tsv'));
  editGraph(session, [
    {
      kind: 'add',
      type: 'drug',
      name: '"引号"药\\反斜',
      names: ['药 (α/β) 100%'],
      facts: { en: 'a "b"\nc' },
    },
    { kind: 'add', type: 'anatomy', name: '孤立部位', names: [], facts: {} },
  ]);
  const disease = dbOf(session)
    .rows(`SELECT id FROM kg_entity WHERE type = 'disease'`)
    .map(([id]) => Number(id))[0]!;
  const drug = searchGraph(session, '引号', { limit: 1 })[0]!.id;
  editGraph(session, [
    { kind: 'addEdge', head: disease, relation: 'TreatedByDrug', tail: drug },
    { kind: 'addEdge', head: drug, relation: '配伍 禁忌', tail: disease },
  ]);
  return session;
}

it.each(KgExportFormat.options)('round trip of %s', async (format) => {
  const session = await open();
  const path = await exportGraph(session, format, join(temporaryDir(), `graph.${format}`));
  const again = openTestSession();
  const report = await importFile(dbOf(again), path);
  expect(report.refused).toEqual([]);
  expect(inconsistencies(dbOf(again))).toEqual([]);
  expect(names(dbOf(again))).toEqual(names(dbOf(session)));
  expect(withoutRank(edges(dbOf(again)))).toEqual(withoutRank(edges(dbOf(session))));
  if (format !== 'tsv') expect(facts(dbOf(again))).toEqual(facts(dbOf(session)));
  if (format === 'json') expect(edges(dbOf(again))).toEqual(edges(dbOf(session)));
  expect(await detectFormat(path)).toBe({ tsv: 'triples', ntriples: 'ntriples', json: 'meridian' }[format]);
});

it('writes the sources of every name, fact and edge in JSON', async () => {
  const session = await open();
  const path = await exportGraph(session, 'json');
  expect(path).toContain(join(session.workspace.dir, 'exports'));
  const [head, ...lines] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(head.sources.map(({ format }: { format: string }) => format)).toEqual([
    'starter',
    'triples',
    'person',
  ]);
  const drug = lines.find(({ name }) => name.startsWith('"引号"'));
  expect(drug).toMatchObject({ facts: [{ key: 'en', source: 'person: tester' }] });
  const ofPerson = lines
    .flatMap(({ edges: all }) => all)
    .filter(({ sources }) => sources.includes('person: tester'));
  expect(ofPerson).toHaveLength(2);
});

it('writes N-Triples that parse line by line', async () => {
  const path = await exportGraph(await open(), 'ntriples');
  for (const line of readFileSync(path, 'utf8').trim().split('\n'))
    expect(parseStatement(line)).toBeDefined();
});
