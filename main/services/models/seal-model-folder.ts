/** Reads a folder of a model: one that Meridian exported, or one of Hugging Face, which becomes an encoder. */
import { open } from 'node:fs/promises';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { formatBertReport } from '../../engine/io/bert-report.ts';
import { bertTensorSpecs } from '../../engine/io/bert-tensors.ts';
import { HF_FILES, type HfFolder, type ImportedBert, importBert } from '../../engine/io/hf-folder.ts';
import { MODEL_FILES, ModelFileConfig, type ModelFiles } from '../../engine/io/model-files.ts';
import {
  checkAllFinite,
  type FolderFiles,
  isOurConfig,
  readOwnFolder,
} from '../../engine/io/model-folder.ts';
import { readJson } from '../../engine/io/read-json.ts';
import { safetensorsChunks } from '../../engine/io/safetensors.ts';
import { ByteBudget } from '../../reading/budget.ts';
import { LIMITS } from '../../reading/limits.ts';
import { formatByteBpe } from '../../text/byte-bpe.ts';
import { formatVocabTxt } from '../../text/vocabulary.ts';
import { isSealed } from '../../workspace/sealed-file.ts';
import { type SealedModel, sealModel } from './seal-model.ts';

interface NamedFile {
  readonly name: string;
  readonly path: string;
}

interface FolderToSeal {
  readonly files: readonly NamedFile[];
  /** Path of the sealed weights. */
  readonly sealed: string;
  /** Null in a plain workspace. */
  readonly fileKey: Uint8Array | null;
}

/** A model as read from its folder. */
export interface ReadModel {
  readonly card: Pick<ModelCard, 'metrics'> & Partial<ModelCard>;
  /** Readable lines on found and missing parts. */
  readonly report: Message;
}

const KNOWN = new Set<string>([...Object.values(MODEL_FILES), ...Object.values(HF_FILES)]);
/** Part of weights that are cut into several files. */
const SHARD = /^model-\d{5}-of-\d{5}\.safetensors$/;

/** Reads a folder and seals its weights. @throws AppError naming the file and what is wrong with it */
export async function sealModelFolder({
  files,
  sealed,
  fileKey,
}: FolderToSeal): Promise<ReadModel & SealedModel> {
  const { model, card, report } = await readModel(files);
  const made = sealModel(model, sealed, fileKey);
  return { ...made, card, report: report ?? reportOf(made) };
}

function reportOf({ facts }: SealedModel): Message {
  return message('models.complete', {
    name: MODEL_FILES.weights,
    parameters: facts.parameters,
    labels: facts.labels.length,
  });
}

interface Read extends Pick<ReadModel, 'card'> {
  readonly report?: Message;
  readonly model: ModelFiles;
}

async function readModel(files: readonly NamedFile[]): Promise<Read> {
  const folder = await readFiles(files);
  const config = folder.get(MODEL_FILES.config);
  if (config === undefined) throw noConfig(files);
  return isOurConfig(readJson(MODEL_FILES.config, config)) ? readOwn(folder) : readEncoder(folder);
}

function noConfig(files: readonly NamedFile[]): AppError {
  const there = files.map((file) => file.name).join(', ') || 'nothing';
  return new AppError('not-found', 'models.config-missing', { there }, { hint: 'hint.model-files' });
}

async function readFiles(files: readonly NamedFile[]): Promise<FolderFiles> {
  const read = new Map<string, Uint8Array>();
  const budget = new ByteBudget(LIMITS.modelBytes);
  const names = new Set(files.map(({ name }) => name));
  for (const { name, path } of files) {
    if (!KNOWN.has(name) && !SHARD.test(name)) continue;
    if (name === HF_FILES.pytorch && (names.has(HF_FILES.safetensors) || names.has(HF_FILES.shards)))
      continue; // safetensors are preferred to pickles
    if (read.has(name)) throw new AppError('bad-input', 'models.file-twice', { name });
    const bytes = await readWhole(path, name, budget);
    if (isSealed(bytes))
      throw new AppError('wrong-key', 'models.sealed-elsewhere', { name }, { hint: 'hint.export-there' });
    read.set(name, bytes);
  }
  return read;
}

