/** Imports models: a folder that Meridian exported, or a BERT of Hugging Face, which becomes an encoder. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { formatBertReport } from '../../engine/io/bert-report.ts';
import { bertTensorSpecs } from '../../engine/io/bert-tensors.ts';
import { HF_FILES, type HfFolder, type ImportedBert, importBert } from '../../engine/io/hf-folder.ts';
import { MODEL_FILES, ModelFileConfig, type ModelFiles } from '../../engine/io/model-files.ts';
import {
  checkAllFinite,
  type FolderFiles,
  isOurConfig,
  readJson,
  readOwnFolder,
} from '../../engine/io/model-folder.ts';
import { safetensorsChunks } from '../../engine/io/safetensors.ts';
import { formatVocabTxt } from '../../text/vocabulary.ts';
import type { Session } from '../session/session.ts';
import { saveModel } from './models.ts';

export interface NamedFile {
  readonly name: string;
  readonly path: string;
}

export interface ImportedModel {
  readonly card: ModelCard;
  /** Readable lines on found and missing parts. */
  readonly report: string;
}

const KNOWN = new Set<string>([...Object.values(MODEL_FILES), ...Object.values(HF_FILES)]);

/** Returns the model files of a folder. @throws AppError when it is no folder */
export function filesOfFolder(folder: string): NamedFile[] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) throw new AppError('not-found', 'files.no-folder', { folder });
  if (!stats.isDirectory()) throw new AppError('bad-input', 'models.is-a-file', { folder });
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() || existsSync(join(folder, entry.name)))
    .map(({ name }) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => statSync(path).isFile());
}

/** @throws AppError naming the file and what is wrong with it; nothing is imported then */
export async function importModel(
  session: Session,
  files: readonly NamedFile[],
  name: string,
): Promise<ImportedModel> {
  const folder = await readFiles(files);
  const config = folder.get(MODEL_FILES.config);
  if (config === undefined) throw noConfig(files);
  return isOurConfig(readJson(MODEL_FILES.config, config))
    ? importOwn(session, folder, name)
    : importEncoder(session, folder, name);
}

function noConfig(files: readonly NamedFile[]): AppError {
  const there = files.map((file) => file.name).join(', ') || 'nothing';
  return new AppError('not-found', 'models.config-missing', { there }, { hint: 'hint.model-files' });
}

async function readFiles(files: readonly NamedFile[]): Promise<FolderFiles> {
  const read = new Map<string, Uint8Array>();
  const names = new Set(files.map(({ name }) => name));
  for (const { name, path } of files) {
    if (!KNOWN.has(name)) continue;
    if (name === HF_FILES.pytorch && names.has(HF_FILES.safetensors)) continue; // safetensors are preferred to pickles
    if (read.has(name)) throw new AppError('bad-input', 'models.file-twice', { name });
    read.set(name, await readWhole(path));
  }
  return read;
}

/** Reads a file of any size; `readFile` is limited to 2 GB. */
async function readWhole(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
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

async function importOwn(session: Session, folder: FolderFiles, name: string): Promise<ImportedModel> {
  const { checkModel } = await import('../../engine/io/check-model.ts'); // loads the tensor library
  const { files, card } = readOwnFolder(folder, checkModel);
  const { name: _name, useInt8: _useInt8, ...known } = card ?? { metrics: {} };
  const saved = saveModel(session, { ...known, files, name, origin: 'import' });
  const report = `${MODEL_FILES.weights}: ${saved.parameters} parameters, ${saved.labels.length} labels. (模型完整)`;
  return { card: saved, report };
}

function importEncoder(session: Session, folder: FolderFiles, name: string): ImportedModel {
  const bert = importBert(asHfFolder(folder));
  const report = formatBertReport(bert.report);
  if (!bert.report.complete) {
    throw new AppError('bad-input', report, { kept: 'kept.nothing-imported' });
  }
  checkAllFinite(bert.weights);
  const card = saveModel(session, { files: encoderFiles(bert), name, metrics: {}, origin: 'import' });
  return { card, report };
}

function asHfFolder(folder: FolderFiles): HfFolder {
  const config = folder.get(HF_FILES.config);
  const vocabulary = folder.get(HF_FILES.vocabulary);
  if (config === undefined || vocabulary === undefined) {
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
  return {
    config,
    vocabulary,
    ...(tokenizer === undefined ? {} : { tokenizer }),
    ...(safetensors === undefined ? {} : { safetensors }),
    ...(pytorch === undefined ? {} : { pytorch }),
  };
}

/** Leaves out incomplete parts and heads of other tasks; the report names both. */
function encoderFiles({ config, weights, vocabulary, lowerCase, report }: ImportedBert): ModelFiles {
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
      tokenizer: { kind: 'wordpiece', lowerCase },
    }),
    vocabulary: formatVocabTxt(vocabulary),
    weights: safetensorsChunks(tensors, { format: 'pt' }),
  };
}
