/** Fine-tuned taggers and classifiers as Hugging Face folders that `pipeline` of transformers runs, and as ONNX. */
import type { Calibration } from '../../../shared/domain/probabilities.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { splitEntities } from '../../text/entity-section.ts';
import { createTagSet } from '../../text/tag-set.ts';
import { parseVocabTxt } from '../../text/vocabulary.ts';
import type { BertConfig } from '../models/bert/config.ts';
import { parseHfConfig } from './hf-config.ts';
import { exportBert, HF_FILES } from './hf-folder.ts';
import { CLASSES, outgoingType } from './hf-types.ts';
import { isNetworkModel, type ModelFiles } from './model-files.ts';
import { encodePipeline, type PipelineKind } from './onnx-pipeline.ts';
import { readJson } from './read-json.ts';
import { readSafetensors } from './safetensors.ts';
import { type FloatTensorData, joinChunks, type TensorData } from './tensor-data.ts';

const ONNX_FILE = 'model.onnx';
const CLASSIFIER = ['classifier.weight', 'classifier.bias'] as const;

export interface PipelineFolder {
  readonly files: ReadonlyMap<string, readonly Uint8Array[]>;
  /** Parts of the model that the folder cannot hold. */
  readonly losses: readonly Message[];
}

/** Head of a model, and what config.json says of it. */
interface Head {
  readonly bert: BertConfig;
  readonly kind: PipelineKind;
  readonly labels: readonly string[];
  readonly problem?: string;
  readonly calibration?: Calibration;
}

/**
 * Returns the folder of a tagger whose head is a softmax over an encoder, or of a classifier that reads [CLS]. A
 * temperature and lines of calibration are folded into the output layer.
 * @param onnx adds the same model as `model.onnx`
 * @throws AppError for other models
 */
export function exportForPipeline(files: ModelFiles, { onnx = false } = {}): PipelineFolder {
  const { config } = files;
  const head = headOf(config);
  const tokenizer = 'tokenizer' in config ? config.tokenizer : undefined;
  if (head === undefined || tokenizer?.kind !== 'wordpiece') throw notForPipeline();
  const { bert, kind, labels, problem, calibration } = head;
  const weights = new Map(readSafetensors(joinChunks(files.weights)).tensors);
  if (calibration !== undefined) fold(weights, calibration);
  const hf = parseHfConfig(json({ ...bert, model_type: 'bert' }));
  const folder = new Map(
    exportBert({
      config: hf,
      weights,
      vocabulary: parseVocabTxt(splitEntities(files.vocabulary).vocabulary),
      lowerCase: tokenizer.lowerCase,
    }),
  );
  const written = folder.get(HF_FILES.config)!;
  const settings = {
    ...(readJson(HF_FILES.config, joinChunks(written)) as object), // safe: an object was written
    architectures: [CLASSES[outgoingType(hf)]!.base.replace(/Model$/, `For${kind}`)],
    id2label: Object.fromEntries(labels.map((label, id) => [id, label])),
    label2id: Object.fromEntries(labels.map((label, id) => [label, id])),
    ...(problem === undefined ? {} : { problem_type: problem }),
  };
  folder.set(HF_FILES.config, [json(settings)]);
  if (onnx) folder.set(ONNX_FILE, [encodePipeline(bert, kind, (name) => floats(weights, name))]);
  return {
    files: folder,
    losses: calibration?.kind === 'isotonic' ? [message('models.curves-not-exported')] : [],
  };
}

function headOf(config: ModelFiles['config']): Head | undefined {
  if (config.task === 'encoder' || !isNetworkModel(config)) return undefined;
  const { front, dense } = config.model;
  if (front.kind !== 'bert' || front.lastLayers !== 1 || dense > 0) return undefined;
  const { bert } = front;
  if (bert.linking !== undefined || bert.neighbours !== undefined) return undefined;
  if (config.task === 'ner') {
    const { head, middle, lexicon, tags } = config.model;
    if (head !== 'softmax' || middle.kind !== 'none' || lexicon !== undefined) return undefined;
    const labels = createTagSet(tags.types, tags.scheme).tags.map(({ name }) => name);
    return { bert, kind: 'TokenClassification', labels };
  }
  const { body, mentions, labels, mode } = config.model;
  // ELECTRA's classifier of transformers has another activation before its output layer
  if (body.kind !== 'cls' || mentions || config.model.pairs === 'vectors' || outgoingType(bert) === 'electra')
    return undefined;
  const problem = mode === 'single' ? 'single_label_classification' : 'multi_label_classification';
  return { bert, kind: 'SequenceClassification', labels, problem, calibration: config.calibration };
}

const notForPipeline = (): AppError =>
  new AppError(
    'bad-request',
    'models.not-for-pipeline',
    {},
    { kept: 'kept.nothing-written', hint: 'hint.pipeline-networks' },
  );

/** Makes the output layer give calibrated logits. */
function fold(weights: Map<string, TensorData>, calibration: Calibration): void {
  if (calibration.kind === 'isotonic') return;
  const [weight, bias] = CLASSIFIER.map((name) => floats(weights, name));
  const width = weight!.shape[1]!;
  const scaleOf = (label: number) =>
    calibration.kind === 'temperature' ? 1 / calibration.temperature : calibration.scale[label]!;
  const shiftOf = (label: number) => (calibration.kind === 'temperature' ? 0 : calibration.shift[label]!);
  const scaled = weight!.data.map((value, i) => value * scaleOf(Math.floor(i / width)));
  const shifted = bias!.data.map((value, label) => value * scaleOf(label) + shiftOf(label));
  weights.set(CLASSIFIER[0], { ...weight!, data: scaled });
  weights.set(CLASSIFIER[1], { ...bias!, data: shifted });
}

function floats(weights: ReadonlyMap<string, TensorData>, name: string): FloatTensorData {
  const tensor = weights.get(name);
  if (tensor === undefined || tensor.type === 'I64')
    throw new AppError('corrupt', 'models.tensor-missing', { name });
  return tensor;
}

const json = (value: unknown): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(value, undefined, 2)}\n`);
