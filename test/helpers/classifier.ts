/** Small classifiers with random weights, as files. */
import { ModelFileConfig, type ModelFiles } from '../../main/engine/io/model-files.ts';
import { weightsToFile } from '../../main/engine/io/weights.ts';
import { initialise } from '../../main/engine/layers/initialisers.ts';
import { TextClassifierConfig } from '../../main/engine/models/text-classifier/config.ts';
import { textClassifier } from '../../main/engine/models/text-classifier/model.ts';
import { countCharacters } from '../../main/text/character-tokenizer.ts';
import { buildFrequencyVocabulary, formatFrequencyVocabulary } from '../../main/text/frequency-vocabulary.ts';
import type { Abstention } from '../../shared/domain/probabilities.ts';
import { NO_RELATION } from '../../shared/domain/relations.ts';
import { KNOWN } from './tagger.ts';

export const CLASSES = ['急性心肌梗死', 'J18.900x001', '没有这种病'];

export interface SmallClassifier {
  readonly seed?: number;
  readonly mode?: 'single' | 'multiple';
  readonly keep?: 'head' | 'head-tail';
  readonly length?: number;
  /** Three of them. */
  readonly labels?: readonly string[];
  readonly abstention?: Abstention;
}

/** A model of two relations between 疾病 and 药物 with random weights. */
export function relationFiles(seed = 3): ModelFiles {
  const types = ['药物治疗', '禁忌'];
  const files = classifierFiles({ seed, mode: 'single', labels: [NO_RELATION, ...types] });
  const signatures = types.map((type) => ({ type, from: '疾病', to: '药物' }));
  const pairs = { form: 'marked', distance: 100, context: 10, signatures } as const;
  const config = ModelFileConfig.parse({ ...files.config, task: 'relation', pairs });
  return { ...files, config };
}

export function classifierFiles({
  seed = 3,
  mode = 'multiple',
  keep = 'head',
  length = 40,
  abstention,
  labels = CLASSES,
}: SmallClassifier = {}): ModelFiles {
  const counts = new Map<string, number>();
  countCharacters(KNOWN, true, counts);
  const vocabulary = buildFrequencyVocabulary(counts, { unit: 'character', folded: true });
  const model = TextClassifierConfig.parse({
    body: { kind: 'cnn', filters: 8, kernel: 5 },
    dense: 64,
    front: { kind: 'embedding', vocabSize: vocabulary.size, size: 12 },
    labels: [...labels],
    mode,
    dropout: 0,
    loss: { focal: 0 },
  });
  const { params } = textClassifier(model);
  // Larger than in training, so that texts differ.
  const values = Object.fromEntries(
    params.map(({ name, shape, init }) => [
      name,
      initialise(init, shape, { seed, name }).map((value) => value * 4),
    ]),
  );
  return {
    config: {
      format: 1,
      task: 'diagnose',
      model,
      tokenizer: { kind: 'character' },
      reading: { length, keep },
      calibration:
        mode === 'single'
          ? { kind: 'temperature', temperature: 2 }
          : { kind: 'platt', scale: [0.5, 1, 2], shift: [0, 0.1, -0.2] },
      thresholds: mode === 'single' ? [] : [0.5, 0.5, 0.5],
      ...(abstention === undefined ? {} : { abstention }),
    },
    vocabulary: formatFrequencyVocabulary(vocabulary),
    weights: weightsToFile(params, values),
  };
}
