import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { newEncoder } from '../../../../main/engine/io/new-encoder.ts';
import { readSafetensors, writeSafetensors } from '../../../../main/engine/io/safetensors.ts';
import type { TensorData } from '../../../../main/engine/io/tensor-data.ts';
import { initEncoder } from '../../../../main/services/models/encoder-init.ts';
import { exportModel } from '../../../../main/services/models/model-export.ts';
import { filesOfFolder, importModel } from '../../../../main/services/models/model-import.ts';
import * as models from '../../../../main/services/models/models.ts';
import { createVocabulary, parseVocabTxt, SPECIAL_TOKENS } from '../../../../main/text/vocabulary.ts';
import { writeSealed } from '../../../../main/workspace/sealed-file.ts';
import { bytes, op, pickle } from '../../../helpers/pickle.ts';
import { type SmallTagger, taggerFiles } from '../../../helpers/tagger.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { writeZip } from '../../../helpers/zip.ts';

const ENCODER = newEncoder({
  size: 'tiny',
  vocabulary: createVocabulary([...SPECIAL_TOKENS, '患', '者', '##a']),
  lowerCase: false,
  seed: 1,
});

/** A folder with an exported model, to be spoilt. */
function exported(files: ModelFiles) {
  const session = openTestSession();
  const { id } = models.saveModel(session, { name: 'm', files, metrics: { f1: 0.5 }, origin: 'run' });
  return exportModel(session, id, join(temporaryDir(), 'out'));
}

const tensorsOf = ({ weights }: ModelFiles) => new Map(readSafetensors(Buffer.concat(weights)).tensors);

async function importFolder(folder: string, session = openTestSession()) {
  return importModel(session, filesOfFolder(folder), 'imported');
}

function edit(folder: string, name: string, change: (value: Record<string, unknown>) => unknown): void {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
}

describe('a tagger’s folder', () => {
  it.each<SmallTagger>(['bilstm-crf', 'bert-softmax'])(
    'goes from one workspace to another (%s)',
    async (kind) => {
      const files = taggerFiles(kind);
      const session = openTestSession();
      const { card, report } = await importFolder(exported(files), session);
      expect(card).toMatchObject({
        name: 'imported',
        task: 'ner',
        metrics: { f1: 0.5 },
        labels: ['disease', '药物'],
      });
      expect(report).toEqual(saying(`${card.parameters} parameters`));
      const loaded = models.loadModel(session, card.id).files;
      expect(loaded.config).toEqual(files.config);
      expect(loaded.vocabulary).toBe(files.vocabulary);
      expect(tensorsOf(loaded)).toEqual(tensorsOf(files));
    },
  );

  it('needs no card, and keeps of one only what it may claim', async () => {
    const folder = exported(taggerFiles('bilstm-crf'));
    edit(folder, 'card.json', (card) => ({
      ...card,
      id: 77,
      inUse: true,
      useInt8: true,
      parameters: 5,
      bytes: 1,
    }));
    const { card } = await importFolder(folder);
    expect(card).toMatchObject({ id: 1, inUse: false, useInt8: false });
    expect(card.parameters).toBeGreaterThan(5);
    rmSync(join(folder, 'card.json'));
    expect((await importFolder(folder)).card.metrics).toEqual({});
  });

  it.each<[string, (folder: string) => void, RegExp]>([
    [
      'no config.json',
      (f) => rmSync(join(f, 'config.json')),
      /config\.json is missing; there is .*vocab\.txt/,
    ],
    ['no vocab.txt', (f) => rmSync(join(f, 'vocab.txt')), /vocab\.txt is missing/],
    [
      'weights sealed in a workspace',
      (f) => writeSealed(join(f, 'model.safetensors'), [Buffer.from('x')], randomBytes(32)),
      /model\.safetensors is encrypted with the key of a workspace/,
    ],
    ['no weights', (f) => rmSync(join(f, 'model.safetensors')), /model\.safetensors is missing/],
    [
      'a config that is no JSON',
      (f) => writeFileSync(join(f, 'config.json'), '{'),
      /config\.json: it is no JSON/,
    ],
    [
      'an unknown network',
      (f) => edit(f, 'config.json', (c) => ({ ...c, model: {} })),
      /config\.json: .*model\.front/,
    ],
    ['a newer format', (f) => edit(f, 'config.json', (c) => ({ ...c, format: 2 })), /newer Meridian/],
    [
      'an unknown task',
      (f) => edit(f, 'config.json', (c) => ({ ...c, task: 'magic' })),
      /config\.json: .*task/,
    ],
    [
      'more layers than there can be',
      (f) =>
        edit(f, 'config.json', (c) => ({
          ...c,
          model: { ...(c.model as object), middle: { kind: 'lstm', layers: 1e9 } },
        })),
      /config\.json: .*model\.middle\.layers/,
    ],
    [
      'other labels than its card says',
      (f) => edit(f, 'card.json', (c) => ({ ...c, labels: ['x'] })),
      /card\.json: task or labels differ/,
    ],
    [
      'a damaged card',
      (f) => edit(f, 'card.json', (c) => ({ ...c, metrics: 'high' })),
      /card\.json: .*metrics/,
    ],
    [
      'a vocabulary larger than the model',
      (f) => writeFileSync(join(f, 'vocab.txt'), `${readFileSync(join(f, 'vocab.txt'), 'utf8')}龘\t1\n`),
      /vocab\.txt: it has \d+ tokens, the model only \d+/,
    ],
    ['a vocabulary that is none', (f) => writeFileSync(join(f, 'vocab.txt'), 'x'), /no vocabulary/],
    [
      'bytes for a vocabulary',
      (f) => writeFileSync(join(f, 'vocab.txt'), Uint8Array.of(0xff)),
      /vocab\.txt: .*UTF-8/,
    ],
    [
      'weights cut short',
      (f) => {
        const path = join(f, 'model.safetensors');
        writeFileSync(path, readFileSync(path).subarray(0, -4));
      },
      /safetensors: /,
    ],
    [
      'a header of absurd size',
      (f) => writeFileSync(join(f, 'model.safetensors'), Buffer.alloc(64, 0xff)),
      /header/,
    ],
  ])('is refused with %s; nothing is imported', async (_, spoil, message) => {
    const folder = exported(taggerFiles('bilstm-crf'));
    spoil(folder);
    const session = openTestSession();
    await expect(importFolder(folder, session)).rejects.toThrow(message);
    expect(models.listModels(session)).toEqual([]);
    expect(existsSync(join(session.workspace.dir, 'models'))).toBe(false);
  });

  it.each<[string, (tensors: Map<string, TensorData>) => void, RegExp]>([
    ['a missing tensor', (t) => t.delete('classifier.weight'), /"classifier\.weight" is missing/],
    [
      'a tensor too many',
      (t) => t.set('extra', { type: 'F32', shape: [1], data: Float32Array.of(1) }),
      /"extra" is of no such model/,
    ],
    [
      'another shape',
      (t) => t.set('classifier.bias', { type: 'F32', shape: [1], data: Float32Array.of(1) }),
      /"classifier\.bias" is 1, not 5/,
    ],
    [
      'no numbers',
      (t) =>
        t.set('classifier.bias', { type: 'F32', shape: [5], data: new Float32Array(5).fill(Number.NaN) }),
      /"classifier\.bias" holds values that are no numbers/,
    ],
  ])('is refused with %s among its weights', async (_, spoil, message) => {
    const files = taggerFiles('bilstm-crf');
    const folder = exported(files);
    const tensors = tensorsOf(files);
    spoil(tensors);
    writeFileSync(join(folder, 'model.safetensors'), writeSafetensors(tensors));
    await expect(importFolder(folder)).rejects.toThrow(message);
  });
});

