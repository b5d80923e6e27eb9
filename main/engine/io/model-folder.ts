/**
 * Exports and imports model folders: a tagger as config.json, vocab.txt, model.safetensors and card.json; an encoder
 * as a Hugging Face folder. Imported content is untrusted and fully checked.
 */

import { z } from 'zod';
import { ExportedCard, type ModelCard } from '../../../shared/domain/training.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { byteBpeVocabulary, parseByteBpe } from '../../text/byte-bpe.ts';
import { splitEntities } from '../../text/entity-section.ts';
import { parseVocabTxt } from '../../text/vocabulary.ts';
import { splitGenerator } from './electra-generator.ts';
import { formatHfConfig, parseHfConfig } from './hf-config.ts';
import { exportBert, type ImportedBert } from './hf-folder.ts';
import {
  isEnsemble,
  isNetworkModel,
  isNormaliser,
  labelsOf,
  MODEL_FILES,
  ModelFileConfig,
  type ModelFiles,
  type NetworkFileConfig,
} from './model-files.ts';
import { readJson } from './read-json.ts';
import { readSafetensors } from './safetensors.ts';
import { badFile, type FloatTensorData, joinChunks } from './tensor-data.ts';

/** Contents of a folder's files, by name. */
export type FolderFiles = ReadonlyMap<string, Uint8Array>;

/** Returns the files of a model's folder as chunks. */
export function exportFolder(files: ModelFiles, card: ModelCard): Map<string, readonly Uint8Array[]> {
  const exported = json(ExportedCard.parse(card)); // drops other fields
  if (files.config.task === 'encoder') {
    const { config, ...others } = files;
    return new Map([...exportEncoder({ ...others, config }), [MODEL_FILES.card, [exported]]]);
  }
  return new Map([
    [MODEL_FILES.config, [json(files.config)]],
    [MODEL_FILES.vocabulary, [new TextEncoder().encode(files.vocabulary)]],
    [MODEL_FILES.weights, files.weights],
    [MODEL_FILES.card, [exported]],
  ]);
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** Folder beside an ELECTRA's files for its generator. */
const GENERATOR_FOLDER = 'generator';

type EncoderFiles = ModelFiles & { readonly config: Extract<ModelFileConfig, { task: 'encoder' }> };

function exportEncoder({
  config: { tokenizer, model: bert },
  vocabulary,
  weights,
}: EncoderFiles): ReadonlyMap<string, readonly Uint8Array[]> {
  if (tokenizer.kind === 'character') throw new AppError('bad-input', 'models.only-word-pieces-export');
  const words =
    tokenizer.kind === 'byte-bpe'
      ? withBpe({ ...parseByteBpe(vocabulary), addPrefixSpace: tokenizer.addPrefixSpace })
      : { vocabulary: parseVocabTxt(splitEntities(vocabulary).vocabulary), lowerCase: tokenizer.lowerCase };
  const { encoder, generator } = splitGenerator({
    config: parseHfConfig(formatHfConfig(parseHfConfig(json({ ...bert, model_type: 'bert' })))),
    weights: readSafetensors(joinChunks(weights)).tensors,
    ...words,
  });
  const beside = generator === undefined ? [] : [...exportBert(generator)];
  return new Map([
    ...exportBert(encoder),
    ...beside.map(([name, chunks]) => [`${GENERATOR_FOLDER}/${name}`, chunks] as const),
  ]);
}

const withBpe = (bpe: ImportedBert['bpe'] & {}) => ({
  vocabulary: byteBpeVocabulary(bpe),
  bpe,
  lowerCase: false,
});

/** Returns whether config.json is in this app's format rather than Hugging Face's. */
export function isOurConfig(config: unknown): boolean {
  return z.looseObject({ format: z.number(), task: z.string() }).safeParse(config).success;
}

export interface CheckedFolder {
  readonly files: ModelFiles;
  readonly card: ExportedCard | undefined;
}

/**
 * Reads a model from its folder.
 * @param check checks vocabulary, weights and settings; loads the tensor library. Without it nothing of the weights is
 * read: their checksum is known
 * @throws AppError that names the file and the problem
 */
export function readOwnFolder(folder: FolderFiles, check?: (files: ModelFiles) => void): CheckedFolder {
  const config = parseConfig(readJson(MODEL_FILES.config, need(folder, MODEL_FILES.config)));
  const weights = need(folder, MODEL_FILES.weights);
  const files: ModelFiles = {
    config,
    vocabulary: decodeText(MODEL_FILES.vocabulary, need(folder, MODEL_FILES.vocabulary)),
    weights: [weights],
  };
  if (check !== undefined) {
    for (const [name, tensor] of readSafetensors(weights).tensors) checkFinite(name, tensor);
    check(files);
  }
  return { files, card: readCard(folder.get(MODEL_FILES.card), config) };
}

function need(folder: FolderFiles, name: string): Uint8Array {
  const bytes = folder.get(name);
  if (bytes !== undefined) return bytes;
  const there = [...folder.keys()].join(', ') || 'nothing';
  throw new AppError(
    'not-found',
    'models.file-missing',
    { name, there },
    { hint: message('hint.model-folder-holds', { files: Object.values(MODEL_FILES).join(', ') }) },
  );
}

function decodeText(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('bad-input', 'models.no-utf8', { name }, { cause });
  }
}

