/** Matches the tensors of a file with a BERT model and reports the rest. */
import { type Message, message, type PlainId, plainText } from '../../../shared/messages/message.ts';
import {
  type BertPart,
  bertTensorSpecs,
  canonicalName,
  DECODER_BIAS,
  isBuffer,
  MLM_BIAS,
  tiedTo,
} from './bert-tensors.ts';
import type { HfBertConfig } from './hf-config.ts';
import { badFile, type FloatTensorData, formatShape, sameShape, type TensorData } from './tensor-data.ts';

export interface BertReport {
  /** File that the tensors come from. */
  readonly source: string;
  /** Whether every encoder tensor is present with its shape, so that the model is usable. */
  readonly complete: boolean;
  /** Parts that are complete. */
  readonly parts: readonly BertPart[];
  /** Missing tensors by canonical name, with the expected shape. */
  readonly missing: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly part: BertPart;
  }[];
  readonly misshaped: readonly {
    readonly name: string;
    readonly expected: readonly number[];
    readonly found: readonly number[];
  }[];
  /** Tensors of the file that are no part of this model. */
  readonly unexpected: readonly { readonly name: string; readonly shape: readonly number[] }[];
  /** Number of tensors found under other names: legacy LayerNorm names, or without the prefix `bert.`. */
  readonly renamed: number;
  /** Entries of the file that are no tensors. */
  readonly ignored: readonly string[];
}

export interface MatchedTensors {
  readonly weights: ReadonlyMap<string, FloatTensorData>;
  readonly others: ReadonlyMap<string, TensorData>;
  readonly report: BertReport;
}

/** Matches tensors by canonical name. @param origin file, and entries of it that were ignored */
export function matchBertTensors(
  config: HfBertConfig,
  tensors: ReadonlyMap<string, TensorData>,
  origin: { readonly source: string; readonly ignored: readonly string[] },
): MatchedTensors {
  const { found, originalName } = withCanonicalNames(tensors, origin.source);
  dropTied(found, config);
  const weights = new Map<string, FloatTensorData>();
  const missing: BertReport['missing'][number][] = [];
  const misshaped: BertReport['misshaped'][number][] = [];
  for (const { name, shape, part } of bertTensorSpecs(config)) {
    const tensor = found.get(name);
    found.delete(name);
    if (tensor === undefined) missing.push({ name, shape, part });
    else if (tensor.type === 'I64' || !sameShape(tensor.shape, shape)) {
      misshaped.push({ name, expected: shape, found: tensor.shape });
    } else weights.set(name, tensor);
  }
  const parts = wholeParts(config, weights);
  const report: BertReport = {
    ...origin,
    complete: parts.includes('encoder'),
    parts,
    missing,
    misshaped,
    unexpected: [...found].map(([name, { shape }]) => ({ name: originalName.get(name) ?? name, shape })),
    renamed: [...weights.keys()].filter((name) => originalName.get(name) !== name).length,
  };
  return { weights, others: found, report };
}

function withCanonicalNames(tensors: ReadonlyMap<string, TensorData>, source: string) {
  const found = new Map<string, TensorData>();
  const originalName = new Map<string, string>();
  for (const [original, tensor] of tensors) {
    const name = canonicalName(original);
    if (isBuffer(name)) continue;
    const other = originalName.get(name);
    if (other !== undefined)
      throw badFile(source, `"${other}" and "${original}" are the same tensor of a BERT`);
    found.set(name, tensor);
    originalName.set(name, original);
  }
  return { found, originalName };
}

/** Drops the repeated tied output layer of PyTorch files; keeps one with different values as unexpected. */
function dropTied(found: Map<string, TensorData>, config: HfBertConfig): void {
  const ownBias = config.tie_word_embeddings === false ? found.get(DECODER_BIAS) : undefined;
  if (ownBias !== undefined) found.set(MLM_BIAS, ownBias); // an untied layer adds its own bias
  for (const [name, tensor] of [...found]) {
    const tied = tiedTo(name, config);
    if (tied === undefined) continue;
    if (tied === MLM_BIAS && !found.has(tied)) found.set(tied, tensor);
    if (sameValues(tensor, found.get(tied))) found.delete(name);
  }
}

function sameValues(a: TensorData, b: TensorData | undefined): boolean {
  if (b === undefined || !sameShape(a.shape, b.shape)) return false;
  return a.data.every((value, i) => value === b.data[i]);
}

function wholeParts(config: HfBertConfig, weights: ReadonlyMap<string, unknown>): BertPart[] {
  const broken = new Set<BertPart>();
  const all = new Set<BertPart>();
  for (const { name, part } of bertTensorSpecs(config)) {
    all.add(part);
    if (!weights.has(name)) broken.add(part);
  }
  return [...all].filter((part) => !broken.has(part));
}

/** Most names listed of each kind. */
const MAX_LISTED = 12;

/** Returns the report as one message, a line for each thing found. */
export function formatBertReport({ source, complete, parts, renamed, ...report }: BertReport): Message {
  const lines = [
    message(complete ? 'bert.complete' : 'bert.incomplete', { source }),
    message('bert.parts', { parts: parts.length === 0 ? message('bert.none') : parts }),
  ];
  const list = (title: PlainId, items: readonly string[]) => {
    if (items.length === 0) return;
    const listed = items.slice(0, MAX_LISTED).map((item) => plainText(`  ${item}`));
    lines.push(message('bert.counted', { title: message(title), number: items.length }), ...listed);
    if (items.length > MAX_LISTED) lines.push(message('bert.more', { number: items.length - MAX_LISTED }));
  };
  list(
    'bert.missing',
    report.missing.map(({ name, shape, part }) => `${name} [${formatShape(shape)}], ${part}`),
  );
  list(
    'bert.misshaped',
    report.misshaped.map(
      ({ name, expected, found }) => `${name} [${formatShape(found)}] ≠ [${formatShape(expected)}]`,
    ),
  );
  list(
    'bert.unexpected',
    report.unexpected.map(({ name, shape }) => `${name} [${formatShape(shape)}]`),
  );
  list('bert.ignored', report.ignored);
  if (renamed > 0) lines.push(message('bert.counted', { title: message('bert.renamed'), number: renamed }));
  return lines.reduceRight((rest, first) => message('system.lines', { first, rest }));
}
