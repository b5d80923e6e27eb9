/** Every network over every front, as settings make them: each builds, reads its batches and has gradients. */
import { describe, expect, it } from 'vitest';
import type { StoredVectors } from '../../../../main/engine/embeddings/stored-vectors.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { weightsToFile } from '../../../../main/engine/io/weights.ts';
import { BertConfig } from '../../../../main/engine/models/bert/config.ts';
import { bertEncoderSpec } from '../../../../main/engine/models/bert/model.ts';
import type { Model } from '../../../../main/engine/models/model.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { textClassifier } from '../../../../main/engine/models/text-classifier/model.ts';
import { readText } from '../../../../main/engine/tasks/classify/reader.ts';
import { setUpClassify } from '../../../../main/engine/tasks/classify/training.ts';
import { batchWindows } from '../../../../main/engine/tasks/ner/batches.ts';
import { nerExamples, setUpNer } from '../../../../main/engine/tasks/ner/training.ts';
import { batchInputs } from '../../../../main/engine/tasks/token-inputs.ts';
import { initialValues } from '../../../../main/engine/train/task-run.ts';
import { createVocabulary, formatVocabTxt, SPECIAL_TOKENS } from '../../../../main/text/vocabulary.ts';
import { ClassifySettings } from '../../../../shared/domain/classification.ts';
import { FrontSettings, readsEncoder } from '../../../../shared/domain/front-settings.ts';
import { ClassifyNetwork, NerNetwork, networkRow } from '../../../../shared/domain/networks.ts';
import { NerSettings } from '../../../../shared/domain/training.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { batchTensors, lossAndGradients, overfit, tidied } from '../models/eager.ts';
import { classifiedDocuments } from '../train/classify-runs.ts';
import { nerDocuments } from '../train/ner-documents.ts';
import { vectorsOf } from './vectors.ts';

onReferenceBackend();

const characters = vectorsOf('character', '患者咳嗽发热三天服用阿司匹林后缓解');
const words = vectorsOf('word', ['患者', '咳嗽', '发热', '服用', '阿司匹林', '缓解', '三天']);

const encoder = smallEncoder('患者咳嗽发热三天服用阿司匹林后缓解。，');

/** One layer of 8 units. */
function smallEncoder(known: string): ModelFiles {
  const vocabulary = createVocabulary([...SPECIAL_TOKENS, ...known]);
  const model = BertConfig.parse({
    vocab_size: vocabulary.size,
    hidden_size: 8,
    num_hidden_layers: 1,
    num_attention_heads: 2,
    intermediate_size: 12,
    max_position_embeddings: 48,
  });
  const specs = bertEncoderSpec(model);
  return {
    config: { format: 1, task: 'encoder', model, tokenizer: { kind: 'wordpiece', lowerCase: true } },
    vocabulary: formatVocabTxt(vocabulary),
    weights: weightsToFile(specs, initialValues(specs, 5)),
  };
}

interface FrontCase {
  readonly name: string;
  readonly settings: { readonly front: FrontSettings['front'] } & Partial<FrontSettings>;
  readonly vectors?: StoredVectors;
}

/** Every choice of front, and what kinds of vectors there are. */
const FRONTS = FrontSettings.shape.front.unwrap().options.flatMap((front): FrontCase[] => {
  if (front !== 'vectors') return [{ name: front, settings: { front } }];
  return [
    { name: 'character vectors', settings: { front }, vectors: characters },
    { name: 'word vectors', settings: { front }, vectors: words },
    { name: 'word vectors alone', settings: { front, characterVectors: false }, vectors: words },
    { name: 'frozen word vectors', settings: { front, freezeVectors: true }, vectors: words },
  ];
});

const SMALL = { hiddenSize: 4, filters: 3, layers: 0, embeddingSize: 5, encoder: 'own', vectors: 'v' };
const SIZE = { batch: 2, length: 32 };

interface Built {
  readonly model: Model;
  readonly initial: Readonly<Record<string, Float32Array>>;
  readonly batch: Readonly<Record<string, readonly number[]>>;
}

function builtTagger(network: NerNetwork, { vectors, settings: front }: FrontCase): Built {
  const settings = NerSettings.parse({ ...SMALL, ...front, task: 'ner', network, windowLength: SIZE.length });
  const documents = nerDocuments(2);
  const setup = setUpNer(settings, documents, {
    pretrained: encoder,
    ...(vectors === undefined ? {} : { vectors }),
  });
  const windows = nerExamples(documents, setup);
  const batch = batchWindows(windows.slice(0, SIZE.batch), setup.reader, SIZE);
  return { model: tagger(setup.config.model), initial: setup.initial, batch: lists({ ...batch }) };
}

const isNeural = (network: string): boolean => networkRow(network)?.linear === undefined;

function builtClassifier(network: ClassifyNetwork, { vectors, settings: front }: FrontCase): Built {
  const settings = ClassifySettings.parse({
    ...SMALL,
    ...front,
    task: 'classify',
    network,
    length: SIZE.length,
  });
  const documents = classifiedDocuments(3);
  const setup = setUpClassify(settings, documents, {
    pretrained: encoder,
    ...(vectors === undefined ? {} : { vectors }),
  });
  const texts = documents.slice(0, SIZE.batch).map(({ text }) => readText(text, setup.reader));
  const batch = { ...batchInputs(texts, setup.reader, SIZE), labels: Int32Array.of(0, 1) };
  return { model: textClassifier(setup.config.model), initial: setup.initial, batch: lists(batch) };
}

