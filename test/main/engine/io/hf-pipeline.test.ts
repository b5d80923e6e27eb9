/**
 * Taggers and classifiers as folders for pipeline() of transformers. With PARITY_PYTHON, the path of a Python that has
 * transformers, it runs them.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HF_FILES, importBert } from '../../../../main/engine/io/hf-folder.ts';
import { exportForPipeline } from '../../../../main/engine/io/hf-pipeline.ts';
import { isEnsemble, ModelFileConfig, type ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { readSafetensors } from '../../../../main/engine/io/safetensors.ts';
import { weightsToFile } from '../../../../main/engine/io/weights.ts';
import { initialise } from '../../../../main/engine/layers/initialisers.ts';
import { TextClassifierConfig } from '../../../../main/engine/models/text-classifier/config.ts';
import { textClassifier } from '../../../../main/engine/models/text-classifier/model.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { loadOnnxRuntime } from '../../../../main/engine/runtime/onnx-session.ts';
import { probabilitiesOf } from '../../../../main/engine/tasks/classify/calibration.ts';
import { ClassifyPredictor } from '../../../../main/engine/tasks/classify/predictor.ts';
import { NerPredictor } from '../../../../main/engine/tasks/ner/predictor.ts';
import { appRoot, resourcePath } from '../../../../main/resources.ts';
import { createTagSet } from '../../../../main/text/tag-set.ts';
import { parseVocabTxt } from '../../../../main/text/vocabulary.ts';
import type { Calibration } from '../../../../shared/domain/probabilities.ts';
import { words } from '../../../../shared/messages/words.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';

const python = process.env.PARITY_PYTHON;
const temporary = mkdtempSync(join(tmpdir(), 'meridian-pipelines-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const TEXTS = ['患者三天前出现发热，咳嗽。', '否认高血压史', '予阿莫西林'];
const LABELS = ['肺炎', '高血压', '其他'];
type Encoder = Record<string, unknown>;

/** A tagger with random weights, and its parts. */
function tagger() {
  const files = taggerFiles('bert-softmax');
  const { config } = files;
  if (config.task !== 'ner' || isEnsemble(config) || config.model.front.kind !== 'bert')
    throw new Error('no tagger on an encoder');
  return { files, config, front: config.model.front };
}

/** A classifier on the tagger's encoder and vocabulary, with random weights. */
function classifier(calibration: Calibration, changes: Encoder = {}): ModelFiles {
  const {
    front,
    files: { vocabulary },
  } = tagger();
  const mode = calibration.kind === 'platt' ? 'multiple' : 'single';
  const model = TextClassifierConfig.parse({
    front: { ...front, bert: { ...front.bert, ...changes } },
    body: { kind: 'cls' },
    labels: LABELS,
    mode,
    dropout: 0,
  });
  const { params } = textClassifier(model);
  const values = Object.fromEntries(
    params.map(({ name, shape, init }) => [
      name,
      initialise(init, shape, { seed: 5, name }).map(
        (value) => value * (/embed|classifier/.test(name) ? 6 : 2),
      ),
    ]),
  );
  return {
    config: ModelFileConfig.parse({
      ...{ format: 1, task: 'classify', model, calibration },
      ...{
        tokenizer: { kind: 'wordpiece', lowerCase: true },
        thresholds: mode === 'single' ? [] : [0.5, 0.5, 0.5],
      },
      reading: { length: 40, keep: 'head' },
    }),
    vocabulary,
    weights: weightsToFile(params, values),
  };
}

const TEMPERATURE: Calibration = { kind: 'temperature', temperature: 2.5 };
const PLATT: Calibration = { kind: 'platt', scale: [0.5, 2, 1], shift: [0.1, -1, 0] };

function write(name: string, files: ModelFiles, expected: unknown): ReadonlyMap<string, Buffer> {
  const folder = join(temporary, name);
  mkdirSync(folder);
  const written = new Map(
    [...exportForPipeline(files).files].map(([file, chunks]) => [file, Buffer.concat([...chunks])]),
  );
  for (const [file, bytes] of written) writeFileSync(join(folder, file), bytes);
  writeFileSync(join(folder, 'expected.json'), JSON.stringify(expected));
  return written;
}

async function logitsOf(files: ModelFiles): Promise<Float32Array[]> {
  const executor = await openExecutor({ id: 'onnx', threads: 1 });
  try {
    const opened = await ClassifyPredictor.open(executor, files);
    return (await opened.logitsOf(TEXTS)).rows;
  } finally {
    await executor.dispose();
  }
}

const PLAIN: Calibration = { kind: 'temperature', temperature: 1 };
const PLAIN_SIGMOIDS: Calibration = { kind: 'platt', scale: [1, 1, 1], shift: [0, 0, 0] };

