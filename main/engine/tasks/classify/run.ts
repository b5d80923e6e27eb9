import { invariant } from '../../../../shared/assert.ts';
import type {
  ClassificationReport,
  ClassifiedDocument,
  ClassifySettings,
} from '../../../../shared/domain/classification.ts';
import { readsEncoder } from '../../../../shared/domain/front-settings.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { weightsToFile } from '../../io/weights.ts';
import type { Model } from '../../models/model.ts';
import { textClassifier } from '../../models/text-classifier/model.ts';
import type { ElementArray, ParameterStore } from '../../runtime/program.ts';
import { trainingBuckets } from '../../train/data-order.ts';
import { initialValues, type TaskEvaluator, type TaskRun } from '../../train/task-run.ts';
import { trainedParameters } from '../encoder-parameters.ts';
import type { FrontSources } from '../front-setup.ts';
import { type FrozenStates, frozenStates } from '../frozen-states.ts';
import { batchInputs } from '../token-inputs.ts';
import { crossEntropy } from './dev-loss.ts';
import { evaluateClassifier, numberLabels } from './evaluate.ts';
import { type FitSettings, fitDecision, judgeDev, type LabelledLogits } from './fitting.ts';
import { dealFolds, FOLDS, textsHash } from './folds.ts';
import { ClassifyForward } from './forward.ts';
import { hitsAt, scoreLabels } from './metrics.ts';
import { type ClassifyFileConfig, type ReadText, readText } from './reader.ts';
import { type ClassifySetup, setUpClassify } from './training.ts';

export interface ClassifyRunInput extends FrontSources {
  readonly settings: ClassifySettings;
  readonly train: readonly ClassifiedDocument[];
  readonly dev: readonly ClassifiedDocument[];
  readonly devName: string;
}

/** @throws AppError when the data hold nothing to learn, or an encoder or word vectors are missing */
export function prepareClassify(input: ClassifyRunInput): TaskRun {
  const { settings, train } = input;
  const setup = setUpClassify(settings, train, input);
  const { config, reader, vocabulary } = setup;
  const texts = train.map(({ text }) => readText(text, reader));
  const states = frozenStates({
    front: config.model.front,
    reader,
    inputs: [...texts, ...input.dev.map(({ text }) => readText(text, reader))],
    longest: reader.length,
  });
  const model = textClassifier(config.model, states?.front);
  const labels = labelsOf(train, config.model.labels);
  return {
    model,
    parameters: trainedParameters(model, { ...settings, hasEncoder: readsEncoder(settings) }),
    initial: initialValues(model.params, settings.seed, setup.initial),
    lengths: Int32Array.from(texts, ({ ids }) => ids.length),
    buckets: trainingBuckets(settings, reader.length),
    warnings: warningsOf(input, setup, texts),
    async feeds({ size, examples }, _epoch, store) {
      const chosen = Array.from(examples, (i) => texts[i]!);
      const given =
        states === undefined ? batchInputs(chosen, reader, size) : await states.feeds(chosen, size, store);
      const batch = new Map<string, ElementArray>(Object.entries(given));
      const inputs = model.inputs(size).map(({ name }) => [name, batch.get(name)!] as const);
      return { ...Object.fromEntries(inputs), labels: targetsOf(examples, labels, config.model, size.batch) };
    },
    tokens: ({ examples }) => examples.reduce((sum, i) => sum + texts[i]!.ids.length, 0),
    evaluator: (store) => new ClassifyEvaluator(store, { model, states }, setup, input),
    files(values, report) {
      invariant(
        report.task !== 'ner' && report.task !== 'pretrain',
        'a classifier with the report of another task',
      );
      return {
        config: { ...config, ...fittedOf(report, config.model.labels), fittedOn: textsHash(input.dev) },
        vocabulary,
        weights: weightsToFile(model.params, values),
      };
    },
  };
}

function labelsOf(documents: readonly ClassifiedDocument[], known: readonly string[]): number[][] {
  return numberLabels(documents, known).gold;
}

/** int32 [B], or float32 [B, L] of 0 and 1; rows without a text are 0. */
function targetsOf(
  examples: Int32Array,
  labels: readonly (readonly number[])[],
  { mode, labels: names }: ClassifySetup['config']['model'],
  batch: number,
): Int32Array | Float32Array {
  if (mode === 'single') {
    const out = new Int32Array(batch);
    for (const [row, i] of examples.entries()) out[row] = labels[i]![0]!;
    return out;
  }
  const out = new Float32Array(batch * names.length);
  for (const [row, i] of examples.entries())
    for (const label of labels[i]!) out[row * names.length + label] = 1;
  return out;
}

