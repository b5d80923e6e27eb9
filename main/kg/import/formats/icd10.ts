/** ICD-10: code and name. Every name is a disease with its code as fact `icd10`, the shortest of several. */
import { message } from '../../../../shared/messages/message.ts';
import type { Row } from '../../../reading/csv.ts';
import { type Intake, REASON } from '../intake.ts';
import { columnsOf, type Head, headerOf, type OpenFormat, tablePass, wrongColumns } from '../pass.ts';

/** I21.9, A01.003+G01* (dagger and asterisk), M815700/1 (morphology), I10.x00x032 (clinical edition). */
const CODE = /^[A-Z]\d[\dA-Z][\dA-Za-z.+*/-]*$/;

const CODE_COLUMNS = ['code', 'icd10', 'icd', 'icd-10', '编码', '代码', '疾病编码', '诊断编码', '主要编码'];
const NAME_COLUMNS = ['name', 'disease', '名称', '疾病名称', '诊断名称', '疾病'];

interface Columns {
  readonly code: number;
  readonly name: number;
  readonly width: number;
}

export const isCode = (text: string): boolean => CODE.test(text.trim());

/** Returns the columns of code and name, or `undefined` without a header. */
export function codeColumns(header: readonly string[]): Columns | undefined {
  const code = header.findIndex((column) => CODE_COLUMNS.includes(column));
  const name = header.findIndex((column) => NAME_COLUMNS.includes(column));
  return code >= 0 && name >= 0 ? { code, name, width: header.length } : undefined;
}

export const openIcd10: OpenFormat = (heads, intake) =>
  heads.map((head) => {
    const header = codeColumns(headerOf(head));
    if (header === undefined && !hasCodes(head)) throw wrongColumns(head, message('graph.columns-codes'));
    const columns = header ?? { code: 0, name: 1, width: 2 };
    const codes = new Map<number, string>();
    return tablePass(head, intake, { header: header !== undefined, counted: true }, (row) =>
      addCode(row, columns, codes, intake),
    );
  });

const hasCodes = (head: Head): boolean =>
  head.lines.some((line) => {
    const columns = columnsOf(line, head.delimiter);
    return columns.length === 2 && isCode(columns[0] ?? '');
  });

function addCode(row: Row, columns: Columns, codes: Map<number, string>, intake: Intake): void {
  const code = row.fields[columns.code]?.trim();
  const raw = row.fields[columns.name];
  if (code === undefined || raw === undefined || row.fields.length > columns.width) {
    intake.refuse(row, REASON.columnCount);
    return;
  }
  if (!CODE.test(code)) {
    intake.refuse(row, REASON.notCode);
    return;
  }
  const name = intake.name(raw, row);
  if (name === undefined) return;
  const { id } = intake.listed(name, 'disease');
  const known = codes.get(id);
  if (known !== undefined && known.length <= code.length) return;
  codes.set(id, code);
  intake.fact(id, 'icd10', code);
}
