/** Encoders with byte-level BPE: taken in from either form of a Hugging Face folder, built on, and exported. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { storedEncoder } from '../../../../main/engine/tasks/probe/encoder.ts';
import { appRoot } from '../../../../main/resources.ts';
import { initEncoder } from '../../../../main/services/models/encoder-init.ts';
import { exportModel } from '../../../../main/services/models/model-export.ts';
import { filesOfFolder, importModel } from '../../../../main/services/models/model-import.ts';
import { loadModel } from '../../../../main/services/models/models.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { smallRequest, TRAIN_DOCUMENTS } from '../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

const { vocab, merges } = z
  .object({ vocab: z.record(z.string(), z.number()), merges: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(join(appRoot, 'test', 'fixtures', 'byte-bpe.json'), 'utf8')));
/** Special tokens and bytes come before the tokens that merges make. */
const FIRST_MERGED = 261;

/** A folder of a small encoder with the first of the stored tokens. */
async function folderOf(form: 'two files' | 'tokenizer.json') {
  const session = openTestSession();
  const corpus = join(temporaryDir(), 'corpus.txt');
  const letters = Array.from({ length: 400 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
  writeFileSync(corpus, [...TRAIN_DOCUMENTS.map(({ text }) => text), letters, letters].join('\n'));
  const init = { name: 'plain', size: 'tiny', corpus: [corpus], kind: 'character', seed: 1 } as const;
  const { id } = await initEncoder(session, { ...init, vocabularySize: 400 }, () => undefined);
  const folder = exportModel(session, id, join(temporaryDir(), 'folder'));
  const { vocab_size: rows } = z
    .object({ vocab_size: z.number() })
    .parse(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')));
  expect(rows).toBeGreaterThan(FIRST_MERGED + 20);
  const own = Object.fromEntries(Object.entries(vocab).filter(([, number]) => number < rows));
  const pairs = merges.slice(0, rows - FIRST_MERGED);
  for (const name of ['vocab.txt', 'tokenizer_config.json', 'card.json'])
    rmSync(join(folder, name), { force: true });
  if (form === 'two files') {
    writeFileSync(join(folder, 'vocab.json'), JSON.stringify(own));
    writeFileSync(join(folder, 'merges.txt'), ['#version: 0.2', ...pairs, ''].join('\n'));
  } else {
    const { '<mask>': mask, ...others } = own;
    const tokenizer = {
      added_tokens: [{ id: mask, content: '<mask>', special: true }],
      pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
      model: { type: 'BPE', vocab: others, merges: pairs.map((pair) => pair.split(' ')) },
    };
    writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  }
  return { session, folder };
}

it.each(['two files', 'tokenizer.json'] as const)(
  'an encoder with %s becomes one to train taggers on',
  async (form) => {
    const { session, folder } = await folderOf(form);
    const { card } = await importModel(session, filesOfFolder(folder), 'roberta');
    const { files } = loadModel(session, card.id);
    const { reader } = storedEncoder('roberta', files);
    expect(['[CLS]', '[PAD]', '[SEP]', '[UNK]', '[MASK]'].map((name) => reader.vocabulary.id(name))).toEqual([
      0, 1, 2, 3, 4,
    ]);
    const runs = new Runs(session, { startTraining: trainHere() });
    const { id } = runs.start(
      await smallRequest(session, { network: 'bert-crf', encoder: 'roberta', epochs: 1 }),
    );
    await runs.settled(id);
    expect(runs.get(id).state, JSON.stringify(runs.get(id).error)).toBe('finished');
    const out = exportModel(session, card.id, join(temporaryDir(), 'out'));
    const again = await importModel(session, filesOfFolder(out), 'again');
    expect(loadModel(session, again.card.id).files.vocabulary).toBe(files.vocabulary);
  },
);

it('another BPE, or merges without tokens, are refused by name', async () => {
  const { session, folder } = await folderOf('tokenizer.json');
  const file = join(folder, 'tokenizer.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"ByteLevel"', '"Metaspace"'));
  await expect(importModel(session, filesOfFolder(folder), 'roberta')).rejects.toThrow(/BPE/);
  rmSync(file);
  writeFileSync(join(folder, 'merges.txt'), '');
  await expect(importModel(session, filesOfFolder(folder), 'roberta')).rejects.toThrow(/vocab/);
});