describe('a Hugging Face folder', () => {
  it('becomes an encoder; out again it is what it was', async () => {
    const session = openTestSession();
    const folder = exported(ENCODER);
    expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toMatchObject({
      model_type: 'bert',
      architectures: ['BertForPreTraining'],
      hidden_size: 128,
      num_hidden_layers: 2,
    });
    const { card, report } = await importFolder(folder, session);
    expect(report).toEqual(saying('the encoder is complete'));
    expect(card).toMatchObject({ task: 'encoder', network: 'bert 2×128' });
    const loaded = models.loadModel(session, card.id).files;
    expect(loaded.config).toEqual(ENCODER.config);
    expect(loaded.vocabulary).toBe(ENCODER.vocabulary);
    expect(tensorsOf(loaded)).toEqual(tensorsOf(ENCODER));
    const again = exportModel(session, card.id, join(temporaryDir(), 'again'));
    for (const name of ['config.json', 'vocab.txt', 'tokenizer_config.json', 'model.safetensors'])
      expect(readFileSync(join(again, name)).equals(readFileSync(join(folder, name))), name).toBe(true);
  });

  it('may lack heads: half a head is left out, and can be exported again', async () => {
    const folder = exported(ENCODER);
    const tensors = tensorsOf(ENCODER);
    tensors.delete('cls.seq_relationship.bias');
    tensors.set('classifier.weight', { type: 'F32', shape: [2, 128], data: new Float32Array(256) });
    writeFileSync(join(folder, 'model.safetensors'), writeSafetensors(tensors));
    const session = openTestSession();
    const { card, report } = await importFolder(folder, session);
    expect(report).toEqual(saying(/cls\.seq_relationship\.bias .*nsp[\s\S]*classifier\.weight/));
    const names = [...tensorsOf(models.loadModel(session, card.id).files).keys()];
    expect(names.filter((name) => /seq_relationship|classifier/.test(name))).toEqual([]);
    expect(names).toContain('cls.predictions.bias');
    exportModel(session, card.id, join(temporaryDir(), 'again'));
  });

  it('is refused without vocab.txt, special tokens or a whole encoder, saying what is missing', async () => {
    const spoilt = (spoil: (folder: string) => void) => {
      const folder = exported(ENCODER);
      spoil(folder);
      return importFolder(folder);
    };
    await expect(spoilt((f) => rmSync(join(f, 'vocab.txt')))).rejects.toThrow(/vocab\.txt is missing/);
    await expect(spoilt((f) => writeFileSync(join(f, 'vocab.txt'), '[PAD]\n[UNK]\n'))).rejects.toThrow(
      /no \[CLS\]/,
    );
    await expect(spoilt((f) => rmSync(join(f, 'model.safetensors')))).rejects.toThrow(
      /neither model\.safetensors/,
    );
    const tensors = tensorsOf(ENCODER);
    tensors.delete('bert.encoder.layer.1.output.dense.weight');
    await expect(
      spoilt((f) => writeFileSync(join(f, 'model.safetensors'), writeSafetensors(tensors))),
    ).rejects.toThrow(/not complete[\s\S]*bert\.encoder\.layer\.1\.output\.dense\.weight/);
    await expect(
      spoilt((f) => edit(f, 'config.json', (c) => ({ ...c, model_type: 'gpt2' }))),
    ).rejects.toThrow(/only models of type bert/);
  });

  it('with a malicious pickle is refused by name, and nothing of it runs', async () => {
    const folder = exported(ENCODER);
    rmSync(join(folder, 'model.safetensors'));
    const proof = join(folder, 'ran');
    const attack = bytes(op.global('os', 'system'), op.tuple(op.text(`touch ${proof}`)), op.reduce);
    writeFileSync(
      join(folder, 'pytorch_model.bin'),
      writeZip([{ name: 'model/data.pkl', content: pickle(attack) }]),
    );
    const session = openTestSession();
    await expect(importFolder(folder, session)).rejects.toThrow(/os\.system/);
    expect(existsSync(proof)).toBe(false);
    expect(models.listModels(session)).toEqual([]);
  });
});

