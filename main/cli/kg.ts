/** `kg import|stats|search|show|neighbours|path|complete|decide|undo`, and the table of all actions of `kg` */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  EntityType,
  type ImportReport,
  KgExportFormat,
  KgFormat,
  PredictionState,
} from '../../shared/domain/graph.ts';
import { answerCsv } from '../../shared/domain/graph-query.ts';
import { message } from '../../shared/messages/message.ts';
import { decide, predict, predictions } from '../services/graph/completion.ts';
import {
  entityPage,
  exportGraph,
  importFile,
  importStarterGraph,
  query,
  searchGraph,
  stats,
  undo,
} from '../services/graph/graph.ts';
import { entityPath, rankedNeighbours } from '../services/graph/whole-graph.ts';
import { dbOf, type Session } from '../services/session/session.ts';
import {
  actions,
  choice,
  expected,
  headed,
  inSession,
  integer,
  needed,
  note,
  noteEverySecond,
  only,
  print,
  printJson,
  printList,
  table,
  UsageError,
  valueName,
  withSession,
} from './command.ts';
import {
  addEntity,
  editEntity,
  mergeEntities,
  printEdits,
  removeEntities,
  review,
  splitEntity,
  turn,
} from './kg-edit.ts';
import { idOf } from './kg-entity.ts';
import type { Options } from './options.ts';

type KgOptions = Options<'kg'>;

/** The command line has no window to keep alive. */
const SLICE_MS = 500;

export const kg = actions<KgOptions>('kg', {
  import: importFiles,
  stats: inSession(printStats),
  search: inSession(printSearch),
  show: inSession(printEntity),
  neighbours: inSession(printNeighbours),
  complete: inSession(complete),
  decide: inSession(decidePredictions),
  undo: inSession(takeBack),
  path: inSession(printPath),
  add: inSession(addEntity),
  edit: inSession(editEntity),
  remove: inSession(removeEntities),
  merge: inSession(mergeEntities),
  split: inSession(splitEntity),
  edits: inSession(printEdits),
  unedit: inSession(turn(false)),
  redo: inSession(turn(true)),
  export: inSession(writeGraph),
  query: inSession(printAnswer),
  review: inSession(review),
});

function importFiles(paths: readonly string[], options: KgOptions): Promise<void> {
  if (paths.length === 0 && !options.starter) throw expected('kg import', 'FILE… | --starter');
  const format = choice('--format', options.format ?? 'auto', KgFormat.options);
  return withSession(options, 'empty', async (session) => {
    if (options.starter) {
      const report = await importStarterGraph(session, { sliceMs: SLICE_MS }, progressOf('starter'));
      printReport('Meridian starter KG', report, options);
    }
    for (const path of paths) {
      const file = { name: basename(path), path };
      const how = { format, sliceMs: SLICE_MS };
      printReport(file.name, await importFile(session, file, how, progressOf(file.name)), options);
    }
  });
}

const progressOf = (name: string) =>
  noteEverySecond(
    ({ bytesDone, bytesTotal, rows }: { bytesDone: number; bytesTotal: number; rows: number }) =>
      message('cli.rows-read', {
        name,
        rows,
        share: bytesTotal > 0 ? ` ${Math.round((100 * bytesDone) / bytesTotal)} %` : '',
      }),
  );

function printReport(name: string, report: ImportReport, options: KgOptions): void {
  if (options.json) return printJson({ name, ...report });
  const { rows, triples, newEntities, newNames, merged, seconds } = report;
  print(
    message('cli.graph-imported', {
      name,
      rows,
      triples,
      newEntities,
      newNames,
      merged,
      seconds: seconds.toFixed(1),
    }),
  );
  for (const { reason, count, examples } of report.refused) {
    print(message('cli.refused-count', { count, reason }));
    for (const { line, text } of examples.slice(0, 3))
      print(message('cli.line', { line, text: text.slice(0, 100) }));
  }
}

function printStats(session: Session, _args: readonly string[], options: KgOptions): void {
  const all = stats(session);
  if (options.json) return printJson(all);
  print(message('cli.graph-size', { entities: all.entities, names: all.names, triples: all.triples }));
  print(headed(['type', 'entities'], Object.entries(all.types)));
  print(headed(['relation', 'triples'], Object.entries(all.relations)));
  const rows = all.sources.map(({ id, name, format, importedAt, report }) => [
    id,
    name,
    format,
    importedAt.slice(0, 19),
    report.rows,
    report.triples,
    report.refused.reduce((sum, group) => sum + group.count, 0),
  ]);
  print(headed(['id', 'source', 'format', 'imported', 'rows', 'triples', 'refused'], rows));
}

function printSearch(session: Session, args: readonly string[], options: KgOptions): void {
  const query = only(args, 'QUERY');
  const type = choice('--type', options.type, EntityType.options);
  const hits = searchGraph(session, query, { type, limit: integer(options.limit, '--limit', 20) });
  if (hits.length === 0 && !options.json) return print(message('cli.nothing-found', { query }));
  printList(hits, options, ['id', 'type', 'name', 'matched', 'code', 'edges'], (hit) => {
    const { id, type: of, name, matched = '', code = '', degree } = hit;
    return [id, of, name, matched, code, degree];
  });
}

async function writeGraph(session: Session, _args: readonly string[], options: KgOptions): Promise<void> {
  const format = choice('--format', options.format ?? 'tsv', KgExportFormat.options);
  const path = await exportGraph(session, format, needed(options.out, 'kg export', '--out'));
  if (options.json) printJson({ path });
  else print(message('cli.written', { path }));
}

