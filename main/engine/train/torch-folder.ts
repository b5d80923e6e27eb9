/**
 * A run as a folder that PyTorch goes on with: the model as transformers reads it, AdamW's moments by parameter name,
 * examples, the order of the updates that are left, and `run.json`. What comes back becomes the run's checkpoint.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { NerSettings } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { HF_FILES } from '../io/hf-folder.ts';
import { exportForPipeline } from '../io/hf-pipeline.ts';
import { readSafetensors, safetensorsChunks } from '../io/safetensors.ts';
import {
  type FloatTensorData,
  formatShape,
  joinChunks,
  sameShape,
  type TensorData,
} from '../io/tensor-data.ts';
import { weightsToFile } from '../io/weights.ts';
import { fileShape, fromFile, type ParamSpec, sizeOf } from '../layers/params.ts';
import { isTrainable, type Values } from '../runtime/program.ts';
import { prepareNer } from '../tasks/ner/run.ts';
import { nerExamples, setUpNer } from '../tasks/ner/training.ts';
import { type Checkpoint, checkFingerprint, decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import { createSchedule } from './learning-rate.ts';
import { CHECKPOINT, EvaluationPlan } from './loop.ts';
import { orderOf } from './packed-order.ts';
import { ADAM } from './run.ts';
import type { NerTrainInput, RunInput } from './run-types.ts';
import { plannedUpdate, totalUpdates, updatesPerEpoch } from './updates.ts';

const TORCH_FILES = { optimizer: 'optimizer.safetensors', run: 'run.json' } as const;
const TRAIN = 'train.jsonl';
const DEV = 'dev.jsonl';
const ORDER = 'order.jsonl';
/** Label of tokens without a tag, which cross entropy leaves out. */
const UNTAGGED = -100;

/** Required fields of a run that came back; the rest of `run.json` is for the program in Python. */
const Returned = z.object({
  step: z.int().nonnegative(),
  fingerprint: z.string(),
  files: z.strictObject({ [TRAIN]: z.string(), [DEV]: z.string(), [ORDER]: z.string() }),
});

/**
 * Returns the files of a paused run.
 * @throws AppError `bad-request` for runs that the program in Python does not compute, or without a checkpoint
 */
export function torchFolder(input: RunInput): Map<string, readonly Uint8Array[]> {
  const { settings, setup, task, names, checkpoint, order, perEpoch, totalSteps } = opened(input);
  const { step } = checkpoint.state;
  const windows = (documents: NerTrainInput['train']) =>
    jsonLines(
      nerExamples(documents, setup).map(({ ids, tags }) => ({
        input_ids: [...ids],
        labels: [UNTAGGED, ...tags!, UNTAGGED],
      })),
    );
  const updates = Array.from({ length: totalSteps - step }, (_, i) => {
    const { batches, scale } = plannedUpdate(order, { ...settings, perEpoch }, step + i);
    return { batches: batches.map(({ examples }) => [...examples]), scale };
  });
  const data = new Map([
    [TRAIN, windows(input.train as NerTrainInput['train'])], // safe: `opened` refuses other tasks
    [DEV, windows(input.dev as NerTrainInput['dev'])], // safe: as above
    [ORDER, jsonLines(updates)],
  ]);
  const { first, second } = checkpoint.optimizer;
  const moments = new Map<string, TensorData>();
  for (const [part, values] of [
    ['m', first],
    ['v', second],
  ] as const)
    for (const [name, tensor] of hfTensors(setup, task.model.params, values))
      if (names.get(name) !== undefined && names.get(name)!.name in values)
        moments.set(`${part}/${name}`, tensor);
  const learnt = new Map(task.parameters.map((one) => [one.name, one]));
  const run = {
    format: 1,
    task: 'ner',
    step,
    /** Number of the update of the first line of `order.jsonl`. */
    first: step,
    seed: settings.seed,
    schedule: scheduleOf(settings, totalSteps),
    adamw: { ...ADAM, weightDecay: settings.weightDecay, clipNorm: settings.clipNorm },
    parameters: Object.fromEntries(
      [...names].map(([hf, { name }]) => {
        const { decay = true, rate = 1, ...spec } = learnt.get(name)!;
        return [hf, { decay, rate, trainable: isTrainable(spec) }];
      }),
    ),
    fingerprint: checkpoint.fingerprint,
    files: Object.fromEntries([...data].map(([name, bytes]) => [name, sha256(bytes)])),
  };
  const { files } = exportForPipeline(modelOf(setup, task.model.params, checkpoint.parameters));
  return new Map<string, readonly Uint8Array[]>([
    ...files,
    ...[...data].map(([name, bytes]) => [name, [bytes]] as const),
    [
      TORCH_FILES.optimizer,
      safetensorsChunks(moments, { format: 'pt', step: String(checkpoint.optimizer.step) }),
    ],
    [TORCH_FILES.run, [Buffer.from(`${JSON.stringify(run, undefined, 2)}\n`, 'utf8')]],
  ]);
}

