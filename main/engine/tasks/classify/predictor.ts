/** A stored classifier of any family, open for prediction. */
import type { RankedLabel } from '../../../../shared/domain/classification.ts';
import type { Abstaining } from '../../../../shared/domain/prediction.ts';
import type { PairRules } from '../../../../shared/domain/relations.ts';
import { AppError } from '../../../../shared/result.ts';
import { membersOf } from '../../io/ensemble-files.ts';
import type { ClassifierEnsembleFile, ModelFileConfig, ModelFiles } from '../../io/model-files.ts';
import type { LinearClassifierConfig } from '../../linear/config.ts';
import type { Executor } from '../../runtime/program.ts';
import type { BatchOptions } from '../batched-forward.ts';
import { Normaliser } from '../normalise/normaliser.ts';
import { reasonToAbstain } from './abstention.ts';
import { probabilitiesOf, uncalibrated } from './calibration.ts';
import type { Classifier } from './classifier.ts';
import type { Coverage } from './coverage.ts';
import { type ClassifierMember, EnsembleClassifier } from './ensemble-classifier.ts';
import { type Decision, decide, decisionOf, rankLabels } from './evaluate.ts';
import type { Level } from './hierarchy.ts';
import { openLinear } from './linear-classifier.ts';
import { NeuralClassifier } from './neural-classifier.ts';
import { Occluder, type OcclusionTools } from './occlusion.ts';
import { type ClassifierFileConfig, checkDecision } from './reader.ts';

export interface LabelledText {
  /** Labels that hold, the most probable first. */
  readonly labels: string[];
  /** The most probable labels with calibrated probabilities. */
  readonly top: RankedLabel[];
  /** Reason for which the model abstains. */
  readonly abstained?: Abstaining;
}

interface OpenOptions {
  readonly int8?: boolean;
}

export class ClassifyPredictor {
  readonly labels: readonly string[];
  readonly decision: Decision;
  /** `textsHash` of the texts that the decision was fitted on, where that is known. */
  readonly fittedOn: string | undefined;
  /** Turns texts into pairs of mentions; absent where the model labels whole texts. */
  readonly pairs: PairRules | undefined;
  readonly #classifier: Classifier;

  private constructor(classifier: Classifier, config: ClassifierFileConfig) {
    this.#classifier = classifier;
    this.fittedOn = config.fittedOn;
    this.pairs = config.pairs;
    this.labels = config.model.labels;
    this.decision = decisionOf(config);
  }

  /** @throws AppError when the files are damaged or do not fit together; nothing stays open then */
  static async open(
    executor: Executor,
    { config, vocabulary, weights }: ModelFiles,
    options: OpenOptions = {},
  ): Promise<ClassifyPredictor> {
    if (!isClassifier(config))
      throw new AppError('bad-request', 'models.labels-no-texts', {}, { hint: 'hint.choose-classifier' });
    checkDecision(config);
    return new ClassifyPredictor(
      await openClassifier(executor, config, { vocabulary, weights }, options),
      config,
    );
  }

  /** Logits [L] of each text. */
  logitsOf(texts: readonly string[], options: BatchOptions = {}) {
    return this.#classifier.logitsOf(texts, options);
  }

  /** Returns which parts of a text would be read. */
  look(text: string): Coverage {
    return this.#classifier.look(text);
  }

  /** Finds the words of a text that move its labels. */
  occluder(text: string, words: OcclusionTools['words']): Occluder {
    const { mostWords } = this.#classifier;
    const tools: OcclusionTools = {
      words,
      logitsWithout: (parts, between) => this.#classifier.logitsWithout(text, parts, between),
    };
    return new Occluder(text, tools, {
      read: this.look(text).read,
      decision: this.decision,
      ...(mostWords === undefined ? {} : { mostWords }),
    });
  }

  /** @param top how many of the most probable labels to tell */
  async predict(texts: readonly string[], top: number): Promise<LabelledText[]> {
    const { rows } = await this.logitsOf(texts);
    return rows.map((row, text) => {
      const probabilities = probabilitiesOf(row, this.decision.calibration);
      const best = probabilities.reduce((a, b) => Math.max(a, b), 0);
      const abstained = reasonToAbstain(this.look(texts[text]!), best, this.decision.abstention);
      return {
        ...(abstained === undefined ? {} : { abstained }),
        labels: decide(probabilities, this.decision).map((label) => this.labels[label]!),
        top: rankLabels(probabilities, this.labels, top),
      };
    });
  }

  dispose(): Promise<void> {
    return this.#classifier.dispose();
  }
}

const isClassifier = (config: ModelFileConfig): config is ClassifierFileConfig =>
  config.task !== 'ner' && config.task !== 'encoder';

/** Opens a classifier of any family, without its decision. */
async function openClassifier(
  executor: Executor,
  config: ClassifierFileConfig,
  files: Pick<ModelFiles, 'vocabulary' | 'weights'>,
  options: OpenOptions,
): Promise<Classifier> {
  if (config.family === 'linear') return openLinearLevels(config.model, files);
  if (config.family === 'ensemble') return openEnsemble(executor, config, files, options);
  if (config.family === 'normaliser') {
    const { labels, rules, pairs } = config.model;
    const judge = await ClassifyPredictor.open(executor, { ...files, config: pairs }, options);
    return new Normaliser(labels, rules, judge);
  }
  return NeuralClassifier.open(executor, config, files, options);
}

/** Opens a linear classifier; one of an earlier version may tell the parents of labels too. */
function openLinearLevels(
  config: LinearClassifierConfig,
  files: Pick<ModelFiles, 'vocabulary' | 'weights'>,
): Classifier {
  const { own, parents } = openLinear(config, files);
  const { labels, hierarchy } = config;
  if (parents === undefined || hierarchy === undefined) return own;
  const memberOf = (classifier: Classifier, level: Level, names: readonly string[]): ClassifierMember => ({
    classifier,
    level,
    labels: names,
    calibration: uncalibrated('single', names.length),
    weight: 1,
  });
  const members = [memberOf(own, 'labels', labels), memberOf(parents, 'parents', hierarchy.parents)];
  const use = hierarchy.use === 'multiply' ? 'product' : hierarchy.use;
  return new EnsembleClassifier(members, { labels, mode: 'single', hierarchy: { ...hierarchy, use } });
}

async function openEnsemble(
  executor: Executor,
  config: ClassifierEnsembleFile,
  files: Pick<ModelFiles, 'vocabulary' | 'weights'>,
  options: OpenOptions,
): Promise<Classifier> {
  const parts = membersOf({ config, ...files });
  const opened: ClassifierMember[] = [];
  try {
    for (const [number, { config: own, weight, level = 'labels' }] of config.model.members.entries()) {
      const classifier = await openClassifier(executor, own, parts[number]!, options);
      opened.push({ classifier, calibration: own.calibration, labels: own.model.labels, weight, level });
    }
    return new EnsembleClassifier(opened, config.model);
  } catch (error) {
    for (const { classifier } of opened) await classifier.dispose();
    throw error;
  }
}
