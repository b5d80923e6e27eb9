/** A stored neural network on an executor, as a classifier. */
import type { Span } from '../../../../shared/domain/span.ts';
import type { ModelFiles } from '../../io/model-files.ts';
import { weightsFromFile } from '../../io/weights.ts';
import { textClassifier } from '../../models/text-classifier/model.ts';
import type { Executor, ParameterStore } from '../../runtime/program.ts';
import type { BatchOptions } from '../batched-forward.ts';
import { checkFinite } from '../check-finite.ts';
import type { Classifier } from './classifier.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { ClassifyForward } from './forward.ts';
import { type Between, without, withoutInPair } from './occlusion.ts';
import { type ClassifyFileConfig, classifyReader } from './reader.ts';

export class NeuralClassifier implements Classifier {
  readonly #store: ParameterStore;
  readonly #forward: ClassifyForward;

  private constructor(store: ParameterStore, forward: ClassifyForward) {
    this.#store = store;
    this.#forward = forward;
  }

  /** @throws AppError when the files are damaged or do not fit together; nothing stays open then */
  static async open(
    executor: Executor,
    config: ClassifyFileConfig,
    { vocabulary, weights }: Pick<ModelFiles, 'vocabulary' | 'weights'>,
    { int8 = false }: { readonly int8?: boolean } = {},
  ): Promise<NeuralClassifier> {
    const reader = classifyReader(config, vocabulary);
    const model = textClassifier(config.model);
    const values = weightsFromFile(model.params, weights);
    checkFinite(values);
    const store = executor.createStore(model.params);
    try {
      await store.write(values);
      const forward = new ClassifyForward(store, model, { reader, weights: int8 ? 'int8' : 'live' });
      return new NeuralClassifier(store, forward);
    } catch (error) {
      await store.dispose();
      throw error;
    }
  }

  logitsOf(texts: readonly string[], options: BatchOptions = {}) {
    return this.#forward.logitsOf(texts, options);
  }

  /** Reads the text once more without each part. */
  async logitsWithout(text: string, parts: readonly Span[], between?: Between) {
    const { read } = this.look(text);
    const isPair = this.#forward.reader.pairs !== undefined;
    const texts = parts.map((part) => (isPair ? withoutInPair(text, part) : without(text, read, part)));
    return (await this.logitsOf(texts, between === undefined ? {} : { between })).rows;
  }

  look(text: string): Coverage {
    return coverageOf(text, this.#forward.reader);
  }

  async dispose(): Promise<void> {
    await this.#forward.dispose();
    await this.#store.dispose();
  }
}
