/** Shared by all commands: parsing of options, opening of the workspace, and printing. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { DEFAULT_DEID_MODE, DeidMode } from '../../shared/domain/deid.ts';
import { type Message, message, plainText } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
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
import { said, withWords } from './language.ts';
import type { CommandOptions } from './options.ts';

/** Wrong use of the command line: exit code 2. */
export class UsageError extends Error {
  readonly localized: Message;

  constructor(said: string | Message) {
    const localized = typeof said === 'string' ? plainText(said) : said;
    super(words(localized, 'en'));
    this.localized = localized;
  }
}

/** Parses the options and positional arguments of a command. Throws UsageError when they do not fit `config`. */
export function parseOptions<const C extends Pick<ParseArgsConfig, 'allowNegative' | 'options'>>(
  argv: readonly string[],
  config: C,
) {
  try {
    return parseArgs({ ...config, args: [...argv], allowPositionals: true });
  } catch (error) {
    throw new UsageError(toErrorData(error).message);
  }
}

/** Runs `body` in the workspace named, creating it when there is none: with the starter graph unless `empty`. */
export async function withSession<T>(
  options: Pick<CommandOptions, 'workspace' | 'plain' | 'passphrase-file'>,
  create: 'starter' | 'empty',
  body: (session: Session) => Promise<T>,
): Promise<T> {
  const dir = options.workspace ?? defaultWorkspace();
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
    backgroundProcesses: false,
    emit: () => undefined,
    actor: () => commandLineActor(session),
  });
  try {
    if (session.workspace.readonly) note(message('workspace.read-only'));
    if (needsStarterContent(session)) {
      if (create === 'starter') {
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
export function integer(value: string | undefined, name: string, fallback: number): number {
  if (value === undefined) return fallback;
  if (!/^\d+$/.test(value) || Number(value) < 1)
    throw new UsageError(`--${name} takes a whole number from 1, not ${value}`);
  return Number(value);
}

/** Returns the de-identification mode, or the default. @throws UsageError */
export function deidMode(value: string | undefined): DeidMode {
  const mode = DeidMode.default(DEFAULT_DEID_MODE).safeParse(value);
  if (mode.success) return mode.data;
  throw new UsageError(`--mode takes ${DeidMode.options.join(', ')}, not ${value}`);
}

/** The only positional argument of a command. */
export function only(args: readonly string[], what: string): string {
  if (args.length !== 1 || args[0] === undefined) throw new UsageError(`expected exactly one ${what}`);
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

/** Tells once a second how far it is. */
export function progressNote(): (done: number, total: number) => void {
  let told = performance.now();
  return (done, total) => {
    if (performance.now() - told < 1000) return;
    told = performance.now();
    note(`${done} of ${total} documents`);
  };
}

/** Rows as aligned columns; CJK characters count two cells. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
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
