/** A BERT folder in both weight formats, with what PyTorch's tokens and tensors should be. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportBert, HF_FILES, type HfFolder, importBert } from '../../../../main/engine/io/hf-folder.ts';
import { readPytorchBin } from '../../../../main/engine/io/pytorch-bin.ts';
import { readSafetensors } from '../../../../main/engine/io/safetensors.ts';
import { joinPair, padEncoding } from '../../../../main/text/encoding.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { PARITY_FOLDER } from '../../../helpers/public-data.ts';

const present = existsSync(join(PARITY_FOLDER, HF_FILES.config));
if (!present) console.log(`skipped: BERT folder parity, ${PARITY_FOLDER} is not here`);

const read = (name: string) => readFileSync(join(PARITY_FOLDER, name));
const Expected = z.object({
  texts: z.array(z.tuple([z.string(), z.string()])),
  input_ids: z.array(z.array(z.number())),
  token_type_ids: z.array(z.array(z.number())),
  attention_mask: z.array(z.array(z.number())),
});

function open(...weights: ('safetensors' | 'pytorch')[]): HfFolder {
  return {
    config: read(HF_FILES.config),
    vocabulary: read(HF_FILES.vocabulary),
    ...Object.fromEntries(weights.map((kind) => [kind, read(HF_FILES[kind])])),
  };
}

describe.skipIf(!present)('BERT folder', () => {
  it('holds the same tensors in both formats', () => {
    const safe = readSafetensors(read(HF_FILES.safetensors)).tensors;
    const { tensors, ignored } = readPytorchBin(read(HF_FILES.pytorch));
    expect(ignored).toEqual([]);
    expect(safe.size).toBeGreaterThan(0);
    expect(new Map([...tensors].sort())).toEqual(new Map([...safe].sort()));
  });

  it('is a complete model from either', () => {
    const [safe, torch] = [importBert(open('safetensors')), importBert(open('pytorch'))];
    for (const { report } of [safe, torch]) {
      expect(report).toMatchObject({ complete: true, missing: [], misshaped: [], unexpected: [] });
    }
    expect(torch.weights).toEqual(safe.weights);
  });

  it('comes back the same after export', () => {
    const { vocabulary, ...bert } = importBert(open('safetensors', 'pytorch'));
    const files = exportBert({ ...bert, vocabulary: vocabulary! });
    const file = (name: string) => Buffer.concat([...(files.get(name) ?? [])]);
    const again = importBert({
      config: file(HF_FILES.config),
      vocabulary: file(HF_FILES.vocabulary),
      tokenizer: file(HF_FILES.tokenizer),
      safetensors: file(HF_FILES.safetensors),
    });
    expect(again.weights).toEqual(bert.weights);
    expect(again.config).toMatchObject(bert.config);
    expect(again.vocabulary?.tokens).toEqual(vocabulary?.tokens);
  });

  it('gives texts the ids, segments and mask that PyTorch was given', () => {
    const { vocabulary, lowerCase } = importBert(open('safetensors'));
    const tokenize = wordPieceTokenizer(vocabulary!, { lowerCase });
    const expected = Expected.parse(JSON.parse(read('expected.json').toString()));
    const encodings = expected.texts.map(([first, second]) =>
      joinPair(vocabulary!, tokenize(first), second === '' ? undefined : tokenize(second)),
    );
    const longest = Math.max(...encodings.map(({ length }) => length));
    const padded = encodings.map((encoding) => padEncoding(vocabulary!, encoding, longest));
    expect(padded.map(({ ids }) => [...ids])).toEqual(expected.input_ids);
    expect(padded.map(({ segmentIds }) => [...segmentIds])).toEqual(expected.token_type_ids);
    const mask = padded.map(({ length }) => Array.from({ length: longest }, (_, i) => (i < length ? 1 : 0)));
    expect(mask).toEqual(expected.attention_mask);
  });
});