const lists = (arrays: Readonly<Record<string, Int32Array | Float32Array>>) =>
  Object.fromEntries(Object.entries(arrays).map(([name, data]) => [name, [...data]]));

function expectGradients({ model, initial, batch }: Built): void {
  const values = new Map(Object.entries(initialValues(model.params, 3, initial)));
  const specs = [...model.inputs(SIZE), ...model.targets(SIZE)];
  const { loss, gradients } = tidied(() =>
    lossAndGradients(model.params, values, (params) => model.loss(params, batchTensors(specs, batch))),
  );
  expect(Number.isFinite(loss)).toBe(true);
  for (const { name } of model.params) {
    const free = name.endsWith('self.key.bias') || name.includes('pooler'); // see models.test.ts
    if (!free)
      expect(
        gradients.get(name)!.some((g) => Math.abs(g) > 0),
        name,
      ).toBe(true);
  }
}

/** The others learn templates in train/fronts.test.ts. */
const LEARNT = ['word vectors', 'character vectors', 'encoder'];

describe.each(FRONTS)('over $name', (front) => {
  const fits = (network: string) =>
    networkRow(network)?.front === undefined || front.settings.front !== 'vectors';

  it.each(NerNetwork.options.filter(fits))('the tagger %s learns', (network) => {
    expectGradients(builtTagger(network, front));
  });

  it.each(ClassifyNetwork.options.filter(isNeural).filter(fits))('the classifier %s learns', (network) => {
    expectGradients(builtClassifier(network, front));
  });

  it('encoders are read where they are asked for', () => {
    for (const network of NerNetwork.options.filter(fits)) {
      const names = builtTagger(network, front).model.params.map(({ name }) => name);
      expect(names.some((name) => name.startsWith('bert.'))).toBe(
        readsEncoder({ network, front: front.settings.front }),
      );
    }
  });

  const tags = front.name === LEARNT[0] ? [] : ['long'];
  it.skipIf(!LEARNT.includes(front.name))('StaResGRU-CNN-CRF learns a batch by heart', { tags }, () => {
    const { model, initial, batch } = builtTagger('staresgru-cnn-crf', front);
    const inputs = [...model.inputs(SIZE), ...model.targets(SIZE)];
    const { losses } = overfit(model, { inputs, batch, steps: 60, learningRate: 0.03, until: 0.2, initial });
    expect(losses.at(-1)!).toBeLessThan(0.2 * losses[0]!);
  });
});

describe('sizes', () => {
  const built = (network: NerNetwork, changes: Record<string, unknown>) => {
    const settings = NerSettings.parse({ ...SMALL, ...changes, task: 'ner', network });
    return setUpNer(settings, nerDocuments(4), { pretrained: encoder }).config.model;
  };

  it('of 0 are those of the paper', () => {
    const paper = { hiddenSize: 0, filters: 0, layers: 0 };
    expect(built('bilstm-crf', paper)).toMatchObject({
      middle: { kind: 'bilstm', layers: 1, hiddenSize: 512 },
      dense: 512,
    });
    expect(built('staresgru-cnn-crf', paper)).toMatchObject({
      middle: {
        kind: 'staresgru-cnn',
        layers: 2,
        hiddenSize: 512,
        dense: 512,
        residual: 'sum',
        concatenation: true,
      },
      head: 'crf',
      dense: 0,
    });
    expect(built('cnn-lstm', paper)).toMatchObject({
      middle: { kind: 'cnn-lstm', filters: 64, kernel: 3, hiddenSize: 512 },
      head: 'softmax',
    });
    for (const kind of ['bilstm', 'bigru'] as const)
      expect(built(kind, paper)).toMatchObject({
        middle: { kind, layers: 1, hiddenSize: 512 },
        head: 'softmax',
      });
  });

  it('and ablations are what the settings say', () => {
    const ablation = { hiddenSize: 7, layers: 1, residual: 'none', concatenation: false };
    expect(built('staresgru-cnn-crf', ablation).middle).toMatchObject({ ...ablation, dense: 7 });
    expect(built('bilstm-crf', { hiddenSize: 128, layers: 2 })).toMatchObject({
      middle: { kind: 'bilstm', layers: 2, hiddenSize: 128 },
      dense: 0,
    });
  });

  it('of taggers stored before there were fronts stay', () => {
    const stored = {
      task: 'ner',
      network: 'bert-lstm-crf',
      encoder: 'tiny',
      layers: 1,
      hiddenSize: 64,
      dropout: 0.2,
    };
    expect(NerSettings.parse(stored)).toMatchObject({ ...stored, front: 'embedding', residual: 'sum' });
    expect(NerSettings.parse({ task: 'ner' })).toMatchObject({
      network: 'bilstm-crf',
      hiddenSize: 128,
      layers: 2,
    });
  });
});
