/** Reads XML 1.0 and 1.1 strictly into a shallow tree, and writes it without loss of characters. */
import { SaxesParser } from 'saxes';
import { type Message, message } from '../../../../shared/messages/message.ts';
import type { AppError } from '../../../../shared/result.ts';
import { fileText } from '../../../reading/decode.ts';
import { LIMITS } from '../../../reading/limits.ts';
import { brokenFormat, type NamedFile } from '../format.ts';
import type { Losses } from '../losses.ts';
import { brokenAt } from '../text-file.ts';

export interface XmlElement {
  /** URI of the namespace; empty without one. */
  readonly uri: string;
  readonly local: string;
  /** Attributes by name with prefix, without namespace declarations. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** Offset in the file's text. */
  readonly offset: number;
}

export interface XmlFile {
  readonly root: XmlElement;
  broken(element: XmlElement, problem: Message): AppError;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/**
 * @throws AppError at the line and column of invalid XML; document type declarations, which may hold entities, are
 * refused
 */
export function readXml(file: NamedFile): XmlFile {
  const text = fileText(file);
  const parser = new SaxesParser({ xmlns: true, position: true });
  const top: OpenElement = { uri: '', local: '', attributes: new Map(), children: [], text: '', offset: 0 };
  const open: OpenElement[] = [top];
  let start = 0;
  const here = (problem: Message) =>
    brokenFormat({ file: file.name, line: parser.line, column: Math.max(1, parser.columnIndex) }, problem);
  parser.on('error', ({ message: said }) => {
    throw here(message('fault.xml', { problem: said.replace(/^(?:.*?:)?\d+:\d+: /, '') }));
  });
  parser.on('doctype', () => {
    throw here(message('fault.doctype'));
  });
  parser.on('opentagstart', () => {
    if (open.length > LIMITS.depth) throw here(message('files.nested-too-deeply'));
    start = text.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const own = Object.values(attributes).filter(
      ({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns',
    );
    const element: OpenElement = {
      ...{ uri, local, children: [], text: '', offset: start },
      attributes: new Map(own.map(({ name, value }) => [name, value])),
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  for (const event of ['text', 'cdata'] as const) {
    parser.on(event, (piece) => {
      const element = open.at(-1);
      if (element !== undefined) element.text += piece;
    });
  }
  parser.write(text).close();
  const [root] = top.children;
  if (root === undefined) throw here(message('fault.no-element'));
  return { root, broken: (element, problem) => brokenAt(file.name, text, element.offset, problem) };
}

const XML_LOST = 'losses.not-in-xml';
// Characters that no XML can contain, escaped or not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of them
const IMPOSSIBLE = /[\u0000\ufffe\uffff]|\p{Cs}/gu;
// Line ends and the restricted characters of XML 1.1 are written by number, else readers change them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const BY_NUMBER = /[\u0001-\u001f\u007f-\u009f\u2028&<>"]/g;
const ONLY_IN_1_1 = /&#x(?:[1-8bcef]|1[0-9a-f]);/;

/** Builds one file; counts replaced characters. */
export class XmlWriter {
  readonly #losses: Losses;
  #body = '';

  constructor(losses: Losses) {
    this.#losses = losses;
  }

  /** @param content escaped content; absent: an empty element */
  element(
    indent: number,
    name: string,
    attributes: Iterable<readonly [string, string]>,
    inside?: () => void,
  ): void {
    const given = [...attributes].map(([key, value]) => ` ${key}="${this.#escape(value)}"`).join('');
    const blanks = '  '.repeat(indent);
    if (inside === undefined) this.#body += `${blanks}<${name}${given}/>\n`;
    else {
      this.#body += `${blanks}<${name}${given}>\n`;
      inside();
      this.#body += `${blanks}</${name}>\n`;
    }
  }

  textElement(indent: number, name: string, text: string): void {
    this.#body += `${'  '.repeat(indent)}<${name}>${this.#escape(text)}</${name}>\n`;
  }

  /** The document without its declaration. */
  body(): string {
    return this.#body;
  }

  /** Declares XML 1.0 where it suffices. */
  bytes(): Uint8Array {
    const version = ONLY_IN_1_1.test(this.#body) ? '1.1' : '1.0';
    return new TextEncoder().encode(`<?xml version="${version}" encoding="UTF-8"?>\n${this.#body}`);
  }

  #escape(value: string): string {
    const possible = value.replace(IMPOSSIBLE, () => {
      this.#losses.add(XML_LOST, value);
      return '\ufffd';
    });
    return possible.replace(BY_NUMBER, (char) => `&#x${char.charCodeAt(0).toString(16)};`);
  }
}
