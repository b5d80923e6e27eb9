/** Writes the whole graph: triples as TSV, N-Triples, or JSON lines with the sources of everything. */
import type { KgExportFormat } from '../../../shared/domain/graph.ts';
import type { ReadDb } from '../../db/connection.ts';
import {
  type ExportedEntity,
  exportedEntities,
  exportedSources,
} from '../../db/repositories/graph-export.ts';

/** Yields lines with their ends. Everything comes back by `kg import`, but for the sources, which become that import. */
export function* exportLines(db: ReadDb, format: KgExportFormat): Generator<string> {
  switch (format) {
    case 'tsv':
      return yield* triples(db);
    case 'ntriples':
      return yield* nTriples(db);
    case 'json':
      return yield* jsonLines(db);
  }
}

/** Sources of an accepted prediction are in the JSON alone: the other formats have no room to mark it. */
const isSaid = ({ sources }: { readonly sources: readonly string[] }): boolean =>
  sources.some((name) => !name.startsWith('predicted'));

function* triples(db: ReadDb): Generator<string> {
  const row = (...fields: string[]) => `${fields.map(tsvField).join('\t')}\n`;
  yield row('head', 'relation', 'tail', 'head_type', 'tail_type');
  for (const { type, name, names, edges, degree } of exportedEntities(db)) {
    const others = names.filter((one) => one.name !== name);
    // An entity alone is kept by naming it after itself.
    for (const other of others.length === 0 && degree === 0 ? [{ name }] : others)
      yield row(name, 'SameAs', other.name, type, type);
    for (const edge of edges)
      if (isSaid(edge)) yield row(name, edge.relation, edge.tail.name, type, edge.tail.type);
  }
}

const tsvField = (text: string): string => {
  const flat = text.replace(/[\t\r\n]+/g, ' ');
  return flat.startsWith('"') ? `"${flat.replaceAll('"', '""')}"` : flat;
};

const BASE = 'urn:meridian';
const RDF_TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const LABEL = '<http://www.w3.org/2000/01/rdf-schema#label>';
const ALT_LABEL = '<http://www.w3.org/2004/02/skos/core#altLabel>';

const part = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
const entityIri = (id: number): string => `${BASE}:entity:${id}`;
const typeIri = (type: string): string => `${BASE}:type:${part(type)}`;
const relationIri = (relation: string): string => `${BASE}:relation:${part(relation)}`;
const factIri = (key: string): string => `${BASE}:fact:${part(key)}`;

const literal = (text: string): string =>
  `"${text.replace(/[\\"\n\r\t]/g, (c) => ({ '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[c] ?? c)}"`;

export function* nTriples(db: ReadDb): Generator<string> {
  for (const { id, type, name, names, facts, edges } of exportedEntities(db)) {
    const subject = `<${entityIri(id)}>`;
    yield `${subject} ${RDF_TYPE} <${typeIri(type)}> .\n`;
    yield `${subject} ${LABEL} ${literal(name)} .\n`;
    for (const other of names)
      if (other.name !== name) yield `${subject} ${ALT_LABEL} ${literal(other.name)} .\n`;
    const told = new Set<string>();
    for (const { key, value } of facts) {
      if (told.has(key)) continue;
      told.add(key);
      yield `${subject} <${factIri(key)}> ${literal(value)} .\n`;
    }
    for (const edge of edges)
      if (isSaid(edge)) yield `${subject} <${relationIri(edge.relation)}> <${entityIri(edge.tail.id)}> .\n`;
  }
}

/** The first line names the format and the sources; then a line an entity with its names, facts and outgoing edges. */
function* jsonLines(db: ReadDb): Generator<string> {
  yield `${JSON.stringify({ format: 'meridian-graph', version: 1, sources: exportedSources(db) })}\n`;
  for (const entity of exportedEntities(db)) yield `${JSON.stringify(jsonEntity(entity))}\n`;
}

const jsonEntity = ({ type, name, names, facts, edges }: ExportedEntity) => ({
  ...{ type, name, names, facts },
  edges: edges.map(({ relation, tail, rank, sources }) => ({
    relation,
    tail: { type: tail.type, name: tail.name },
    ...{ rank, sources },
  })),
});
