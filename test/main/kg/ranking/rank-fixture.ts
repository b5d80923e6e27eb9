/** Small graphs and hand-made annotations for the tests of the ranking. */

import {
  EVIDENCE_FACTS,
  EVIDENCE_RELATIONS,
  type EvidenceData,
  type EvidenceFact,
  type EvidenceRelation,
} from '../../../../main/db/repositories/evidence.ts';
import { EvidenceGraph } from '../../../../main/kg/ranking/evidence-graph.ts';
import { normaliseName } from '../../../../main/text/folding.ts';
import type { EntityType } from '../../../../shared/domain/graph.ts';
import { EntityType as EntityTypes } from '../../../../shared/domain/graph.ts';
import type { Assertion, Mention, Patient, SectionKind } from '../../../../shared/domain/mention.ts';
import type { TextAnalysis } from '../../../../shared/domain/text-analysis.ts';

/** Lists by relation, most typical first. */
export interface DiseaseRow {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly facts?: Partial<Record<EvidenceFact, string>>;
  readonly lists: Partial<Record<EvidenceRelation, readonly string[]>>;
}

const TAIL_TYPES: Record<EvidenceRelation, EntityType> = {
  HasSymptom: 'symptom',
  HasSign: 'sign',
  HasFinding: 'finding',
  CausedBy: 'cause',
  HasComplication: 'disease',
  TreatedByDrug: 'drug',
  TreatedBy: 'treatment',
  NeedsExam: 'exam',
  LocatedIn: 'anatomy',
  IsA: 'disease',
};

export class Fixture {
  readonly data: EvidenceData;
  readonly graph: EvidenceGraph;
  readonly #ids = new Map<string, number>();
  readonly #entities = {
    id: [] as number[],
    type: [] as number[],
    name: [] as string[],
    norm: [] as string[],
  };

  /** `isA`: pairs of findings or diseases, narrower first. */
  constructor(
    rows: readonly DiseaseRow[],
    isA: readonly (readonly [narrower: string, broader: string])[] = [],
    findingType: EntityType = 'symptom',
  ) {
    const edges = {
      head: [] as number[],
      relation: [] as number[],
      tail: [] as number[],
      rank: [] as number[],
    };
    const facts = { entity: [] as number[], key: [] as number[], value: [] as string[] };
    const aliases = { entity: [] as number[], norm: [] as string[] };
    for (const { name } of rows) this.#entity(name, 'disease');
    for (const { name, lists, facts: own = {}, aliases: others = [] } of rows) {
      const head = this.#entity(name, 'disease');
      for (const relation of EVIDENCE_RELATIONS) {
        (lists[relation] ?? []).forEach((tail, rank) => {
          edges.head.push(head);
          edges.relation.push(EVIDENCE_RELATIONS.indexOf(relation));
          edges.tail.push(this.#entity(tail, TAIL_TYPES[relation]));
          edges.rank.push(rank);
        });
      }
      EVIDENCE_FACTS.forEach((key, index) => {
        const value = own[key];
        if (value === undefined) return;
        facts.entity.push(head);
        facts.key.push(index);
        facts.value.push(value);
      });
      for (const alias of others) {
        aliases.entity.push(head);
        aliases.norm.push(normaliseName(alias));
      }
    }
    for (const [narrower, broader] of isA) {
      edges.head.push(this.#known(narrower) ?? this.#entity(narrower, findingType));
      edges.relation.push(EVIDENCE_RELATIONS.indexOf('IsA'));
      edges.tail.push(this.#known(broader) ?? this.#entity(broader, findingType));
      edges.rank.push(0);
    }
    this.data = { entities: this.#entities, edges, facts, aliases };
    this.graph = new EvidenceGraph(this.data);
  }

  #entity(name: string, type: EntityType): number {
    const key = `${type}:${name}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size * 3 + 7; // ids are neither dense nor from 0
    this.#ids.set(key, id);
    this.#entities.id.push(id);
    this.#entities.type.push(EntityTypes.options.indexOf(type));
    this.#entities.name.push(name);
    this.#entities.norm.push(normaliseName(name));
    return id;
  }

  #known(name: string): number | undefined {
    for (const type of EntityTypes.options) {
      const id = this.#ids.get(`${type}:${name}`);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** Id of the first entity of that name; throws when there is none. */
  id(name: string): number {
    const id = this.#known(name);
    if (id === undefined) throw new Error(`fixture: no entity named ${name}`);
    return id;
  }

  /** A record from statements in reading order; each gets words of its own. */
  record(statements: readonly Statement[], patient: Patient = {}): TextAnalysis {
    const sections: TextAnalysis['sections'] = [];
    const mentions: Mention[] = [];
    let at = 0;
    for (const { section, says, assertion = 'present', inside } of statements) {
      const last = sections.at(-1);
      if (section !== undefined && last?.kind !== section) {
        sections.push({ kind: section, heading: section, start: at, bodyStart: at, end: at });
      }
      const id = this.id(says);
      const outer = inside === undefined ? undefined : mentions.at(-1);
      const start = outer === undefined ? at : outer.start;
      const end = start + (outer === undefined ? 10 : 2);
      at = Math.max(at, start + 20);
      mentions.push({
        start,
        end,
        text: says,
        type: EntityTypes.options[this.#entities.type[this.#entities.id.indexOf(id)]!]!,
        entityId: id,
        name: says,
        assertion,
        depth: outer === undefined ? 0 : 1,
      });
      if (section !== undefined) sections.at(-1)!.end = at;
    }
    return { sections, mentions, values: [], patient };
  }
}

export interface Statement {
  readonly section?: SectionKind;
  readonly says: string;
  readonly assertion?: Assertion;
  /** Lies inside the mention of the statement before. */
  readonly inside?: true;
}
