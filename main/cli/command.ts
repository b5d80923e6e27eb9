/** Shared by all commands: actions, checks of options, opening of the workspace, and printing. */
import {
  DEFAULT_DEID_LEVEL,
  DEFAULT_DEID_MODE,
  DeidLevel,
  DeidMode,
  Generalisation,
} from '../../shared/domain/deid.ts';
import type { MessageId } from '../../shared/messages/index.ts';
import {
  type Given,
  isMessageId,
  type Message,
  message,
  type Parameter,
} from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError } from '../../shared/result.ts';
import { givenPassphrase } from '../passphrase.ts';
import { spawnHere } from '../processes/spawn-here.ts';
import { commandLineActor } from '../services/accounts/requester.ts';
import { closeSession, openSession } from '../services/session/open-session.ts';
import type { Session } from '../services/session/session.ts';
import {
  addStarterGraph,
  markStarterContent,
  needsStarterContent,
} from '../services/workspace/starter-content.ts';
import { configDir, defaultWorkspace } from '../workspace/paths.ts';
import { Workspace } from '../workspace/workspace.ts';
import { said, withWords } from './language.ts';
import type { CommonOptions, Options } from './options.ts';

/** Wrong use of the command line: exit code 2. */
export class UsageError<Id extends MessageId = MessageId> extends Error {
  readonly localized: Message;

  constructor(id: Id, ...params: Given<Id>) {
    const localized = message(id, ...params);
    super(words(localized, 'en'));
    this.localized = localized;
  }
}

/** A command, or one of its actions. */
export type Action<O> = (args: readonly string[], options: O) => Promise<void>;

/** Returns a command whose first argument names one of its actions. */
export const actions =
  <O>(command: string, table: Readonly<Record<string, Action<O>>>): Action<O> =>
  async ([action = '', ...args], options) => {
    const run = Object.hasOwn(table, action) ? table[action] : undefined;
    if (run === undefined) throw expected(`${command} ${action}`.trim(), Object.keys(table));
    return run(args, options);
  };

/** A workspace that is not there yet is made with or without the starter graph, or refused when it was named. */
type Creation = 'starter' | 'empty' | 'refused';

/** Returns an action that runs `body` in the workspace named. */
export const inSession =
  <O extends CommonOptions>(
    body: (session: Session, args: readonly string[], options: O) => unknown,
    create: Creation = 'refused',
  ): Action<O> =>
  (args, options) =>
    withSession(options, create, async (session) => {
      await body(session, args, options);
    });

/** Runs `body` in the workspace named. */
export async function withSession<T>(
  options: Pick<CommonOptions, 'workspace' | 'plain' | 'passphrase-file'>,
  create: Creation,
  body: (session: Session) => Promise<T>,
): Promise<T> {
  const dir = options.workspace ?? defaultWorkspace();
  if (create === 'refused' && options.workspace !== undefined && !Workspace.exists(dir))
    throw new AppError('not-found', 'workspace.none-here', { dir }, { hint: 'hint.check-workspace-path' });
  const passphrase = givenPassphrase(options['passphrase-file']);
  const session: Session = openSession({
    dir,
    configDir: configDir(),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(options.plain
      ? { create: 'plain' as const }
      : passphrase === undefined
        ? {}
        : { create: 'passphrase' as const }),
    spawn: spawnHere,
    emit: () => undefined,
    actor: () => commandLineActor(session),
  });
  try {
    if (session.workspace.readonly) note(message('workspace.read-only'));
    if (needsStarterContent(session)) {
      if (create !== 'empty') {
        note(message('cli.importing-starter-graph'));
        await addStarterGraph(session);
      }
      markStarterContent(session);
    }
    return await body(session);
  } finally {
    await closeSession(session);
  }
}

/** A whole number option, or the default. */
export function integer(value: string | undefined, option: string, fallback: number): number {
  if (value === undefined) return fallback;
  if (!/^\d+$/.test(value) || Number(value) < 1)
    throw new UsageError('cli.takes', { option, value, form: message('cli.whole-number') });
  return Number(value);
}

