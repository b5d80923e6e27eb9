/** Writes small workbooks and Word documents, with parts replaced on request. */
import { writeZip } from './zip.ts';

type Cell = string | number | { readonly xml: string } | null;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const relations = (list: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** @param parts replace or add parts by name; null leaves one out */
export function xlsxOf(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  parts: Readonly<Record<string, string | null>> = {},
): Uint8Array {
  const strings: string[] = [];
  const cell = (value: Cell, column: number, row: number): string => {
    const at = `${letters(column)}${row}`;
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    if (typeof value !== 'string') return value.xml.replace('<c', `<c r="${at}"`);
    strings.push(value);
    return `<c r="${at}" t="s"><v>${strings.length - 1}</v></c>`;
  };
  const names = Object.keys(sheets);
  const made = names.map((name, n): [string, string] => [
    `xl/worksheets/sheet${n + 1}.xml`,
    `<worksheet xmlns="${MAIN}"><sheetData>${sheets[name]!.map((row, i) => `<row r="${i + 1}">${row.map((value, column) => cell(value, column, i + 1)).join('')}</row>`).join('')}</sheetData></worksheet>`,
  ]);
  const all: Record<string, string | null> = {
    '_rels/.rels': relations([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${TYPES}"><sheets>${names.map((name, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="s${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, n) => [`s${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`] as const),
      ['t', 'sharedStrings', '/xl/sharedStrings.xml'],
      ['y', 'styles', 'styles.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(made),
    ...parts,
  };
  return zipped(all);
}

/** @param body of `w:body` */
/** @param parts further parts of the file, as XML by name: properties, headers, comments */
export const docxOf = (body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array =>
  zipped({
    ...parts,
    '_rels/.rels': relations([['r1', 'officeDocument', 'word/document.xml']]),
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });

/** @param properties of each cell, as XML, by row and column */
export const docxTable = (
  rows: readonly (readonly string[])[],
  properties: Readonly<Record<string, string>> = {},
): string =>
  `<w:tbl>${rows.map((row, i) => `<w:tr>${row.map((text, j) => `<w:tc>${properties[`${i},${j}`] ?? ''}${docxText(text)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

export const docxText = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<w:p><w:r><w:t>${escaped(line)}</w:t></w:r></w:p>`)
    .join('');

const zipped = (parts: Readonly<Record<string, string | null>>): Uint8Array =>
  writeZip(
    Object.entries(parts).flatMap(([name, content]) =>
      content === null ? [] : [{ name, content: Buffer.from(content), deflate: true }],
    ),
  );
