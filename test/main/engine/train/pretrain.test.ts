/** Pre-training as whole runs: what is learnt, that it goes on from a checkpoint, and what its encoders are good for. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import { importBert } from '../../../../main/engine/io/hf-folder.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { readSafetensors } from '../../../../main/engine/io/safetensors.ts';
import { joinChunks } from '../../../../main/engine/io/tensor-data.ts';
import { weightsToFile } from '../../../../main/engine/io/weights.ts';
import { bertPretraining } from '../../../../main/engine/models/bert/pretraining.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { NerPredictor } from '../../../../main/engine/tasks/ner/predictor.ts';
import { preparePretrain } from '../../../../main/engine/tasks/pretrain/run.ts';
import type { RunEvent, RunResult } from '../../../../main/engine/train/run-types.ts';
import { initialValues } from '../../../../main/engine/train/task-run.ts';
import { PretrainReport } from '../../../../shared/domain/pretraining.ts';
import { words } from '../../../../shared/messages/words.ts';
import { nerReport } from '../../../helpers/reports.ts';
import { nerDocuments } from './ner-documents.ts';
import { corpusDocuments, KILLED_PRETRAINING, type KilledName, smallPretraining } from './pretrain-runs.ts';
import { finish, folderOf, folderStorage, memoryStorage, smallRun, weightsOf } from './runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-pretrain-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function outcome(result: RunResult): { files: ModelFiles; report: PretrainReport } {
  if (result.kind !== 'finished') throw new Error('the run is not finished');
  return { files: result.model, report: PretrainReport.parse(result.report) };
}

const devOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === 'evaluated' ? [event.point] : []));
const warningsOf = ([started]: readonly RunEvent[]) =>
  started?.kind === 'started' ? started.warnings.map((warning) => words(warning, 'en')).join('\n') : '';

/** Returns a tagger's entities of some texts. */
async function scanned(files: ModelFiles) {
  const executor = await openExecutor({ id: 'onnx', threads: 1 });
  try {
    const predictor = await NerPredictor.open(executor, files);
    return await predictor.scan(nerDocuments(6).map(({ text }) => text));
  } finally {
    await executor.dispose();
  }
}

