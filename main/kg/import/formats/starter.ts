/**
 * Starter graph: tables with one disease and its lists a row, and a table of terms. Names come before relations, so
 * that every name finds its entity whatever the order of rows.
 */
import { EntityType } from '../../../../shared/domain/graph.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { Row } from '../../../reading/csv.ts';
import { normaliseName } from '../../../text/folding.ts';
import { checkName, type Intake, type Place, REASON } from '../intake.ts';
import { type Head, headerOf, type OpenFormat, type Pass, tablePass, wrongColumns } from '../pass.ts';
import { CONDITIONS, MANIFESTATIONS } from '../relations.ts';

const DISEASE_COLUMNS =
  'name en icd10 aliases department anatomy sex age frequency urgent causes symptoms signs findings exams drugs treatments complications differentials'.split(
    ' ',
  );
const TERM_COLUMNS = ['name', 'type', 'en', 'aliases', 'isa'];
const DISEASE_FACTS = ['en', 'icd10', 'sex', 'age', 'frequency', 'urgent'];

/** Lists whose items always have one type. */
const PLAIN_LISTS = [
  { column: 'department', relation: 'InDepartment', type: 'department' },
  { column: 'anatomy', relation: 'LocatedIn', type: 'anatomy' },
  { column: 'exams', relation: 'NeedsExam', type: 'exam' },
  { column: 'drugs', relation: 'TreatedByDrug', type: 'drug' },
  { column: 'treatments', relation: 'TreatedBy', type: 'treatment' },
] as const;

const MANIFESTATION_LISTS = [
  { column: 'symptoms', type: 'symptom' },
  { column: 'signs', type: 'sign' },
  { column: 'findings', type: 'finding' },
] as const;
type Manifestation = (typeof MANIFESTATION_LISTS)[number]['type'];

const MANIFESTATION_RELATIONS: Record<Manifestation, string> = {
  symptom: 'HasSymptom',
  sign: 'HasSign',
  finding: 'HasFinding',
};

/** Lists whose items are conditions when the graph knows them as such. */
const CONDITION_LISTS = [
  { column: 'causes', relation: 'CausedBy', type: 'cause' },
  { column: 'complications', relation: 'HasComplication', type: 'disease' },
  { column: 'differentials', relation: 'DifferentialFrom', type: 'disease' },
] as const;

export const isDiseaseHeader = (header: readonly string[]): boolean => sameColumns(header, DISEASE_COLUMNS);

export const isTermHeader = (header: readonly string[]): boolean => sameColumns(header, TERM_COLUMNS);

const sameColumns = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((column, index) => column === b[index]);

export const openStarter: OpenFormat = (heads, intake) => {
  const importer = new StarterImporter(intake);
  const diseases = heads.filter((head) => isDiseaseHeader(headerOf(head)));
  const terms = heads.filter((head) => isTermHeader(headerOf(head)));
  const strange = heads.find((head) => !diseases.includes(head) && !terms.includes(head));
  if (strange !== undefined)
    throw wrongColumns(
      strange,
      message('graph.columns-either', { first: DISEASE_COLUMNS, second: TERM_COLUMNS }),
    );
  const passes = (of: readonly Head[], width: number, counted: boolean, add: (row: Row) => void): Pass[] =>
    of.map((head) =>
      tablePass(head, intake, { header: true, counted }, (row) => {
        if (row.fields.length === width) add(row);
        else if (counted) intake.refuse(row, REASON.columnCount);
      }),
    );
  const perDisease = DISEASE_COLUMNS.length;
  const perTerm = TERM_COLUMNS.length;
  return [
    ...passes(terms, perTerm, true, (row) => importer.nameTerm(row)),
    ...passes(diseases, perDisease, true, (row) => importer.nameDisease(row)),
    ...passes(terms, perTerm, false, (row) => importer.describeTerm(row)),
    ...passes(diseases, perDisease, false, (row) => importer.describeDisease(row)),
    ...passes(terms, perTerm, false, (row) => importer.linkTerm(row)),
    ...passes(diseases, perDisease, false, (row) => importer.linkFindings(row)),
    ...passes(diseases, perDisease, false, (row) => importer.linkConditions(row)),
  ];
};

class StarterImporter {
  readonly #intake: Intake;
  /** Counts of each name in the lists of symptoms, signs and findings. */
  readonly #votes = new Map<string, Record<Manifestation, number>>();

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  nameTerm(row: Row): void {
    const type = EntityType.safeParse(cell(row, TERM_COLUMNS, 'type'));
    if (!type.success) {
      this.#intake.refuse(row, REASON.unknownType);
      return;
    }
    const name = this.#intake.name(cell(row, TERM_COLUMNS, 'name'), row);
    if (name === undefined) return;
    this.#intake.listed(name, type.data);
    // A term's explicit type outweighs any number of lists.
    if (isManifestation(type.data)) this.#vote(name, type.data, 1_000_000);
  }