function fittedOf(
  { calibration, thresholds, abstention }: ClassificationReport,
  labels: readonly string[],
): Pick<ClassifyFileConfig, 'calibration' | 'thresholds'> & Partial<Pick<ClassifyFileConfig, 'abstention'>> {
  return {
    calibration,
    thresholds: thresholds === undefined ? [] : labels.map((label) => thresholds[label]!),
    ...(abstention === undefined ? {} : { abstention }),
  };
}

/** Model of a run with the cache of its frozen encoder. */
interface ModelParts {
  readonly model: Model;
  readonly states: FrozenStates | undefined;
}

class ClassifyEvaluator implements TaskEvaluator {
  readonly #store: ParameterStore;
  readonly #states: FrozenStates | undefined;
  readonly #forward: ClassifyForward;
  readonly #setup: ClassifySetup;
  readonly #input: ClassifyRunInput;
  readonly #folds: readonly number[] | undefined;

  constructor(
    store: ParameterStore,
    { model, states }: ModelParts,
    setup: ClassifySetup,
    input: ClassifyRunInput,
  ) {
    this.#store = store;
    this.#states = states;
    this.#setup = setup;
    this.#input = input;
    this.#folds = dealFolds(input.dev.map(({ text }) => text));
    this.#forward = new ClassifyForward(store, model, {
      reader: setup.reader,
      feeds: states && ((texts, size) => states.feeds(texts, size, store)),
    });
  }

  async evaluate(signal: AbortSignal) {
    const { rows } = await this.#forward.logitsOf(this.#texts(), {
      between: () => {
        if (signal.aborted) throw new AppError('cancelled', 'models.evaluation-stopped');
      },
    });
    const { labels } = this.#setup.config.model;
    const { names, gold } = numberLabels(this.#input.dev, labels);
    // By the quick method: which one is better is found out once, at the end.
    const method = this.#input.settings.calibration === 'auto' ? 'scaling' : this.#input.settings.calibration;
    const { probabilities, predicted } = judgeDev(this.#seen(rows, gold), this.#fitSettings(), method);
    const outcomes = gold.map((own, text) => ({ gold: own, predicted: predicted[text]! }));
    const { accuracy, micro, macro } = scoreLabels(outcomes, names.length);
    const scores = { microF1: micro.f1, macroF1: macro.f1 };
    const hits = hitsAt(probabilities, gold);
    return {
      score: scores[this.#input.settings.select],
      metrics: {
        ...scores,
        accuracy,
        hit3: hits[3] ?? 0,
        loss: crossEntropy(rows, gold, this.#setup.config.model.mode),
      },
    };
  }

  #seen(rows: readonly Float32Array[], gold: readonly (readonly number[])[]): LabelledLogits {
    return { rows, gold, folds: this.#folds };
  }

  #fitSettings(): FitSettings {
    const { mode, labels } = this.#setup.config.model;
    const { select, calibration, abstainPrecision } = this.#input.settings;
    return { mode, labels: labels.length, select, calibration, abstainPrecision };
  }

  async report() {
    const start = performance.now();
    const { rows, cut } = await this.#forward.logitsOf(this.#texts());
    const seconds = (performance.now() - start) / 1000;
    const { dev, devName } = this.#input;
    const { config } = this.#setup;
    const { labels } = config.model;
    const { gold } = numberLabels(dev, labels);
    const { decision, judgement } = fitDecision(this.#seen(rows, gold), this.#fitSettings());
    return evaluateClassifier(
      dev,
      { rows, cut, seconds },
      {
        task: config.task,
        dataSet: devName,
        labels,
        decision,
        fittedHere: this.#folds === undefined,
        ...(this.#folds === undefined ? {} : { crossFitted: { ...judgement, folds: FOLDS } }),
      },
    );
  }

  #texts(): string[] {
    return this.#input.dev.map(({ text }) => text);
  }

  async dispose(): Promise<void> {
    await this.#forward.dispose();
    await this.#states?.dispose(this.#store);
  }
}

const MAX_NAMED = 10;

function warningsOf(
  { dev }: ClassifyRunInput,
  { config, reader, warnings: front }: ClassifySetup,
  texts: readonly ReadText[],
): Message[] {
  const warnings = [...front];
  const cut = texts.filter((text) => text.cut).length;
  if (cut > 0) {
    warnings.push(message('training.texts-cut', { cut, total: texts.length, length: reader.length }));
  }
  const known = new Set(config.model.labels);
  const unknown = [...new Set(dev.flatMap(({ labels }) => labels).filter((label) => !known.has(label)))];
  if (unknown.length > 0) {
    const more = unknown.length > MAX_NAMED ? ', …' : '';
    const names = unknown.slice(0, MAX_NAMED).join(', ') + more;
    warnings.push(message('training.unknown-dev-labels', { labels: unknown.length, names }));
  }
  return warnings;
}