describe('pre-training', () => {
  const guessesBetter = async (pair: 'none' | 'sop' | 'nsp') => {
    const { events, result } = await finish(smallPretraining({ pair, epochs: 8 }));
    const { report, files } = outcome(result);
    const dev = devOf(events);
    expect(dev.map(({ step }) => step)[0]).toBe(0); // as the encoder was before
    expect(dev).toHaveLength(9);
    const [before, ...after] = dev.map((point) => point.dev!.loss!);
    expect(Math.min(...after)).toBeLessThan(before! - 0.9);
    expect(report.loss).toBeCloseTo(Math.min(...after), 6);
    expect(report.perplexity).toBeCloseTo(Math.exp(report.loss), 6);
    expect(report.accuracy).toBeGreaterThan(0.1);
    if (result.kind === 'finished') expect(result.best.score).toBeCloseTo(1 / report.perplexity, 8);
    if (pair === 'none') expect(report.pairAccuracy).toBeUndefined();
    else expect(report.pairAccuracy).toBeGreaterThan(0.6);
    const names = [...readSafetensors(weightsOf(result)).tensors.keys()];
    expect(names.includes('cls.predictions.bias')).toBe(true);
    expect(names.includes('cls.seq_relationship.weight')).toBe(pair !== 'none');
    expect(describeModel(files)).toMatchObject({ task: 'encoder', network: 'bert 1×128', labels: [] });
    const { corpus } = report;
    expect(corpus).toMatchObject({ documents: 60, duplicates: 0 });
    expect(corpus.characters).toBe(corpusDocuments(60).reduce((sum, { text }) => sum + text.length, 0));
  };
  it('with pairs sop guesses better and better', () => guessesBetter('sop'));
  it.each(['none', 'nsp'] as const)(
    'with pairs %s guesses better and better',
    { tags: ['long'] },
    guessesBetter,
  );

  it('measures loss and accuracy as one would by hand', async () => {
    // A fresh encoder guesses evenly: the loss is that of as many tokens as the vocabulary has.
    const { events, result } = await finish(smallPretraining({ epochs: 1, steps: 1 }));
    const { files, report } = outcome(result);
    const size = files.vocabulary.trim().split('\n').length;
    expect(devOf(events)[0]!.dev!.loss).toBeCloseTo(Math.log(size), 0);
    expect(devOf(events)).toHaveLength(2);
    expect(report.pairAccuracy).toBeUndefined();
    expect([...readSafetensors(weightsOf(result)).tensors.keys()].join()).not.toContain('seq_relationship');
  });

  it('is evaluated as often as wanted and ends after so many steps', async () => {
    const { events, result } = await finish(smallPretraining({ evaluations: 3, steps: 30, epochs: 9 }));
    const total = events[0]?.kind === 'started' ? events[0].totalSteps : 0;
    expect(total).toBe(30);
    const dev = devOf(events);
    const perEpoch = dev[1]!.step / dev[1]!.epoch;
    const due = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => Math.min(30, Math.round((n * perEpoch) / 3)));
    expect(dev.map(({ step }) => step)).toEqual([...new Set(due)]);
    expect(result).toMatchObject({ kind: 'finished', reason: 'epochs' });
  });

  it('goes on from a checkpoint bit for bit, in mid-epoch and around evaluations', async () => {
    const changes = { pair: 'sop', masking: 'word', evaluations: 2, epochs: 2, length: 48 };
    const train = corpusDocuments(40);
    const straight = await finish(smallPretraining(changes, { train }));
    const storage = memoryStorage();
    const at = [0, 3, devOf(straight.events)[1]!.step, devOf(straight.events)[1]!.step + 1];
    for (const stop of at) {
      const { result } = await finish(smallPretraining(changes, { train, storage }), (event) =>
        stop === 0 ? event.kind === 'evaluated' : event.kind === 'step' && event.point.step === stop,
      );
      expect(result).toEqual({ kind: 'paused', step: stop });
    }
    const { result, events } = await finish(smallPretraining(changes, { train, storage }));
    expect(weightsOf(result).equals(weightsOf(straight.result))).toBe(true);
    expect(outcome(result).report).toEqual(outcome(straight.result).report);
    expect(devOf(events).at(-1)).toMatchObject({ dev: devOf(straight.events).at(-1)!.dev });
    // From the very last checkpoint there is nothing left to do, nor to measure.
    const again = await finish(smallPretraining(changes, { train, storage }));
    expect(again.events.map(({ kind }) => kind)).toEqual(['started']);
    expect(weightsOf(again.result).equals(weightsOf(straight.result))).toBe(true);
  });

  const goesOn = async (given: Record<string, unknown>) => {
    const changes = { ...given, epochs: 2, learningRate: 5e-3 };
    const straight = await finish(smallPretraining(changes));
    const [before, ...after] = devOf(straight.events).map(({ dev }) => dev!);
    expect(Math.min(...after.map(({ loss }) => loss!))).toBeLessThan(0.9 * before!.loss!);
    for (const kind of [
      'neighboursLoss',
      'detectionLoss',
      'linkingLoss',
      'segmentationLoss',
      'coreLoss',
      'modifierLoss',
    ] as const)
      if (before![kind] !== undefined) expect(after.at(-1)![kind], kind).toBeLessThan(before![kind]);
    if (given.objective === 'rtd') expect(after.at(-1)!.generatorLoss).toBeLessThan(before!.generatorLoss!);
    const storage = memoryStorage();
    await finish(
      smallPretraining(changes, { storage }),
      (event) => event.kind === 'step' && event.point.step === 9,
    );
    const { result } = await finish(smallPretraining(changes, { storage }));
    expect(weightsOf(result).equals(weightsOf(straight.result))).toBe(true);
    expect(outcome(result).report).toEqual(outcome(straight.result).report);
  };
  it.each([
    { objective: 'rtd', packing: true, emaDecay: 0.9 },
    { objective: 'hybrid', packing: true, batchSize: 12 },
    { model: 'smedbert', pair: 'sop', masking: 'entity' },
    { model: 'kebiolm', masking: 'entity', linking: 'sampled', packing: true, hitRatio: 0.7 },
    { model: 'embert', pair: 'nsp', corruptionRate: 0.4 },
  ])('with %o guesses better and better, and goes on bit for bit', goesOn);
  it.each([
    { objective: 'mlm', packing: true, maskShare: 0.3 },
    { objective: 'hybrid', emaDecay: 0.9 },
    { model: 'kebiolm', masking: 'entity', nearestEntities: 5 },
    { model: 'embert', packing: true, corruptionRate: 0.3, maskedPart: 'core' },
  ])('with %o guesses better and better, and goes on bit for bit', { tags: ['long'] }, goesOn);

  it('with packing that is killed ends with the weights of one that was not', () => killed('packing'));
  it('with pairs that is killed ends with the weights of one that was not', { tags: ['long'] }, () =>
    killed('pairs'),
  );

  it('leaves duplicates out and says so', async () => {
    const train = [...corpusDocuments(40), ...corpusDocuments(10)];
    const { events, result } = await finish(smallPretraining({ steps: 1 }, { train }));
    expect(outcome(result).report.corpus).toMatchObject({ documents: 40, duplicates: 10 });
    expect(warningsOf(events)).toMatch(/10 of 50 texts stand in the corpus already/);
  });

  it('measures on texts that are given for it', async () => {
    const dev = corpusDocuments(8, 1000);
    const { result } = await finish(smallPretraining({ steps: 1 }, { dev, devName: 'held out' }));
    expect(outcome(result).report).toMatchObject({
      dataSet: 'held out',
      corpus: { devDocuments: 8, documents: 68 },
    });
  });

  it('has wrong pairs of one text as well, and refuses a text of one pair', async () => {
    const longText = (from: number) => {
      const texts = corpusDocuments(12, from).map(({ text }) => text);
      return [{ id: '1', text: texts.join('') }];
    };
    const changes = { pair: 'nsp', length: 64, steps: 4, epochs: 99 };
    const [train, dev] = [longText(0), longText(1000)];
    const { result } = await finish(smallPretraining(changes, { train, dev }));
    expect(outcome(result).report.pairAccuracy).toBeLessThan(1);
    const short = { train, dev: [{ id: '2', text: '患者咳嗽。血常规正常。' }] };
    await expect(finish(smallPretraining(changes, short))).rejects.toThrow(/next sentences/);
  });

  it('names what it cannot learn from', async () => {
    const none = smallPretraining({}, { train: [{ id: '1', text: ' ' }] });
    await expect(finish(none)).rejects.toThrow(/holds no text/);
    const signs = ['\u0001', '\u0002', '\u0003'].map((text, i) => ({ id: String(i), text }));
    await expect(finish(smallPretraining({}, { train: signs }))).rejects.toThrow(/no words|no piece|few/);
    const storage = memoryStorage();
    await finish(smallPretraining({}, { storage }), ({ kind }) => kind === 'started');
    const train = corpusDocuments(61);
    await expect(finish(smallPretraining({}, { storage, train }))).rejects.toThrow(/other settings, data/);
    const packedPairs = smallPretraining({ packing: true, pair: 'sop' });
    await expect(finish(packedPairs)).rejects.toThrow(/Packing does not go with pairs/);
  });
});