  nameDisease(row: Row): void {
    const name = this.#intake.name(cell(row, DISEASE_COLUMNS, 'name'), row);
    if (name === undefined) return;
    this.#intake.listed(name, 'disease');
    for (const { column, type } of MANIFESTATION_LISTS) {
      for (const item of list(cell(row, DISEASE_COLUMNS, column))) this.#vote(item, type, 1);
    }
  }

  describeTerm(row: Row): void {
    const id = this.#term(row);
    if (id === undefined) return;
    this.#intake.fact(id, 'en', cell(row, TERM_COLUMNS, 'en'));
    this.#addAliases(row, id, cell(row, TERM_COLUMNS, 'aliases'));
  }

  describeDisease(row: Row): void {
    const id = this.#disease(row);
    if (id === undefined) return;
    for (const key of DISEASE_FACTS) this.#intake.fact(id, key, cell(row, DISEASE_COLUMNS, key));
    this.#addAliases(row, id, cell(row, DISEASE_COLUMNS, 'aliases'));
  }

  linkTerm(row: Row): void {
    const id = this.#term(row);
    if (id === undefined) return;
    const type = EntityType.parse(cell(row, TERM_COLUMNS, 'type'));
    this.#eachItem(row, 'isa', cell(row, TERM_COLUMNS, 'isa'), (item, rank, place) =>
      this.#intake.edge(place, id, 'IsA', this.#intake.resolve(item, type).id, rank),
    );
  }

  linkFindings(row: Row): void {
    const id = this.#disease(row);
    if (id === undefined) return;
    for (const { column, relation, type } of PLAIN_LISTS) {
      this.#eachItem(row, column, cell(row, DISEASE_COLUMNS, column), (item, rank, place) =>
        this.#intake.edge(place, id, relation, this.#intake.resolve(item, type).id, rank),
      );
    }
    for (const { column } of MANIFESTATION_LISTS) {
      this.#eachItem(row, column, cell(row, DISEASE_COLUMNS, column), (item, rank, place) => {
        // A finding is one entity, whichever list a row puts it in.
        const tail = this.#intake.resolve(item, this.#elected(item), MANIFESTATIONS);
        if (isManifestation(tail.type))
          this.#intake.edge(place, id, MANIFESTATION_RELATIONS[tail.type], tail.id, rank);
      });
    }
  }

  linkConditions(row: Row): void {
    const id = this.#disease(row);
    if (id === undefined) return;
    for (const { column, relation, type } of CONDITION_LISTS) {
      this.#eachItem(row, column, cell(row, DISEASE_COLUMNS, column), (item, rank, place) =>
        this.#intake.edge(place, id, relation, this.#intake.resolve(item, type, CONDITIONS).id, rank),
      );
    }
  }

  /** Returns the entity of a row that `nameTerm` accepted. */
  #term(row: Row): number | undefined {
    const type = EntityType.safeParse(cell(row, TERM_COLUMNS, 'type'));
    const checked = checkName(cell(row, TERM_COLUMNS, 'name'));
    return type.success && 'name' in checked ? this.#intake.resolve(checked.name, type.data).id : undefined;
  }

  #disease(row: Row): number | undefined {
    const checked = checkName(cell(row, DISEASE_COLUMNS, 'name'));
    return 'name' in checked ? this.#intake.resolve(checked.name, 'disease').id : undefined;
  }

  #addAliases(row: Row, id: number, cellText: string): void {
    this.#eachItem(row, 'aliases', cellText, (alias) => this.#intake.synonym(id, alias));
  }

  #eachItem(row: Row, column: string, cellText: string, add: AddItem): void {
    for (const [rank, item] of list(cellText).entries()) {
      const place = { number: row.number, text: `${row.fields[0]}, ${column}: ${item}` };
      const name = this.#intake.name(item, place);
      if (name === undefined) continue;
      this.#intake.report.relation(column);
      add(name, rank, place);
    }
  }

  #vote(name: string, type: Manifestation, weight: number): void {
    const norm = normaliseName(name);
    const votes = this.#votes.get(norm) ?? { symptom: 0, sign: 0, finding: 0 };
    votes[type] += weight;
    this.#votes.set(norm, votes);
  }

  #elected(name: string): Manifestation {
    const votes = this.#votes.get(normaliseName(name)) ?? { symptom: 0, sign: 0, finding: 0 };
    if (votes.symptom >= votes.sign && votes.symptom >= votes.finding) return 'symptom';
    return votes.sign >= votes.finding ? 'sign' : 'finding';
  }
}

type AddItem = (item: string, rank: number, place: Place) => void;

const isManifestation = (type: EntityType): type is Manifestation => MANIFESTATIONS.includes(type);

const cell = (row: Row, columns: readonly string[], column: string): string =>
  row.fields[columns.indexOf(column)]?.trim() ?? '';

const list = (text: string): string[] => (text === '' ? [] : text.split('|').map((item) => item.trim()));
