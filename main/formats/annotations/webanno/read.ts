/**
 * Reads WebAnno TSV files of INCEpTION, offsets in UTF-16 code units. Text between sentences that the file lacks
 * becomes blanks. An annotation with a gap is discontinuous.
 */

import type { AnnotatedDocument } from '../../../../shared/domain/annotation.ts';
import { MAX_TEXT } from '../../../../shared/domain/limits.ts';
import { message } from '../../../../shared/messages/message.ts';
import { fileText } from '../../../reading/decode.ts';
import { type Line, linesOf } from '../../../reading/lines.ts';
import { brokenFormat, type NamedFile } from '../format.ts';
import type { Losses } from '../losses.ts';
import { type Row, readCells } from './cells.ts';
import { unescapeText } from './escape.ts';
import { type BrokenLine, readHeader } from './header.ts';
import { itemsOf } from './items.ts';

const UNIT = /^(\d+)-(\d+)(?:\.(\d+))?$/;
const OFFSETS = /^(\d+)-(\d+)$/;
const TEXT = '#Text=';

/** @param name of the document */
export function readWebAnno(file: NamedFile, name: string, losses: Losses): AnnotatedDocument {
  const broken: BrokenLine = (line, column, problem) =>
    brokenFormat({ file: file.name, line: line?.number ?? 1, column }, problem);
  const lines = linesOf(fileText(file));
  const header = readHeader(lines, broken);
  const body = new Body(header.version, broken);
  for (const line of lines) body.take(line, header.columns);
  const { text, rows } = body.finish(header.columns);
  const cells = readCells(rows, header, broken);
  return { name, text, meta: {}, items: itemsOf(cells, { text, file: file.name, losses, broken }) };
}

/** A growing text that can be read meanwhile. Joining all of it for every read would take quadratic time. */
class GrowingText {
  readonly #before: string[] = [];
  #last = '';
  /** Start of the last piece. */
  #start = 0;

  get length(): number {
    return this.#start + this.#last.length;
  }

  add(piece: string): void {
    this.#before.push(this.#last);
    this.#start += this.#last.length;
    this.#last = piece;
  }

