/**
 * Encoders of every type against transformers: random small ones that `test/parity/encoders.py` made, in and out again.
 * With PARITY_PYTHON, the path of a Python that has transformers, it also makes new ones and reads what is written here.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  exportBert,
  HF_FILES,
  type HfFolder,
  type ImportedBert,
  importBert,
} from '../../../../main/engine/io/hf-folder.ts';

import {
  readSafetensors,
  safetensorsChunks,
  writeSafetensors,
} from '../../../../main/engine/io/safetensors.ts';
import { weightsFromFile } from '../../../../main/engine/io/weights.ts';
import { BertConfig } from '../../../../main/engine/models/bert/config.ts';
import { mlmHeadSpec, mlmLogits } from '../../../../main/engine/models/bert/heads.ts';
import { bertEncode, bertEncoderSpec, lastHidden } from '../../../../main/engine/models/bert/model.ts';
import { detectionScores, detectorSpec } from '../../../../main/engine/objectives/rtd.ts';
import { appRoot } from '../../../../main/resources.ts';
import { parseVocabTxt } from '../../../../main/text/vocabulary.ts';
import { onReferenceBackend } from '../layers/tensors.ts';

onReferenceBackend();

const States = z.array(z.array(z.array(z.number())));
const Numbers = z.array(z.array(z.number()));
const Case = z.object({
  config: z.record(z.string(), z.unknown()),
  weights: z.base64(),
  ids: Numbers,
  mask: Numbers,
  types: Numbers,
  hidden: States,
  logits: States.nullable(),
  /** Scores of replaced tokens. */
  detections: Numbers.optional(),
});
type Case = z.infer<typeof Case>;

const FOLDER = join(appRoot, 'test/fixtures/encoders');
const SCRIPT = join(appRoot, 'test/parity/encoders.py');
const python = process.env.PARITY_PYTHON;
const temporary = mkdtempSync(join(tmpdir(), 'meridian-encoders-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...'患者咳嗽发热胸痛头晕腹'].join('\n');
const encode = (value: string) => new TextEncoder().encode(value);
const casesIn = (folder: string): [string, Case][] =>
  readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    Case.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  ]);
const folderOf = ({ config, weights }: Case): HfFolder => ({
  config: encode(JSON.stringify(config)),
  vocabulary: encode(VOCABULARY),
  safetensors: Buffer.from(weights, 'base64'),
});

/** Largest difference of states and scores from those expected, at tokens that are no padding. */
function worstGap({ config, weights }: ImportedBert, expected: Case): number {
  const bert = BertConfig.parse(config);
  const specs = [...bertEncoderSpec(bert), ...(expected.logits === null ? [] : mlmHeadSpec(bert))];
  const values = weightsFromFile(specs, safetensorsChunks(weights));
  return tf.tidy(() => {
    const params = Object.fromEntries(
      specs.map(({ name, shape }) => [name, tf.tensor(values[name]!, [...shape])]),
    );
    const numbers = (rows: number[][]) => tf.tensor2d(rows, undefined, 'int32');
    const inputs = {
      ids: numbers(expected.ids),
      types: numbers(expected.types),
      mask: numbers(expected.mask),
    };
    const hidden = lastHidden(bertEncode(params, inputs, bert));
    const used = tf.expandDims(numbers(expected.mask), 2);
    const gap = (found: tf.Tensor, wanted: z.infer<typeof States>) =>
      tf.max(tf.abs(tf.mul(tf.sub(found, tf.tensor3d(wanted)), used))).dataSync()[0]!;
    const states = gap(hidden, expected.hidden);
    if (expected.logits === null) return states;
    const [batch, length] = [expected.ids.length, expected.ids[0]!.length];
    const scores = mlmLogits(params, tf.reshape(hidden, [batch * length, bert.hidden_size]), bert);
    return Math.max(states, gap(tf.reshape(scores, [batch, length, bert.vocab_size]), expected.logits));
  });
}

/** Returns the largest difference of the scores of replaced tokens, all of them, from those expected. */
function detectionGap({ config, weights }: ImportedBert, { hidden, detections = [] }: Case): number {
  const bert = BertConfig.parse(config);
  const specs = detectorSpec(bert);
  const values = weightsFromFile(specs, safetensorsChunks(weights));
  const scores = tf.tidy(() => {
    const params = Object.fromEntries(
      specs.map(({ name, shape }) => [name, tf.tensor(values[name]!, [...shape])]),
    );
    return [...detectionScores(params, tf.tensor3d(hidden), bert).dataSync()];
  });
  return Math.max(...detections.flat().map((wanted, i) => Math.abs(scores[i]! - wanted)));
}

function exported(bert: ImportedBert): Map<string, Buffer> {
  const files = exportBert({ ...bert, vocabulary: parseVocabTxt(VOCABULARY) });
  return new Map([...files].map(([name, chunks]) => [name, Buffer.concat([...chunks])]));
}

