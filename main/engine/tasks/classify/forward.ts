/** Texts through a classifier on any executor. */
import type { Model } from '../../models/model.ts';
import type { ParameterStore } from '../../runtime/program.ts';
import { BatchedForward, type BatchedForwardSettings, type BatchOptions } from '../batched-forward.ts';
import { type ClassifyReader, type ReadText, readText } from './reader.ts';

interface ClassifyForwardSettings extends Pick<BatchedForwardSettings<ReadText>, 'weights' | 'feeds'> {
  readonly reader: ClassifyReader;
}

export class ClassifyForward {
  readonly reader: ClassifyReader;
  readonly #forward: BatchedForward<ReadText>;

  constructor(
    store: ParameterStore,
    model: Model,
    { reader, weights = 'live', feeds }: ClassifyForwardSettings,
  ) {
    this.reader = reader;
    this.#forward = new BatchedForward(store, {
      model,
      reader,
      weights,
      feeds,
      task: 'classify',
      output: 'logits',
      longest: reader.length,
      split: (logits, texts, { batch }) => {
        const width = logits.length / batch;
        return texts.map((_, row) => logits.slice(row * width, (row + 1) * width));
      },
    });
  }

  /** Logits [L] of each text, in their order, and how many texts are longer than what is read of them. */
  async logitsOf(
    texts: readonly string[],
    options: BatchOptions = {},
  ): Promise<{ readonly rows: Float32Array[]; readonly cut: number }> {
    const read = texts.map((text) => readText(text, this.reader));
    const rows = await this.#forward.run(read, options);
    return { rows, cut: read.filter((text) => text.cut).length };
  }

  /** Ends the programs; the store stays. */
  dispose(): Promise<void> {
    return this.#forward.dispose();
  }
}