function parseConfig(value: unknown): ModelFileConfig {
  if (z.looseObject({ format: z.number().min(2) }).safeParse(value).success) {
    throw new AppError('newer-version', 'models.newer-config', { name: MODEL_FILES.config });
  }
  const parsed = ModelFileConfig.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'content'}: ${message}`,
    );
    throw badFile(MODEL_FILES.config, message('models.wrong-fields', { problems: fields.join('; ') }));
  }
  const config = parsed.data;
  for (const one of partsOf(config)) if (isNetworkModel(one)) checkDepth(one);
  return config;
}

/** Returns the models within a model, or itself. */
function partsOf(config: ModelFileConfig): ModelFileConfig[] {
  if (isNormaliser(config)) return partsOf(config.model.pairs);
  return isEnsemble(config) ? config.model.members.map((member) => member.config) : [config];
}

const MAX_LAYERS = 1000;
const MAX_WIDTH = 65_536;

/** Bounds the number of layers before parameter lists are allocated. */
function checkDepth({ task, model }: NetworkFileConfig): void {
  const bert = task === 'encoder' ? model : model.front.kind === 'bert' ? model.front.bert : undefined;
  const network = task === 'ner' ? model.middle : task === 'encoder' ? undefined : model.body;
  const stacked = network !== undefined && 'layers' in network ? network.layers : 0;
  const wide = network !== undefined && 'hiddenSize' in network ? network.hiddenSize : 0;
  const layers = Math.max(bert?.num_hidden_layers ?? 0, stacked);
  const width = Math.max(bert?.hidden_size ?? 0, wide);
  if (layers > MAX_LAYERS || width > MAX_WIDTH)
    throw badFile(MODEL_FILES.config, message('models.impossible-size', { layers, width }));
}

function checkFinite(name: string, tensor: { readonly type: string; readonly data: unknown }): void {
  const { data } = tensor;
  if (!(data instanceof Float32Array) || data.every(Number.isFinite)) return;
  throw badFile(MODEL_FILES.weights, message('models.tensor-not-finite', { name }));
}

/** Requires finite values in tensors of a Hugging Face file. */
export function checkAllFinite(tensors: ReadonlyMap<string, FloatTensorData>): void {
  for (const [name, tensor] of tensors) checkFinite(name, tensor);
}

function readCard(bytes: Uint8Array | undefined, config: ModelFileConfig): ExportedCard | undefined {
  if (bytes === undefined) return undefined;
  const parsed = ExportedCard.safeParse(readJson(MODEL_FILES.card, bytes));
  if (!parsed.success) {
    const fields = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'content'}: ${message}`,
    );
    throw badFile(MODEL_FILES.card, message('models.wrong-fields', { problems: fields.join('; ') }));
  }
  const labels = labelsOf(config);
  const { task, labels: named } = parsed.data;
  if (
    task !== config.task ||
    named.length !== labels.length ||
    named.some((label, i) => label !== labels[i])
  ) {
    throw badFile(MODEL_FILES.card, message('models.card-differs'));
  }
  return parsed.data;
}
