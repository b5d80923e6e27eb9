/**
 * Knowledge graph as evidence: expected findings of each disease, in typed arrays and in both directions. Entities
 * have dense indices. Entities with the same name form one concept whatever their type: a 胸腔积液 found is the 胸腔积液
 * that another disease has as a complication.
 */
import { countingSort, positions } from '../../../shared/counting-sort.ts';
import { type EntitySummary, EntityType } from '../../../shared/domain/graph.ts';
import { EVIDENCE_RELATIONS, type EvidenceData, predictedKey } from '../../db/repositories/evidence.ts';
import { type Facts, indexAliases, indexFacts } from './disease-facts.ts';
import { findNearness, type Nearness } from './nearness.ts';
import { type Csr, distinctLists, listOf } from './sparse-rows.ts';

/** Highest rank that is distinguished. */
const MAX_RANK = 1000;
const IS_A = EVIDENCE_RELATIONS.indexOf('IsA');
const DISEASE = EntityType.options.indexOf('disease');
const FINDING_TYPES = (['symptom', 'sign', 'finding'] as const).map((t) => EntityType.options.indexOf(t));

/** Entries of entity e are `start[e] .. start[e + 1]`, by relation, then typicality. */
export interface Expected {
  readonly start: Int32Array;
  readonly entity: Int32Array;
  /** Index into `EVIDENCE_RELATIONS`. */
  readonly relation: Uint8Array;
  readonly rank: Uint16Array;
}

export class EvidenceGraph {
  /** Entity ids, ascending. */
  readonly ids: Int32Array;
  /** Index into `EntityType.options` per entity. */
  readonly types: Uint8Array;
  readonly names: readonly string[];
  /** Folded names. */
  readonly norms: readonly string[];
  /** Entity → concept. */
  readonly conceptOf: Int32Array;
  /** Folded name → concept. */
  readonly conceptOfNorm: ReadonlyMap<string, number>;
  readonly concepts: number;
  /** Expected findings of each disease. */
  readonly expected: Expected;
  /** Concept → entity indices of the diseases that expect it. */
  readonly expecting: Csr;
  readonly nearness: Nearness;
  /** Concept → number of diseases that expect it or a narrower one. */
  readonly diseaseCount: Int32Array;
  /** Number of diseases with at least one expected finding. */
  readonly diseases: number;
  readonly facts: Facts;
  /** Entity index of a disease or finding → its folded synonyms. */
  readonly aliases: ReadonlyMap<number, readonly string[]>;
  /** Entity index of a disease → entity indices of directly broader diseases. */
  readonly broaderDiseases: Csr;
  readonly #predicted: ReadonlySet<string>;

  constructor(data: EvidenceData) {
    this.ids = Int32Array.from(data.entities.id);
    this.types = Uint8Array.from(data.entities.type);
    this.names = data.entities.name;
    this.norms = data.entities.norm;
    const { conceptOf, conceptOfNorm } = findConcepts(data.entities.norm);
    this.conceptOf = conceptOf;
    this.conceptOfNorm = conceptOfNorm;
    this.concepts = conceptOfNorm.size;
    const entities = this.ids.length;
    const edges = indexEdges(data.edges, this.ids);
    const isA = selectEdges(edges, (relation) => relation === IS_A);
    const own = selectEdges(edges, (relation, head) => relation !== IS_A && this.types[head] === DISEASE);
    this.nearness = findNearness([...conceptOfNorm.keys()], this.#findingConcepts(), {
      narrower: gather(conceptOf, isA.head),
      broader: gather(conceptOf, isA.tail),
    });
    this.expected = listExpected(own, entities);
    this.expecting = distinctLists(gather(conceptOf, own.tail), own.head, this.concepts);
    this.diseaseCount = countDiseases(this.expecting, this.nearness.narrower, entities);
    this.diseases = countFilled(this.expected.start);
    const diseaseIsA = selectEdges(isA, (_relation, head) => this.types[head] === DISEASE);
    this.broaderDiseases = distinctLists(diseaseIsA.head, diseaseIsA.tail, entities);
    this.facts = indexFacts(data.facts, (id) => this.indexOf(id));
    this.#predicted = data.predicted ?? new Set();
    this.aliases = indexAliases(data.aliases, (id) => this.indexOf(id));
  }

  /** Returns the dense index of an entity id, or -1. */
  indexOf(id: number | undefined): number {
    if (id === undefined) return -1;
    return search(this.ids, id);
  }

  /** Whether a disease has an entity only by an accepted prediction; `relation` indexes `EVIDENCE_RELATIONS`. */
  isPredicted(disease: number, relation: number, entity: number): boolean {
    return this.#predicted.has(predictedKey(this.ids[disease]!, relation, this.ids[entity]!));
  }

  isDisease(entity: number): boolean {
    return this.types[entity] === DISEASE;
  }

  summary(entity: number): EntitySummary {
    const en = this.facts.en.get(entity);
    const code = this.facts.code.get(entity);
    return {
      id: this.ids[entity]!,
      type: EntityType.options[this.types[entity]!] ?? 'other',
      name: this.names[entity]!,
      ...(en === undefined ? {} : { en }),
      ...(code === undefined ? {} : { code }),
    };
  }

  #findingConcepts(): Uint8Array {
    const isFinding = new Uint8Array(this.concepts);
    for (let e = 0; e < this.ids.length; e++) {
      if (FINDING_TYPES.includes(this.types[e]!)) isFinding[this.conceptOf[e]!] = 1;
    }
    return isFinding;
  }
}