describe('an encoder with knowledge', () => {
  it('goes on from a plain one, whose states of masked mentions it learns, and taggers build on it', async () => {
    const plain = outcome(
      (await finish(smallPretraining({ epochs: 4, masking: 'word', pair: 'sop' }))).result,
    );
    const changes = { encoder: 'plain', model: 'smedbert', masking: 'entity', pair: 'sop', epochs: 2 };
    const { events, result } = await finish(smallPretraining(changes, { pretrained: plain.files }));
    const { report, files } = outcome(result);
    const dev = devOf(events).map((point) => point.dev!);
    expect(dev.at(-1)!.mentionsLoss).toBeLessThan(dev[0]!.mentionsLoss!);
    expect(report).toMatchObject({ corpus: { documents: 60 }, mentionsAccuracy: expect.any(Number) });
    expect(report.corpus.mentions).toBeGreaterThan(60);
    const names = [...readSafetensors(weightsOf(result)).tensors.keys()];
    expect(names).toContain('bert.entities.weight');
    expect(names.filter((name) => name.startsWith('teacher.'))).toEqual([]);
    const tagger = await finish(
      smallRun({ network: 'bert-crf', front: 'encoder', encoder: 'mine', epochs: 1 }, { pretrained: files }),
    );
    expect(tagger.result.kind).toBe('finished');
  });

  const readsMentions = async (changes: Record<string, unknown>) => {
    const { files } = outcome((await finish(smallPretraining({ model: 'smedbert', pair: 'sop' }))).result);
    const tagging = { ...changes, network: 'bert-crf', encoder: 'mine', epochs: 2 };
    const run = (storage = memoryStorage()) => smallRun(tagging, { pretrained: files, storage });
    const { events, result } = await finish(run());
    const storage = memoryStorage();
    await finish(run(storage), (event) => event.kind === 'step' && event.point.step === 9);
    expect(weightsOf((await finish(run(storage))).result).equals(weightsOf(result))).toBe(true);
    if (result.kind !== 'finished') throw new Error('not finished');
    const { model } = result;
    expect(describeModel(model).graph).toBe('a graph of templates');
    const { tensors } = readSafetensors(joinChunks(model.weights));
    expect(tensors.get('bert.entities.weight')!.data).toEqual(
      readSafetensors(joinChunks(files.weights)).tensors.get('bert.entities.weight')!.data,
    );
    expect(warningsOf(events)).not.toMatch(/mentions an entity/);
    const others = run();
    const nothing = {
      ...others,
      train: others.train.map((one) => ({ ...one, text: '无'.repeat(one.text.length) })),
    };
    const [started] = (await finish(nothing, ({ kind }) => kind === 'started')).events;
    expect(warningsOf([started!])).toMatch(/No training text mentions an entity/);
    const emissions = (vocabulary: string) => scanned({ ...model, vocabulary });
    const fewer = model.vocabulary.replaceAll(/^(symptom|drug)\t4\t[^\t]*/gm, '$1\t4\t');
    const found = await emissions(model.vocabulary);
    expect(await emissions(model.vocabulary)).toEqual(found);
    expect(await emissions(fewer)).not.toEqual(found); // their mentions have no neighbours
    const without = model.vocabulary.slice(0, model.vocabulary.indexOf('meridian-entities'));
    await expect(emissions(without)).rejects.toThrow(/reads entities of a knowledge graph/);
    await expect(emissions(model.vocabulary.replace('exam\t', 'nothing\t'))).rejects.toThrow(
      /Line \d+ of the ent/,
    );
    await expect(emissions(model.vocabulary.replace(/^exam\t.*\n/m, ''))).rejects.toThrow(
      /do not fit the settings/,
    );
  };
  it('of SMedBERT reads linked mentions in taggers too, which go on bit for bit', () => readsMentions({}));
  it('of SMedBERT reads linked mentions in taggers when it is frozen', { tags: ['long'] }, () =>
    readsMentions({ freezeEncoder: true }),
  );

  it('leaves entity vectors that are frozen as they were', async () => {
    const input = smallPretraining({ model: 'kebiolm', entityTraining: 'frozen', steps: 3 });
    const table = Float32Array.from({ length: 16 * input.knowledge!.types.length }, (_, i) => Math.sin(i));
    const knowledge = { ...input.knowledge!, values: { 'entities.weight': table } };
    const { result } = await finish({ ...input, knowledge });
    expect(readSafetensors(weightsOf(result)).tensors.get('bert.entities.weight')!.data).toEqual(table);
  });

  it('names what it cannot read', async () => {
    const none = smallPretraining({ model: 'kebiolm' }, { train: corpusDocuments(20) });
    await expect(finish(none)).rejects.toThrow(/mentions no entity/);
    const other = smallPretraining({ model: 'smedbert', objective: 'rtd' });
    await expect(finish(other)).rejects.toThrow(/needs the objective mlm/);
    const deep = smallPretraining({ model: 'smedbert', fusionLayer: 9 });
    await expect(finish(deep)).rejects.toThrow(/after layer 9: the encoder has 1 layers/);
    const { events } = await finish(smallPretraining({ model: 'smedbert', steps: 1 }));
    expect(warningsOf(events)).toMatch(/Masked mentions are not modelled/);
    const wholeNames = smallPretraining({ model: 'embert', steps: 1 });
    const train = wholeNames.train.map((document) => ({
      ...document,
      text: document.text.replace(/胸部平片|腹部超声|二甲双胍/g, '硝苯地平'),
    }));
    expect(warningsOf((await finish({ ...wholeNames, train })).events)).toMatch(
      /No mention has several parts/,
    );
    const { files } = outcome((await finish(smallPretraining({ steps: 1 }))).result);
    const maskless = { ...files, vocabulary: files.vocabulary.replace('[MASK]', '[NONE]') };
    const unmasked = smallPretraining({ model: 'embert', encoder: 'first' }, { pretrained: maskless });
    await expect(finish(unmasked)).rejects.toThrow(/no \[MASK\]|\[MASK\]/);
  });
});