/** Throws UsageError for anything but a finite number. */
export function number(value: string, option: string): number {
  if (value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  throw new UsageError('cli.takes', { option, value, form: message('cli.number') });
}

/** Returns the choice that an option names. Throws UsageError for anything else. */
export function choice<T extends string>(option: string, value: string, choices: readonly T[]): T;
export function choice<T extends string>(
  option: string,
  value: string | undefined,
  choices: readonly T[],
): T | undefined;
export function choice(option: string, value: string | undefined, choices: readonly string[]) {
  if (value === undefined || choices.includes(value)) return value;
  throw new UsageError('cli.takes', { option, value, form: message('cli.one-of', { choices }) });
}

/** Returns the de-identification mode, or the default. Throws UsageError. */
export const deidMode = (value: string | undefined): DeidMode =>
  choice('--mode', value ?? DEFAULT_DEID_MODE, DeidMode.options);

/** Returns the level of `--level L`, `--strict` or `--no-strict`. */
export function deidLevel({ level, strict }: Pick<Options<'deid'>, 'level' | 'strict'>): DeidLevel {
  if (level !== undefined && strict !== undefined)
    throw new UsageError('cli.excludes', { option: '--level', other: strict ? '--strict' : '--no-strict' });
  if (strict !== undefined) return strict ? 'strict' : 'ordinary';
  return choice('--level', level ?? DEFAULT_DEID_LEVEL, DeidLevel.options);
}

/** Returns the kinds of `--generalise age,month,province`, absent without it. Throws UsageError. */
export const generalisations = (value: string | undefined): Generalisation[] | undefined =>
  value?.split(',').map((kind) => choice('--generalise', kind.trim(), Generalisation.options));

export const expected = (command: string, what: Parameter): UsageError =>
  new UsageError('cli.expected', { command, what });

/** Returns the value of an option that `command` cannot do without. Throws UsageError naming `what`. */
export function needed<T>(value: T | undefined, command: string, what: Parameter): T {
  if (value === undefined) throw new UsageError('cli.needs', { command, what });
  return value;
}

/** The only positional argument of a command. */
export function only(args: readonly string[], what: string): string {
  if (args.length !== 1 || args[0] === undefined) throw new UsageError('cli.exactly-one', { what });
  return args[0];
}

export function print(line: string | Message): void {
  process.stdout.write(`${said(line)}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, withWords));
}

/** Progress and remarks go to standard error, so that standard output stays data. */
export function note(line: string | Message): void {
  process.stderr.write(`${said(line)}\n`);
}

/** Returns a function that notes its `text` at most once a second. */
export function noteEverySecond<A extends unknown[]>(
  text: (...args: A) => string | Message,
): (...args: A) => void {
  let told = performance.now();
  return (...args) => {
    if (performance.now() - told < 1000) return;
    told = performance.now();
    note(text(...args));
  };
}

/** Tells once a second how far it is. */
export const progressNote = (): ((done: number, total: number) => void) =>
  noteEverySecond((done, total) => message('cli.documents-done', { done, total }));

type Cell = string | number;

type ColumnOf<Id> = Id extends `column.${infer Name}` ? Name : never;
/** A heading, or a line on a card, by its English words. Names of rows have none. */
export type Column = ColumnOf<MessageId> | '';

export const heading = (column: Column): string => (column === '' ? '' : said(message(`column.${column}`)));

/** Returns the words of a card's key; a key without words, such as one of the data, stays as it is. */
export function keyName(key: string): string {
  const id = `column.${key}`;
  return isMessageId(id) ? said({ id, params: {} }) : key;
}

/** Returns the words of a value of a closed set, such as a state; any other value stays as it is. */
export function valueName(value: unknown): string {
  const id = `value.${value}`;
  return isMessageId(id) ? said({ id, params: {} }) : String(value);
}

/** Keys of cards whose values people choose. */
const CHOSEN = new Set(['name', 'trainSet', 'devSet']);

/** Prints a card's plain fields, one a line. */
export function printFields(fields: object): void {
  for (const [key, value] of Object.entries(fields))
    print(`${keyName(key)}: ${CHOSEN.has(key) ? value : valueName(value)}`);
}

/** Returns a table with headings. */
export const headed = (columns: readonly Column[], rows: readonly (readonly Cell[])[]): string =>
  table([columns.map(heading), ...rows]);

/** Prints a list: as JSON on request, else as a table with a row for each. */
export function printList<T>(
  list: readonly T[],
  { json }: CommonOptions,
  headings: readonly Column[],
  row: (item: T) => readonly Cell[],
): void {
  if (json) printJson(list);
  else print(headed(headings, list.map(row)));
}

export function printDeleted(
  name: string,
  { json }: CommonOptions,
  deleted: Message = message('cli.has-deleted', { name }),
): void {
  if (json) printJson({ deleted: name });
  else print(deleted);
}

/** Rows as aligned columns; CJK characters count two cells. */
export function table(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => width(row[column] ?? ''))),
  );
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(cell))))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function width(text: string): number {
  let cells = 0;
  for (const char of text)
    cells +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        char,
      )
        ? 2
        : 1;
  return cells;
}

export const notFound = (what: Message): AppError => new AppError('not-found', what);
