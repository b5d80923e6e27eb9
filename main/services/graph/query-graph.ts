/** Answers SPARQL queries over the graph, in a background process that a limit of time ends. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { message, plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { graphVersion } from '../../db/repositories/graph-triples.ts';
import { appRoot } from '../../resources.ts';
import { nTriples } from './export-graph.ts';

/** Names that queries may use without a declaration. */
const PREFIXES = `PREFIX e: <urn:meridian:entity:> PREFIX t: <urn:meridian:type:> PREFIX r: <urn:meridian:relation:> \
PREFIX f: <urn:meridian:fact:> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> \
PREFIX skos: <http://www.w3.org/2004/02/skos/core#> `;

export interface QueryAnswer {
  readonly columns: string[];
  /** A text for each column; empty where it is unbound. */
  readonly rows: string[][];
  /** Whether there are more rows than were asked for. */
  readonly isCut: boolean;
}

type Oxigraph = typeof import('oxigraph/web.js');
let last: { readonly key: string; readonly store: InstanceType<Oxigraph['Store']> } | undefined;

/** Returns the store of the graph, which this process keeps until the graph changes. */
async function storeOf(db: ReadDb, workspaceDir: string): Promise<InstanceType<Oxigraph['Store']>> {
  const { version, complete } = graphVersion(db);
  const key = `${workspaceDir} ${version}`;
  if (last?.key === key) return last.store;
  const oxigraph = await import('oxigraph/web.js');
  const file = import.meta.filename.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('oxigraph/web_bg.wasm')
    : join(appRoot, 'dist', 'main', 'wasm', 'web_bg.wasm');
  oxigraph.initSync({ module: readFileSync(file) });
  const store = new oxigraph.Store();
  let some: string[] = [];
  const load = () => store.load(some.join(''), { format: 'application/n-triples', no_transaction: true });
  for (const line of nTriples(db)) {
    some.push(line);
    if (some.length < 20_000) continue;
    load();
    some = [];
  }
  load();
  last = complete ? { key, store } : undefined;
  return store;
}

/**
 * Answers a SELECT or ASK query. Only the graph of the workspace is asked: SERVICE, FROM and updates are refused.
 * Accepted predictions are left out.
 * @throws AppError `bad-request` for any other query, or one that cannot be read
 */
export async function queryGraph(
  db: ReadDb,
  {
    query,
    limit,
    workspaceDir,
  }: { readonly query: string; readonly limit: number; readonly workspaceDir: string },
): Promise<QueryAnswer> {
  const store = await storeOf(db, workspaceDir);
  const found = ask(() => store.query(limited(query, limit + 1)));
  if (typeof found === 'boolean') return { columns: ['ASK'], rows: [[String(found)]], isCut: false };
  if (!Array.isArray(found)) throw refused('SELECT, ASK');
  const solutions = found.map((one) => {
    if (!(one instanceof Map)) throw refused('SELECT, ASK');
    return one;
  });
  const chosen = query.slice(0, query.indexOf('{'));
  const columns = [...new Set(solutions.flatMap((one) => [...one.keys()]))]
    .map(String)
    .toSorted((a, b) => chosen.lastIndexOf(`?${a}`) - chosen.lastIndexOf(`?${b}`));
  const rows = solutions.map((one) => columns.map((column) => shown(one.get(column)?.value ?? '')));
  return { columns, rows: rows.slice(0, limit), isCut: rows.length > limit };
}

/** Entities are told by their numbers, types and relations by their names. */
const shown = (value: string): string =>
  value.startsWith('urn:meridian:') ? decodeURIComponent(value.slice(value.lastIndexOf(':') + 1)) : value;

/** Returns the query as a part of one that ends after some rows, since all answers are in memory at once. */
function limited(query: string, rows: number): string {
  const prologue =
    /^(?:\s*(?:#[^\n]*\n|PREFIX\s+[^\s:]*:\s*<[^>]*>|BASE\s+<[^>]*>))*\s*/i.exec(query)?.[0] ?? '';
  const body = query.slice(prologue.length);
  if (/^ASK\b/i.test(body)) return PREFIXES + query;
  if (!/^SELECT\b/i.test(body)) throw refused(body.split(/\s/, 1)[0] ?? '');
  return `${PREFIXES}${prologue}SELECT * WHERE { { ${body}\n} } LIMIT ${rows}`;
}

function ask<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw refused(String(error).slice(0, 500));
  }
}

const refused = (problem: string): AppError =>
  new AppError('bad-request', message('graph.query-refused', { problem: plainText(problem) }), {
    kept: 'kept.nothing-changed',
  });