describe('a pre-trained encoder', () => {
  it('goes on learning where it stood, with its own vocabulary and heads', { tags: ['long'] }, async () => {
    const first = outcome((await finish(smallPretraining({ epochs: 4 }))).result);
    const same = await finish(smallPretraining({ encoder: 'first', steps: 1 }, { pretrained: first.files }));
    expect(devOf(same.events)[0]!.dev!.loss).toBeCloseTo(first.report.loss, 4);
    expect(warningsOf(same.events)).toBe('');
    const more = { encoder: 'first', pair: 'nsp', epochs: 1 };
    const second = await finish(smallPretraining(more, { pretrained: first.files }));
    expect(outcome(second.result).files.vocabulary).toBe(first.files.vocabulary);
    expect(warningsOf(second.events)).toMatch(/without some of the heads/); // it had none for pairs
    const third = await finish(
      smallPretraining(
        { encoder: 'second', pair: 'nsp', steps: 1 },
        { pretrained: outcome(second.result).files },
      ),
    );
    expect(warningsOf(third.events)).toBe('');
    const long = smallPretraining(
      { encoder: 'first', length: 512 },
      { pretrained: withPositions(first.files) },
    );
    await expect(finish(long)).rejects.toThrow(/reads at most 64 tokens, not 512/);
  });

  it('is stacked: further layers begin as its own, and go on learning', async () => {
    const half = outcome((await finish(smallPretraining({ encoderLayers: 1, epochs: 2 }))).result);
    expect(describeModel(half.files).network).toBe('bert 1×128');
    const deeper = smallPretraining(
      { encoder: 'half', encoderLayers: 3, epochs: 2 },
      { pretrained: half.files },
    );
    const { initial } = preparePretrain(deeper);
    const first = Object.entries(initial).filter(([name]) => name.includes('.layer.0.'));
    expect(first.length).toBe(16);
    for (const [name, values] of first)
      for (const layer of [1, 2])
        expect(initial[name.replace('.layer.0.', `.layer.${layer}.`)]).toEqual(values);
    const { result, events } = await finish(deeper);
    expect(warningsOf(events)).toBe('');
    expect(describeModel(outcome(result).files).network).toBe('bert 3×128');
    const [before, ...after] = devOf(events).map((point) => point.dev!.loss!);
    expect(Math.min(...after)).toBeLessThan(before!);
  });

  it('goes on with shared layers below narrower embeddings, and a tagger builds on it', async () => {
    const { files: plain } = outcome((await finish(smallPretraining({ steps: 1 }))).result);
    if (plain.config.task !== 'encoder') throw new Error('no encoder');
    const bert = {
      embedding_size: 16,
      num_hidden_groups: 1,
      num_hidden_layers: 3,
      hidden_act: 'gelu_new',
    } as const;
    const model = { ...plain.config.model, ...bert };
    const { params } = bertPretraining({ bert: model, objective: 'mlm', pair: 'none', packed: false });
    const values = initialValues(params, 1, {});
    const config = { ...plain.config, model };
    const albert = { ...plain, config, weights: weightsToFile(params, values) };
    const changes = { encoder: 'albert', encoderLayers: 0, epochs: 4, learningRate: 2e-3 };
    const { events, result } = await finish(smallPretraining(changes, { pretrained: albert }));
    const [before, ...after] = devOf(events).map((point) => point.dev!.loss!);
    expect(Math.min(...after)).toBeLessThan(before! - 0.3);
    const { files } = outcome(result);
    const layers = [...readSafetensors(weightsOf(result)).tensors.keys()].filter((name) =>
      name.includes('.layer.'),
    );
    expect(new Set(layers.map((name) => /layer\.(\d+)/.exec(name)![1]))).toEqual(new Set(['0']));
    const tagging = { network: 'bert-crf', encoder: 'albert', epochs: 1 };
    const tagger = await finish(smallRun(tagging, { pretrained: files }));
    if (tagger.result.kind !== 'finished') throw new Error('not finished');
    expect(await scanned(tagger.result.model)).toBeDefined();
  });

  it('is what a tagger builds on', async () => {
    const { files } = outcome((await finish(smallPretraining({ pair: 'sop' }))).result);
    const { result } = await finish(
      smallRun(
        { network: 'bert-crf', encoder: 'mine', epochs: 6, learningRate: 1e-3, headRate: 5 },
        { pretrained: files },
      ),
    );
    if (result.kind !== 'finished') throw new Error('the run is not finished');
    expect(nerReport(result.report).scores.f1).toBeGreaterThan(0.3);
    expect(result.model.vocabulary).toBe(files.vocabulary);
  });

  it.each([
    { pair: 'none', parts: ['encoder', 'mlm'], architecture: 'BertForMaskedLM' },
    { pair: 'nsp', parts: ['encoder', 'pooler', 'mlm', 'nsp'], architecture: 'BertForPreTraining' },
    { objective: 'rtd', parts: ['encoder', 'rtd'], architecture: 'ElectraForPreTraining' },
    { objective: 'hybrid', parts: ['encoder'], architecture: 'BertModel' },
    { model: 'smedbert', parts: ['encoder', 'mlm'], architecture: 'BertForMaskedLM' },
    { model: 'kebiolm', parts: ['encoder', 'mlm'], architecture: 'BertForMaskedLM' },
  ])(
    'leaves as a Hugging Face folder and comes back the same: %o',
    async ({ parts, architecture, ...objectives }) => {
      const { result } = await finish(smallPretraining({ ...objectives, steps: 2 }));
      const { files } = outcome(result);
      const bytes = folderOf(files);
      const back = importBert({
        config: bytes.get('config.json')!,
        vocabulary: bytes.get('vocab.txt')!,
        tokenizer: bytes.get('tokenizer_config.json')!,
        safetensors: bytes.get('model.safetensors')!,
      });
      expect(back.report.complete).toBe(true);
      expect(back.report.parts).toEqual(parts);
      const heads = ['cls.next_predictions.'];
      const knowledge = ['bert.entities.', 'bert.neighbours.', 'bert.linking.', 'smedbert.', 'relations.'];
      for (const { name } of back.report.unexpected)
        expect([...heads, ...knowledge].some((head) => name.startsWith(head))).toBe(true);
      const plain = 'pair' in objectives || parts.includes('rtd');
      expect(back.report.unexpected.length > 0).toBe(!plain);
      const { tensors } = readSafetensors(weightsOf(result));
      for (const [name, { data }] of back.weights) expect(data, name).toEqual(tensors.get(name)?.data);
      const { architectures } = JSON.parse(Buffer.from(bytes.get('config.json')!).toString()) as {
        architectures: string[];
      };
      expect(architectures).toEqual([architecture]);
      expect(bytes.has('generator/config.json')).toBe(parts.includes('rtd'));
      if (!parts.includes('rtd')) return;
      const generator = importBert({
        config: bytes.get('generator/config.json')!,
        safetensors: bytes.get('generator/model.safetensors')!,
      });
      expect(generator.report).toMatchObject({ parts: ['encoder', 'mlm'], unexpected: [] });
      expect(generator.config).toMatchObject({ architectures: ['ElectraForMaskedLM'] });
      for (const [name, { data }] of generator.weights) {
        const own = name.startsWith('bert.embeddings.')
          ? name
          : name
              .replace(/^bert\./, 'generator.')
              .replace('cls.predictions.transform', 'generator_predictions')
              .replace('cls.predictions', 'generator_lm_head');
        expect(data, name).toEqual(tensors.get(own)?.data);
      }
    },
  );
});

