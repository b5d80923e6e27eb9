/** Entities of a graph as a section of a vocabulary file: what a model needs to link texts, and their neighbours. */
import { EntityType, type LexiconName } from '../../shared/domain/graph.ts';
import { AppError } from '../../shared/result.ts';
import { normaliseName } from './folding.ts';
import { escapeToken, unescapeToken } from './frequency-vocabulary.ts';

/** An entity with its names. */
export interface NamedEntity {
  readonly type: EntityType;
  /** Preferred name. */
  readonly name: string;
  readonly otherNames: readonly string[];
  /** Degree in the graph. */
  readonly weight: number;
  /** Row of the entity among those with vectors; absent: it has no edges. Rows ascend from 0 without gaps. */
  readonly row?: number;
}

/** Neighbours of the entity in row e: those at starts[e] … starts[e + 1], the best first. */
export interface EntityNeighbours {
  readonly starts: Int32Array;
  readonly entities: Int32Array;
}

export interface EntitySection {
  readonly entities: readonly NamedEntity[];
  readonly neighbours: EntityNeighbours;
}

const HEADER = 'meridian-entities 1';
/** Stands for the neighbours of an entity without edges. */
const NO_ROW = '-';

/**
 * Appends a section to a vocabulary file: the header, then `type TAB degree TAB rows of neighbours TAB names` a line, the
 * preferred name first. A section that is there already is replaced.
 */
export function withEntities(vocabulary: string, { entities, neighbours }: EntitySection): string {
  const { starts, entities: rows } = neighbours;
  const lines = entities.map(({ type, weight, row, name, otherNames }) => {
    const near = row === undefined ? NO_ROW : rows.subarray(starts[row]!, starts[row + 1]!).join(',');
    return [type, weight, near, ...[name, ...otherNames].map(escapeToken)].join('\t');
  });
  return [`${splitEntities(vocabulary).vocabulary}${HEADER}`, ...lines, ''].join('\n');
}

/** Separates a vocabulary file from its entities, which are parsed when they are asked for. */
export function splitEntities(file: string): {
  readonly vocabulary: string;
  /** @throws AppError that names the line */
  readonly parse?: () => EntitySection;
} {
  const at = file.indexOf(`\n${HEADER}\n`) + 1;
  return at === 0
    ? { vocabulary: file }
    : { vocabulary: file.slice(0, at), parse: () => parse(file.slice(at)) };
}

function parse(section: string): EntitySection {
  const lines = section.split('\n').slice(1);
  if (lines.at(-1) === '') lines.pop();
  const starts = [0];
  const rows: number[] = [];
  const entities = lines.map((line, i): NamedEntity => {
    const [type, weight = '', near = '', ...names] = line.split('\t');
    const [name, ...otherNames] = names.map((one) => unescapeToken(one) ?? fail(i));
    const known = EntityType.safeParse(type);
    if (!known.success || !/^\d{1,9}$/.test(weight) || !/^(-|(\d{1,9}(,|$))*)$/.test(near)) return fail(i);
    const entity = { type: known.data, weight: Number(weight), name: name ?? fail(i), otherNames };
    if (near === NO_ROW) return entity;
    if (near !== '') rows.push(...near.split(',').map(Number));
    starts.push(rows.length);
    return { ...entity, row: starts.length - 2 };
  });
  return { entities, neighbours: { starts: Int32Array.from(starts), entities: Int32Array.from(rows) } };
}

/** @param line number in the section, from 0 behind its header */
function fail(line: number): never {
  throw new AppError('bad-input', 'vocabulary.wrong-entity-line', { line: line + 2 });
}

/** Returns all names, as the linker reads them; entities are numbered by their place in the section. */
export function* namesOf(entities: readonly NamedEntity[]): Generator<LexiconName> {
  for (const [entityId, { type, name: preferredName, otherNames, weight }] of entities.entries()) {
    const norm = normaliseName(preferredName);
    for (const name of [preferredName, ...otherNames])
      yield { name, entityId, type, preferredName, weight, preferred: normaliseName(name) === norm };
  }
}
