/**
 * UMLS Rich Release Format (https://www.ncbi.nlm.nih.gov/books/NBK9685/): MRCONSO holds names, MRSTY types, MRREL
 * relations. Imports English and Chinese names that are not suppressed; a concept's Chinese preferred name is used
 * first. Each file also imports alone, with less information.
 */

import type { EntityType } from '../../../../shared/domain/graph.ts';
import { message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { entitiesByFact } from '../../../db/repositories/graph-read.ts';
import type { Line } from '../../../reading/lines.ts';
import { checkName, type Intake, REASON } from '../intake.ts';
import { type Head, linePass, type OpenFormat, type Pass, wrongColumns } from '../pass.ts';
import { ANY_TYPE, MANIFESTATIONS, relationRule } from '../relations.ts';

export type RrfTable = 'MRCONSO' | 'MRSTY' | 'MRREL';

/** Columns of each table; every line ends with a bar. */
const WIDTHS: Record<RrfTable, number> = { MRCONSO: 18, MRSTY: 6, MRREL: 16 };
/** Order of import: types, names, relations. */
export const RRF_TABLES: readonly RrfTable[] = ['MRSTY', 'MRCONSO', 'MRREL'];

const MAX_CONCEPTS = 10_000_000;

/** Returns the table of a line by its number of columns. */
export function rrfTable(line: string): RrfTable | undefined {
  const bars = line.split('|').length - 1;
  return line.endsWith('|') ? RRF_TABLES.find((table) => WIDTHS[table] === bars) : undefined;
}

export const openRrf: OpenFormat = (heads, intake) => {
  const tables = new Map<RrfTable, Head>();
  for (const head of heads) {
    const table = rrfTable(head.lines[0] ?? '');
    if (table === undefined) throw wrongColumns(head, message('graph.columns-umls'));
    tables.set(table, head);
  }
  if (!tables.has('MRCONSO') && !tables.has('MRREL'))
    throw new AppError('bad-input', 'graph.mrsty-alone', {}, { hint: 'hint.three-umls-files' });
  const importer = new RrfImporter(intake, tables);
  return RRF_TABLES.flatMap((table) => {
    const head = tables.get(table);
    return head === undefined ? [] : [importer.pass(table, head)];
  });
};

interface Atom {
  readonly name: string;
  /** Chinese preferred 3, English preferred 2, Chinese 1, English 0. */
  readonly rank: number;
}

class RrfImporter {
  readonly #intake: Intake;
  readonly #typed: boolean;
  /** Entity type of each concept, as rank + 1; 0 when unknown. */
  readonly #types = new Uint8Array(MAX_CONCEPTS);
  /** Entity of each concept; 0 when unknown. */
  readonly #entities = new Int32Array(MAX_CONCEPTS);
  /** Concept whose names are being read; MRCONSO is sorted by concept. */
  #concept = -1;
  #atoms: Atom[] = [];

  constructor(intake: Intake, tables: ReadonlyMap<RrfTable, Head>) {
    this.#intake = intake;
    this.#typed = tables.has('MRSTY');
    if (tables.has('MRCONSO')) return;
    for (const [cui, id] of entitiesByFact(intake.db, 'cui')) {
      const concept = conceptNumber(cui);
      if (concept >= 0) this.#entities[concept] = id;
    }
  }

  pass(table: RrfTable, head: Head): Pass {
    const pass = linePass(head.file, this.#intake, { counted: true }, (line) => {
      const fields = line.text.split('|');
      if (fields.length - 1 !== WIDTHS[table]) this.#intake.refuse(line, REASON.columnCount);
      else if (table === 'MRSTY') this.#readType(line, fields);
      else if (table === 'MRCONSO') this.#readName(line, fields);
      else this.#readRelation(line, fields);
    });
    return table === 'MRCONSO' ? { ...pass, end: () => this.#flush() } : pass;
  }

  #readType(line: Line, [cui = '', tui = '']: readonly string[]): void {
    const concept = conceptNumber(cui);
    if (concept < 0) return this.#intake.refuse(line, REASON.notConcept);
    const rank = semanticRank(tui) + 1;
    const known = this.#types[concept] ?? 0;
    if (known === 0 || rank < known) this.#types[concept] = rank;
  }

  #readName(line: Line, fields: readonly string[]): void {
    // CUI LAT TS LUI STT SUI ISPREF AUI SAUI SCUI SDUI SAB TTY CODE STR SRL SUPPRESS CVF
    const [cui = '', language, status, , stringType, , preferredAtom] = fields;
    const concept = conceptNumber(cui);
    if (concept < 0) return this.#intake.refuse(line, REASON.notConcept);
    if (fields[16] !== 'N') return this.#intake.refuse(line, REASON.suppressed);
    if (language !== 'ENG' && language !== 'CHI') return this.#intake.refuse(line, REASON.otherLanguage);
    const checked = checkName(fields[14] ?? '');
    if ('problem' in checked) return this.#intake.refuse(line, checked.problem);
    if (concept !== this.#concept) this.#flush();
    this.#concept = concept;
    const preferred = status === 'P' && stringType === 'PF' && preferredAtom === 'Y';
    this.#atoms.push({ name: checked.name, rank: (preferred ? 2 : 0) + (language === 'CHI' ? 1 : 0) });
  }

  #flush(): void {
    const atoms = this.#atoms;
    const concept = this.#concept;
    this.#atoms = [];
    const own = atoms.reduce<Atom | undefined>(
      (a, b) => (a === undefined || b.rank > a.rank ? b : a),
      undefined,
    );
    if (own === undefined) return;
    let id = this.#entities[concept] ?? 0;
    if (id === 0) {
      const type = typeOfRank((this.#types[concept] ?? 0) - 1);
      id = this.#intake.listed(own.name, type, alternatives(this.#typed ? type : undefined)).id;
      this.#entities[concept] = id;
      this.#intake.fact(id, 'cui', `C${String(concept).padStart(7, '0')}`);
      const english = atoms.find((atom) => atom.rank === 2);
      if (english !== undefined) this.#intake.fact(id, 'en', english.name);
    }
    for (const atom of atoms) {
      if (atom === own) continue;
      this.#intake.report.relation('SameAs');
      this.#intake.synonym(id, atom.name);
    }
  }

  #readRelation(line: Line, fields: readonly string[]): void {
    // CUI1 AUI1 STYPE1 REL CUI2 AUI2 STYPE2 RELA RUI SRUI SAB SL RG DIR SUPPRESS CVF: CUI2 is REL or RELA of CUI1
    const name = fields[7] || fields[3] || '';
    if (name === '') return this.#intake.refuse(line, REASON.emptyRelation);
    if (fields[14] !== 'N') return this.#intake.refuse(line, REASON.suppressed);
    const from = this.#entities[conceptNumber(fields[4] ?? '')] ?? 0;
    const to = this.#entities[conceptNumber(fields[0] ?? '')] ?? 0;
    if (from === 0 || to === 0) return this.#intake.refuse(line, REASON.unknownConcept);
    this.#intake.report.relation(name);
    const rule = relationRule(name);
    const relation = rule.relation === 'SameAs' ? name : rule.relation;
    const [head, tail] = rule.inverse ? [to, from] : [from, to];
    this.#intake.edge(line, head, relation, tail, 0);
  }
}