/** The same, said to know 64 positions only. */
function withPositions(files: ModelFiles): ModelFiles {
  if (files.config.task !== 'encoder') throw new Error('no encoder');
  return {
    ...files,
    config: { ...files.config, model: { ...files.config.model, max_position_embeddings: 64 } },
  };
}

/** Returns the steps that a process told of. With `killed` it is killed once it has written a checkpoint after its first step. */
async function runIn(dir: string, name: KilledName, end?: 'killed'): Promise<number[]> {
  const script = join(import.meta.dirname, 'killed-pretraining.ts');
  const child = spawn(process.execPath, [script, dir, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const steps: number[] = [];
  let first: number | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line !== '') steps.push(Number(line));
    const written = statSync(join(dir, 'checkpoint')).mtimeMs;
    first ??= written;
    if (end === 'killed' && written > first) child.kill('SIGKILL');
  });
  await new Promise((ended) => child.once('exit', ended));
  return steps;
}

/** Kills a run after a checkpoint and lets it go on. */
async function killed(name: KilledName): Promise<void> {
  const straight = smallPretraining(KILLED_PRETRAINING[name], {
    storage: folderStorage(join(folder, `straight-${name}`)),
  });
  const expected = weightsOf((await finish(straight)).result);
  const dir = join(folder, `killed-${name}`);
  await runIn(dir, name, 'killed');
  expect(existsSync(join(dir, 'weights'))).toBe(false);
  const steps = await runIn(dir, name);
  expect(steps[0]).toBeGreaterThan(1); // it went on, it did not begin again
  expect(readFileSync(join(dir, 'weights')).equals(expected)).toBe(true);
}
