/** `kg import|stats|search|show|undo` */

import { basename } from 'node:path';
import { EntityType, type ImportReport, KgFormat } from '../../shared/domain/graph.ts';
import { message } from '../../shared/messages/message.ts';
import {
  entityPage,
  importFile,
  importStarterGraph,
  searchGraph,
  stats,
  undo,
} from '../services/graph/graph.ts';
import type { Session } from '../services/session/session.ts';
import { normaliseName } from '../text/normalise.ts';
import {
  integer,
  note,
  notFound,
  only,
  print,
  printJson,
  table,
  UsageError,
  withSession,
} from './command.ts';
import { said } from './language.ts';
import type { CommandOptions } from './options.ts';

/** The command line has no window to keep alive. */
const SLICE_MS = 500;

export async function kg(args: readonly string[], options: CommandOptions): Promise<void> {
  const [action, ...rest] = args;
  switch (action) {
    case 'import':
      return importFiles(rest, options);
    case 'stats':
      return withSession(options, 'starter', async (session) => printStats(session, options));
    case 'search':
      return withSession(options, 'starter', async (session) =>
        printSearch(session, only(rest, 'QUERY'), options),
      );
    case 'show':
      return withSession(options, 'starter', async (session) =>
        printEntity(session, only(rest, 'NAME or ID'), options),
      );
    case 'undo':
      return withSession(options, 'empty', async (session) => takeBack(session, only(rest, 'SOURCE number')));
    default:
      throw new UsageError(`kg ${action ?? ''}: expected import, stats, search, show or undo`);
  }
}

function importFiles(paths: readonly string[], options: CommandOptions): Promise<void> {
  if (paths.length === 0 && !options.starter)
    throw new UsageError('kg import: name at least one file, or --starter');
  const format = KgFormat.safeParse(options.format ?? 'auto');
  if (!format.success) throw new UsageError(`--format takes one of ${KgFormat.options.join(', ')}`);
  return withSession(options, 'empty', async (session) => {
    if (options.starter) {
      const report = await importStarterGraph(session, { sliceMs: SLICE_MS }, progressLine('starter'));
      printReport('Meridian starter KG', report, options);
    }
    for (const path of paths) {
      const file = { name: basename(path), path };
      const how = { format: format.data, sliceMs: SLICE_MS };
      printReport(file.name, await importFile(session, file, how, progressLine(file.name)), options);
    }
  });
}

function progressLine(
  name: string,
): (progress: { bytesDone: number; bytesTotal: number; rows: number }) => void {
  let shown = performance.now();
  return ({ bytesDone, bytesTotal, rows }) => {
    if (performance.now() - shown < 1000) return;
    shown = performance.now();
    const share = bytesTotal > 0 ? ` ${Math.round((100 * bytesDone) / bytesTotal)} %` : '';
    note(`${name}: ${rows} rows${share}`);
  };
}

function printReport(name: string, report: ImportReport, options: CommandOptions): void {
  if (options.json) return printJson({ name, ...report });
  print(
    `${name}: ${report.rows} rows, ${report.triples} triples, ${report.newEntities} new entities, ${report.newNames} new names, ${report.merged} merged, ${report.seconds.toFixed(1)} s`,
  );
  for (const { reason, count, examples } of report.refused) {
    print(`  refused ${count}: ${said(reason)}`);
    for (const { line, text } of examples.slice(0, 3)) print(`    line ${line}: ${text.slice(0, 100)}`);
  }
}

function printStats(session: Session, options: CommandOptions): void {
  const all = stats(session);
  if (options.json) return printJson(all);
  print(`entities ${all.entities}   names ${all.names}   triples ${all.triples}`);
  print(table([['type', 'entities'], ...Object.entries(all.types)]));
  print(table([['relation', 'triples'], ...Object.entries(all.relations)]));
  const rows = all.sources.map(({ id, name, format, importedAt, report }) => [
    id,
    name,
    format,
    importedAt.slice(0, 19),
    report.rows,
    report.triples,
    report.refused.reduce((sum, group) => sum + group.count, 0),
  ]);
  print(table([['id', 'source', 'format', 'imported', 'rows', 'triples', 'refused'], ...rows]));
}

function printSearch(session: Session, query: string, options: CommandOptions): void {
  const type = options.type === undefined ? undefined : EntityType.safeParse(options.type);
  if (type?.success === false) throw new UsageError(`--type takes one of ${EntityType.options.join(', ')}`);
  const hits = searchGraph(session, query, { type: type?.data, limit: integer(options.limit, 'limit', 20) });
  if (options.json) return printJson(hits);
  if (hits.length === 0) return print(message('cli.nothing-found', { query }));
  print(
    table([
      ['id', 'type', 'name', 'matched', 'code', 'edges'],
      ...hits.map(({ id, type: t, name, matched, code, degree }) => [
        id,
        t,
        name,
        matched ?? '',
        code ?? '',
        degree,
      ]),
    ]),
  );
}

/** The entity that bears exactly this name; throws `not-found` with the nearest ones. */
function idOfName(session: Session, name: string): number {
  const hits = searchGraph(session, name, { limit: 5 });
  const [best] = hits;
  if (best !== undefined && normaliseName(best.matched ?? best.name) === normaliseName(name)) return best.id;
  const near = hits.map((hit) => hit.matched ?? hit.name).join(', ');
  throw notFound(
    near === ''
      ? message('graph.no-entity-named', { name })
      : message('graph.no-entity-but-near', { name, near }),
  );
}

function printEntity(session: Session, which: string, options: CommandOptions): void {
  const id = /^\d+$/.test(which) ? Number(which) : idOfName(session, which);
  const page = entityPage(session, id, integer(options.limit, 'limit', 500));
  if (options.json) return printJson(page);
  print(`${page.name}  [${page.type}] #${page.id}${page.code === undefined ? '' : `  ${page.code}`}`);
  print(`names: ${page.names.map(({ name }) => name).join(' | ')}`);
  for (const [key, value] of Object.entries(page.facts)) print(`${key}: ${value}`);
  const groups = Map.groupBy(page.edges, ({ relation, direction }) =>
    direction === 'out' ? relation : `← ${relation}`,
  );
  for (const [relation, edges] of groups)
    print(`${relation}: ${edges.map(({ other }) => other.name).join(' | ')}`);
}

async function takeBack(session: Session, which: string): Promise<void> {
  if (!/^\d+$/.test(which))
    throw new UsageError(`kg undo takes a source's number (see kg stats), not ${which}`);
  const source = await undo(session, Number(which), { sliceMs: SLICE_MS });
  print(`undone: ${source.name}`);
}
