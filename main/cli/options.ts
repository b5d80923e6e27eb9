/** The options that most commands share, and how the command's name is found among them. */
import { parseArgs } from 'node:util';
import { COMMANDS, type Command } from './commands.ts';

export const OPTIONS = {
  workspace: { type: 'string', short: 'w' },
  json: { type: 'boolean', default: false },
  debug: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
  top: { type: 'string' },
  format: { type: 'string' },
  type: { type: 'string' },
  limit: { type: 'string' },
  out: { type: 'string', short: 'o' },
  starter: { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  name: { type: 'string' },
  size: { type: 'string' },
  corpus: { type: 'string', multiple: true },
  vocab: { type: 'string' },
  'vocab-size': { type: 'string' },
  seed: { type: 'string' },
  model: { type: 'string', short: 'm' },
  data: { type: 'string' },
  int8: { type: 'boolean' },
  explain: { type: 'boolean' },
  task: { type: 'string' },
  text: { type: 'string' },
  label: { type: 'string' },
  separator: { type: 'string' },
  roles: { type: 'string' },
  'password-file': { type: 'string' },
  mode: { type: 'string' },
  'patient-field': { type: 'string' },
  strict: { type: 'boolean' },
  'model-fields': { type: 'string' },
  evaluate: { type: 'string' },
  identified: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  scheme: { type: 'string' },
  'passphrase-file': { type: 'string' },
  object: { type: 'string' },
  actor: { type: 'string' },
  action: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
} as const;

/** Returns the command that the arguments name, and the place of its name among them. */
export function findCommand(
  argv: readonly string[],
): { command: Command | undefined; name: string; at: number } | undefined {
  const options = { ...OPTIONS, lang: { type: 'string' } } as const;
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const at = tokens.find(({ kind }) => kind === 'positional')?.index;
  const name = at === undefined ? undefined : argv[at];
  if (at === undefined || name === undefined) return undefined;
  return { command: Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined, name, at };
}
