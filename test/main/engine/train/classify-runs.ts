/** Small classifiers for tests: texts from templates whose words tell their labels. */
import type { ClassifyTrainInput } from '../../../../main/engine/train/run-types.ts';
import { type ClassifiedDocument, ClassifySettings } from '../../../../shared/domain/classification.ts';
import { memoryStorage } from './runs.ts';

const WORDS = {
  肺炎: ['咳嗽咳痰', '肺部湿啰音', '发热伴气促'],
  胃炎: ['上腹隐痛', '反酸嗳气', '餐后饱胀'],
  骨折: ['摔倒后肿痛', '活动受限', '局部压痛畸形'],
} as const;
export const LABELS = Object.keys(WORDS) as (keyof typeof WORDS)[]; // safe: the keys of this very table
const FRAMES = ['患者WORD三天。', '因WORD来诊，无其他不适。', '近日出现WORD，休息后不缓解。'];

/** Every third text has two labels when `several`. */
export function classifiedDocuments(count: number, { from = 0, several = false } = {}): ClassifiedDocument[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const first = n % LABELS.length;
    const numbers = several && n % 3 === 2 ? [first, (first + 1 + (n % 2)) % LABELS.length] : [first];
    const words = numbers.map((label, k) => WORDS[LABELS[label]!][(Math.floor(n / 3) + k) % 3]!);
    const text = FRAMES[Math.floor(n / 9) % FRAMES.length]!.replace('WORD', words.join('，'));
    return { id: `t${n}`, text: `${n}床：${text}`, labels: numbers.map((label) => LABELS[label]!) };
  });
}

const SMALL_CLASSIFIER = {
  task: 'classify',
  network: 'staresgru-cnn',
  hiddenSize: 12,
  embeddingSize: 12,
  dropout: 0.1,
  batchSize: 6,
  epochs: 6,
  learningRate: 0.02,
  length: 32,
} as const;

export function smallClassifier(
  changes: Record<string, unknown> = {},
  more: Partial<ClassifyTrainInput> = {},
): ClassifyTrainInput {
  const settings = ClassifySettings.parse({ ...SMALL_CLASSIFIER, ...changes });
  const several = settings.task === 'diagnose';
  return {
    settings,
    train: classifiedDocuments(54, { several }),
    dev: classifiedDocuments(27, { from: 1001, several }),
    devName: 'dev',
    executor: 'onnx:cpu',
    storage: memoryStorage(),
    ...more,
  };
}
