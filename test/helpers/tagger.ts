/** Small taggers with random weights, as files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_FILES, type ModelFiles } from '../../main/engine/io/model-files.ts';
import { weightsToFile } from '../../main/engine/io/weights.ts';
import { initialise } from '../../main/engine/layers/initialisers.ts';
import { BertConfig } from '../../main/engine/models/bert/config.ts';
import { TaggerConfig } from '../../main/engine/models/tagger/config.ts';
import { tagger } from '../../main/engine/models/tagger/model.ts';
import { countCharacters } from '../../main/text/character-tokenizer.ts';
import { buildFrequencyVocabulary, formatFrequencyVocabulary } from '../../main/text/frequency-vocabulary.ts';

/** Characters that the models know. */
export const KNOWN = '患者三天前无明显诱因出现发热咳嗽胸痛，。否认高血压糖尿病史予阿莫西林';

export type SmallTagger = 'bilstm-crf' | 'bert-softmax';

/** Weights are larger than in training, so that many entities are found. */
export function taggerFiles(kind: SmallTagger, { seed = 3, hiddenSize = 16 } = {}): ModelFiles {
  const { tokenizer, vocabulary, size } = kind === 'bilstm-crf' ? characters() : pieces();
  const model = TaggerConfig.parse({
    front:
      kind === 'bilstm-crf'
        ? { kind: 'embedding', vocabSize: size, size: 12 }
        : { kind: 'bert', bert: smallBert(size) },
    middle: kind === 'bilstm-crf' ? { kind: 'bilstm', layers: 1, hiddenSize } : { kind: 'none' },
    head: kind === 'bilstm-crf' ? 'crf' : 'softmax',
    tags: { types: ['disease', '药物'], scheme: 'BIO' },
  });
  const { params } = tagger(model);
  const values = Object.fromEntries(
    params.map(({ name, shape, init }) => {
      const factor = name.startsWith('classifier') || name.includes('embeddings') ? 6 : 1;
      return [name, initialise(init, shape, { seed, name }).map((value) => value * factor)];
    }),
  );
  return {
    config: { format: 1, task: 'ner', model, tokenizer, window: { length: 40, overlap: 12 } },
    vocabulary,
    weights: weightsToFile(params, values),
  };
}

function smallBert(vocabSize: number): BertConfig {
  return BertConfig.parse({
    vocab_size: vocabSize,
    hidden_size: 32,
    num_hidden_layers: 2,
    num_attention_heads: 2,
    intermediate_size: 160, // wide enough for int8 products
    max_position_embeddings: 40,
  });
}

function characters() {
  const counts = new Map<string, number>();
  countCharacters(KNOWN, true, counts);
  const vocabulary = buildFrequencyVocabulary(counts, { unit: 'character', folded: true });
  return {
    tokenizer: { kind: 'character' } as const,
    vocabulary: formatFrequencyVocabulary(vocabulary),
    size: vocabulary.size,
  };
}

function pieces() {
  const tokens = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...new Set(KNOWN)];
  return {
    tokenizer: { kind: 'wordpiece', lowerCase: true } as const,
    vocabulary: tokens.map((token) => `${token}\n`).join(''),
    size: tokens.length,
  };
}

/** Texts of known characters, some unknown ones and white space, repeatable. */
export function sampleTexts(count: number, longest: number): string[] {
  const alphabet = [...KNOWN, ' ', '\n', '𠮷', 'é'];
  let state = 12345;
  const next = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: next(longest + 1) }, () => alphabet[next(alphabet.length)]!).join(''),
  );
}

/** Writes a model as a folder that can be imported. */
export function writeModelFolder(folder: string, { config, vocabulary, weights }: ModelFiles): void {
  mkdirSync(folder);
  writeFileSync(join(folder, MODEL_FILES.config), JSON.stringify(config));
  writeFileSync(join(folder, MODEL_FILES.vocabulary), vocabulary);
  writeFileSync(join(folder, MODEL_FILES.weights), Buffer.concat(weights));
}
