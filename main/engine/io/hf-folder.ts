/** Imports encoders from Hugging Face folders in either weight format, and exports them. */

import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { type ByteBpe, byteBpeVocabulary, withBertNames, withRobertaNames } from '../../text/byte-bpe.ts';
import { createVocabulary, formatVocabTxt, parseVocabTxt, type Vocabulary } from '../../text/vocabulary.ts';
import { type BertReport, matchBertTensors } from './bert-report.ts';
import { bertTensorSpecs, DECODER_BIAS, DETECTOR, MLM_BIAS } from './bert-tensors.ts';
import { formatHfConfig, type HfBertConfig, parseHfConfig } from './hf-config.ts';
import { asBertTensors, CLASSES, nameIn, outgoingType } from './hf-types.ts';
import { readPytorchBin } from './pytorch-bin.ts';
import { readJson } from './read-json.ts';
import { readSafetensors, safetensorsChunks } from './safetensors.ts';
import { badFile, type FloatTensorData, formatShape, sameShape, type TensorData } from './tensor-data.ts';

export const HF_FILES = {
  config: 'config.json',
  vocabulary: 'vocab.txt',
  tokenizer: 'tokenizer_config.json',
  wholeTokenizer: 'tokenizer.json',
  bpeVocabulary: 'vocab.json',
  merges: 'merges.txt',
  safetensors: 'model.safetensors',
  pytorch: 'pytorch_model.bin',
  shards: 'model.safetensors.index.json',
} as const;

/** Contents of a folder's files; one weight file suffices, safetensors is preferred. */
export interface HfFolder {
  readonly config: Uint8Array;
  readonly vocabulary?: Uint8Array;
  readonly tokenizer?: Uint8Array;
  /** Read where `vocabulary` is absent. */
  readonly wholeTokenizer?: Uint8Array;
  /** Tokens of a byte-level BPE by number, and its merges; read where `vocabulary` is absent. */
  readonly bpe?: { readonly vocabulary: Uint8Array; readonly merges: Uint8Array };
  readonly safetensors?: Uint8Array;
  /** Parts of `safetensors` by their names, with the list of them. */
  readonly shards?: { readonly index: Uint8Array; readonly files: ReadonlyMap<string, Uint8Array> };
  readonly pytorch?: Uint8Array;
}

export interface ImportedBert {
  readonly config: HfBertConfig;
  /** Tensors with the expected name and shape, by canonical name (`bertTensorSpecs`). */
  readonly weights: ReadonlyMap<string, FloatTensorData>;
  /** Other tensors by canonical name, such as heads of other tasks. */
  readonly others: ReadonlyMap<string, TensorData>;
  readonly vocabulary?: Vocabulary;
  /** Present for byte-level BPE. */
  readonly bpe?: ByteBpe & { readonly addPrefixSpace: boolean };
  /** do_lower_case of the tokenizer; default true, as in BERT. */
  readonly lowerCase: boolean;
  readonly report: BertReport;
}

/**
 * Reads a folder. Throws for invalid files. Missing, unknown or misshapen tensors are reported; the caller decides
 * (`BertReport.complete`).
 */
export function importBert(folder: HfFolder): ImportedBert {
  const config = parseHfConfig(folder.config);
  const { source, tensors, ignored } = readWeights(folder);
  const names = bertTensorSpecs(config).map(({ name }) => name);
  const raw = z.record(z.string(), z.unknown()).parse(readJson(HF_FILES.config, folder.config));
  const matched = matchBertTensors(config, asBertTensors(tensors, raw, names), { source, ignored });
  const found = readVocabulary(folder);
  const vocabulary = found && checkVocabulary(found.vocabulary, config);
  return {
    config,
    ...matched,
    lowerCase: readTokenizer(folder.tokenizer).do_lower_case,
    ...(vocabulary === undefined ? {} : { vocabulary }),
    ...(found?.bpe === undefined ? {} : { bpe: found.bpe }),
  };
}

function readWeights({ safetensors, shards, pytorch }: HfFolder) {
  if (safetensors !== undefined) {
    return { source: HF_FILES.safetensors, tensors: readSafetensors(safetensors).tensors, ignored: [] };
  }
  if (shards !== undefined) return { source: HF_FILES.shards, tensors: readShards(shards), ignored: [] };
  if (pytorch !== undefined) return { source: HF_FILES.pytorch, ...readPytorchBin(pytorch) };
  throw new AppError(
    'not-found',
    'models.no-weights',
    { safetensors: HF_FILES.safetensors, pytorch: HF_FILES.pytorch },
    { hint: 'hint.join-parts' },
  );
}

const ShardIndex = z.looseObject({ weight_map: z.record(z.string(), z.string()) });