/** Converts C0000039 to 39; returns -1 for an invalid CUI. */
function conceptNumber(cui: string): number {
  return /^C\d{7}$/.test(cui) ? Number(cui.slice(1)) : -1;
}

function alternatives(type: string | undefined): typeof ANY_TYPE {
  if (type === undefined) return ANY_TYPE;
  return MANIFESTATIONS.some((manifestation) => manifestation === type) ? MANIFESTATIONS : [];
}

/**
 * UMLS semantic types (https://www.nlm.nih.gov/research/umls/META3_current_semantic_types.html) of each entity type, by
 * precedence: a concept with several takes the first.
 */
const SEMANTIC_TYPES: readonly (readonly [EntityType, string])[] = [
  ['disease', 'T019 T020 T037 T046 T047 T048 T049 T050 T190 T191'],
  ['symptom', 'T184'],
  ['finding', 'T033 T034'],
  ['exam', 'T059 T060 T201'],
  ['treatment', 'T061'],
  ['drug', 'T121 T122 T125 T127 T129 T195 T200 T203'],
  ['anatomy', 'T017 T018 T021 T022 T023 T024 T025 T026 T029 T030 T031'],
  ['cause', 'T004 T005 T007 T131 T194 T204'],
  // Chemicals without a pharmacologic type, and everything else.
  ['other', ''],
];

const RANKS = new Map(
  SEMANTIC_TYPES.flatMap(([, tuis], rank) => tuis.split(' ').map((tui) => [tui, rank] as const)),
);

/** Returns the precedence of a semantic type's entity type; the last rank is `other`. */
export const semanticRank = (tui: string): number => RANKS.get(tui) ?? SEMANTIC_TYPES.length - 1;

export const typeOfRank = (rank: number): EntityType => SEMANTIC_TYPES[rank]?.[0] ?? 'other';
