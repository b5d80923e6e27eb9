/** Replies that cross a process border. Errors travel as data: Electron keeps only `message` of a thrown error. */
import { z } from 'zod';
import type { MessageId } from './messages/index.ts';
import type { Language } from './messages/language.ts';
import {
  Message,
  message,
  type ParametersOf,
  type PlainId,
  plainText,
  withText,
} from './messages/message.ts';
import { words } from './messages/words.ts';

/** Category of an error. The renderer derives icon and wording from it, the command line its exit code. */
export const ErrorCode = z.enum([
  'bad-request', // wrong payload, wrong use
  'not-found',
  'bad-input', // a file or text that cannot be read as what it claims to be
  'too-large',
  'archived', // the record is locked until an administrator unlocks it
  'conflict', // changed by somebody else meanwhile
  'locked', // workspace needs a passphrase, or another process holds it, or nobody is signed in
  'forbidden', // the person's roles do not allow it
  'wrong-key',
  'newer-version', // made by a newer Meridian
  'corrupt',
  'disk-full',
  'io',
  'cancelled',
  'engine-down',
  'internal',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** `message` says what happened, `kept` what is safe, `hint` what to do; all are shown to people. */
export const AppErrorData = z.object({
  code: ErrorCode,
  message: Message,
  kept: Message.optional(),
  hint: Message.optional(),
});
export type AppErrorData = z.infer<typeof AppErrorData>;

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppErrorData };

/** Further parts of an error; a message without parameters may be given by its id. */
interface Advice {
  readonly kept?: PlainId | Message | undefined;
  readonly hint?: PlainId | Message | undefined;
  readonly cause?: unknown;
}

/** An error with words for people. Anything else that is thrown becomes `internal`. */
export class AppError<Id extends MessageId = MessageId> extends Error {
  readonly code: ErrorCode;
  /** Describes the error. `Error.message` holds its English words, for logs and stack traces. */
  readonly localized: Message;
  readonly kept: Message | undefined;
  readonly hint: Message | undefined;

  constructor(code: ErrorCode, id: PlainId);
  constructor(code: ErrorCode, id: Id, params: ParametersOf<Id>, advice?: Advice);
  constructor(code: ErrorCode, message: Message, advice?: Advice);
  constructor(
    code: ErrorCode,
    said: Id | Message,
    paramsOrAdvice: Message['params'] | Advice = {},
    given: Advice = {},
  ) {
    const isId = typeof said === 'string';
    // safe: only the overload with an id takes parameters, only the other takes advice there
    const advice = isId ? given : (paramsOrAdvice as Advice);
    // safe: see above
    const localized = isId ? { id: said, params: paramsOrAdvice as Message['params'] } : said;
    super(words(localized, 'en'), { cause: advice.cause });
    this.name = 'AppError';
    this.code = code;
    this.localized = localized;
    this.kept = toMessage(advice.kept);
    this.hint = toMessage(advice.hint);
  }
}

const toMessage = (said: PlainId | Message | undefined): Message | undefined =>
  typeof said === 'string' ? message(said) : said;

/** Rebuilds the error that the data of a reply describe. */
export const fromErrorData = ({ code, message, kept, hint }: AppErrorData): AppError =>
  new AppError(code, message, { kept, hint });

/** Longest text in an error, in UTF-16 code units. */
const MAX_WORDS = 2000;

const shortened = (text: string): string =>
  text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS).toWellFormed()} …` : text;

/** All that an error says, in one language: what happened, what is safe, what to do. */
export function errorWords({ message, kept, hint }: AppErrorData, language: Language): string[] {
  return [message, kept, hint].filter((part) => part !== undefined).map((part) => words(part, language));
}

/** All that an error says, in one line of sentences. */
export function errorLine(error: AppErrorData, language: Language): string {
  const [said = '', ...advice] = errorWords(error, language);
  const ended = advice.length === 0 || /[.!?:…。！？：]$/.test(said);
  const sentence = ended ? said : `${said}${language === 'zh' ? '。' : '.'}`;
  return [sentence, ...advice].join(' ').replaceAll('\n', ' ');
}

/**
 * Turns whatever was thrown into data for a reply. System error codes get words that a person can act on. Texts are
 * shortened, since they may quote an input or a stored row of any length.
 */
export function toErrorData(thrown: unknown): AppErrorData {
  if (thrown instanceof AppError) {
    const { code, localized, kept, hint } = thrown;
    return {
      code,
      message: withText(localized, shortened),
      ...(kept === undefined ? {} : { kept: withText(kept, shortened) }),
      ...(hint === undefined ? {} : { hint: withText(hint, shortened) }),
    };
  }
  const text = shortened(thrown instanceof Error ? thrown.message : String(thrown));
  const system = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
  switch (system) {
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return {
        code: 'disk-full',
        message: message('system.disk-full'),
        kept: message('system.saved-intact'),
        hint: message('system.free-space'),
      };
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return {
        code: 'locked',
        message: message('system.workspace-busy'),
        hint: message('system.close-other'),
      };
    case 'SQLITE_READONLY':
      return { code: 'io', message: message('workspace.read-only') };
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
      return {
        code: 'corrupt',
        message: message('system.database-damaged', { text }),
        hint: message('system.restore-backup'),
      };
    case 'ENOENT':
      return { code: 'not-found', message: message('system.no-such-file', { path: pathOf(thrown) ?? text }) };
    case 'EISDIR':
      return { code: 'bad-request', message: message('system.needs-file', { text: pathOf(thrown) ?? text }) };
    case 'EEXIST':
    case 'ENOTDIR':
      return {
        code: 'bad-request',
        message: message('system.needs-folder', { text: pathOf(thrown) ?? text }),
      };
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { code: 'io', message: message('system.no-permission', { text: pathOf(thrown) ?? text }) };
    default:
      return { code: 'internal', message: plainText(text) };
  }
}

/** Returns the path in an error of the file system. */
function pathOf(thrown: unknown): string | undefined {
  const { path } = Object(thrown) as { path?: unknown }; // safe: any object may have the property
  return typeof path === 'string' ? shortened(path) : undefined;
}