/** Prints the answer to a SPARQL query, given as text or as a file `@FILE`, or writes it as CSV. */
async function printAnswer(session: Session, args: readonly string[], options: KgOptions): Promise<void> {
  const given = only(args, 'QUERY|@FILE');
  const text = given.startsWith('@') ? readFileSync(given.slice(1), 'utf8') : given;
  const answer = await query(session, { text, limit: integer(options.limit, '--limit', 100) });
  if (options.out !== undefined) {
    writeFileSync(options.out, answerCsv(answer));
    note(message('cli.written', { path: options.out }));
  } else if (options.json) printJson(answer);
  else {
    const rows = answer.rows.map((row) => row.map((cell) => (typeof cell === 'object' ? cell.id : cell)));
    print(table([answer.columns, ...rows]));
  }
  if (answer.isCut) note(message('cli.more-rows'));
}

/** Prints a shortest path between two entities that does without some relations. */
function printPath(session: Session, args: readonly string[], options: KgOptions): void {
  const [from, to, ...rest] = args;
  if (from === undefined || to === undefined || rest.length > 0) throw expected('kg path', 'FROM TO');
  const ends = { from: idOf(session, from), to: idOf(session, to) };
  const path = entityPath(dbOf(session), { ...ends, without: options.without ?? [] });
  if (options.json) return printJson(path);
  if (path === null) return print(message('cli.no-path', { from, to }));
  const steps = path.map(({ relation, direction, entity }) =>
    direction === 'out' ? `—${relation}→ ${entity.name}` : `←${relation}— ${entity.name}`,
  );
  print([entityPage(session, ends.from, 0).name, ...steps].join(' '));
}

/** Prints the best neighbours of each entity by personalised PageRank. */
function printNeighbours(session: Session, args: readonly string[], options: KgOptions): void {
  if (args.length === 0) throw expected('kg neighbours', 'NAME|ID…');
  const ids = args.map((which) => idOf(session, which));
  const count = integer(options.limit, '--limit', 10);
  const found = ids.map((id) => {
    const { name, type } = entityPage(session, id, 0);
    return { entity: { id, name, type }, neighbours: rankedNeighbours(dbOf(session), id, count) };
  });
  if (options.json) return found.forEach(printJson);
  for (const { entity, neighbours } of found) {
    print(`${entity.name}  [${entity.type}] #${entity.id}`);
    const rows = neighbours.map(({ name, type, score, relations }) => [
      name,
      type,
      score.toFixed(6),
      relations
        .map(({ relation, direction }) => (direction === 'out' ? relation : `← ${relation}`))
        .join(' '),
    ]);
    print(headed(['name', 'type', 'score', 'relation'], rows));
  }
}

/** Predicts edges of the named relations, and prints those that wait for a review. */
async function complete(session: Session, relations: readonly string[], options: KgOptions): Promise<void> {
  const limit = integer(options.limit, '--limit', 20);
  for (const relation of relations) {
    const onProgress = progressNoteOf(relation);
    const added = await predict(session, { relation, count: limit }, { onProgress });
    if (!options.json) note(message('cli.edges-predicted', { relation, added }));
  }
  const waiting = predictions(session, { state: 'waiting', limit }).predictions;
  printList(waiting, options, ['id', 'head', 'relation', 'tail', 'rank', 'score'], (one) => {
    const { id, head, relation, tail, rank, score } = one;
    return [id, head.name, relation, tail.name, rank, score.toFixed(4)];
  });
}

const progressNoteOf = (name: string) =>
  noteEverySecond(({ done, total }: { done: number; total: number }) =>
    message('cli.heads-asked', { name, done, total }),
  );

/** Decides about predictions by their numbers. */
function decidePredictions(session: Session, args: readonly string[]): void {
  const [word, ...ids] = args;
  if (word === undefined || ids.length === 0)
    throw expected('kg decide', `${PredictionState.options.join('|')} ID…`);
  const state = choice('kg decide', word, PredictionState.options);
  for (const id of ids) {
    const { head, relation, tail } = decide(session, Number(id), state);
    print(`${id}: ${head.name} ${relation} ${tail.name}: ${valueName(state)}`);
  }
}

function printEntity(session: Session, args: readonly string[], options: KgOptions): void {
  const which = only(args, 'NAME|ID');
  const page = entityPage(session, idOf(session, which), integer(options.limit, '--limit', 500));
  if (options.json) return printJson(page);
  print(`${page.name}  [${page.type}] #${page.id}${page.code === undefined ? '' : `  ${page.code}`}`);
  print(message('cli.names', { names: page.names.map(({ name }) => name).join(' | ') }));
  for (const [key, value] of Object.entries(page.facts)) print(`${key}: ${value}`);
  const groups = Map.groupBy(page.edges, ({ relation, direction }) =>
    direction === 'out' ? relation : `← ${relation}`,
  );
  for (const [relation, edges] of groups)
    print(`${relation}: ${edges.map(({ other }) => other.name).join(' | ')}`);
}

async function takeBack(session: Session, args: readonly string[]): Promise<void> {
  const value = only(args, 'SOURCE');
  if (!/^\d+$/.test(value))
    throw new UsageError('cli.takes', { option: 'kg undo', value, form: message('cli.source-number') });
  const source = await undo(session, Number(value), { sliceMs: SLICE_MS });
  print(message('cli.import-undone', { name: source.name }));
}
