/** Reads text and tables of .docx files. */
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { LIMITS } from '../reading/limits.ts';
import { openZip } from '../reading/zip.ts';
import { OfficeFile } from './office-xml.ts';
import type { SheetRow } from './xlsx.ts';

/** Throws `bad-input` for other files, `too-large` for one that unpacks to more than its parser can take. */
export async function docxText(data: Uint8Array, name: string): Promise<string> {
  checkSize(data, name);
  const { default: mammoth } = await import('mammoth');
  try {
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(data) });
    return value.replace(/\n\n/g, '\n');
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

/** Unpacks every part within its announced size, which the parser does not check. */
function checkSize(data: Uint8Array, name: string): void {
  let total = 0;
  try {
    for (const entry of openZip(data).values()) {
      // Pictures, fonts and embedded files are not read.
      if (!/\.(xml|rels)$/i.test(entry.name)) continue;
      total += entry.size;
      if (total > LIMITS.docxBytes) break;
      entry.read();
    }
  } catch (cause) {
    throw unreadable(name, cause);
  }
  if (total <= LIMITS.docxBytes) return;
  throw new AppError('too-large', message('files.docx-too-large', { name, size: LIMITS.docxBytes >> 20 }), {
    kept: 'kept.nothing-changed',
    hint: 'hint.save-as-txt-file',
  });
}

const unreadable = (name: string, cause: unknown): AppError =>
  new AppError('bad-input', 'documents.unreadable-docx', { name }, { cause });

export interface DocxTables {
  /** Rows of each table with its filled cells; a table within a cell is text of that cell. */
  readonly tables: readonly (readonly SheetRow[])[];
  /** Characters outside of tables. */
  readonly outside: number;
}

/** @throws AppError `bad-input` for other files, `too-large` */
export function docxTables(data: Uint8Array, name: string): DocxTables {
  const file = new OfficeFile(data, name, LIMITS.docxBytes);
  const main = [...file.relations('').values()].find(({ type }) => type === 'officeDocument')?.target;
  const reader = new TablesReader();
  file.walk(main ?? 'word/document.xml', reader);
  return reader;
}

/** Follows the elements of a document's body. */
class TablesReader implements DocxTables {
  readonly tables: SheetRow[][] = [];
  outside = 0;
  /** Number of tables around the element. */
  #depth = 0;
  #rows: SheetRow[] = [];
  #cells = new Map<number, string>();
  #column = 0;
  #span = 1;
  #goesOn = false;
  #text = '';
  #inText = false;
  /** Number of fallbacks around the element: they repeat what newer readers have read. */
  #fallbacks = 0;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const value = attributes.get('w:val');
    if (name === 'Fallback') this.#fallbacks++;
    else if (name === 'tbl' && ++this.#depth === 1) this.#rows = [];
    else if (name === 't') this.#inText = true;
    else if (name === 'tab') this.#add('\t');
    else if (name === 'br' || name === 'cr') this.#add('\n');
    if (this.#depth !== 1) return;
    if (name === 'tr') {
      this.#cells = new Map();
      this.#column = 0;
    } else if (name === 'tc') {
      this.#text = '';
      this.#span = 1;
      this.#goesOn = false;
    } else if (name === 'gridSpan') this.#span = Math.min(LIMITS.columns, Math.max(1, Number(value) || 1));
    else if (name === 'vMerge') this.#goesOn = value !== 'restart';
  }

  text(piece: string): void {
    if (this.#inText) this.#add(piece);
  }

  close(name: string): void {
    if (name === 'Fallback') this.#fallbacks--;
    else if (name === 't') this.#inText = false;
    else if (name === 'p' && this.#depth > 0) this.#add('\n');
    else if (name === 'tbl' && --this.#depth === 0) this.tables.push(this.#rows);
    else if (this.#depth === 1 && name === 'tc') this.#endCell();
    else if (this.#depth === 1 && name === 'tr')
      this.#rows.push({ line: this.#rows.length + 1, cells: this.#cells });
  }

  #add(text: string): void {
    if (this.#fallbacks > 0) return;
    if (this.#depth === 0) this.outside += text.length;
    else this.#text += text;
  }

  /** A cell merged with the one above has its text. */
  #endCell(): void {
    const above = this.#goesOn ? this.#rows.at(-1)?.cells.get(this.#column) : undefined;
    const text = above ?? this.#text.trim();
    if (text !== '') this.#cells.set(this.#column, text);
    this.#column = Math.min(LIMITS.columns, this.#column + this.#span);
  }
}
