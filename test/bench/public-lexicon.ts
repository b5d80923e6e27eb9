/** A large lexicon from the public data beside the project, read straight from the files. */
import { existsSync } from 'node:fs';
import { normaliseName } from '../../main/text/folding.ts';
import type { EntityType, LexiconName } from '../../shared/domain/graph.ts';
import { gzipLines, setPath } from '../helpers/public-data.ts';

/** Returns the lines of a gzipped file; none where the data are not here. */
function linesOf(set: string, file: string): string[] {
  const path = setPath(set, file);
  return existsSync(path) ? gzipLines(path) : [];
}

const TAIL_TYPES: Readonly<Record<string, EntityType>> = {
  ALIAS_IS: 'disease',
  PART_IS: 'anatomy',
  DEPARTMENT_IS: 'department',
  HAS_SYMPTOM: 'symptom',
  HAS_DRUG: 'drug',
  NEED_CHECK: 'exam',
  HAS_TREATMENT: 'treatment',
  HAS_COMPLICATION: 'disease',
};

const WORD_LISTS: readonly [file: string, type: EntityType, column: number][] = [
  ['xywy_disease.txt.gz', 'disease', 0],
  ['xywy_symptom.txt.gz', 'symptom', 0],
  ['xywy_drug.txt.gz', 'drug', 0],
  ['xywy_check.txt.gz', 'exam', 0],
  ['xywy_department.txt.gz', 'department', 0],
  ['xywy_food.txt.gz', 'other', 0],
  ['xywy_producer.txt.gz', 'drug', 0],
  ['imcs21_symptom_norm.txt.gz', 'symptom', 0],
  ['icd10_beijing_v601.tsv.gz', 'disease', 1],
  ['thuocl_medical.tsv.gz', 'other', 0],
];

/** Entities are (type, normalised name) pairs; aliases of diseases become names of theirs. */
export function readPublicLexicon(): LexiconName[] {
  const lexicon = new Collector();
  for (const line of linesOf('kg_39net', 'triples.tsv.gz').slice(1)) {
    const [head = '', relation = '', tail = '', flag = ''] = line.split('\t');
    const type = TAIL_TYPES[relation];
    if (type === undefined || flag !== '') continue;
    const disease = lexicon.entity(head, 'disease', 1);
    if (relation === 'ALIAS_IS') lexicon.alias(disease, tail);
    else lexicon.entity(tail, type, 1);
  }
  for (const [name, type, column] of WORD_LISTS) {
    for (const line of linesOf('lexicon', name)) {
      const word = line.split('\t')[column];
      if (word) lexicon.entity(word, type, 0);
    }
  }
  for (const line of linesOf('lexicon', 'sameas_pairs.tsv.gz').slice(1)) {
    const [surface = '', canonical = ''] = line.split('\t');
    if (surface && canonical) lexicon.alias(lexicon.entity(canonical, 'disease', 0), surface);
  }
  return lexicon.rows();
}

interface Draft {
  readonly id: number;
  readonly type: EntityType;
  readonly name: string;
  readonly aliases: Set<string>;
  degree: number;
}

class Collector {
  private readonly entities = new Map<string, Draft>();

  entity(name: string, type: EntityType, degree: number): Draft {
    const key = `${type} ${normaliseName(name)}`;
    let draft = this.entities.get(key);
    if (!draft) {
      draft = { id: this.entities.size + 1, type, name, aliases: new Set(), degree: 0 };
      this.entities.set(key, draft);
    }
    draft.degree += degree;
    return draft;
  }

  alias(entity: Draft, name: string): void {
    entity.aliases.add(name);
  }

  rows(): LexiconName[] {
    return [...this.entities.values()].flatMap(({ id, type, name, aliases, degree }) =>
      [name, ...aliases].map((each, i) => ({
        name: each,
        entityId: id,
        type,
        preferredName: name,
        preferred: i === 0,
        weight: degree,
      })),
    );
  }
}
