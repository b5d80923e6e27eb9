/** Opens Office files (ECMA-376): zip archives of XML parts, walked element by element under `LIMITS`. */
import { SaxesParser } from 'saxes';
import { type Message, message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { fileText } from '../reading/decode.ts';
import { LIMITS } from '../reading/limits.ts';
import { openZip, type ZipEntry } from '../reading/zip.ts';

/** Called for each element; names come without their prefix. */
export interface XmlEvents {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const UNREADABLE = 'tables.unreadable-office';
/** First bytes of an OLE file: a workbook with a password, or one of Excel 97–2003. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

export class OfficeFile {
  readonly #name: string;
  readonly #parts: ReadonlyMap<string, ZipEntry>;
  /** Unpacked bytes that may still be read. */
  #left: number;

  /** @throws AppError `bad-input` for a file that is no zip archive, named after `name` */
  constructor(data: Uint8Array, name: string, limit: number = LIMITS.sheetBytes) {
    this.#name = name;
    this.#left = limit;
    if (OLE.every((byte, i) => data[i] === byte)) throw this.broken(message('tables.old-or-encrypted'));
    this.#parts = this.#guarded('', () => openZip(data));
  }

  /** Returns the error for content that breaks the format. */
  broken(problem: Message): AppError {
    return new AppError(
      'bad-input',
      UNREADABLE,
      { name: this.#name, problem },
      { kept: 'kept.nothing-imported', hint: 'hint.save-again-or-csv' },
    );
  }

  has(part: string): boolean {
    return this.#parts.has(part);
  }

  /** @throws AppError `bad-input` for a missing or damaged part, `too-large` beyond the limit */
  walk(part: string, events: XmlEvents): void {
    const entry = this.#parts.get(part);
    if (entry === undefined) throw this.broken(message('tables.no-part', { part }));
    if (entry.size > this.#left)
      throw new AppError(
        'too-large',
        'files.too-large-unpacked',
        { name: this.#name, megabytes: LIMITS.sheetBytes >> 20 },
        { kept: 'kept.nothing-imported', hint: 'hint.split-it' },
      );
    this.#left -= entry.size;
    this.#guarded(part, () => walkXml(fileText({ name: part, bytes: entry.read() }), events));
  }

  /** Returns the targets of a part's relationships by their ids, as names of parts. */
  relations(part: string): ReadonlyMap<string, { readonly target: string; readonly type: string }> {
    const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? [];
    const found = new Map<string, { target: string; type: string }>();
    const listing = `${folder}_rels/${file}.rels`;
    if (!this.has(listing)) return found;
    this.walk(listing, {
      open: (name, attributes) => {
        if (name !== 'Relationship') return;
        const target = attributes.get('Target') ?? '';
        const type = attributes.get('Type')?.replace(/^.*\//, '') ?? '';
        found.set(attributes.get('Id') ?? '', { target: resolved(folder, target), type });
      },
    });
    return found;
  }

  #guarded<T>(part: string, body: () => T): T {
    try {
      return body();
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'bad-input' || cause.localized.id === UNREADABLE)
        throw cause;
      const { localized: problem } = cause;
      throw this.broken(part === '' ? problem : message('system.about', { what: part, problem }));
    }
  }
}

/** Returns the name of a part that a relationship of a folder targets. */
function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

function walkXml(text: string, events: XmlEvents): void {
  const parser = new SaxesParser({ position: false });
  const fault = (problem: Message) => new AppError('bad-input', problem);
  let depth = 0;
  parser.on('error', ({ message: said }) => {
    throw fault(message('fault.xml', { problem: said }));
  });
  parser.on('doctype', () => {
    throw fault(message('fault.doctype'));
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > LIMITS.depth) throw fault(message('files.nested-too-deeply'));
    events.open?.(localName(name), new Map(Object.entries(attributes)));
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    events.close?.(localName(name));
  });
  for (const event of ['text', 'cdata'] as const) parser.on(event, (piece) => events.text?.(piece));
  parser.write(text).close();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
