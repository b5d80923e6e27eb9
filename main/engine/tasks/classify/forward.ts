/** Texts through a classifier on any executor: batched by length, programs compiled when needed. */
import { invariant } from '../../../../shared/assert.ts';
import type { BatchSize, Model } from '../../models/model.ts';
import type { ForwardSpec, ParameterStore, Program } from '../../runtime/program.ts';
import { forwardLengths, planBatches } from '../ner/forward-batches.ts';
import { batchTexts, type ClassifyReader, type ReadText, readText } from './reader.ts';

export interface ForwardOptions {
  /** Waited for before each batch: lets others go first; ends the work by throwing. */
  readonly between?: () => Promise<void> | void;
  /** Told after each batch. */
  readonly onProgress?: (done: number, total: number) => void;
}

const BATCH_TOKENS = 4096;

export class ClassifyForward {
  readonly reader: ClassifyReader;
  readonly #store: ParameterStore;
  readonly #model: Model;
  readonly #weights: ForwardSpec['weights'];
  readonly #lengths: readonly number[];
  readonly #programs = new Map<string, Promise<Program>>();

  constructor(
    store: ParameterStore,
    model: Model,
    {
      reader,
      weights = 'live',
    }: { readonly reader: ClassifyReader; readonly weights?: ForwardSpec['weights'] },
  ) {
    this.reader = reader;
    this.#store = store;
    this.#model = model;
    this.#weights = weights;
    this.#lengths = forwardLengths(reader.length);
  }

  /** Logits [L] of each text, in their order, and how many texts are longer than what is read of them. */
  async logitsOf(
    texts: readonly string[],
    { between, onProgress }: ForwardOptions = {},
  ): Promise<{ readonly rows: Float32Array[]; readonly cut: number }> {
    const read = texts.map((text) => readText(text, this.reader));
    const rows = new Array<Float32Array>(texts.length);
    const lengths = read.map(({ ids }) => ids.length);
    let done = 0;
    for (const { size, examples } of planBatches(lengths, this.#lengths, BATCH_TOKENS)) {
      await between?.();
      const found = await this.#run(
        Array.from(examples, (text) => read[text]!),
        size,
      );
      for (const [i, text] of examples.entries()) rows[text] = found[i]!;
      done += examples.length;
      onProgress?.(done, texts.length);
    }
    return { rows, cut: read.filter((text) => text.cut).length };
  }

  async #run(texts: readonly ReadText[], size: BatchSize): Promise<Float32Array[]> {
    const program = await this.#program(size);
    const batch: Readonly<Record<string, Int32Array>> = batchTexts(texts, this.reader, size);
    const { logits } = await program.run(
      Object.fromEntries(this.#model.inputs(size).map(({ name }) => [name, batch[name]!])),
    );
    invariant(logits?.data instanceof Float32Array, 'classifier: a program gave no logits');
    const { data } = logits;
    const width = data.length / size.batch;
    return texts.map((_, row) => data.slice(row * width, (row + 1) * width));
  }

  #program(size: BatchSize): Promise<Program> {
    const weights = this.#weights;
    const key = `classify/forward/${weights}/${size.batch}x${size.length}`;
    const known = this.#programs.get(key);
    if (known !== undefined) return known;
    const program = this.#store.compile({
      key,
      inputs: this.#model.inputs(size),
      build: (params, inputs) => this.#model.forward(params, inputs),
      ...(weights === undefined ? {} : { weights }),
    });
    this.#programs.set(key, program);
    program.catch(() => this.#programs.delete(key));
    return program;
  }

  /** Ends the programs; the store stays. */
  async dispose(): Promise<void> {
    const programs = [...this.#programs.values()];
    this.#programs.clear();
    for (const program of programs) await (await program).dispose();
  }
}