describe('files to import from', () => {
  it('are those of a folder that is there', () => {
    const dir = temporaryDir();
    expect(() => filesOfFolder(join(dir, 'none'))).toThrow(/no folder/);
    writeFileSync(join(dir, 'x'), '');
    expect(() => filesOfFolder(join(dir, 'x'))).toThrow(/is a file/);
    expect(filesOfFolder(dir)).toEqual([{ name: 'x', path: join(dir, 'x') }]);
  });

  it('may not be there twice', async () => {
    const folder = exported(taggerFiles('bilstm-crf'));
    const files = filesOfFolder(folder);
    await expect(importModel(openTestSession(), [...files, ...files], 'x')).rejects.toThrow(/is there twice/);
  });
});

describe('a new encoder', () => {
  const init = (kind: 'wordpiece' | 'character', vocabularySize = 100) => {
    const path = join(temporaryDir(), 'corpus.jsonl.gz');
    const texts = ['患者 WBC WBC 升高', '患者 WBC 正常。'];
    writeFileSync(path, gzipSync(texts.map((text) => `${JSON.stringify({ text })}\n`).join('')));
    const session = openTestSession();
    const options = { name: 'e', size: 'tiny', corpus: [path], kind, vocabularySize, seed: 5 } as const;
    return initEncoder(session, options, () => undefined).then((card) => models.loadModel(session, card.id));
  };

  it('has the pieces of its corpus, or its characters alone', async () => {
    const { card, files } = await init('wordpiece');
    expect(card).toMatchObject({ name: 'e', task: 'encoder', network: 'bert 2×128' });
    const { tokens } = parseVocabTxt(files.vocabulary);
    expect(tokens.slice(0, 5)).toEqual(SPECIAL_TOKENS);
    expect(tokens).toEqual(expect.arrayContaining(['患', '者', 'w', '##b', 'wbc']));
    const characters = parseVocabTxt((await init('character')).files.vocabulary).tokens;
    expect(characters).toEqual(expect.arrayContaining(['患', '者', 'w', '##b']));
    expect(
      characters.filter((token) => !token.startsWith('[') && token.replace('##', '').length > 1),
    ).toEqual([]);
  });

  it('is the same for the same seed', async () => {
    const [a, b] = [await init('wordpiece'), await init('wordpiece')];
    expect(tensorsOf(a.files)).toEqual(tensorsOf(b.files));
  });

  it('refuses vocabularies of absurd size and broken corpora', async () => {
    await expect(init('wordpiece', 3)).rejects.toThrow(/100 to/);
    const path = join(temporaryDir(), 'broken.jsonl');
    writeFileSync(path, '{"text": "a"}\n{broken\n');
    const options = {
      name: 'e',
      size: 'tiny',
      corpus: [path],
      kind: 'character',
      vocabularySize: 200,
      seed: 1,
    } as const;
    await expect(initEncoder(openTestSession(), options, () => undefined)).rejects.toThrow(/line 2/);
  });
});