function search(ids: Int32Array, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
}

/** Concepts are numbered in the order of their first entities, which is the order of the map. */
function findConcepts(norms: readonly string[]): {
  conceptOf: Int32Array;
  conceptOfNorm: Map<string, number>;
} {
  const conceptOf = new Int32Array(norms.length);
  const conceptOfNorm = new Map<string, number>();
  for (let e = 0; e < norms.length; e++) {
    let concept = conceptOfNorm.get(norms[e]!);
    if (concept === undefined) {
      concept = conceptOfNorm.size;
      conceptOfNorm.set(norms[e]!, concept);
    }
    conceptOf[e] = concept;
  }
  return { conceptOf, conceptOfNorm };
}

/** Edges with ids replaced by indices, -1 for unknown entities. */
interface IndexedEdges {
  readonly head: Int32Array;
  readonly tail: Int32Array;
  readonly relation: Int32Array;
  readonly rank: Int32Array;
}

function indexEdges(edges: EvidenceData['edges'], ids: Int32Array): IndexedEdges {
  const indexOf = buildIndex(ids);
  const head = Int32Array.from(edges.head);
  const tail = Int32Array.from(edges.tail);
  for (let i = 0; i < head.length; i++) {
    head[i] = indexOf(head[i]!);
    tail[i] = indexOf(tail[i]!);
  }
  return { head, tail, relation: Int32Array.from(edges.relation), rank: Int32Array.from(edges.rank) };
}

/** Returns the complete edges that pass the test. */
function selectEdges(edges: IndexedEdges, wanted: (relation: number, head: number) => boolean): IndexedEdges {
  const { head, tail, relation, rank } = edges;
  const found = new Int32Array(head.length);
  let count = 0;
  for (let i = 0; i < head.length; i++) {
    if (head[i]! >= 0 && tail[i]! >= 0 && wanted(relation[i]!, head[i]!)) found[count++] = i;
  }
  const at = found.subarray(0, count);
  return {
    head: gather(head, at),
    tail: gather(tail, at),
    relation: gather(relation, at),
    rank: gather(rank, at),
  };
}

/** Returns `values[at[i]]` for each i. */
function gather(values: Int32Array, at: Int32Array): Int32Array {
  const out = new Int32Array(at.length);
  for (let i = 0; i < at.length; i++) out[i] = values[at[i]!]!;
  return out;
}

/** Maps ids to indices: with a table for dense ids, else by binary search. */
function buildIndex(ids: Int32Array): (id: number) => number {
  const limit = (ids.at(-1) ?? 0) + 1;
  if (limit > 4 * ids.length + 1024) return (id) => search(ids, id);
  const table = new Int32Array(limit).fill(-1);
  for (let i = 0; i < ids.length; i++) table[ids[i]!] = i;
  return (id) => table[id] ?? -1;
}

function listExpected(edges: IndexedEdges, rows: number): Expected {
  const rank = edges.rank.map((value) => Math.max(0, Math.min(value, MAX_RANK)));
  const typicality = edges.relation.map((relation, i) => relation * (MAX_RANK + 1) + rank[i]!);
  let order = countingSort(positions(rank.length), typicality, EVIDENCE_RELATIONS.length * (MAX_RANK + 1));
  order = countingSort(order, edges.head, rows);
  const start = new Int32Array(rows + 1);
  for (const head of edges.head) start[head + 1]!++;
  for (let row = 0; row < rows; row++) start[row + 1]! += start[row]!;
  return {
    start,
    entity: gather(edges.tail, order),
    relation: Uint8Array.from(gather(edges.relation, order)),
    rank: Uint16Array.from(gather(rank, order)),
  };
}

/** Counts distinct diseases over each concept and everything narrower. */
function countDiseases(expecting: Csr, narrower: Csr, entities: number): Int32Array {
  const concepts = expecting.start.length - 1;
  const counts = new Int32Array(concepts);
  const conceptMark = new Int32Array(concepts).fill(-1);
  const diseaseMark = new Int32Array(entities).fill(-1);
  for (let concept = 0; concept < concepts; concept++) {
    const open = [concept];
    conceptMark[concept] = concept;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const disease of listOf(expecting, at)) {
        if (diseaseMark[disease] === concept) continue;
        diseaseMark[disease] = concept;
        counts[concept]!++;
      }
      for (const next of listOf(narrower, at)) {
        if (conceptMark[next] === concept) continue;
        conceptMark[next] = concept;
        open.push(next);
      }
    }
  }
  return counts;
}

function countFilled(start: Int32Array): number {
  let filled = 0;
  for (let row = 0; row + 1 < start.length; row++) if (start[row + 1]! > start[row]!) filled++;
  return filled;
}
