/** Reads the sheets of Excel workbooks (.xlsx, ECMA-376) as tables of texts. Formulas come as their stored values. */
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { LIMITS } from '../reading/limits.ts';
import { OfficeFile } from './office-xml.ts';
import { dateText, isDateFormat } from './xlsx-dates.ts';

/** A row with its filled cells by column, from 0. */
export interface SheetRow {
  /** Number of the row in the sheet, from 1. */
  readonly line: number;
  readonly cells: ReadonlyMap<number, string>;
}

export interface Sheet {
  readonly name: string;
  read(): SheetRow[];
}

interface Book {
  readonly file: OfficeFile;
  readonly strings: readonly string[];
  /** Whether cells of a style are dates. */
  readonly isDate: readonly boolean[];
  /** Whether dates count from 1904. */
  readonly from1904: boolean;
}

/** Returns the visible sheets in order. @throws AppError `bad-input` for other files, `too-large` */
export function xlsxSheets(data: Uint8Array, name: string): Sheet[] {
  const file = new OfficeFile(data, name);
  const main = [...file.relations('').values()].find(({ type }) => type === 'officeDocument')?.target;
  const path = main ?? 'xl/workbook.xml';
  if (!file.has(path)) throw file.broken(message('tables.no-workbook'));
  const parts = file.relations(path);
  const found: { name: string; part: string }[] = [];
  let from1904 = false;
  file.walk(path, {
    open: (element, attributes) => {
      if (element === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '');
      if (element !== 'sheet' || (attributes.get('state') ?? 'visible') !== 'visible') return;
      const id = [...attributes].find(([key]) => /:id$/.test(key))?.[1] ?? '';
      const part = parts.get(id);
      if (part?.type === 'worksheet') found.push({ name: attributes.get('name') ?? '', part: part.target });
    },
  });
  if (found.length === 0) throw file.broken(message('tables.no-sheet'));
  const beside = (kind: string) => [...parts.values()].find(({ type }) => type === kind)?.target;
  let book: Book | undefined;
  const opened = (): Book => {
    book ??= {
      file,
      strings: stringsOf(file, beside('sharedStrings')),
      isDate: datesOf(file, beside('styles')),
      from1904,
    };
    return book;
  };
  return found.map(({ name: title, part }) => ({ name: title, read: () => rowsOf(opened(), part, name) }));
}

/** Returns the texts that cells share, without their phonetic guides. */
function stringsOf(file: OfficeFile, part: string | undefined): string[] {
  const strings: string[] = [];
  if (part === undefined || !file.has(part)) return strings;
  const text = new TextOfElement();
  file.walk(part, {
    open: (name) => {
      text.open(name);
      if (name === 'si') text.take();
    },
    close: (name) => {
      text.close(name);
      if (name === 'si') strings.push(text.take());
    },
    text: (piece) => text.add(piece),
  });
  return strings;
}

/** Collects the text of `t` elements outside of `rPh`. */
class TextOfElement {
  #text = '';
  #inText = false;
  #inGuide = false;

  open(name: string): void {
    if (name === 'rPh') this.#inGuide = true;
    if (name === 't') this.#inText = true;
  }

  close(name: string): void {
    if (name === 'rPh') this.#inGuide = false;
    if (name === 't') this.#inText = false;
  }