/** Logits of `model.onnx` for each text, which stands in a batch with a longer row of other tokens. */
async function onnxLogits(files: ModelFiles, texts: readonly string[]) {
  const written = exportForPipeline(files, { onnx: true }).files;
  const runtime = await loadOnnxRuntime();
  const session = await runtime.InferenceSession.create(Buffer.concat([...written.get('model.onnx')!]));
  const lines = Buffer.concat([...written.get(HF_FILES.vocabulary)!]).toString();
  const vocabulary = parseVocabTxt(lines);
  const rows = [];
  for (const text of texts) {
    const tokens = ['[CLS]', ...text, '[SEP]'].map((token) => vocabulary.idOrUnknown(token));
    const length = tokens.length + 3;
    const feed = (values: readonly number[]) =>
      new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), [2, length]);
    const { logits } = await session.run({
      input_ids: feed([...tokens, 0, 0, 0, ...Array(length).fill(7)]),
      attention_mask: feed([...tokens.map(() => 1), 0, 0, 0, ...Array(length).fill(1)]),
      token_type_ids: feed(Array(2 * length).fill(0)),
    });
    const data = z.instanceof(Float32Array).parse(logits!.data);
    const size = logits!.dims.length === 2 ? data.length / 2 : (data.length / 2 / length) * tokens.length;
    rows.push({ dims: [1, ...logits!.dims.slice(1)], data: data.slice(0, size) });
  }
  return rows;
}