/**
 * Returns the run's checkpoint with the weights, moments and number of updates that came back.
 * @throws AppError `bad-input` for damaged or foreign files, `conflict` for those of another run
 */
export function checkpointFromTorch(
  input: RunInput,
  read: (name: string) => Uint8Array,
): { readonly chunks: Uint8Array[]; readonly step: number } {
  const { task, names, checkpoint, perEpoch, totalSteps } = opened(input);
  const run = Returned.safeParse(jsonIn(read(TORCH_FILES.run)));
  if (!run.success)
    throw new AppError('bad-input', 'runs.torch-no-run', {}, { kept: 'kept.checkpoint-untouched' });
  const { step, fingerprint, files } = run.data;
  checkFingerprint(fingerprint, checkpoint.fingerprint);
  if (step > totalSteps)
    throw new AppError('bad-input', 'runs.torch-no-run', {}, { kept: 'kept.checkpoint-untouched' });
  for (const [name, hash] of Object.entries(files))
    if (sha256(read(name)) !== hash)
      throw new AppError(
        'bad-input',
        'runs.torch-other-data',
        { name },
        { kept: 'kept.checkpoint-untouched' },
      );
  const weights = readSafetensors(read(HF_FILES.safetensors)).tensors;
  const { tensors, metadata } = readSafetensors(read(TORCH_FILES.optimizer));
  const valuesIn = (
    found: ReadonlyMap<string, TensorData>,
    prefix: string,
    wanted: (name: string) => boolean,
  ): Values =>
    Object.fromEntries(
      [...names]
        .filter(([, { name }]) => wanted(name))
        .map(([hf, spec]) => [spec.name, tensorValues(found, prefix + hf, spec)]),
    );
  const learnt = new Set(task.parameters.filter(isTrainable).map(({ name }) => name));
  const hasMoments = (name: string): boolean => tensors.size > 0 && learnt.has(name);
  const evaluations = new EvaluationPlan(perEpoch, totalSteps);
  const state = {
    ...checkpoint.state,
    step,
    evaluated: Math.max(checkpoint.state.evaluated, evaluations.past(step)),
  };
  const back: Checkpoint = {
    ...checkpoint,
    state,
    parameters: valuesIn(weights, '', () => true),
    optimizer: {
      step: z.coerce.number().int().nonnegative().catch(step).parse(metadata.step),
      first: valuesIn(tensors, 'm/', hasMoments),
      second: valuesIn(tensors, 'v/', hasMoments),
    },
  };
  return { chunks: encodeCheckpoint(back, task.parameters), step };
}

