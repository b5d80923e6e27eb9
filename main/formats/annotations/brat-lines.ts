/** Parses the lines of a brat standoff file (.ann), https://brat.nlplab.org/standoff.html */
import type { Span } from '../../../shared/domain/span.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { AppError } from '../../../shared/result.ts';
import { type Line, linesOf } from '../../reading/lines.ts';
import { nameFromBrat } from './brat-names.ts';
import { brokenFormat } from './format.ts';
import { MAX_TYPE } from './losses.ts';

/** Id of another line, with its column for errors. */
export interface Reference {
  readonly id: string;
  readonly column: number;
}

interface Argument extends Reference {
  readonly role: string;
}

interface Common {
  readonly line: number;
  readonly id: string;
  readonly type: string;
}

export interface TextBound extends Common {
  readonly kind: 'text';
  /** Offsets and order as in the file. */
  readonly fragments: readonly Span[];
  readonly words: string | undefined;
  /** Columns of the offsets and the words, for errors. */
  readonly offsetsColumn: number;
  readonly wordsColumn: number;
}

export type BratLine =
  | TextBound
  | (Common & { readonly kind: 'relation'; readonly args: readonly [Argument, Argument] })
  | (Common & { readonly kind: 'event'; readonly trigger: Reference; readonly args: readonly Argument[] })
  | (Common & { readonly kind: 'attribute'; readonly target: Reference; readonly value: string })
  | (Common & {
      readonly kind: 'normalisation';
      readonly target: Reference;
      readonly system: string;
      readonly code: string;
      readonly name: string;
    })
  | (Common & { readonly kind: 'note'; readonly target: Reference; readonly note: string })
  | (Common & { readonly kind: 'equivalence'; readonly members: readonly Reference[] });

/**
 * Yields the lines that begin with one of `letters`, without empty ones. Each call reads the text again, so that a
 * million lines need not be in memory together.
 * @throws AppError at the line and column that breaks the rules
 */
export function* bratLines(file: string, text: string, letters?: string): Generator<BratLine> {
  const types = new Map<string, string>();
  for (const line of linesOf(text)) {
    if (letters !== undefined && !letters.includes(line.text.charAt(0))) continue;
    if (line.text.trim() !== '') yield parseLine(file, line, types);
  }
}

interface Kind {
  readonly form: string;
  /** The first two groups are id and type. */
  readonly pattern: RegExp;
  read(common: Common, fields: Fields): BratLine;
}