describe('a folder for a pipeline', () => {
  it('of a tagger has its tags and its scores', async () => {
    const { files, config: settings } = tagger();
    const { types, scheme } = settings.model.tags;
    const { tags } = createTagSet(types, scheme);
    const executor = await openExecutor({ id: 'onnx', threads: 1 });
    const tokens: unknown[][] = TEXTS.map(() => []);
    try {
      const predictor = await NerPredictor.open(executor, files);
      await predictor.predict(TEXTS, {
        onEmissions: (text, { tokens: { starts, ends }, emissions }) => {
          for (const [token, start] of starts.entries()) {
            const row = emissions.slice(token * tags.length, (token + 1) * tags.length);
            const shares = probabilitiesOf(row, { kind: 'temperature', temperature: 1 });
            const best = shares.indexOf(Math.max(...shares));
            tokens[text]!.push({ start, end: ends[token], tag: tags[best]!.name, score: shares[best] });
          }
        },
      });
    } finally {
      await executor.dispose();
    }
    const written = write('tagger', files, { task: 'ner', texts: TEXTS, tokens });
    const config = JSON.parse(written.get(HF_FILES.config)!.toString());
    expect(config).toMatchObject({
      architectures: ['BertForTokenClassification'],
      id2label: Object.fromEntries(tags.map(({ name }, id) => [id, name])),
    });
    const inside = readSafetensors(written.get(HF_FILES.safetensors)!).tensors;
    expect(inside.get('classifier.weight')!.shape).toEqual([tags.length, 32]);
    const again = importBert({
      config: written.get(HF_FILES.config)!,
      safetensors: written.get(HF_FILES.safetensors)!,
    });
    expect(again.report.complete).toBe(true);
  });

  it.each([
    ['one label', TEMPERATURE, {}, 'BertForSequenceClassification', 'single_label_classification'],
    ['several labels', PLATT, {}, 'BertForSequenceClassification', 'multi_label_classification'],
    [
      'shared layers',
      TEMPERATURE,
      { num_hidden_groups: 1, embedding_size: 16, hidden_act: 'gelu_new' },
      'AlbertForSequenceClassification',
      'single_label_classification',
    ],
  ] as const)(
    'of a classifier of %s has its calibrated probabilities',
    async (name, calibration, changes, kind, problem) => {
      const files = classifier(calibration, changes);
      const logits = await logitsOf(files);
      const probabilities = logits.map((row) => {
        const shares = probabilitiesOf(row, calibration);
        return Object.fromEntries(LABELS.map((label, i) => [label, shares[i]]));
      });
      const written = write(name, files, { task: 'classify', texts: TEXTS, probabilities });
      const config = JSON.parse(written.get(HF_FILES.config)!.toString());
      expect(config).toMatchObject({ architectures: [kind], problem_type: problem, label2id: { 高血压: 1 } });
      // the output layer of the folder gives calibrated logits
      const weights = readSafetensors(Buffer.concat([...files.weights])).tensors;
      const inside = readSafetensors(written.get(HF_FILES.safetensors)!).tensors;
      const [before, after] = [weights, inside].map((tensors) =>
        z.instanceof(Float32Array).parse(tensors.get('classifier.weight')!.data),
      );
      const row = (values: Float32Array, label: number) => values[(label * values.length) / LABELS.length]!;
      for (const label of LABELS.keys()) {
        const scale =
          calibration.kind === 'temperature' ? 1 / calibration.temperature : calibration.scale[label]!;
        expect(row(after!, label)).toBeCloseTo(row(before!, label) * scale, 6);
      }
    },
  );

  it.each([
    ['exact GELU', TEMPERATURE, {}],
    ['several labels, another GELU', PLATT, { hidden_act: 'gelu_new' }],
    ['shared layers and narrow embeddings', TEMPERATURE, { num_hidden_groups: 1, embedding_size: 16 }],
  ] as const)('has the same classifier as ONNX: %s', async (_name, calibration, changes) => {
    const files = classifier(calibration, changes);
    const expected = (await logitsOf(files)).map((row) => probabilitiesOf(row, calibration));
    const rows = await onnxLogits(files, TEXTS);
    for (const [text, logits] of rows.entries()) {
      const plain = calibration.kind === 'platt' ? PLAIN_SIGMOIDS : PLAIN;
      expect(logits.dims).toEqual([1, LABELS.length]);
      for (const [label, share] of probabilitiesOf(logits.data, plain).entries())
        expect(share).toBeCloseTo(expected[text]![label]!, 5);
    }
  });

  it('has the same tagger as ONNX, whatever stands beside a text in its batch', async () => {
    const { files } = tagger();
    const executor = await openExecutor({ id: 'onnx', threads: 1 });
    const expected: Float32Array[] = [];
    try {
      const predictor = await NerPredictor.open(executor, files);
      await predictor.predict(TEXTS, { onEmissions: (text, { emissions }) => (expected[text] = emissions) });
    } finally {
      await executor.dispose();
    }
    const rows = await onnxLogits(files, TEXTS);
    for (const [text, { dims, data }] of rows.entries()) {
      const tags = dims[2]!;
      const inner = data.slice(tags, data.length - tags); // without [CLS] and [SEP]
      expect(inner.length).toBe(expected[text]!.length);
      for (const [at, value] of inner.entries()) expect(value).toBeCloseTo(expected[text]![at]!, 4);
    }
  });

  it('comes with a program for Node that runs the graph', () => {
    const files = classifier(TEMPERATURE);
    // beside the packages, where the program finds onnxruntime
    const folder = mkdtempSync(join(appRoot, 'node_modules', '.onnx-example-'));
    try {
      for (const [name, chunks] of exportForPipeline(files, { onnx: true }).files)
        writeFileSync(join(folder, name), Buffer.concat([...chunks]));
      copyFileSync(resourcePath('onnx', 'example.mjs'), join(folder, 'example.mjs'));
      const printed = execFileSync(process.execPath, [join(folder, 'example.mjs'), TEXTS[0]!], {
        encoding: 'utf8',
      });
      expect(printed.trim().split('\n')).toEqual(
        LABELS.map((label) => expect.stringMatching(new RegExp(`^${label} -?\\d+\\.\\d{4}$`))),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('leaves curves of calibration out and says so', () => {
    const lines = { curveOf: [-1, -1, -1], scale: [1, 1, 1], shift: [0, 0, 0] };
    const { losses } = exportForPipeline(
      classifier({ kind: 'isotonic', mode: 'single', curves: [], ...lines }),
    );
    expect(losses.map((loss) => words(loss, 'en')).join()).toMatch(/curves of calibration are left out/);
  });

  it('is refused for what no pipeline computes', () => {
    const { config, files } = tagger();
    const changed = (model: object) => () =>
      exportForPipeline({
        ...files,
        config: ModelFileConfig.parse({ ...config, model: { ...config.model, ...model } }),
      });
    expect(() => exportForPipeline(taggerFiles('bilstm-crf'))).toThrow(/no pipeline/);
    expect(changed({ head: 'crf' })).toThrow(/no pipeline/);
    expect(changed({ middle: { kind: 'bilstm', layers: 1, hiddenSize: 4 } })).toThrow(/no pipeline/);
    expect(changed({ dense: 3 })).toThrow(/no pipeline/);
    expect(() => exportForPipeline(classifier(TEMPERATURE, { embedding_size: 16 }))).toThrow(/no pipeline/);
  });

  it.skipIf(python === undefined)('computes the same in transformers', () => {
    const report = execFileSync(python!, [join(appRoot, 'test/parity/encoders.py'), 'pipelines', temporary], {
      encoding: 'utf8',
    });
    expect(report.trim().split('\n')).toHaveLength(4);
  });
});
