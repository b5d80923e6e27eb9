/** A small corpus for tests, self-written: sentences from templates, so that a hidden character can be guessed. */
import type { PretrainTrainInput } from '../../../../main/engine/train/run-types.ts';
import type { NamedEntity } from '../../../../main/text/entity-section.ts';
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

/** Names of the templates as a graph: its entities are numbered in their order, and each is beside the next ones. */
const NAMES: readonly string[] = Object.values(WORDS).flat();

const TYPES = { 症: 'symptom', 病: 'disease', 药: 'drug', 查: 'exam' } as const;
/** Made of characters of the templates, so that the vocabulary has them. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  高血压: ['血压高'],
  胸痛: ['胸部痛'],
  发热: ['热病'],
  胃炎: ['胃部炎'],
};
const NAMED = NAMES.map((name, row): NamedEntity => {
  const [kind] = (Object.keys(WORDS) as (keyof typeof WORDS)[]) // safe: the keys of this very table
    .filter((kind) => WORDS[kind].some((word) => word === name));
  return { type: TYPES[kind!], name, otherNames: OTHER_NAMES[name] ?? [], weight: 4, row };
});

/** The corpus with the names in it as mentions, and entities whose vectors are random. */
function smallKnowledge(
  documents: readonly CorpusDocument[],
): Pick<PretrainTrainInput, 'train' | 'knowledge'> {
  const frequencies = new Int32Array(NAMES.length);
  const train = documents.map((document) => {
    const found = [...document.text.matchAll(new RegExp(NAMES.join('|'), 'g'))];
    const mentions = found.flatMap(({ 0: name, index }) => {
      frequencies[NAMES.indexOf(name)]!++;
      return [index, index + name.length, NAMES.indexOf(name)];
    });
    return { ...document, mentions: Int32Array.from(mentions) };
  });
  const next = (entity: number) => [1, 2].map((step) => (entity + step) % NAMES.length);
  const neighbours = {
    starts: Int32Array.from({ length: NAMES.length + 1 }, (_, i) => 2 * i),
    entities: Int32Array.from(NAMES.flatMap((_, entity) => next(entity))),
    relations: Int32Array.from(NAMES.flatMap((_, entity) => [entity % 2, 1])),
  };
  const types = Int32Array.from(NAMES, (name) =>
    Object.values(WORDS).findIndex((words) => words.some((word) => word === name)),
  );
  const graph = { fingerprint: 'a graph of templates', entities: NAMED };
  return {
    train,
    knowledge: { entitySize: 16, relations: 2, values: {}, types, frequencies, neighbours, graph },
  };
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
  threads: 1,
} as const;

/** Train with a checkpoint more than once a second. */
export const KILLED_PRETRAINING = {
  pairs: { pair: 'nsp', masking: 'word', checkpointMinutes: 0.01, epochs: 4 },
  smedbert: { model: 'smedbert', pair: 'sop', masking: 'entity', checkpointMinutes: 0.01, epochs: 4 },
  packing: { objective: 'rtd', packing: true, emaDecay: 0.99, checkpointMinutes: 0.01, epochs: 6 },
} as const;
export type KilledName = keyof typeof KILLED_PRETRAINING;

export function smallPretraining(
  changes: Record<string, unknown> = {},
  more: Partial<PretrainTrainInput> = {},
): PretrainTrainInput {
  return {
    settings: PretrainSettings.parse({ ...SMALL_PRETRAINING, ...changes }),
    ...(changes.model === undefined ? { train: corpusDocuments(60) } : smallKnowledge(corpusDocuments(60))),
    dev: [],
    devName: 'corpus',
    executor: 'onnx:cpu',
    storage: memoryStorage(),
    ...more,
  };
}