/** Pattern and conversion of a line, by its first character. */
const KINDS: Readonly<Record<string, Kind>> = {
  T: {
    form: 'T1⇥Type 0 5;16 23⇥words',
    pattern: /^(T\S+)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t(.*))?$/su,
    read: ({ line, id, type }, fields) => ({
      kind: 'text',
      line,
      id,
      type,
      fragments: fragmentsOf(fields[3] ?? ''),
      words: fields[4],
      offsetsColumn: columnOf(fields, 3),
      wordsColumn: fields[4] === undefined ? 1 : columnOf(fields, 4),
    }),
  },
  R: {
    form: 'R1⇥Type Arg1:T1 Arg2:T2',
    pattern: /^(R\S+)\t(\S+) (\S[^\s:]*:\S+) (\S[^\s:]*:\S+)\s*$/u,
    read: (common, fields) => {
      const [first, second] = [roleOf(reference(fields, 3)), roleOf(reference(fields, 4))];
      const turned = first.role === 'Arg2' && second.role === 'Arg1';
      return { ...common, kind: 'relation', args: turned ? [second, first] : [first, second] };
    },
  },
  E: {
    form: 'E1⇥Type:T1 Role:T2',
    pattern: /^(E\S+)\t([^\s:]+):(\S+)((?: +\S[^\s:]*:\S+)*)\s*$/u,
    read: (common, fields) => ({
      ...common,
      kind: 'event',
      trigger: reference(fields, 3),
      args: references(fields, 4).map(roleOf),
    }),
  },
  A: {
    form: 'A1⇥Name T1 value',
    pattern: /^([AM]\S+)\t(\S+) (\S+)(?: (.*))?$/su,
    read: (common, fields) => ({
      ...common,
      kind: 'attribute',
      target: reference(fields, 3),
      // A flag has no value; it is set.
      value: fields[4] || 'true',
    }),
  },
  N: {
    form: 'N1⇥Reference T1 system:code⇥name',
    pattern: /^(N\S+)\t(\S+) (\S+) ([^\s:]+):(\S*)(?:\t(.*))?$/su,
    read: (common, fields) => ({
      ...common,
      kind: 'normalisation',
      target: reference(fields, 3),
      system: fields[4] ?? '',
      code: fields[5] ?? '',
      name: fields[6] ?? '',
    }),
  },
  '#': {
    form: '#1⇥AnnotatorNotes T1⇥note',
    pattern: /^(#\S*)\t(\S+) (\S+)(?:\t(.*))?$/su,
    read: (common, fields) => ({
      ...common,
      kind: 'note',
      target: reference(fields, 3),
      note: fields[4] ?? '',
    }),
  },
  '*': {
    form: '*⇥Equiv T1 T2',
    pattern: /^(\*)\t(\S+)((?: +\S+){2,})\s*$/u,
    read: (common, fields) => ({ ...common, kind: 'equivalence', members: references(fields, 3) }),
  },
};

/** Groups of a matched line, which stand one after another with one character between. */
type Fields = readonly (string | undefined)[];

/** @param types type names by how brat writes them, so that equal ones share memory */
function parseLine(file: string, line: Line, types: Map<string, string>): BratLine {
  const letter = line.text.charAt(0);
  const kind = KINDS[letter === 'M' ? 'A' : letter];
  if (kind === undefined)
    throw broken(file, line, 1, message('fault.unknown-line', { letter: JSON.stringify(letter) }));
  const fields = kind.pattern.exec(line.text);
  if (fields === null) throw broken(file, line, 1, message('fault.line-form', { form: kind.form }));
  const given = fields[2] ?? '';
  const type = types.get(given) ?? nameFromBrat(given);
  if (type.length > MAX_TYPE)
    throw broken(file, line, columnOf(fields, 2), message('fault.type-too-long', { limit: MAX_TYPE }));
  types.set(given, type);
  return kind.read({ line: line.number, id: fields[1] ?? '', type }, fields);
}

function broken(file: string, line: Line, column: number, problem: Message): AppError {
  return brokenFormat({ file, line: line.number, column }, problem);
}

/** Returns the column of a group, from 1. */
function columnOf(fields: Fields, group: number): number {
  let column = 1;
  for (let i = 1; i < group; i++) column += (fields[i] ?? '').length + 1;
  return column;
}

/** Parses `0 5;16 23`. */
const fragmentsOf = (pairs: string): Span[] =>
  pairs.includes(';') ? pairs.split(';').map(fragmentOf) : [fragmentOf(pairs)];

function fragmentOf(pair: string): Span {
  const blank = pair.indexOf(' ');
  return { start: Number(pair.slice(0, blank)), end: Number(pair.slice(blank + 1)) };
}

function reference(fields: Fields, group: number): Reference {
  return { id: fields[group] ?? '', column: columnOf(fields, group) };
}

/** Returns the words of a group that begins with a blank. */
function references(fields: Fields, group: number): Reference[] {
  const first = columnOf(fields, group) - 1;
  return [...(fields[group] ?? '').matchAll(/\S+/g)].map(({ 0: id, index }) => ({
    id,
    column: first + index,
  }));
}

function roleOf({ id, column }: Reference): Argument {
  const colon = id.indexOf(':');
  return { role: nameFromBrat(id.slice(0, colon)), id: id.slice(colon + 1), column: column + colon + 1 };
}
