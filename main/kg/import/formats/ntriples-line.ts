/** Parses a line of N-Triples (https://www.w3.org/TR/n-triples/). */

export type Term =
  | { readonly kind: 'iri'; readonly value: string }
  | { readonly kind: 'blank'; readonly value: string }
  | { readonly kind: 'literal'; readonly value: string; readonly language: string };

export interface Statement {
  readonly subject: Term;
  /** IRI of the predicate. */
  readonly predicate: string;
  readonly object: Term;
}

const IRI = '<([^\\u0000-\\u0020<>"{}|^`]*)>';
const BLANK = '_:([^\\s<>"]+)';
const LITERAL = '"((?:[^"\\\\\\r\\n]|\\\\.)*)"(?:@([A-Za-z]+(?:-[A-Za-z0-9]+)*)|\\^\\^<[^<>"\\s]*>)?';
const STATEMENT = new RegExp(
  `^\\s*(?:${IRI}|${BLANK})\\s*${IRI}\\s*(?:${IRI}|${LITERAL}|${BLANK})\\s*\\.\\s*(?:#.*)?$`,
  'u',
);

/** Returns the statement of a line, or `undefined` when it holds none. */
export function parseStatement(line: string): Statement | undefined {
  const match = STATEMENT.exec(line);
  if (match === null) return undefined;
  const [, subjectIri, subjectBlank, predicateIri, objectIri, literal, language, objectBlank] = match;
  const subject = node(subjectIri, subjectBlank);
  const predicate = undoEscapes(predicateIri ?? '');
  const text = literal === undefined ? undefined : undoEscapes(literal);
  const object =
    text === undefined
      ? node(objectIri, objectBlank)
      : ({ kind: 'literal', value: text, language: (language ?? '').toLowerCase() } as const);
  if (subject === undefined || predicate === undefined || object === undefined) return undefined;
  if (literal !== undefined && text === undefined) return undefined;
  return { subject, predicate, object };
}

function node(iri: string | undefined, blank: string | undefined): Term | undefined {
  if (blank !== undefined) return { kind: 'blank', value: blank };
  const value = iri === undefined ? undefined : undoEscapes(iri);
  return value === undefined ? undefined : { kind: 'iri', value };
}

const ESCAPES: Readonly<Record<string, string>> = {
  t: '\t',
  b: '\b',
  n: '\n',
  r: '\r',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

/** Decodes \t \n … \uXXXX and \UXXXXXXXX; returns `undefined` for any other escape. */
function undoEscapes(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  let valid = true;
  const plain = text.replace(
    /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))/g,
    (_all, short?: string, long?: string, letter?: string) => {
      const code = short ?? long;
      if (code !== undefined) {
        const point = Number.parseInt(code, 16);
        if (point <= 0x10ffff) return String.fromCodePoint(point);
      }
      const escaped = letter === undefined ? undefined : ESCAPES[letter];
      if (escaped === undefined) valid = false;
      return escaped ?? '';
    },
  );
  return valid ? plain : undefined;
}

/** Returns the part of an IRI after its last `#`, `/` or `:`, with percent escapes decoded. */
export function localName(iri: string): string {
  const trimmed = iri.replace(/[#/]+$/, '');
  const local = trimmed.slice(
    Math.max(trimmed.lastIndexOf('#'), trimmed.lastIndexOf('/'), trimmed.lastIndexOf(':')) + 1,
  );
  try {
    return decodeURIComponent(local);
  } catch {
    return local;
  }
}
