/** Creates encoder files with random weights. */
import { formatVocabTxt, type Vocabulary } from '../../text/vocabulary.ts';
import { initialise } from '../layers/initialisers.ts';
import { type BertSize, bertOfSize } from '../models/bert/config.ts';
import { bertPretraining } from '../models/bert/pretraining.ts';
import type { ModelFiles } from './model-files.ts';
import { weightsToFile } from './weights.ts';

export interface NewEncoder {
  readonly size: BertSize;
  readonly vocabulary: Vocabulary;
  readonly lowerCase: boolean;
  readonly seed: number;
}

/** Creates an encoder with pooler and pre-training heads, as pre-training needs. */
export function newEncoder({ size, vocabulary, lowerCase, seed }: NewEncoder): ModelFiles {
  const model = bertOfSize(size, vocabulary.size);
  const { params } = bertPretraining({ bert: model, objective: 'mlm', pair: 'nsp', packed: false });
  const values = Object.fromEntries(
    params.map(({ name, shape, init }) => [name, initialise(init, shape, { seed, name })]),
  );
  return {
    config: { format: 1, task: 'encoder', model, tokenizer: { kind: 'wordpiece', lowerCase } },
    vocabulary: formatVocabTxt(vocabulary),
    weights: weightsToFile(params, values),
  };
}