/** Reads a file of any size; `readFile` is limited to 2 GB. */
async function readWhole(path: string, name: string, budget: ByteBudget): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    budget.take(size, name);
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(bytes, at, Math.min(PIECE, size - at), at);
      if (bytesRead === 0) throw new AppError('bad-input', 'models.ends-early', { path });
      at += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

const PIECE = 64 * 1024 * 1024;

async function readOwn(folder: FolderFiles): Promise<Read> {
  const { checkModel } = await import('../../engine/io/check-model.ts'); // loads the tensor library
  const { files, card } = readOwnFolder(folder, checkModel);
  const { name: _name, useInt8: _useInt8, ...known } = card ?? { metrics: {} };
  return { model: files, card: known };
}

function readEncoder(folder: FolderFiles): Read {
  const bert = importBert(asHfFolder(folder));
  const report = formatBertReport(bert.report);
  if (!bert.report.complete) {
    throw new AppError('bad-input', report, { kept: 'kept.nothing-imported' });
  }
  checkAllFinite(bert.weights);
  return { model: encoderFiles(bert), card: { metrics: {} }, report };
}

function asHfFolder(folder: FolderFiles): HfFolder {
  const config = folder.get(HF_FILES.config);
  const vocabulary = folder.get(HF_FILES.vocabulary);
  const wholeTokenizer = folder.get(HF_FILES.wholeTokenizer);
  const [tokens, merges] = [HF_FILES.bpeVocabulary, HF_FILES.merges].map((file) => folder.get(file));
  const bpe = tokens === undefined || merges === undefined ? undefined : { vocabulary: tokens, merges };
  if (
    config === undefined ||
    (vocabulary === undefined && wholeTokenizer === undefined && bpe === undefined)
  ) {
    throw new AppError(
      'not-found',
      'models.vocabulary-missing',
      { file: HF_FILES.vocabulary },
      { kept: 'kept.nothing-imported', hint: 'hint.add-vocabulary' },
    );
  }
  const [tokenizer, safetensors, pytorch] = [HF_FILES.tokenizer, HF_FILES.safetensors, HF_FILES.pytorch].map(
    (file) => folder.get(file),
  );
  const index = folder.get(HF_FILES.shards);
  return {
    config,
    ...(vocabulary === undefined ? {} : { vocabulary }),
    ...(wholeTokenizer === undefined ? {} : { wholeTokenizer }),
    ...(bpe === undefined ? {} : { bpe }),
    ...(tokenizer === undefined ? {} : { tokenizer }),
    ...(safetensors === undefined ? {} : { safetensors }),
    ...(index === undefined ? {} : { shards: { index, files: folder } }),
    ...(pytorch === undefined ? {} : { pytorch }),
  };
}

/** Leaves out incomplete parts and heads of other tasks; the report names both. */
function encoderFiles({ config, weights, vocabulary, bpe, lowerCase, report }: ImportedBert): ModelFiles {
  if (vocabulary === undefined) throw new AppError('not-found', 'models.no-vocab-txt');
  for (const token of ['[PAD]', '[UNK]', '[CLS]', '[SEP]']) vocabulary.requireId(token);
  const whole = bertTensorSpecs(config).filter(({ part }) => report.parts.includes(part));
  const tensors = new Map(
    whole.map(({ name }) => [name, { ...weights.get(name)!, type: 'F32' as const }] as const),
  );
  return {
    config: ModelFileConfig.parse({
      format: 1,
      task: 'encoder',
      model: config,
      tokenizer:
        bpe === undefined
          ? { kind: 'wordpiece', lowerCase }
          : { kind: 'byte-bpe', addPrefixSpace: bpe.addPrefixSpace },
    }),
    vocabulary: bpe === undefined ? formatVocabTxt(vocabulary) : formatByteBpe(bpe),
    weights: safetensorsChunks(tensors, { format: 'pt' }),
  };
}