/** Reads the tensors of all parts. @throws AppError naming a part that is not there, or a tensor that its part lacks */
function readShards({ index, files }: NonNullable<HfFolder['shards']>): Map<string, TensorData> {
  const parsed = ShardIndex.safeParse(readJson(HF_FILES.shards, index));
  if (!parsed.success)
    throw badFile(HF_FILES.shards, message('models.wrong-fields', { problems: 'weight_map' }));
  const places = Object.entries(parsed.data.weight_map);
  const read = new Map<string, ReadonlyMap<string, TensorData>>();
  for (const file of new Set(places.map(([, file]) => file))) {
    const bytes = files.get(file);
    if (bytes === undefined) throw badFile(HF_FILES.shards, message('models.shard-missing', { file }));
    read.set(file, readSafetensors(bytes).tensors);
  }
  return new Map(
    places.map(([name, file]): [string, TensorData] => {
      const tensor = read.get(file)!.get(name);
      if (tensor === undefined) throw badFile(file, message('models.tensor-missing', { name }));
      return [name, tensor];
    }),
  );
}

/** The tokenizer of newer folders, of which the vocabulary alone is read. */
const WholeTokenizer = z.looseObject({
  model: z.looseObject({
    type: z.string(),
    vocab: z.unknown(),
    continuing_subword_prefix: z.enum(['##', '']).nullish(),
    merges: z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])).optional(),
  }),
  added_tokens: z.array(z.looseObject({ id: z.int().min(0), content: z.string() })).default([]),
  pre_tokenizer: z.looseObject({ type: z.string(), add_prefix_space: z.boolean().default(false) }).nullish(),
});
const TokenIds = z.record(z.string(), z.int().min(0).max(10_000_000));

type Found = Pick<ImportedBert, 'bpe'> & { readonly vocabulary: Vocabulary };

function readVocabulary({ vocabulary, wholeTokenizer, bpe, tokenizer }: HfFolder): Found | undefined {
  if (vocabulary !== undefined) return { vocabulary: parseVocabTxt(new TextDecoder().decode(vocabulary)) };
  if (bpe !== undefined) {
    const ids = TokenIds.safeParse(readJson(HF_FILES.bpeVocabulary, bpe.vocabulary));
    if (!ids.success)
      throw badFile(HF_FILES.bpeVocabulary, message('models.wrong-fields', { problems: 'content' }));
    const merges = new TextDecoder()
      .decode(bpe.merges)
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#version'));
    return byteBpe(tokensOf(ids.data), merges, readTokenizer(tokenizer).add_prefix_space);
  }
  if (wholeTokenizer === undefined) return undefined;
  const parsed = WholeTokenizer.safeParse(readJson(HF_FILES.wholeTokenizer, wholeTokenizer));
  if (!parsed.success)
    throw badFile(HF_FILES.wholeTokenizer, message('models.wrong-fields', { problems: 'model' }));
  const { model, added_tokens: added, pre_tokenizer: split } = parsed.data;
  const { type, vocab, merges = [] } = model;
  const ids = TokenIds.safeParse(vocab);
  if (type === 'BPE' && ids.success && split?.type === 'ByteLevel') {
    const all = { ...ids.data, ...Object.fromEntries(added.map(({ id, content }) => [content, id])) };
    const pairs = merges.map((pair) => (typeof pair === 'string' ? pair : pair.join(' ')));
    return byteBpe(tokensOf(all), pairs, split.add_prefix_space);
  }
  if (type !== 'WordPiece' || !ids.success)
    throw badFile(HF_FILES.wholeTokenizer, message('models.no-word-pieces', { type }));
  return { vocabulary: createVocabulary(tokensOf(ids.data)) };
}

/** Returns tokens by their numbers; numbers without a token have an empty one. */
function tokensOf(ids: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(ids);
  const tokens = new Array<string>(entries.reduce((most, [, id]) => Math.max(most, id + 1), 0)).fill('');
  for (const [token, id] of entries) tokens[id] = token;
  return tokens;
}

function byteBpe(tokens: readonly string[], merges: readonly string[], addPrefixSpace: boolean): Found {
  const bpe = { tokens: withBertNames(tokens), merges, addPrefixSpace };
  return { vocabulary: byteBpeVocabulary(bpe), bpe };
}

/** Checks the vocabulary, which may be shorter than the (often padded) embedding matrix, but not longer. */
function checkVocabulary(vocabulary: Vocabulary, config: HfBertConfig): Vocabulary {
  if (vocabulary.size > config.vocab_size) {
    throw badFile(
      HF_FILES.vocabulary,
      message('models.vocabulary-too-large', { tokens: vocabulary.size, rows: config.vocab_size }),
    );
  }
  return vocabulary;
}

const TokenizerConfig = z.looseObject({
  do_lower_case: z.boolean().default(true),
  add_prefix_space: z.boolean().default(false),
});

