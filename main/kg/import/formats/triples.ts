/**
 * One triple a row: head, relation, tail and, depending on the header, their types and a flag. A row with a flag
 * other than `clean` is refused with the flag as reason. Without a header the columns are head, relation, tail.
 */
import type { EntityType } from '../../../../shared/domain/graph.ts';
import { message, plainText } from '../../../../shared/messages/message.ts';
import type { Resolved } from '../../../db/repositories/graph-write.ts';
import type { Row } from '../../../reading/csv.ts';
import { type Intake, REASON } from '../intake.ts';
import { columnsOf, type Head, headerOf, type OpenFormat, tablePass, wrongColumns } from '../pass.ts';
import { type RelationRule, relationRule, typeNamed } from '../relations.ts';

const COLUMN_NAMES = {
  head: ['head', 'subject', 'subj', 's', 'h', '头实体', '主体', '主语', '实体1'],
  relation: ['relation', 'predicate', 'rel', 'p', 'r', '关系', '谓词', '谓语'],
  tail: ['tail', 'object', 'obj', 'o', 't', '尾实体', '客体', '宾语', '实体2'],
  headType: ['head_type', 'headtype', 'subject_type', '头实体类型', '主体类型', '实体1类型'],
  tailType: ['tail_type', 'tailtype', 'object_type', '尾实体类型', '客体类型', '实体2类型'],
  flag: ['flag', '标记'],
};
type Column = keyof typeof COLUMN_NAMES;
type Columns = Record<Column, number>;

/** Returns the position of each column, -1 for absent ones, or `undefined` without a header. */
export function tripleColumns(header: readonly string[]): Columns | undefined {
  const at = (column: Column) => header.findIndex((name) => COLUMN_NAMES[column].includes(name));
  const columns: Columns = {
    head: at('head'),
    relation: at('relation'),
    tail: at('tail'),
    headType: at('headType'),
    tailType: at('tailType'),
    flag: at('flag'),
  };
  return columns.head >= 0 && columns.relation >= 0 && columns.tail >= 0 ? columns : undefined;
}

const BARE: Columns = { head: 0, relation: 1, tail: 2, headType: -1, tailType: -1, flag: -1 };

export const openTriples: OpenFormat = (heads, intake) =>
  heads.map((head) => {
    const columns = tripleColumns(headerOf(head));
    if (columns === undefined && columnsOf(head.lines[0] ?? '', head.delimiter).length !== 3)
      throw tripleColumnsError(head);
    const rows = new TripleRows(intake, columns ?? BARE, columns === undefined ? 3 : headerOf(head).length);
    return tablePass(head, intake, { header: columns !== undefined, counted: true }, (row) => rows.add(row));
  });

const tripleColumnsError = (head: Head): Error => wrongColumns(head, message('graph.columns-triples'));

class TripleRows {
  readonly #intake: Intake;
  readonly #columns: Columns;
  /** Number of header columns: a row may lack trailing ones but has no more. */
  readonly #width: number;
  readonly #rules = new Map<string, { rule: RelationRule; index: number }>();
  /** Next rank for each pair of head and relation. */
  readonly #ranks = new Map<number, number>();

  constructor(intake: Intake, columns: Columns, width: number) {
    this.#intake = intake;
    this.#columns = columns;
    this.#width = width;
  }

  add(row: Row): void {
    const { fields } = row;
    const at = this.#columns;
    const needed = Math.max(at.head, at.relation, at.tail);
    if (fields.length <= needed || fields.length > this.#width) {
      this.#intake.refuse(row, REASON.columnCount);
      return;
    }
    const relation = fields[at.relation]?.trim() ?? '';
    if (relation === '') {
      this.#intake.refuse(row, REASON.emptyRelation);
      return;
    }
    this.#intake.report.relation(relation);
    const flag = fields[at.flag]?.trim() ?? '';
    if (flag !== '' && flag !== 'clean') {
      this.#intake.refuse(row, plainText(flag));
      return;
    }
    const head = this.#intake.name(fields[at.head] ?? '', row);
    if (head === undefined) return;
    const tail = this.#intake.name(fields[at.tail] ?? '', row);
    if (tail === undefined) return;
    const { rule, index } = this.#rule(relation);
    const from = { name: head, type: explicitType(fields[at.headType]) };
    const to = { name: tail, type: explicitType(fields[at.tailType]) };
    const [subject, object] = rule.inverse ? [to, from] : [from, to];
    this.#write(row, rule, index, subject, object);
  }

  #write(row: Row, rule: RelationRule, index: number, subject: End, object: End): void {
    const head = this.#resolve(subject, rule.head, rule.headAlso);
    if (rule.relation === 'SameAs') {
      this.#intake.synonym(head.id, object.name);
      return;
    }
    const tail = this.#resolve(object, rule.relation === 'IsA' ? head.type : rule.tail, rule.tailAlso);
    const list = head.id * 65536 + index;
    const rank = this.#ranks.get(list) ?? 0;
    this.#ranks.set(list, rank + 1);
    this.#intake.edge(row, head.id, rule.relation, tail.id, rank);
  }

  #resolve(end: End, type: EntityType, also: readonly EntityType[]): Resolved {
    return end.type === undefined
      ? this.#intake.resolve(end.name, type, also)
      : this.#intake.resolve(end.name, end.type);
  }

  /** Returns the rule of a relation name and its number, unique in this file and below 65536. */
  #rule(name: string): { rule: RelationRule; index: number } {
    let known = this.#rules.get(name);
    if (known === undefined) {
      known = { rule: relationRule(name), index: this.#rules.size % 65536 };
      this.#rules.set(name, known);
    }
    return known;
  }
}

/** Head or tail of a triple; without an explicit type it takes the relation's. */
interface End {
  readonly name: string;
  readonly type: EntityType | undefined;
}

/** Returns the type given in a column; unknown types become `other`. */
function explicitType(value: string | undefined): EntityType | undefined {
  const name = value?.trim() ?? '';
  return name === '' ? undefined : (typeNamed(name) ?? 'other');
}
