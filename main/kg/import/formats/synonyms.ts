/**
 * Synonym pairs: surface and canonical name (SameAs). Ignores further columns except `type` of the canonical name.
 * Without it, the type is the one in the graph, else disease.
 */
import { message } from '../../../../shared/messages/message.ts';
import type { Row } from '../../../reading/csv.ts';
import { type Intake, REASON } from '../intake.ts';
import { columnsOf, headerOf, type OpenFormat, tablePass, wrongColumns } from '../pass.ts';
import { ANY_TYPE, typeNamed } from '../relations.ts';

const SURFACE = ['surface', 'alias', 'synonym', '别名', '同义词', '俗称', '原词'];
const CANONICAL = ['canonical', 'standard', 'preferred', '标准名', '标准词', '规范名', '正名', '名称'];
const TYPE = ['type', '类型'];

interface Columns {
  readonly surface: number;
  readonly canonical: number;
  readonly type: number;
}

/** Returns the positions of the columns, or `undefined` without a header. */
export function synonymColumns(header: readonly string[]): Columns | undefined {
  const at = (names: readonly string[]) => header.findIndex((column) => names.includes(column));
  const columns = { surface: at(SURFACE), canonical: at(CANONICAL), type: at(TYPE) };
  return columns.surface >= 0 && columns.canonical >= 0 ? columns : undefined;
}

export const openSynonyms: OpenFormat = (heads, intake) =>
  heads.map((head) => {
    const header = synonymColumns(headerOf(head));
    if (header === undefined && columnsOf(head.lines[0] ?? '', head.delimiter).length !== 2)
      throw wrongColumns(head, message('graph.columns-synonyms'));
    const columns = header ?? { surface: 0, canonical: 1, type: -1 };
    return tablePass(head, intake, { header: header !== undefined, counted: true }, (row) =>
      addPair(row, columns, intake),
    );
  });

function addPair(row: Row, columns: Columns, intake: Intake): void {
  const { fields } = row;
  if (fields.length <= Math.max(columns.surface, columns.canonical)) {
    intake.refuse(row, REASON.columnCount);
    return;
  }
  const surface = intake.name(fields[columns.surface] ?? '', row);
  if (surface === undefined) return;
  const canonical = intake.name(fields[columns.canonical] ?? '', row);
  if (canonical === undefined) return;
  const type = typeNamed(fields[columns.type] ?? '');
  const { id } =
    type === undefined ? intake.resolve(canonical, 'disease', ANY_TYPE) : intake.resolve(canonical, type);
  intake.report.relation('SameAs');
  intake.synonym(id, surface);
}
