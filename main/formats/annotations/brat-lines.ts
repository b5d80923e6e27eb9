/** Parses the lines of a brat standoff file (.ann), https://brat.nlplab.org/standoff.html */
import type { Span } from '../../../shared/domain/span.ts';
import type { AppError } from '../../../shared/result.ts';
import { type Line, linesOf } from '../../reading/lines.ts';
import { nameFromBrat } from './brat-names.ts';
import { brokenFormat } from './format.ts';
import { MAX_TYPE } from './imported-items.ts';

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
  readonly columns: { readonly offsets: number; readonly words: number };
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

/** @throws AppError at the line and column that breaks the rules */
export function bratLines(file: string, text: string): BratLine[] {
  const lines: BratLine[] = [];
  const ids = new Map<string, number>();
  for (const line of linesOf(text)) {
    if (line.text.trim() === '') continue;
    const parsed = parseLine(file, line);
    // Lines with `*` have no id; notes of some tools share one number.
    if (parsed.kind !== 'equivalence' && parsed.kind !== 'note') {
      const before = ids.get(parsed.id);
      if (before !== undefined)
        throw broken(file, line, 1, `${parsed.id} is already on line ${before}`, '编号重复');
      ids.set(parsed.id, line.number);
    }
    lines.push(parsed);
  }
  return lines;
}

/** Pattern and conversion of a line, by its first character. */
const KINDS: Readonly<Record<string, { form: string; pattern: RegExp; read: (match: Match) => Parsed }>> = {
  T: {
    form: 'T1⇥Type 0 5;16 23⇥words',
    pattern: /^(?<id>T\S+)\t(?<type>\S+) (?<offsets>\d+ \d+(?:;\d+ \d+)*)(?:\t(?<words>.*))?$/dsu,
    read: ({ at, ...match }) => ({
      kind: 'text',
      fragments: match
        .group('offsets')
        .split(';')
        .map((pair) => {
          const [start = 0, end = 0] = pair.split(' ').map(Number);
          return { start, end };
        }),
      words: match.has('words') ? match.group('words') : undefined,
      columns: { offsets: at('offsets'), words: at('words') },
    }),
  },
  R: {
    form: 'R1⇥Type Arg1:T1 Arg2:T2',
    pattern: /^(?<id>R\S+)\t(?<type>\S+) (?<first>\S+:\S+) (?<second>\S+:\S+)\s*$/du,
    read: (match) => {
      const [first, second] = [argument(match, 'first'), argument(match, 'second')];
      const turned = first.role === 'Arg2' && second.role === 'Arg1';
      return { kind: 'relation', args: turned ? [second, first] : [first, second] };
    },
  },
  E: {
    form: 'E1⇥Type:T1 Role:T2',
    pattern: /^(?<id>E\S+)\t(?<type>[^\s:]+):(?<trigger>\S+)(?<args>(?: +\S+:\S+)*)\s*$/du,
    read: (match) => ({ kind: 'event', trigger: reference(match, 'trigger'), args: roles(match) }),
  },
  A: {
    form: 'A1⇥Name T1 value',
    pattern: /^(?<id>[AM]\S+)\t(?<type>\S+) (?<target>\S+)(?: (?<value>.*))?$/dsu,
    read: (match) => ({
      kind: 'attribute',
      target: reference(match, 'target'),
      // A flag has no value; it is set.
      value: match.has('value') && match.group('value') !== '' ? match.group('value') : 'true',
    }),
  },
  N: {
    form: 'N1⇥Reference T1 system:code⇥name',
    pattern:
      /^(?<id>N\S+)\t(?<type>\S+) (?<target>\S+) (?<system>[^\s:]+):(?<code>\S*)(?:\t(?<name>.*))?$/dsu,
    read: (match) => ({
      kind: 'normalisation',
      target: reference(match, 'target'),
      system: match.group('system'),
      code: match.group('code'),
      name: match.group('name'),
    }),
  },
  '#': {
    form: '#1⇥AnnotatorNotes T1⇥note',
    pattern: /^(?<id>#\S*)\t(?<type>\S+) (?<target>\S+)(?:\t(?<note>.*))?$/dsu,
    read: (match) => ({ kind: 'note', target: reference(match, 'target'), note: match.group('note') }),
  },
  '*': {
    form: '*⇥Equiv T1 T2',
    pattern: /^(?<id>\*)\t(?<type>\S+)(?<members>(?: +\S+){2,})\s*$/du,
    read: (match) => ({ kind: 'equivalence', members: parts(match, 'members') }),
  },
};

type WithoutCommon<L> = L extends unknown ? Omit<L, keyof Common> : never;
type Parsed = WithoutCommon<BratLine>;

interface Match {
  group(name: string): string;
  has(name: string): boolean;
  /** Column of a group, from 1. */
  at(name: string): number;
}

function parseLine(file: string, line: Line): BratLine {
  const letter = line.text.charAt(0);
  const kind = KINDS[letter === 'M' ? 'A' : letter];
  if (kind === undefined)
    throw broken(file, line, 1, `no line begins with ${JSON.stringify(letter)}`, '无法识别的行');
  const found = kind.pattern.exec(line.text);
  if (found === null)
    throw broken(file, line, 1, `the line should be like ${kind.form} (⇥ a tab)`, '行格式错误');
  const match: Match = {
    group: (name) => found.groups?.[name] ?? '',
    has: (name) => found.groups?.[name] !== undefined,
    at: (name) => (found.indices?.groups?.[name]?.[0] ?? 0) + 1,
  };
  const type = nameFromBrat(match.group('type'));
  if (type.length > MAX_TYPE)
    throw broken(file, line, match.at('type'), `the type has over ${MAX_TYPE} characters`, '类型名过长');
  return { line: line.number, id: match.group('id'), type, ...kind.read(match) };
}

function broken(file: string, line: Line, column: number, reason: string, chinese: string): AppError {
  return brokenFormat({ file, line: line.number, column }, reason, chinese);
}

function reference(match: Match, name: string): Reference {
  return { id: match.group(name), column: match.at(name) };
}

function argument(match: Match, name: string): Argument {
  return roleOf({ id: match.group(name), column: match.at(name) });
}

function roleOf({ id, column }: Reference): Argument {
  const colon = id.indexOf(':');
  return { role: nameFromBrat(id.slice(0, colon)), id: id.slice(colon + 1), column: column + colon + 1 };
}

function roles(match: Match): Argument[] {
  return parts(match, 'args').map(roleOf);
}

/** Returns the words of a group with their columns. */
function parts(match: Match, name: string): Reference[] {
  return [...match.group(name).matchAll(/\S+/g)].map(({ 0: id, index }) => ({
    id,
    column: match.at(name) + index,
  }));
}
