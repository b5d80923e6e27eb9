/** Answers SPARQL queries over the graph, in a background process that a limit of time ends. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { QueryAnswer, QueryCell } from '../../../shared/domain/graph-query.ts';
import { type Message, message, plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { graphVersion } from '../../db/repositories/graph-triples.ts';
import { appRoot } from '../../resources.ts';
import { nTriples } from './export-graph.ts';

/** Names that queries may use without a declaration. */
const PREFIXES = `PREFIX e: <urn:meridian:entity:> PREFIX t: <urn:meridian:type:> PREFIX r: <urn:meridian:relation:> \
PREFIX f: <urn:meridian:fact:> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> \
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>`;
const ENTITY = 'urn:meridian:entity:';
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label';

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
  const { text, linesBefore } = limited(query, limit + 1);
  const found = ask(() => store.query(text), query, linesBefore);
  if (typeof found === 'boolean') return { columns: ['ASK'], rows: [[String(found)]], isCut: false };
  const solutions = Array.isArray(found) ? found.filter((one) => one instanceof Map) : [];
  const chosen = query.slice(0, query.indexOf('{'));
  const columns = [...new Set(solutions.flatMap((one) => [...one.keys()]))]
    .map(String)
    .toSorted((a, b) => chosen.lastIndexOf(`?${a}`) - chosen.lastIndexOf(`?${b}`));
  const { namedNode } = await import('oxigraph/web.js');
  const names = new Map<string, string | undefined>();
  const nameOf = (entity: string): string | undefined => {
    if (!names.has(entity))
      names.set(entity, store.match(namedNode(entity), namedNode(LABEL))[0]?.object.value);
    return names.get(entity);
  };
  const shown = (value: string): QueryCell => {
    const name = value.startsWith(ENTITY) ? nameOf(value) : undefined;
    return name === undefined ? shortened(value) : { id: Number(value.slice(ENTITY.length)), name };
  };
  const rows = solutions.map((one) => columns.map((column) => shown(one.get(column)?.value ?? '')));
  return { columns, rows: rows.slice(0, limit), isCut: rows.length > limit };
}

/** Types and relations are told by their names. */
const shortened = (value: string): string =>
  value.startsWith('urn:meridian:') ? decodeURIComponent(value.slice(value.lastIndexOf(':') + 1)) : value;

interface LimitedQuery {
  readonly text: string;
  /** Lines before the first one of the query as it was given, whose columns stay. */
  readonly linesBefore: number;
}

/** Returns the query as a part of one that ends after some rows, since all answers are in memory at once. */
function limited(query: string, rows: number): LimitedQuery {
  const prologue =
    /^(?:\s*(?:#[^\n]*\n|PREFIX\s+[^\s:]*:\s*<[^>]*>|BASE\s+<[^>]*>))*\s*/i.exec(query)?.[0] ?? '';
  const body = query.slice(prologue.length);
  if (/^ASK\b/i.test(body)) return { text: `${PREFIXES}\n${query}`, linesBefore: 1 };
  if (!/^SELECT\b/i.test(body)) throw refused(plainText(body.split(/\s/, 1)[0] ?? ''));
  const before = `${PREFIXES}\n${prologue}\nSELECT * WHERE { {\n`;
  return {
    text: `${before}${prologue.replace(/[^\n]/g, ' ')}${body}\n} } LIMIT ${rows}`,
    linesBefore: before.split('\n').length - 1,
  };
}

function ask<T>(body: () => T, query: string, linesBefore: number): T {
  try {
    return body();
  } catch (error) {
    throw refused(reasonOf(String(error), query, linesBefore));
  }
}

/** Strings, IRIs and comments. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^>\s]*>|#[^\n]*/g;

/** Says where and why a query was not read. Lists of characters that the grammar expects are left out. */
function reasonOf(problem: string, query: string, linesBefore: number): Message {
  const outside = /\b(?:SERVICE|FROM)\b/i.exec(query.replace(QUOTED, ' '))?.[0];
  if (outside !== undefined) return message('graph.query-outside', { word: outside.toUpperCase() });
  const [, line, column, why] = /error at (\d+):(\d+): (.*)/.exec(problem) ?? [];
  if (why === undefined) return plainText(problem.slice(0, 500));
  const lines = query.split('\n');
  const at = Number(line) - linesBefore;
  const isPast = at > lines.length; // in what was put around the query: its end was not expected
  const where = isPast
    ? { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
    : { line: at, column: Number(column) };
  if (why.includes('Prefix not found')) return message('graph.query-prefix', where);
  return message('graph.query-syntax', { ...where, problem: why.split(", ['", 1)[0] ?? why });
}

const refused = (problem: Message): AppError =>
  new AppError('bad-request', message('graph.query-refused', { problem }), { kept: 'kept.nothing-changed' });
