/** Training a tagger. */

import type { LabelledDocument, NerSettings } from '../../../../shared/domain/training.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { weightsToFile } from '../../io/weights.ts';
import type { Model } from '../../models/model.ts';
import { tagger } from '../../models/tagger/model.ts';
import type { ParameterStore } from '../../runtime/program.ts';
import { trainingBuckets } from '../../train/data-order.ts';
import { initialValues, type TaskEvaluator, type TaskRun } from '../../train/task-run.ts';
import { packingOf, trainedParameters } from '../encoder-parameters.ts';
import { mentionWarnings } from '../entity-reader.ts';
import type { FrontSources } from '../front-setup.ts';
import { type FrozenStates, frozenStates } from '../frozen-states.ts';
import { beginningWith } from '../pretrained.ts';
import { batchWindows } from './batches.ts';
import { TaggerLoss } from './dev-loss.ts';
import { countUntaggable, evaluateNer } from './evaluate.ts';
import { NerForward, nerHead, predictEntities } from './forward.ts';
import { scoreEntities } from './metrics.ts';
import { type NerSetup, nerExamples, setUpNer } from './training.ts';
import { type NerWindow, predictionWindows, tokensPerWindow } from './windows.ts';

export interface NerRunInput extends FrontSources {
  readonly settings: NerSettings;
  readonly train: readonly LabelledDocument[];
  readonly dev: readonly LabelledDocument[];
  readonly devName: string;
}

/** @throws AppError when the data hold nothing to learn, or an encoder or word vectors are missing */
export function prepareNer(input: NerRunInput): TaskRun {
  const { settings } = input;
  const setup = setUpNer(settings, input.train, input);
  const windows = nerExamples(input.train, setup);
  const states = statesOf(input, setup, windows);
  const model = tagger(setup.config.model, states?.front);
  const drawn = initialValues(model.params, settings.seed, setup.initial);
  const wanted = new Set<string>();
  return {
    model,
    parameters: trainedParameters(model, {
      ...settings,
      hasEncoder: setup.config.model.front.kind === 'bert',
    }),
    initial: input.pretrained === undefined ? drawn : beginningWith(input.pretrained, model.params, drawn),
    lengths: Int32Array.from(windows, ({ ids }) => ids.length),
    buckets: trainingBuckets(settings, setup.config.window.length),
    warnings: [...warningsOf(input, setup), ...mentionWarnings(setup.reader, windows)],
    packing: packingOf(model, setup.config.model.front, settings),
    async feeds({ size, examples, starts }, _epoch, store) {
      if (wanted.size === 0)
        for (const { name } of [...model.inputs(size), ...model.targets(size)]) wanted.add(name);
      const chosen = Array.from(examples, (i) => windows[i]!);
      const batch = {
        ...batchWindows(chosen, setup.reader, size, starts),
        ...(await states?.feeds(chosen, size, store)),
      };
      return Object.fromEntries(Object.entries(batch).filter(([name]) => wanted.has(name)));
    },
    tokens: ({ examples }) => examples.reduce((sum, i) => sum + windows[i]!.ids.length, 0),
    weight: ({ examples }) =>
      setup.config.model.head === 'softmax'
        ? examples.reduce((sum, i) => sum + windows[i]!.tags!.length, 0)
        : examples.length,
    evaluator: (store) => new NerEvaluator(store, { model, states }, setup, input),
    files: (values) => ({
      config: setup.config,
      vocabulary: setup.vocabulary,
      weights: weightsToFile(model.params, values),
    }),
  };
}

/** Returns the states of a frozen encoder for the train and dev windows. */
function statesOf(
  { dev }: NerRunInput,
  { config, reader }: NerSetup,
  windows: readonly NerWindow[],
): FrozenStates | undefined {
  const { front } = config.model;
  const measured = dev.flatMap(({ text }) => predictionWindows(text, reader, config.window).windows);
  return frozenStates({ front, reader, inputs: [...windows, ...measured], longest: config.window.length });
}

/** Model of a run with the cache of its frozen encoder. */
interface ModelParts {
  readonly model: Model;
  readonly states: FrozenStates | undefined;
}

class NerEvaluator implements TaskEvaluator {
  readonly #store: ParameterStore;
  readonly #forward: NerForward;
  readonly #states: FrozenStates | undefined;
  readonly #setup: NerSetup;
  readonly #input: NerRunInput;
  /** Windows that training would make of the dev set. */
  readonly #devWindows: number;

  constructor(store: ParameterStore, { model, states }: ModelParts, setup: NerSetup, input: NerRunInput) {
    const { config, reader } = setup;
    this.#store = store;
    this.#setup = setup;
    this.#input = input;
    this.#devWindows = nerExamples(input.dev, setup).length;
    this.#states = states;
    this.#forward = new NerForward(store, {
      config: config.model,
      reader,
      window: config.window,
      model,
      feeds: states && ((windows, size) => states.feeds(windows, size, store)),
    });
  }

  async evaluate(signal: AbortSignal) {
    const { predictions, loss } = await this.#predict(signal);
    const { f1, precision, recall, relaxed } = scoreEntities(
      this.#input.dev.map(({ entities }, i) => ({ gold: entities, predicted: predictions[i]! })),
    );
    return { score: f1, metrics: { f1, precision, recall, relaxedF1: relaxed.f1, loss } };
  }

  async #predict(signal?: AbortSignal) {
    const { config, reader } = this.#setup;
    const longest = tokensPerWindow(config.window, reader);
    const head = nerHead(config.model, await this.#store.read(), longest);
    const loss = new TaggerLoss(this.#input.dev, reader, head);
    const predictions = await predictEntities(
      this.#forward,
      head,
      this.#input.dev.map(({ text }) => text),
      {
        onEmissions: (text, found) => loss.add(text, found),
        between: () => {
          if (signal?.aborted === true) throw new AppError('cancelled', 'models.evaluation-stopped');
        },
      },
    );
    return { predictions, loss: loss.mean(this.#devWindows) };
  }

  async report() {
    const start = performance.now();
    const { predictions } = await this.#predict();
    return evaluateNer(this.#input.dev, predictions, {
      types: this.#setup.config.model.tags.types,
      dataSet: this.#input.devName,
      untaggable: countUntaggable(this.#input.dev, this.#setup.reader),
      seconds: (performance.now() - start) / 1000,
    });
  }

  async dispose(): Promise<void> {
    await this.#forward.dispose();
    await this.#states?.dispose(this.#store);
  }
}

function warningsOf({ train, dev }: NerRunInput, { config, reader, warnings: front }: NerSetup): Message[] {
  const warnings = [...front];
  const { widened = 0, ...dropped } = countUntaggable(train, reader);
  const lost = Object.entries(dropped);
  const total = lost.reduce((sum, [, count]) => sum + count, 0);
  if (total > 0) {
    const reasons = lost.map(([reason, count]) => `${count} ${reason}`).join(', ');
    warnings.push(message('training.untaggable', { total, reasons }));
    const overlaps = lost.some(([reason]) => reason === 'nested' || reason === 'overlap');
    if (overlaps) warnings.push(message('training.nested-entities'));
  }
  if (widened > 0) warnings.push(message('training.widened', { count: widened }));
  const known = new Set(config.model.tags.types);
  const unknown = new Set(
    dev.flatMap(({ entities }) => entities.map(({ type }) => type)).filter((t) => !known.has(t)),
  );
  if (unknown.size > 0) {
    const names = [...unknown].join(', ');
    warnings.push(message('training.unknown-dev-types', { names }));
  }
  return warnings;
}
