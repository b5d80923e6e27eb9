/**
 * Further pre-training of an encoder with byte-level BPE: pieces are hidden by whole words, and what leaves computes the
 * same. With PARITY_PYTHON, the path of a Python that has transformers, it is compared with what that computes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportBert } from '../../../../main/engine/io/hf-folder.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { readSafetensors } from '../../../../main/engine/io/safetensors.ts';
import { joinChunks } from '../../../../main/engine/io/tensor-data.ts';
import { weightsFromFile, weightsToFile } from '../../../../main/engine/io/weights.ts';
import { BertConfig } from '../../../../main/engine/models/bert/config.ts';
import { mlmHeadSpec, mlmLogits } from '../../../../main/engine/models/bert/heads.ts';
import { bertEncode, bertEncoderSpec, lastHidden } from '../../../../main/engine/models/bert/model.ts';
import { wordNumbers } from '../../../../main/engine/tasks/pretrain/reader.ts';
import { pretrainSamples } from '../../../../main/engine/tasks/pretrain/samples.ts';
import { initialValues } from '../../../../main/engine/train/task-run.ts';
import { appRoot } from '../../../../main/resources.ts';
import {
  byteBpeTokenizer,
  byteBpeVocabulary,
  formatByteBpe,
  parseByteBpe,
  withBertNames,
} from '../../../../main/text/byte-bpe.ts';
import { loadSegmenter } from '../../../../main/text/segmentation.ts';
import { temporaryDir } from '../../../helpers/workspace.ts';
import { onReferenceBackend } from '../layers/tensors.ts';
import { corpusDocuments, smallPretraining } from '../train/pretrain-runs.ts';
import { finish } from '../train/runs.ts';

onReferenceBackend();

const { vocab, merges } = z
  .object({ vocab: z.record(z.string(), z.number()), merges: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(join(appRoot, 'test', 'fixtures', 'byte-bpe.json'), 'utf8')));
const names: string[] = [];
for (const [name, id] of Object.entries(vocab)) names[id] = name;
const bpe = { tokens: withBertNames(Array.from(names, (name) => name ?? '')), merges };
const tokenize = byteBpeTokenizer(bpe, byteBpeVocabulary(bpe));

const segmenter = loadSegmenter();

const bert = BertConfig.parse({
  vocab_size: bpe.tokens.length,
  hidden_size: 16,
  num_hidden_layers: 1,
  num_attention_heads: 2,
  intermediate_size: 24,
  max_position_embeddings: 64,
  pad_token_id: 1,
});
const specs = [...bertEncoderSpec(bert), ...mlmHeadSpec(bert)];

const pretrained = (): ModelFiles => ({
  config: { format: 1, task: 'encoder', model: bert, tokenizer: { kind: 'byte-bpe', addPrefixSpace: false } },
  vocabulary: formatByteBpe(bpe),
  weights: weightsToFile(specs, initialValues(specs, 3)),
});

const runOf = (changes: Record<string, unknown>) =>
  smallPretraining(
    { encoder: 'bytes', length: 64, masking: 'word', ...changes },
    { pretrained: pretrained() },
  );

/** Numbers of words by their definition: a new one where neither the word nor the character goes on. */
function naiveNumbers(text: string): number[] {
  const ranges = segmenter.segment(text);
  const tokens = tokenize(text);
  const wordAt = (start: number) => ranges.findIndex(({ end }) => start < end);
  let number = 0;
  return Array.from(tokens.starts, (start, i) => {
    const isNew = i > 0 && wordAt(start) !== wordAt(tokens.starts[i - 1]!) && start >= tokens.ends[i - 1]!;
    if (isNew) number++;
    return number;
  });
}

describe('an encoder with byte-level BPE', () => {
  it('has the words of the segmentation, and never parts a character', () => {
    for (const { text } of corpusDocuments(20)) {
      const tokens = tokenize(text);
      const numbers = wordNumbers(tokens, segmenter.segment(text), 'character');
      expect([...numbers]).toEqual(naiveNumbers(text));
      expect(numbers.at(-1)).toBeGreaterThan(5); // a clause of letters is one word for BPE itself
    }
  });

  it('is shown as text in samples', () => {
    const tokens = pretrainSamples(runOf({}), { count: 30, epoch: 0 }).flatMap((sample) => sample.tokens);
    expect(tokens[0]!.token).toBe('[CLS]');
    expect(tokens.filter(({ guess }) => guess === 'masked').length).toBeGreaterThan(30);
    const shown = tokens.map(({ token, original = token }) => original);
    expect(
      shown.filter((token) => !/^(\[[A-Z]+\]|[\p{L}\p{N}\p{P} ]+|\uFFFD+.*|.*\uFFFD+)$/u.test(token)),
    ).toEqual([]);
    expect(shown.some((token) => /\p{Script=Han}/u.test(token))).toBe(true);
  });

  it.each(['none', 'sop'] as const)(
    'learns on, and computes the same when it comes back (pair %s)',
    async (pair) => {
      const { result } = await finish(runOf({ pair, epochs: 1 }));
      if (result.kind !== 'finished') throw new Error('not finished');
      const { config, vocabulary, weights } = result.model;
      if (config.task !== 'encoder') throw new Error('no encoder');
      expect(config.tokenizer).toEqual({ kind: 'byte-bpe', addPrefixSpace: false });
      expect(parseByteBpe(vocabulary)).toEqual(bpe);
      const values = weightsFromFile(specs, weights);
      expect(values).not.toEqual(initialValues(specs, 3));
      if (pair === 'sop' || process.env.PARITY_PYTHON === undefined) return;

      const files = exportBert({
        config: { ...config.model, model_type: 'bert', initializer_range: 0.02 },
        weights: readSafetensors(joinChunks(weights)).tensors,
        vocabulary: byteBpeVocabulary(bpe),
        lowerCase: false,
        bpe: { ...bpe, addPrefixSpace: false },
      });
      const folder = join(temporaryDir(), 'written', 'bytes');
      mkdirSync(folder, { recursive: true });
      for (const [name, chunks] of files) writeFileSync(join(folder, name), Buffer.concat([...chunks]));
      const ids = Array.from(tokenize('患者咳嗽三天').ids);
      const [mask, types] = [ids.map(() => 1), ids.map(() => 0)];
      const expected = tf.tidy(() => {
        const params = Object.fromEntries(
          specs.map(({ name, shape }) => [name, tf.tensor(values[name]!, [...shape])]),
        );
        const numbers = (row: number[]) => tf.tensor2d([row], undefined, 'int32');
        const hidden = lastHidden(
          bertEncode(params, { ids: numbers(ids), types: numbers(types), mask: numbers(mask) }, bert),
        );
        const logits = mlmLogits(params, tf.reshape(hidden, [ids.length, bert.hidden_size]), bert);
        return { hidden: hidden.arraySync(), logits: [logits.arraySync()] };
      });
      const given = { ids: [ids], mask: [mask], types: [types], ...expected };
      writeFileSync(join(folder, 'expected.json'), JSON.stringify(given));
      const script = join(appRoot, 'test/parity/encoders.py');
      const told = execFileSync(process.env.PARITY_PYTHON, [script, 'check', join(folder, '..')], {
        encoding: 'utf8',
      });
      expect(told).toMatch(/^bytes bert/);
    },
  );

  it('is refused for entities', async () => {
    await expect(
      finish(runOf({ model: 'kebiolm', masking: 'entity', entityTraining: 'random' })),
    ).rejects.toThrow(/word pieces/);
  });
});
