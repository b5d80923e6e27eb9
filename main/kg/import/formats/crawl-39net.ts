/**
 * Disease tables crawled from 39.net (as used by QASystemOnMedicalGraph): one disease a row, lists as text. Items
 * that the site cut with `...` are refused as truncated; `[详细]` marks and empty phrases are dropped.
 */
import type { EntityType } from '../../../../shared/domain/graph.ts';
import { message } from '../../../../shared/messages/message.ts';
import type { Row } from '../../../reading/csv.ts';
import { checkName, type Intake, REASON } from '../intake.ts';
import { headerOf, type OpenFormat, tablePass, wrongColumns } from '../pass.ts';
import { CONDITIONS, MANIFESTATIONS } from '../relations.ts';

interface ListColumn {
  readonly column: string;
  readonly relation: string;
  readonly type: EntityType;
  readonly also: readonly EntityType[];
  readonly separator: RegExp;
}

const BLANKS = /\s+/;
const LISTS: readonly ListColumn[] = [
  { column: 'part', relation: 'LocatedIn', type: 'anatomy', also: [], separator: BLANKS },
  { column: 'department', relation: 'InDepartment', type: 'department', also: [], separator: BLANKS },
  { column: 'checklist', relation: 'NeedsExam', type: 'exam', also: [], separator: BLANKS },
  { column: 'symptom', relation: 'HasSymptom', type: 'symptom', also: MANIFESTATIONS, separator: BLANKS },
  {
    column: 'complication',
    relation: 'HasComplication',
    type: 'disease',
    also: CONDITIONS,
    separator: BLANKS,
  },
  { column: 'treatment', relation: 'TreatedBy', type: 'treatment', also: [], separator: /[\s、，,。]+/ },
  { column: 'drug', relation: 'TreatedByDrug', type: 'drug', also: [], separator: BLANKS },
];
const ALIAS_SEPARATOR = /[,，、;；]+/;

const FACTS = {
  age: 'population',
  infection: 'transmission',
  period: 'duration',
  rate: 'cureRate',
  money: 'cost',
} as const;

/** Placeholders of the site for missing data. */
const NOTHING = /^(暂无.*|无|不详|>>.*|.*[?？])$/;
const REQUIRED = ['name', 'alias', 'symptom', 'department', 'complication'];
const COLUMNS = ['name', 'alias', ...LISTS.map((list) => list.column), ...Object.keys(FACTS)];

export const isDiseaseTable = (header: readonly string[]): boolean =>
  REQUIRED.every((column) => header.includes(column));

export const open39net: OpenFormat = (heads, intake) =>
  heads.map((head) => {
    const header = headerOf(head);
    if (!isDiseaseTable(header))
      throw wrongColumns(head, message('graph.columns-at-least', { required: REQUIRED, columns: COLUMNS }));
    return tablePass(head, intake, { header: true, counted: true }, (row) => addDisease(row, header, intake));
  });

function addDisease(row: Row, header: readonly string[], intake: Intake): void {
  if (row.fields.length !== header.length) {
    intake.refuse(row, REASON.columnCount);
    return;
  }
  const field = (column: string) => row.fields[header.indexOf(column)] ?? '';
  if (field('name').includes('...')) {
    intake.refuse(row, REASON.truncated);
    return;
  }
  const name = intake.name(field('name'), row);
  if (name === undefined) return;
  const { id } = intake.listed(name, 'disease');
  for (const alias of items(field('alias'), ALIAS_SEPARATOR, row, intake)) {
    intake.report.relation('alias');
    intake.synonym(id, alias);
  }
  for (const list of LISTS) {
    for (const [rank, item] of items(field(list.column), list.separator, row, intake).entries()) {
      intake.report.relation(list.column);
      const tail = intake.resolve(item, list.type, list.also);
      const place = { number: row.number, text: `${name}, ${list.column}: ${item}` };
      intake.edge(place, id, list.relation, tail.id, rank);
    }
  }
  for (const [column, key] of Object.entries(FACTS)) {
    const value = field(column).replace('[详细]', '').trim();
    if (!NOTHING.test(value)) intake.fact(id, key, value);
  }
}

/** Splits a list cell into items; refuses each item that cannot be a name. */
function items(cell: string, separator: RegExp, row: Row, intake: Intake): string[] {
  const found: string[] = [];
  for (const item of cell.replaceAll('[详细]', ' ').split(separator)) {
    if (item.trim() === '' || NOTHING.test(item.trim())) continue;
    const place = { number: row.number, text: item };
    if (/\.{3}|…/.test(item)) {
      intake.refuse(place, REASON.truncated);
      continue;
    }
    const checked = checkName(item);
    if ('name' in checked) found.push(checked.name);
    else if (checked.problem !== REASON.emptyName) intake.refuse(place, checked.problem);
  }
  return found;
}
