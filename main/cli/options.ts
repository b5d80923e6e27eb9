/** The options of the command line. */
import type { parseArgs } from 'node:util';

/** Options of every command that opens a workspace, for `parseArgs`. */
export const WORKSPACE_OPTIONS = {
  workspace: { type: 'string', short: 'w' },
  json: { type: 'boolean', default: false },
  debug: { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  'passphrase-file': { type: 'string' },
} as const;

/** Options of the commands that have none of their own. */
export const OPTIONS = {
  ...WORKSPACE_OPTIONS,
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
  top: { type: 'string' },
  format: { type: 'string' },
  type: { type: 'string' },
  limit: { type: 'string' },
  out: { type: 'string', short: 'o' },
  starter: { type: 'boolean', default: false },
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
  object: { type: 'string' },
  actor: { type: 'string' },
  action: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
} as const;

type Parsed = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
export type CommandOptions = Omit<Parsed, 'debug' | 'help' | 'version'>;