function checkCase(name: string, expected: Case): void {
  const bert = importBert(folderOf(expected));
  expect(bert.report).toMatchObject({ complete: true, misshaped: [] });
  expect(worstGap(bert, expected)).toBeLessThan(1e-5);
  if (expected.detections !== undefined) expect(detectionGap(bert, expected)).toBeLessThan(1e-5);
  const files = exported(bert);
  const again = importBert({
    config: files.get(HF_FILES.config)!,
    safetensors: files.get(HF_FILES.safetensors)!,
  });
  expect(again.report).toMatchObject({ complete: true, misshaped: [], unexpected: [] });
  expect(worstGap(again, expected)).toBe(worstGap(bert, expected));
  const folder = join(temporary, 'written', name);
  mkdirSync(folder, { recursive: true });
  for (const [file, bytes] of files) writeFileSync(join(folder, file), bytes);
  writeFileSync(join(folder, 'expected.json'), JSON.stringify(expected));
}

describe('an encoder of transformers', () => {
  it.each(casesIn(FOLDER))('%s computes the same here, and comes back', checkCase);

  it('keeps the head of replaced tokens', () => {
    const [, expected] = casesIn(FOLDER).find(([name]) => name === 'electra-discriminator')!;
    const bert = importBert(folderOf(expected));
    expect(bert.report.parts).toEqual(['encoder', 'rtd']);
    expect(expected.detections?.flat()).toHaveLength(16);
    expect(detectionGap(bert, expected)).toBeLessThan(1e-5);
    const files = exported(bert);
    expect(JSON.parse(files.get(HF_FILES.config)!.toString())).toMatchObject({
      model_type: 'electra',
      architectures: ['ElectraForPreTraining'],
      embedding_size: 8,
    });
    const again = importBert({
      config: files.get(HF_FILES.config)!,
      safetensors: files.get(HF_FILES.safetensors)!,
    });
    expect(detectionGap(again, expected)).toBe(detectionGap(bert, expected));
  });

  it('is named when it cannot be read', () => {
    const [, albert] = casesIn(FOLDER).find(([name]) => name === 'albert')!;
    const changed = (changes: object) => () =>
      importBert(folderOf({ ...albert, config: { ...albert.config, ...changes } }));
    expect(changed({ model_type: 'gpt2' })).toThrow(/only models of type bert, ernie, distilbert/);
    expect(changed({ hidden_act: 'swish' })).toThrow(/hidden_act: only gelu/);
    expect(changed({ num_hidden_groups: 2 })).toThrow(/one group/);
  });

  it('has its vocabulary from tokenizer.json where there is no vocab.txt, if that holds WordPiece', () => {
    const [, expected] = casesIn(FOLDER).find(([name]) => name === 'ernie')!;
    const { vocabulary: _, ...folder } = folderOf(expected);
    const ids = Object.fromEntries(VOCABULARY.split('\n').map((token, id) => [token, id]));
    const read = (type: string, vocab: unknown) =>
      importBert({
        ...folder,
        wholeTokenizer: encode(JSON.stringify({ version: '1.0', model: { type, vocab } })),
      });
    expect(read('WordPiece', ids).vocabulary?.tokens).toEqual(VOCABULARY.split('\n'));
    expect(() => read('BPE', ids)).toThrow(/of type BPE; only WordPiece/);
    expect(() => read('WordPiece', { 患: -1 })).toThrow(/tokenizer.json/);
  });

  it('is put together from several files, of which none may be missing', () => {
    const [, expected] = casesIn(FOLDER).find(([name]) => name === 'electra-generator')!;
    const { safetensors, ...folder } = folderOf(expected);
    const tensors = [...readSafetensors(safetensors!).tensors];
    const half = Math.floor(tensors.length / 2);
    const files = new Map(
      [tensors.slice(0, half), tensors.slice(half)].map((part, i) => [
        `part-${i}`,
        writeSafetensors(new Map(part)),
      ]),
    );
    const places = Object.fromEntries(tensors.map(([name], i) => [name, i < half ? 'part-0' : 'part-1']));
    const index = encode(JSON.stringify({ metadata: {}, weight_map: places }));
    expect(worstGap(importBert({ ...folder, shards: { index, files } }), expected)).toBeLessThan(1e-5);
    files.delete('part-1');
    expect(() => importBert({ ...folder, shards: { index, files } })).toThrow(/part-1/);
  });
});

describe.skipIf(python === undefined)('with transformers', () => {
  it('new encoders compute the same here', () => {
    const made = join(temporary, 'made');
    execFileSync(python!, [SCRIPT, 'make', made]);
    for (const [name, expected] of casesIn(made)) checkCase(name, expected);
  });

  it('what is written here computes the same there', () => {
    const folder = join(temporary, 'written');
    const report = execFileSync(python!, [SCRIPT, 'check', folder], { encoding: 'utf8' });
    expect(report.trim().split('\n')).toHaveLength(readdirSync(folder).length);
  });
});
