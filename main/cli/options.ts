/** The options of each command, for `parseArgs`. Loads no package, so that help is printed at once. */
import type { parseArgs } from 'node:util';

const value = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const list = { type: 'string', multiple: true } as const;
const out = { type: 'string', short: 'o' } as const;
const model = { type: 'string', short: 'm' } as const;
const fields = {
  text: value,
  'text-a': value,
  'text-b': value,
  label: value,
  separator: value,
  parent: value,
} as const;
/** Options of the export of records. */
const deid = {
  mode: value,
  level: value,
  strict: flag,
  'second-look': flag,
  leftovers: value,
  decisions: value,
  'remove-left': value,
} as const;

/** Options of every command. */
export const COMMON_OPTIONS = {
  workspace: { type: 'string', short: 'w' },
  json: flag,
  debug: flag,
  plain: flag,
  'passphrase-file': value,
} as const;

/** Options of each command by its name, beside the common ones and the training settings. */
export const OPTIONS = {
  kg: {
    format: value,
    starter: flag,
    type: value,
    limit: value,
    name: list,
    'remove-name': list,
    rename: value,
    fact: list,
    edge: list,
    'remove-edge': list,
    as: value,
    without: list,
    out,
  },
  phrases: {
    ...{ corpus: list, name: value, out, seed: value, limit: value, state: value, origin: value, long: flag },
    ...{ 'min-count': value, 'max-length': value, 'min-quality': value },
  },
  link: { model, evaluate: value, record: value },
  diagnose: { top: value, record: value },
  similar: { record: value, limit: value },
  demo: { out },
  update: { verify: flag },
  docs: { ...deid, generalise: value, format: value, out, identified: flag, limit: value },
  deid: {
    ...deid,
    generalise: value,
    out,
    'patient-field': value,
    model,
    'model-fields': value,
    evaluate: value,
    tagger: flag,
    known: value,
    'forget-known': value,
  },
  data: { ...fields, name: value, task: value },
  augment: { model, share: value, seed: value, out },
  convert: { from: value, to: value, out, scheme: value },
  agreement: { from: value, seed: value, limit: value },
  models: {
    name: value,
    out,
    data: value,
    size: value,
    corpus: list,
    vocab: value,
    'vocab-size': value,
    seed: value,
    transformers: flag,
    onnx: flag,
  },
  train: {
    ...fields,
    task: value,
    train: value,
    dev: value,
    out,
    config: value,
    preset: value,
    resume: value,
    folds: value,
    corpus: list,
    hours: value,
    samples: value,
  },
  evaluate: {
    ...fields,
    model,
    tagger: value,
    data: value,
    int8: flag,
    against: value,
    samples: value,
    seed: value,
  },
  predict: {
    model,
    tagger: value,
    task: value,
    'text-a': value,
    'text-b': value,
    int8: flag,
    top: value,
    explain: flag,
  },
  embed: {
    unit: value,
    dim: value,
    window: value,
    'min-count': value,
    epochs: value,
    threads: value,
    seed: value,
    negative: value,
    sample: value,
    alpha: value,
    'skip-gram': flag,
    'learning-rate': value,
    'x-max': value,
    'relation-dim': value,
    batch: value,
    margin: value,
    temperature: value,
    'held-out': value,
    'evaluate-every': value,
    patience: value,
    loss: value,
    norm: value,
    sampling: value,
    unfiltered: flag,
    'no-fold': flag,
    dictionary: value,
    'graph-names': flag,
    out,
    name: value,
    format: value,
    top: value,
  },
  grid: {
    ...fields,
    task: value,
    train: value,
    dev: value,
    name: value,
    seeds: value,
    folds: value,
    vary: list,
    ablate: flag,
    'keep-models': flag,
    baselines: flag,
    retry: flag,
    format: value,
    test: value,
    differences: flag,
    samples: value,
    out,
  },
  tune: {
    ...fields,
    task: value,
    train: value,
    dev: value,
    name: value,
    config: value,
    minutes: value,
    method: value,
    trials: value,
    retry: flag,
    out,
  },
  probe: { model, limit: value, masks: value, seed: value },
  similarity: { model, vectors: value, corpus: list, seed: value, limit: value },
  runs: { format: value, out, for: value, from: value },
  engine: {},
  project: {
    ...deid,
    generalise: value,
    schema: value,
    members: value,
    overlap: value,
    format: value,
    person: value,
    gold: flag,
    scheme: value,
    identified: flag,
    finished: flag,
    suggestions: flag,
    text: list,
    id: value,
    label: value,
    separator: value,
    score: value,
    spans: value,
    keep: list,
    sheet: value,
    model,
    majority: flag,
    dictionary: flag,
    threshold: value,
    yes: flag,
    'take-theirs': flag,
    name: value,
    out,
  },
  serve: { address: value, port: value, name: list, cert: value, key: value, api: flag },
  batch: {
    queue: value,
    model,
    int8: flag,
    name: value,
    priority: value,
    block: value,
    mode: value,
    level: value,
    'remove-left': value,
    out,
  },
  worker: { queue: value, invitation: list, folder: value, drain: flag },
  people: { roles: value, 'password-file': value, label: value, days: value },
  audit: {
    verify: flag,
    object: value,
    actor: value,
    action: value,
    since: value,
    until: value,
    limit: value,
    format: value,
    out,
  },
  workspace: { out, verify: flag, every: value, folder: value, keep: value },
} as const;

export type CommandName = keyof typeof OPTIONS;

/** Values of flags by their names. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

type Parsed<Table extends NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>> = ReturnType<
  typeof parseArgs<{ options: Table }>
>['values'];

/** The common options that opening a workspace and printing need. */
export type CommonOptions = Omit<Parsed<typeof COMMON_OPTIONS>, 'debug'>;

/** The options that a command was given; `train`, `grid` and `tune` take the training settings, too. */
export type Options<Name extends CommandName> = CommonOptions &
  Parsed<(typeof OPTIONS)[Name]> &
  (Name extends 'train' | 'grid' | 'tune' ? Values : unknown);

/** Serves a workspace until a signal ends it; the hosts, which no command may import, have it. */
type Serve = (request: {
  readonly dir: string;
  readonly configDir: string;
  readonly passphrase?: string;
  readonly address: string;
  readonly port: number;
  readonly names: readonly string[];
  readonly api: boolean;
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly ready: (urls: readonly string[], fingerprint: string) => void;
}) => Promise<void>;

export interface RunOptions {
  /** Ends the process when it needs too much memory; true unless given. */
  readonly limitsMemory?: boolean;
  /** Absent where no server can be started. */
  readonly serve?: Serve;
}
