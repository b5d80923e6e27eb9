/** A stored classifier, open for prediction. */
import type { RankedLabel } from '../../../../shared/domain/classification.ts';
import type { Abstaining } from '../../../../shared/domain/prediction.ts';
import { AppError } from '../../../../shared/result.ts';
import type { ModelFiles } from '../../io/model-files.ts';
import { weightsFromFile } from '../../io/weights.ts';
import { textClassifier } from '../../models/text-classifier/model.ts';
import type { Executor, ParameterStore } from '../../runtime/program.ts';
import type { BatchOptions } from '../batched-forward.ts';
import { checkFinite } from '../check-finite.ts';
import { reasonToAbstain } from './abstention.ts';
import { probabilitiesOf } from './calibration.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { type Decision, decide, decisionOf, rankLabels } from './evaluate.ts';
import { ClassifyForward } from './forward.ts';
import { Occluder, type OcclusionTools } from './occlusion.ts';
import { classifyReader } from './reader.ts';

export interface LabelledText {
  /** Labels that hold, the most probable first. */
  readonly labels: string[];
  /** The most probable labels with calibrated probabilities. */
  readonly top: RankedLabel[];
  /** Why nothing should be said about the text. */
  readonly abstained?: Abstaining;
}

export class ClassifyPredictor {
  readonly labels: readonly string[];
  readonly decision: Decision;
  /** `textsHash` of the texts that the decision was fitted on, where that is known. */
  readonly fittedOn: string | undefined;
  readonly #store: ParameterStore;
  readonly #forward: ClassifyForward;

  private constructor(
    store: ParameterStore,
    forward: ClassifyForward,
    { labels, decision, fittedOn }: Pick<ClassifyPredictor, 'labels' | 'decision' | 'fittedOn'>,
  ) {
    this.fittedOn = fittedOn;
    this.labels = labels;
    this.decision = decision;
    this.#store = store;
    this.#forward = forward;
  }

  /** @throws AppError when the files are damaged or do not fit together; nothing stays open then */
  static async open(
    executor: Executor,
    { config, vocabulary, weights }: ModelFiles,
    { int8 = false }: { readonly int8?: boolean } = {},
  ): Promise<ClassifyPredictor> {
    if (config.task !== 'classify' && config.task !== 'diagnose')
      throw new AppError('bad-request', 'models.labels-no-texts', {}, { hint: 'hint.choose-classifier' });
    const reader = classifyReader(config, vocabulary);
    const model = textClassifier(config.model);
    const values = weightsFromFile(model.params, weights);
    checkFinite(values);
    const store = executor.createStore(model.params);
    try {
      await store.write(values);
      const forward = new ClassifyForward(store, model, { reader, weights: int8 ? 'int8' : 'live' });
      return new ClassifyPredictor(store, forward, {
        labels: config.model.labels,
        decision: decisionOf(config),
        fittedOn: config.fittedOn,
      });
    } catch (error) {
      await store.dispose();
      throw error;
    }
  }

  /** Logits [L] of each text. */
  logitsOf(texts: readonly string[], options: BatchOptions = {}) {
    return this.#forward.logitsOf(texts, options);
  }

  /** Returns which parts of a text would be read. */
  look(text: string): Coverage {
    return coverageOf(text, this.#forward.reader);
  }

  /** Finds the words of a text that move its labels. */
  occluder(text: string, words: OcclusionTools['words']): Occluder {
    const tools: OcclusionTools = {
      words,
      logitsOf: async (texts, between) =>
        (await this.logitsOf(texts, between === undefined ? {} : { between })).rows,
    };
    return new Occluder(text, tools, { read: this.look(text).read, decision: this.decision });
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

  async dispose(): Promise<void> {
    await this.#forward.dispose();
    await this.#store.dispose();
  }
}