/** The run as it stands, with the names that transformers has for its parameters. */
function opened(input: RunInput) {
  if (!isHandedOver(input)) throw notHandedOver();
  const { settings, storage } = input;
  const bytes = storage.read(CHECKPOINT);
  if (bytes === undefined)
    throw new AppError('bad-request', 'runs.torch-no-checkpoint', {}, { kept: 'kept.nothing-written' });
  const { fingerprint = '' } = readSafetensors(bytes).metadata;
  const setup = setUpNer(settings, input.train, input);
  const task = prepareNer(input);
  const order = orderOf(task, settings.seed);
  const perEpoch = updatesPerEpoch(order, settings.accumulation);
  return {
    ...{ settings, setup, task, order, perEpoch, totalSteps: totalUpdates(perEpoch, settings) },
    names: hfNames(setup, task.model.params),
    checkpoint: decodeCheckpoint(bytes, fingerprint),
  };
}

/** Whether the program in Python computes the updates of a run as Meridian does. */
function isHandedOver(input: RunInput): input is NerTrainInput {
  const { settings } = input;
  if (settings.task !== 'ner' || settings.network !== 'bert-fc' || 'unlabelled' in input) return false;
  const { emaDecay, rDrop, adversarialNorm, ensemble, lexicon } = settings;
  return [emaDecay, rDrop, adversarialNorm].every((one) => one === 0) && ensemble <= 1 && lexicon === 'none';
}

export const notHandedOver = (): AppError =>
  new AppError('bad-request', 'runs.torch-other-run', {}, { kept: 'kept.nothing-written' });

const scheduleOf = ({ schedule, learningRate, warmupShare }: NerSettings, totalSteps: number) =>
  createSchedule({ kind: schedule, peak: learningRate, warmupShare }, totalSteps);

type Setup = ReturnType<typeof setUpNer>;

const modelOf = ({ config, vocabulary }: Setup, specs: readonly ParamSpec[], values: Values) => ({
  config,
  vocabulary,
  weights: weightsToFile(specs, values),
});

/** Tensors by the names of transformers; zeros where a parameter has no values. */
function hfTensors(
  setup: Setup,
  specs: readonly ParamSpec[],
  values: Values,
): ReadonlyMap<string, TensorData> {
  const all = Object.fromEntries(
    specs.map(({ name, shape }) => [name, values[name] ?? new Float32Array(sizeOf(shape))]),
  );
  const { files } = exportForPipeline(modelOf(setup, specs, all));
  return readSafetensors(joinChunks(files.get(HF_FILES.safetensors)!)).tensors;
}

/** Parameters by the names of transformers, found by a model each of whose tensors holds its own number. */
function hfNames(setup: Setup, specs: readonly ParamSpec[]): Map<string, ParamSpec> {
  const numbered = specs.map(
    ({ name, shape }, i) => [name, new Float32Array(sizeOf(shape)).fill(i + 1)] as const,
  );
  const names = new Map<string, ParamSpec>();
  for (const [name, { data }] of hfTensors(setup, specs, Object.fromEntries(numbered))) {
    const spec = specs[Number(data[0]) - 1];
    if (spec !== undefined) names.set(name, spec);
  }
  if (new Set(names.values()).size !== specs.length) throw notHandedOver();
  return names;
}

function tensorValues(found: ReadonlyMap<string, TensorData>, name: string, spec: ParamSpec): Float32Array {
  const tensor = found.get(name);
  if (tensor === undefined || tensor.type === 'I64')
    throw new AppError('bad-input', 'models.tensor-missing', { name });
  if (!sameShape(tensor.shape, fileShape(spec)))
    throw new AppError('bad-input', 'models.tensor-shape', {
      name,
      found: formatShape(tensor.shape),
      expected: formatShape(fileShape(spec)),
    });
  const { data }: FloatTensorData = tensor;
  if (!data.every(Number.isFinite)) throw new AppError('bad-input', 'runs.torch-not-finite', { name });
  return fromFile(spec, data);
}

const jsonLines = (rows: readonly unknown[]): Uint8Array =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'utf8');

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
