/** Pre-training an encoder. */
import { invariant } from '../../../../shared/assert.ts';
import type { GuessScores, PretrainReport } from '../../../../shared/domain/pretraining.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ModelFiles } from '../../io/model-files.ts';
import { readSafetensors } from '../../io/safetensors.ts';
import { joinChunks } from '../../io/tensor-data.ts';
import { weightsFromFile, weightsToFile } from '../../io/weights.ts';
import type { ParamSpec } from '../../layers/params.ts';
import { LINKED_ENTITIES } from '../../models/bert/linking.ts';
import { bertEncoderSpec } from '../../models/bert/model.ts';
import { type BertPretrainingConfig, bertPretraining } from '../../models/bert/pretraining.ts';
import { TEACHER } from '../../objectives/smedbert.ts';
import type { ParameterStore, Values } from '../../runtime/program.ts';
import { initialValues, type TaskEvaluator, type TaskRun } from '../../train/task-run.ts';
import { trainedParameters } from '../encoder-parameters.ts';
import { PretrainForward } from './evaluate.ts';
import { bucketsOf } from './limits.ts';
import { type PretrainRunInput, type PretrainSetup, setUpPretraining } from './setup.ts';

/** @throws AppError when the corpus holds nothing to learn or the encoder does not fit */
export function preparePretrain(input: PretrainRunInput): TaskRun {
  const { settings, pretrained: encoder } = input;
  const setup = setUpPretraining(input);
  const { config, train } = setup;
  const model = bertPretraining(config);
  const known = {
    ...(encoder === undefined ? {} : knownValues(model.params, config, encoder)),
    ...knowledgeValues(input),
  };
  return {
    model,
    parameters: trainedParameters(model, { headRate: 1, hasEncoder: false }),
    initial: initialValues(model.params, settings.seed, known),
    lengths: train.lengths,
    buckets: bucketsOf(settings),
    warnings: warningsOf(setup, settings, model.params, encoder === undefined ? undefined : known),
    feeds: (batch, epoch) => train.feeds(batch, epoch, model),
    tokens: (batch) => train.tokens(batch),
    weight: (batch) => train.tokens(batch),
    evaluator: (store) => new PretrainEvaluator(store, setup, input),
    files: (values) => ({
      config: setup.file,
      vocabulary: setup.vocabulary,
      weights: weightsToFile(
        model.params.filter(({ name }) => !name.startsWith(TEACHER)),
        values,
      ),
    }),
  };
}

/** Vectors of entities and relations by the names of parameters; entities are part of the encoder. */
const knowledgeValues = ({ knowledge }: PretrainRunInput): Values =>
  Object.fromEntries(
    Object.entries(knowledge?.values ?? {}).map(([name, array]) => [
      name === 'entities.weight' ? `${LINKED_ENTITIES}.weight` : name,
      array,
    ]),
  );

/**
 * Returns the weights in the encoder's file: all of the encoder, and those of pooler and heads that are there. Layers that
 * the file lacks begin as its own from the first on.
 */
function knownValues(
  params: readonly ParamSpec[],
  { bert }: BertPretrainingConfig,
  { config, weights }: ModelFiles,
): Values {
  const stored = readSafetensors(joinChunks(weights)).tensors;
  const layers = config.task === 'encoder' ? config.model.num_hidden_layers : bert.num_hidden_layers;
  const needed = new Set(
    bertEncoderSpec({ ...bert, linking: undefined, neighbours: undefined }).map(({ name }) => name),
  );
  const ofEncoder = (name: string) => name.replace(`${TEACHER}.`, '');
  const known = params.filter(
    ({ name }) =>
      needed.has(ofEncoder(name)) || (stored.has(name) && !/^(bert\.)?(entities|relations)\./.test(name)),
  );
  const sources = known.map((spec) => ({ ...spec, name: stackedFrom(ofEncoder(spec.name), layers) }));
  const values = weightsFromFile(sources, weights);
  return Object.fromEntries(known.map(({ name }, i) => [name, values[sources[i]!.name]!]));
}

/** Name of the parameter whose values one of a deeper encoder takes. */
const stackedFrom = (name: string, layers: number): string =>
  name.replace(/^(bert\.encoder\.layer\.)(\d+)/, (_, prefix, layer) => `${prefix}${Number(layer) % layers}`);

function warningsOf(
  { facts, hasParts }: PretrainSetup,
  settings: PretrainRunInput['settings'],
  params: readonly ParamSpec[],
  known: Values | undefined,
): Message[] {
  const warnings: Message[] = [];
  const { duplicates, documents, devDocuments } = facts;
  if (duplicates > 0)
    warnings.push(message('training.duplicates', { duplicates, total: documents + duplicates }));
  if (facts.devSequences < 20) warnings.push(message('training.small-dev', { documents: devDocuments }));
  if (settings.model === 'smedbert' && settings.mentionWeight > 0 && known === undefined)
    warnings.push(message('training.no-teacher'));
  if (settings.model === 'kebiolm' && settings.linking === 'sampled')
    warnings.push(message('training.sampled-linking', { count: settings.entityNegatives }));
  if (settings.model === 'embert' && settings.segmentationWeight + settings.partWeight > 0 && !hasParts)
    warnings.push(message('training.no-parts'));
  const isNew = known !== undefined && params.some(({ name }) => !Object.hasOwn(known, name));
  if (isNew) warnings.push(message('training.heads-at-random'));
  return warnings;
}

class PretrainEvaluator implements TaskEvaluator {
  readonly #forward: PretrainForward;
  readonly #setup: PretrainSetup;
  readonly #input: PretrainRunInput;

  constructor(store: ParameterStore, setup: PretrainSetup, input: PretrainRunInput) {
    const { config, dev } = setup;
    this.#setup = setup;
    this.#input = input;
    const { length } = input.settings;
    const alone = { ...config, packed: false };
    const model = bertPretraining(alone);
    this.#forward = new PretrainForward(store, { model, config: alone, examples: dev, longest: length });
  }

  /** Higher is better: the mean probability of the hidden tokens, as a geometric mean. */
  async evaluate(signal: AbortSignal) {
    const scores = await this.#forward.scores(() => {
      if (signal.aborted) throw new AppError('cancelled', 'models.evaluation-stopped');
    });
    const { accuracy, guesses: _, ...others } = numbersOf(scores);
    const score = 1 / others.perplexity;
    return { score, metrics: { ...others, hiddenAccuracy: accuracy, inversePerplexity: score } };
  }

  async report(): Promise<PretrainReport> {
    const scores = await this.#forward.scores();
    const { devName, settings } = this.#input;
    return {
      task: 'pretrain',
      dataSet: devName,
      objective: settings.objective,
      pair: settings.pair,
      masking: settings.masking,
      corpus: this.#setup.facts,
      ...numbersOf(scores),
    };
  }

  dispose(): Promise<void> {
    return this.#forward.dispose();
  }
}

/** Scores of the first kind of guesses, and loss and accuracy of the others under the name of their kind. */
function numbersOf(scores: ReadonlyMap<string, GuessScores>) {
  const [first, ...others] = scores;
  invariant(first !== undefined, 'pre-training: no guesses');
  const { loss, accuracy, guesses } = first[1];
  const rest = others.flatMap(([kind, found]) => [
    [`${kind}Loss`, found.loss],
    [`${kind}Accuracy`, found.accuracy],
  ]);
  const named: Readonly<Record<string, number>> = Object.fromEntries(rest);
  return { loss, perplexity: Math.exp(loss), accuracy, guesses, ...named };
}