function readTokenizer(bytes: Uint8Array | undefined): z.infer<typeof TokenizerConfig> {
  if (bytes === undefined) return TokenizerConfig.parse({});
  try {
    return TokenizerConfig.parse(readJson(HF_FILES.tokenizer, bytes));
  } catch (cause) {
    throw new AppError('bad-input', 'models.no-json-text', { name: HF_FILES.tokenizer }, { cause });
  }
}

export interface ExportedBert {
  readonly config: HfBertConfig;
  /** All encoder tensors, each other part complete or absent, and further tensors. */
  readonly weights: ReadonlyMap<string, TensorData>;
  readonly vocabulary: Vocabulary;
  readonly bpe?: ImportedBert['bpe'];
  readonly lowerCase: boolean;
}

/**
 * Returns a folder that Hugging Face's `from_pretrained` reads, as chunks of each file. Writes float tensors as
 * float32 and omits the tied output layer, as Hugging Face does.
 */
export function exportBert(bert: ExportedBert): ReadonlyMap<string, readonly Uint8Array[]> {
  const { config, weights } = bert;
  const { vocabulary, bpe, lowerCase } = bert;
  checkVocabulary(vocabulary, config);
  const type = outgoingType(config, weights.has(`${DETECTOR}.dense.weight`));
  const architecture = checkWeights({ ...config, model_type: type }, weights);
  const float32 = new Map(
    [...weights].map(([name, tensor]): [string, TensorData] => [
      nameIn(type, name),
      tensor.type === 'I64' ? tensor : { ...tensor, type: 'F32' },
    ]),
  );
  const bias = float32.get(MLM_BIAS);
  if (config.tie_word_embeddings === false && bias !== undefined) float32.set(DECODER_BIAS, bias);
  const outgoing: HfBertConfig = { ...config, architectures: [architecture], torch_dtype: 'float32' };
  const tokenizer = {
    // of every type with WordPiece
    ...(bpe === undefined
      ? { tokenizer_class: 'BertTokenizer', do_lower_case: lowerCase }
      : { tokenizer_class: 'RobertaTokenizer', add_prefix_space: bpe.addPrefixSpace }),
    model_max_length: config.max_position_embeddings,
  };
  const text = (content: string) => [new TextEncoder().encode(content)];
  const words: [string, readonly Uint8Array[]][] =
    bpe === undefined
      ? [[HF_FILES.vocabulary, text(formatVocabTxt(vocabulary))]]
      : [
          [HF_FILES.bpeVocabulary, text(JSON.stringify(idsOf(bpe)))],
          [HF_FILES.merges, text(['#version: 0.2', ...bpe.merges, ''].join('\n'))],
        ];
  return new Map([
    [HF_FILES.config, [formatHfConfig(outgoing, type)]],
    ...words,
    [HF_FILES.tokenizer, text(`${JSON.stringify(tokenizer, undefined, 2)}\n`)],
    // Hugging Face requires this entry.
    [HF_FILES.safetensors, safetensorsChunks(float32, { format: 'pt' })],
  ]);
}

/** Returns the numbers of tokens by RoBERTa's names. */
const idsOf = ({ tokens }: ByteBpe): Record<string, number> =>
  Object.fromEntries(withRobertaNames(tokens).flatMap((token, id) => (token === '' ? [] : [[token, id]])));

/** Returns the Hugging Face class with these parts; refuses incomplete parts. */
function checkWeights(config: HfBertConfig, weights: ReadonlyMap<string, TensorData>): string {
  const parts = new Map<string, { present: number; all: number }>();
  for (const { name, shape, part } of bertTensorSpecs(config)) {
    const tensor = weights.get(name);
    if (tensor !== undefined && (tensor.type === 'I64' || !sameShape(tensor.shape, shape))) {
      throw badFile(
        'export',
        message('models.tensor-shape', {
          name,
          found: formatShape(tensor.shape),
          expected: formatShape(shape),
        }),
      );
    }
    if (tensor === undefined && part === 'encoder')
      throw badFile('export', message('models.tensor-missing', { name }));
    const count = parts.get(part) ?? { present: 0, all: 0 };
    parts.set(part, { present: count.present + (tensor === undefined ? 0 : 1), all: count.all + 1 });
  }
  for (const [part, { present, all }] of parts) {
    if (present > 0 && present < all)
      throw badFile('export', `the ${part} has ${present} of its ${all} tensors`);
  }
  const has = (part: string) => (parts.get(part)?.present ?? 0) > 0;
  const { base, mlm, both } = CLASSES[String(config.model_type)]!;
  if (has('rtd')) return 'ElectraForPreTraining';
  if (has('mlm')) return has('nsp') && has('pooler') ? both : mlm;
  return base;
}