  dropLineEnd(): void {
    if (this.#last.endsWith('\n')) this.#last = this.#last.slice(0, -1);
  }

  slice(begin: number, end: number): string {
    if (begin >= this.#start) return this.#last.slice(begin - this.#start, end - this.#start);
    return this.whole().slice(begin, end);
  }

  whole(): string {
    return this.#before.join('') + this.#last;
  }
}

/** Start of a token's line, before its words. */
interface UnitHead {
  readonly line: Line;
  readonly id: string;
  readonly offsets: string;
  readonly begin: number;
  readonly end: number;
}

/** Reassembles the text and locates the lines in it. */
class Body {
  readonly #version: string;
  readonly #broken: BrokenLine;
  readonly #rows: Row[] = [];
  readonly #text = new GrowingText();
  /** Text lines of the sentence before its first token. */
  #sentence: string[] = [];
  #state: 'between' | 'head' | 'tokens' = 'between';
  #last: Line | undefined;
  /** A line with words over several lines, and its part after the offsets so far. */
  #open: { readonly head: UnitHead; readonly rest: string } | undefined;

  constructor(version: string, broken: BrokenLine) {
    this.#version = version;
    this.#broken = broken;
  }

  take(line: Line, columns: number): void {
    if (this.#open !== undefined)
      this.#takeRest(this.#open.head, `${this.#open.rest}\n${line.text}`, columns);
    else if (line.text === '') this.#endSentence(line);
    else if (line.text.startsWith('#') && this.#state !== 'tokens') this.#takeHead(line);
    else this.#takeUnit(line, columns);
    this.#last = line;
  }

  finish(columns: number): { text: string; rows: readonly Row[] } {
    if (this.#open !== undefined) this.#addRow(this.#open.head, this.#open.rest.split('\t'), columns);
    this.#endSentence(this.#last);
    // The last sentence's end belongs to the file, not to the text.
    return { text: this.#text.whole().slice(0, -1), rows: this.#rows };
  }

  #endSentence(line: Line | undefined): void {
    if (this.#state === 'head') throw this.#broken(line, 1, message('fault.no-tokens-in-sentence'));
    this.#state = 'between';
  }

  #takeHead(line: Line): void {
    this.#state = 'head';
    if (line.text.startsWith(TEXT))
      this.#sentence.push(unescapeText(line.text.slice(TEXT.length), this.#version));
  }

  #takeUnit(line: Line, columns: number): void {
    if (this.#state === 'between') throw this.#broken(line, 1, message('fault.no-sentence-text'));
    const [id = '', offsets = ''] = line.text.split('\t', 2);
    const unit = UNIT.exec(id);
    if (unit === null)
      throw this.#broken(line, 1, message('fault.no-token-number', { id: JSON.stringify(id) }));
    const range = OFFSETS.exec(offsets);
    if (range === null)
      throw this.#broken(
        line,
        id.length + 2,
        message('fault.no-offsets', { value: JSON.stringify(offsets) }),
      );
    const [begin, end] = [Number(range[1]), Number(range[2])];
    if (begin > MAX_TEXT)
      throw this.#broken(line, id.length + 2, message('fault.too-long', { limit: MAX_TEXT }));
    if (this.#state === 'head') this.#beginSentence(line, begin, unit[3] !== undefined);
    const rest = line.text.slice(id.length + offsets.length + 2);
    this.#takeRest({ line, id, offsets, begin, end }, rest, columns);
  }

  /** Finds the end of the words by the text, since INCEpTION writes tabs and line ends in tokens unescaped. */
  #takeRest(head: UnitHead, rest: string, columns: number): void {
    this.#open = undefined;
    const words = this.#text.slice(head.begin, head.end);
    const written = words.replaceAll('\r\n', '\n');
    if (written.startsWith(`${rest}\n`)) this.#open = { head, rest };
    else if (rest.startsWith(`${written}\t`))
      this.#addRow(head, [words, ...rest.slice(written.length + 1).split('\t')], columns);
    else this.#addRow(head, rest.split('\t'), columns);
  }

  /** @param rest words and the layers' columns */
  #addRow(head: UnitHead, rest: readonly string[], columns: number): void {
    const { line, id, offsets, begin, end } = head;
    if (rest.length < columns + 1)
      throw this.#broken(
        line,
        line.text.length,
        message('fault.column-count', { given: rest.length + 2, expected: columns + 3 }),
      );
    this.#checkPlace(head, rest[0] ?? '');
    this.#rows.push({ line, id, begin, end, fields: [id, offsets, ...rest] });
  }

  #beginSentence(line: Line, begin: number, isPart: boolean): void {
    if (isPart) throw this.#broken(line, 1, message('fault.whole-token-first'));
    // Between adjacent sentences the line end belongs to the file.
    if (this.#text.length === begin + 1) this.#text.dropLineEnd();
    if (this.#text.length > begin)
      throw this.#broken(
        line,
        line.text.indexOf('\t') + 2,
        message('fault.inside-sentence', { begin, end: this.#text.length }),
      );
    this.#text.add(`${' '.repeat(begin - this.#text.length)}${this.#sentence.join('\n')}\n`);
    this.#sentence = [];
    this.#state = 'tokens';
  }

  /** Detects offsets of another counting by the words. */
  #checkPlace({ line, id, offsets, begin, end }: UnitHead, words: string): void {
    const found = this.#text.slice(begin, end);
    const column = id.length + 2;
    if (begin > end || end > this.#text.length)
      throw this.#broken(line, column, message('fault.outside', { offsets }));
    if (found !== words && found !== unescapeText(words, this.#version))
      throw this.#broken(
        line,
        column + offsets.length + 1,
        message('fault.other-words', {
          words: JSON.stringify(words),
          place: offsets,
          found: JSON.stringify(found),
        }),
      );
  }
}