  add(piece: string): void {
    if (this.#inText && !this.#inGuide) this.#text += piece;
  }

  /** Returns what was collected since the last call, with escaped characters (`_x000D_`) as themselves. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return unescaped(text);
  }
}

const unescaped = (text: string): string =>
  text
    .replace(/_x([\da-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n');

/** Returns for each style whether it shows numbers as dates. */
function datesOf(file: OfficeFile, part: string | undefined): boolean[] {
  const codes = new Map<number, string>();
  const dates: boolean[] = [];
  if (part === undefined || !file.has(part)) return dates;
  let inStyles = false;
  file.walk(part, {
    open: (name, attributes) => {
      const format = Number(attributes.get('numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(format, attributes.get('formatCode') ?? '');
      if (name === 'cellXfs') inStyles = true;
      if (name === 'xf' && inStyles) dates.push(isDateFormat(format, codes.get(format)));
    },
    close: (name) => {
      if (name === 'cellXfs') inStyles = false;
    },
  });
  return dates;
}

function rowsOf(book: Book, part: string, name: string): SheetRow[] {
  const rows: SheetRow[] = [];
  const reader = new RowsReader(book, name, (row) => rows.push(row));
  book.file.walk(part, reader);
  return rows;
}

/** Follows the elements of a sheet. Rows and cells without a reference follow the ones before. */
class RowsReader {
  readonly #book: Book;
  readonly #name: string;
  readonly #done: (row: SheetRow) => void;
  readonly #text = new TextOfElement();
  #line = 0;
  #cells = new Map<number, string>();
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #inValue = false;
  /** Characters of all cells: cells may share one long text. */
  #chars = 0;

  constructor(book: Book, name: string, done: (row: SheetRow) => void) {
    this.#book = book;
    this.#name = name;
    this.#done = done;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#text.open(name);
    if (name === 'row') {
      this.#line = this.#whole(attributes.get('r')) ?? this.#line + 1;
      this.#cells = new Map();
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = this.#columnOf(attributes.get('r')) ?? this.#column + 1;
      if (this.#column >= LIMITS.columns) throw this.#book.file.broken(message('refused.too-many-columns'));
      this.#type = attributes.get('t') ?? 'n';
      this.#style = this.#whole(attributes.get('s')) ?? 0;
      this.#value = '';
      this.#text.take();
    } else if (name === 'v') this.#inValue = true;
  }

  text(piece: string): void {
    if (this.#inValue) this.#value += piece;
    this.#text.add(piece);
  }

  close(name: string): void {
    this.#text.close(name);
    if (name === 'v') this.#inValue = false;
    else if (name === 'c') this.#keep(this.#cell());
    else if (name === 'row' && this.#cells.size > 0) this.#done({ line: this.#line, cells: this.#cells });
  }

  #keep(text: string): void {
    if (text.trim() === '') return;
    this.#chars += text.length;
    if (this.#chars > LIMITS.sheetChars)
      throw new AppError(
        'too-large',
        'files.too-large-unpacked',
        { name: this.#name, megabytes: LIMITS.sheetChars >> 20 },
        { kept: 'kept.nothing-imported', hint: 'hint.split-it' },
      );
    this.#cells.set(this.#column, text);
  }

  #cell(): string {
    const value = this.#value;
    switch (this.#type) {
      case 'inlineStr':
        return this.#text.take();
      case 's': {
        const text = this.#book.strings[this.#whole(value) ?? -1];
        if (text === undefined) throw this.#book.file.broken(message('tables.no-shared-text', { value }));
        return text;
      }
      case 'str':
        return unescaped(value);
      case 'b':
        return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
      case 'n':
        return this.#number(value);
      default:
        return value;
    }
  }

  #number(value: string): string {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number)) return value;
    if (this.#book.isDate[this.#style] === true)
      return dateText(number, this.#book.from1904) ?? String(number);
    return String(number);
  }

  #whole(value: string | undefined): number | undefined {
    if (value === undefined) return undefined;
    if (/^\d{1,9}$/.test(value)) return Number(value);
    throw this.#book.file.broken(message('fault.no-whole-number', { value: value.slice(0, 40) }));
  }

  /** Returns the column of a reference such as `AB12`, from 0. */
  #columnOf(reference: string | undefined): number | undefined {
    if (reference === undefined) return undefined;
    const letters = /^([A-Za-z]{1,3})\d+$/.exec(reference)?.[1];
    if (letters === undefined)
      throw this.#book.file.broken(message('tables.no-cell', { reference: reference.slice(0, 40) }));
    return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  }
}
