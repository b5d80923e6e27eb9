/** A small corpus for tests, self-written: sentences from templates, so that a hidden character can be guessed. */
import type { PretrainTrainInput } from '../../../../main/engine/train/run-types.ts';
import { type CorpusDocument, PretrainSettings } from '../../../../shared/domain/pretraining.ts';
import { memoryStorage } from './runs.ts';

const WORDS = {
  症: ['咳嗽', '发热', '胸痛', '头晕', '腹胀', '乏力'],
  病: ['肺炎', '胃炎', '糖尿病', '高血压', '冠心病'],
  药: ['阿司匹林', '青霉素', '二甲双胍', '硝苯地平'],
  查: ['血常规', '胸部平片', '心电图', '腹部超声'],
} as const;
const FRAMES = [
  '患者因症三天入院。',
  '否认病病史，无症。',
  '查体未见明显异常，查提示病。',
  '予药口服治疗，症较前好转。',
  '既往有病，长期服用药。',
  '建议复查查，注意有无症。',
] as const;

/** Texts of three to six sentences, all different. */
export function corpusDocuments(count: number, from = 0): CorpusDocument[] {
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    const sentences = Array.from({ length: 3 + (n % 4) }, (_s, k) => sentence(n * 7 + k * 5 + (n % 3)));
    return { id: `c${n}`, text: `${n}号病历：${sentences.join('')}` };
  });
}

function sentence(n: number): string {
  let draw = n;
  return FRAMES[n % FRAMES.length]!.replace(/[症病药查](?=$|[^史历状])/g, (kind) => {
    // safe: the pattern holds the keys of this very table
    const words = WORDS[kind as keyof typeof WORDS];
    draw = (draw * 31 + 7) % 10_007;
    return words[draw % words.length]!;
  });
}

export const SMALL_PRETRAINING = {
  task: 'pretrain',
  encoder: 'tiny',
  encoderLayers: 1,
  length: 32,
  batchSize: 8,
  epochs: 2,
  learningRate: 2e-3,
  devShare: 0.15,
  minCount: 1,
} as const;

/** Train with a checkpoint more than once a second. */
export const KILLED_PRETRAINING = {
  pairs: { pair: 'nsp', masking: 'word', checkpointMinutes: 0.01, epochs: 4 },
  packing: { objective: 'rtd', packing: true, emaDecay: 0.99, checkpointMinutes: 0.01, epochs: 6 },
} as const;
export type KilledName = keyof typeof KILLED_PRETRAINING;

export function smallPretraining(
  changes: Record<string, unknown> = {},
  more: Partial<PretrainTrainInput> = {},
): PretrainTrainInput {
  return {
    settings: PretrainSettings.parse({ ...SMALL_PRETRAINING, ...changes }),
    train: corpusDocuments(60),
    dev: [],
    devName: 'corpus',
    executor: 'onnx:cpu',
    storage: memoryStorage(),
    ...more,
  };
}
