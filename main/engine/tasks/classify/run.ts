import { invariant } from '../../../../shared/assert.ts';
import type { ClassifiedDocument, TextSettings } from '../../../../shared/domain/classification.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { weightsToFile } from '../../io/weights.ts';
import type { Model } from '../../models/model.ts';
import { readsApart, textClassifier } from '../../models/text-classifier/model.ts';
import type { ElementArray, ParameterStore } from '../../runtime/program.ts';
import { trainingBuckets } from '../../train/data-order.ts';
import { initialValues, type TaskEvaluator, type TaskRun } from '../../train/task-run.ts';
import { packingOf, trainedParameters } from '../encoder-parameters.ts';
import { mentionWarnings } from '../entity-reader.ts';
import type { FrontSources } from '../front-setup.ts';
import { type FrozenStates, frozenStates } from '../frozen-states.ts';
import { beginningWith } from '../pretrained.ts';
import { batchInputs, tokensOf } from '../token-inputs.ts';
import { Contrast } from './contrast.ts';
import { DevJudge } from './dev-judge.ts';
import { numberLabels } from './evaluate.ts';
import { ClassifyForward } from './forward.ts';
import { type ReadText, readText } from './reader.ts';
import { type ClassifySetup, setUpClassify } from './training.ts';

export interface ClassifyRunInput extends FrontSources {
  readonly settings: TextSettings;
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
  const states = readsApart(config.model)
    ? undefined
    : frozenStates({
        front: config.model.front,
        reader,
        inputs: [...texts, ...input.dev.map(({ text }) => readText(text, reader))],
        longest: reader.length,
      });
  const model = textClassifier(config.model, states?.front);
  const drawn = initialValues(model.params, settings.seed, setup.initial);
  const labels = numberLabels(train, config.model.labels).gold;
  const contrast = config.model.pairs === 'vectors' ? new Contrast(train) : undefined;
  const judge = new DevJudge(input, config.model);
  return {
    model,
    parameters: trainedParameters(model, {
      ...settings,
      hasEncoder: setup.config.model.front.kind === 'bert',
    }),
    initial: input.pretrained === undefined ? drawn : beginningWith(input.pretrained, model.params, drawn),
    lengths: Int32Array.from(texts, tokensOf),
    buckets: trainingBuckets(settings, reader.length),
    warnings: [...warningsOf(setup, judge, texts), ...mentionWarnings(reader, texts)],
    packing: packingOf(model, config.model.front, settings),
    async feeds({ size, examples, starts }, _epoch, store) {
      const chosen = Array.from(examples, (i) => texts[i]!);
      const given = {
        ...batchInputs(chosen, reader, size, starts),
        ...(await states?.feeds(chosen, size, store)),
      };
      const batch = new Map<string, ElementArray>(Object.entries(given));
      const inputs = model.inputs(size).map(({ name }) => [name, batch.get(name)!] as const);
      return {
        ...Object.fromEntries(inputs),
        labels: targetsOf(examples, labels, config.model, size.batch),
        ...contrast?.targets(examples, size.batch),
      };
    },
    tokens: ({ examples }) =>
      examples.reduce((sum, i) => sum + texts[i]!.ids.length + (texts[i]!.second?.ids.length ?? 0), 0),
    weight: ({ examples }) => weightOf(examples, labels, config.model),
    evaluator: (store) => new ClassifyEvaluator(store, { model, states }, setup, judge),
    files(values, report) {
      invariant(
        report.task !== 'ner' && report.task !== 'pretrain',
        'a classifier with the report of another task',
      );
      return {
        config: { ...config, ...judge.fitted(report) },
        vocabulary,
        weights: weightsToFile(model.params, values),
      };
    },
  };
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

/** Returns what the loss of texts is divided by: their number, or the weights of their labels. */
function weightOf(
  examples: Int32Array,
  labels: readonly (readonly number[])[],
  { mode, loss: { weights } }: ClassifySetup['config']['model'],
): number {
  if (mode === 'multiple' || weights === undefined) return examples.length;
  return examples.reduce((sum, i) => sum + weights[labels[i]![0]!]!, 0);
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
  readonly #judge: DevJudge;

  constructor(
    store: ParameterStore,
    { model, states }: ModelParts,
    { reader }: ClassifySetup,
    judge: DevJudge,
  ) {
    this.#store = store;
    this.#states = states;
    this.#judge = judge;
    this.#forward = new ClassifyForward(store, model, {
      reader,
      feeds: states && ((texts, size) => states.feeds(texts, size, store)),
    });
  }

  async evaluate(signal: AbortSignal) {
    const between = () => {
      if (signal.aborted) throw new AppError('cancelled', 'models.evaluation-stopped');
    };
    const { rows } = await this.#forward.logitsOf(this.#judge.texts, { between });
    return this.#judge.evaluation(rows, between);
  }

  async report() {
    const start = performance.now();
    const logits = await this.#forward.logitsOf(this.#judge.texts);
    return this.#judge.report({ ...logits, seconds: (performance.now() - start) / 1000 });
  }

  async dispose(): Promise<void> {
    await this.#forward.dispose();
    await this.#states?.dispose(this.#store);
  }
}

function warningsOf(
  { reader, warnings }: ClassifySetup,
  judge: DevJudge,
  texts: readonly ReadText[],
): Message[] {
  const cut = texts.filter((text) => text.cut).length;
  const cuts =
    cut === 0 ? [] : [message('training.texts-cut', { cut, total: texts.length, length: reader.length })];
  return [...warnings, ...cuts, ...judge.warnings()];
}
