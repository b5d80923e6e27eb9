import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { getModelInUse } from '../../../../main/db/repositories/models.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { newEncoder } from '../../../../main/engine/io/new-encoder.ts';
import { readModelFiles } from '../../../../main/inference/model-store.ts';
import { exportModel, exportToWorkspace } from '../../../../main/services/models/model-export.ts';
import * as models from '../../../../main/services/models/models.ts';
import { removeDeletedFiles } from '../../../../main/services/workspace/deleted-files.ts';
import { createVocabulary, SPECIAL_TOKENS } from '../../../../main/text/vocabulary.ts';
import { readFileKey } from '../../../../main/workspace/file-key.ts';
import { modelFile } from '../../../../main/workspace/paths.ts';
import { ModelCard } from '../../../../shared/domain/training.ts';
import { killScript } from '../../../helpers/kill-script.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

const TAGGER = taggerFiles('bilstm-crf');
const ENCODER = newEncoder({
  size: 'tiny',
  vocabulary: createVocabulary([...SPECIAL_TOKENS, '患', '者']),
  lowerCase: true,
  seed: 1,
});
const digest = ({ weights }: ModelFiles) =>
  weights.reduce((hash, chunk) => hash.update(chunk), createHash('sha256')).digest('hex');
const tagger = (name: string) => ({ name, files: TAGGER, metrics: { f1: 0.75 }, origin: 'run' as const });
const encoder = (name: string) => ({ name, files: ENCODER, metrics: {}, origin: 'init' as const });

describe('a model of the registry', () => {
  it('is saved with its card, listed, and read back byte by byte', () => {
    const session = openTestSession();
    const card = models.saveModel(session, {
      ...tagger('甲'),
      trainSet: 'train',
      runId: 3,
      executor: 'onnx:cpu',
    });
    expect(ModelCard.parse(card)).toMatchObject({
      name: '甲',
      task: 'ner',
      network: 'bilstm-crf',
      labels: ['disease', '药物'],
      metrics: { f1: 0.75 },
      trainSet: 'train',
      runId: 3,
      executor: 'onnx:cpu',
      inUse: false,
      useInt8: false,
    });
    expect(card.bytes).toBe(TAGGER.weights.reduce((sum, { byteLength }) => sum + byteLength, 0));
    expect(card.parameters).toBeGreaterThan(1000);
    expect(card.parameters * 4).toBeLessThan(card.bytes);
    expect(models.listModels(session)).toEqual([card]);
    for (const which of [card.id, '甲']) {
      const loaded = models.loadModel(session, which);
      expect(loaded.card).toEqual(card);
      expect(loaded.files.config).toEqual(TAGGER.config);
      expect(loaded.files.vocabulary).toBe(TAGGER.vocabulary);
      expect(digest(loaded.files)).toBe(digest(TAGGER));
    }
    const { db, dir } = session.workspace;
    expect(digest(readModelFiles(db, dir, readFileKey(db), card.id))).toBe(digest(TAGGER));
    expect(session.events).toEqual(['models.changed']);
    expect(listAudit(db, { limit: 1 })[0]).toMatchObject({
      action: 'model.create',
      object: `model:${card.id}`,
      detail: { name: '甲', origin: 'run', network: 'bilstm-crf', runId: 3 },
    });
    expect(readdirSync(join(dir, 'models'))).toEqual([`${card.id}.safetensors`]);
  });

  it('says what an encoder is', () => {
    const card = models.saveModel(openTestSession(), encoder('enc'));
    expect(card).toMatchObject({ task: 'encoder', network: 'bert 2×128', labels: [] });
  });

  it('lies encrypted on the disk, plain in a plain workspace', () => {
    const encrypted = openTestSession();
    const plain = openTestSession(openWorkspace(temporaryDir(), { create: 'plain' }));
    const stored = [encrypted, plain].map((session) => {
      const { id } = models.saveModel(session, tagger('a'));
      return readFileSync(modelFile(session.workspace.dir, id)).includes('classifier');
    });
    expect(stored).toEqual([false, true]);
  });

  it('has a name of its own', () => {
    const session = openTestSession();
    models.saveModel(session, tagger('a'));
    expect(() => models.saveModel(session, tagger(' a '))).toThrow(/another model named a/);
    expect(models.saveModel(session, { ...tagger('a'), ifTaken: 'number' }).name).toBe('a-2');
    expect(() => models.saveModel(session, tagger(' '))).toThrow(/needs a name/);
    expect(() => models.saveModel(session, encoder('mini'))).toThrow(/is a size/);
    expect(() => models.findModel(session, 'b')).toThrow(/no model named b/);
    expect(readdirSync(join(session.workspace.dir, 'models'))).toHaveLength(2);
  });

  it('says so when its weights are lost or damaged', () => {
    const session = openTestSession();
    const { id } = models.saveModel(session, tagger('a'));
    const file = modelFile(session.workspace.dir, id);
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    expect(() => models.loadModel(session, id)).toThrow(/damaged/);
    rmSync(file);
    expect(() => models.loadModel(session, id)).toThrow(/weights of this model are no longer there/);
    expect(models.listModels(session)).toHaveLength(1);
    models.deleteModel(session, id);
  });

  it('comes back with a restore as long as its weights are there, else says so', () => {
    const workspace = openWorkspace();
    const session = openTestSession(workspace);
    const kept = models.saveModel(session, tagger('kept'));
    const gone = models.saveModel(session, tagger('gone'));
    const { file } = workspace.backup();
    models.deleteModel(session, gone.id);
    const later = models.saveModel(session, tagger('later'));
    workspace.restore(file);
    expect(models.listModels(session).map(({ name }) => name)).toEqual(['kept', 'gone']);
    expect(digest(models.loadModel(session, kept.id).files)).toBe(digest(TAGGER));
    expect(() => models.loadModel(session, gone.id)).toThrow(/no longer there/);
    expect(models.saveModel(session, tagger('next')).id).toBeGreaterThan(later.id);
  });
});

describe('changing models', () => {
  it('uses at most one in the editor, and never an encoder', () => {
    const session = openTestSession();
    const { db } = session.workspace;
    const [a, b] = [models.saveModel(session, tagger('a')), models.saveModel(session, tagger('b'))];
    expect(getModelInUse(db, 'entities')).toBeUndefined();
    expect(models.useModel(session, a.id, true).inUse).toBe(true);
    expect(models.useModel(session, b.id, true).inUse).toBe(true);
    expect(models.listModels(session).map(({ inUse }) => inUse)).toEqual([false, true]);
    expect(listAudit(db, { limit: 1 })[0]).toMatchObject({
      detail: { name: 'b', inEditor: true, instead: 'a' },
    });
    models.useModel(session, a.id, false);
    expect(getModelInUse(db, 'entities')?.name).toBe('b');
    models.useModel(session, b.id, false);
    expect(getModelInUse(db, 'entities')).toBeUndefined();
    const { id } = models.saveModel(session, encoder('enc'));
    expect(() => models.useModel(session, id, true)).toThrow(/encoder/);
  });

  it('deletes with the weights; the editor then has none', () => {
    const session = openTestSession();
    const { id } = models.saveModel(session, tagger('a'));
    models.useModel(session, id, true);
    models.deleteModel(session, id);
    expect(getModelInUse(session.workspace.db, 'entities')).toBeUndefined();
    expect(existsSync(modelFile(session.workspace.dir, id))).toBe(false);
    expect(() => models.getModel(session, id)).toThrow(/no model/);
    expect(listAudit(session.workspace.db, { limit: 1 })[0]).toMatchObject({
      action: 'model.delete',
      detail: { name: 'a', wasInEditor: true },
    });
  });

  it('renames, keeps names apart, and chooses int8', () => {
    const session = openTestSession();
    const { id } = models.saveModel(session, tagger('a'));
    models.saveModel(session, tagger('b'));
    expect(models.renameModel(session, id, ' c ').name).toBe('c');
    expect(() => models.renameModel(session, id, 'b')).toThrow(/another model named b/);
    expect(models.renameModel(session, id, 'c').name).toBe('c');
    expect(models.useInt8(session, id, true).useInt8).toBe(true);
    expect(models.getModel(session, id).useInt8).toBe(true);
  });

  it('leaves an encoder alone while a run that has not ended builds on it', () => {
    const session = openTestSession();
    const { id } = models.saveModel(session, encoder('enc'));
    session.workspace.db.run(
      `INSERT INTO run (name, settings, train_id, train_name, train_sha256, dev_id, dev_name, dev_sha256, state, owner,
                        created_at, warnings, config_hash, version)
       VALUES ('r', '{"network":"bert-crf","encoder":"enc"}', 1, '', '', 1, '', '', 'paused', 1, '', '[]', '', '')`,
    );
    expect(() => models.deleteModel(session, id)).toThrow(/run r builds on enc/);
    expect(() => models.renameModel(session, id, 'other')).toThrow(/run r builds on enc/);
    expect(models.loadModel(session, id).card.name).toBe('enc');
    session.workspace.db.run("UPDATE run SET state = 'cancelled'");
    models.deleteModel(session, id);
  });
});

describe('kill -9 while models are saved and deleted', () => {
  const killedAfter = async (count: number) => {
    const dir = temporaryDir();
    const moment = { lines: count, ms: count };
    const args = [join(dir, 'workspace'), join(dir, 'config')];
    const acknowledged = (await killScript('save-models-forever.ts', args, moment)).map(Number);
    const session = openTestSession(openWorkspace(dir));
    removeDeletedFiles(session.workspace);
    const there = models.listModels(session).map(({ id }) => id);
    for (const id of there) expect(digest(models.loadModel(session, id).files)).toBe(digest(TAGGER));
    // The delete of the last one acknowledged may or may not have been done.
    for (const id of acknowledged.slice(0, -1)) expect(there.includes(id), `model ${id}`).toBe(id % 2 === 1);
    const left = readdirSync(join(session.workspace.dir, 'models'));
    const last = acknowledged.at(-1) ?? 0;
    const unknown = left.filter((name) => !there.includes(Number.parseInt(name, 10)));
    // A model that was being saved: the next one takes its number and its place.
    expect(unknown.filter((name) => name !== `${last + 1}.safetensors`)).toEqual([]);
  };
  it('leaves no model without weights (killed after 4)', () => killedAfter(4));
  it.each([1, 9, 17])('leaves no model without weights (killed after %i)', { tags: ['long'] }, killedAfter);
});

describe('files without rows', () => {
  it('go when somebody deleted the model, and stay when a restore took the row away', () => {
    const workspace = openWorkspace();
    const session = openTestSession(workspace);
    const { file } = workspace.backup();
    const [a, b] = [models.saveModel(session, tagger('a')), models.saveModel(session, tagger('b'))];
    const files = [a, b].map(({ id }) => modelFile(workspace.dir, id));
    const kept = readFileSync(files[0]!);
    models.deleteModel(session, a.id);
    writeFileSync(files[0]!, kept); // as if a crash had come before
    const { file: withB } = workspace.backup();
    workspace.restore(file);
    removeDeletedFiles(workspace);
    expect(files.map((path) => existsSync(path))).toEqual([false, true]);
    workspace.restore(withB);
    expect(digest(models.loadModel(session, 'b').files)).toBe(digest(TAGGER));
  });
});

describe('exporting', () => {
  it('writes one folder, which nobody else may read, and no second one over it', () => {
    const session = openTestSession();
    const { id } = models.saveModel(session, { ...tagger('血/压 1'), runId: 9 });
    const target = join(temporaryDir(), 'out');
    mkdirSync(target);
    expect(exportModel(session, '血/压 1', target)).toBe(target);
    expect(readdirSync(target).sort()).toEqual([
      'card.json',
      'config.json',
      'model.safetensors',
      'vocab.txt',
    ]);
    const card = JSON.parse(readFileSync(join(target, 'card.json'), 'utf8'));
    expect(card).toMatchObject({ name: '血/压 1', metrics: { f1: 0.75 } });
    expect(['id', 'runId', 'inUse'].filter((key) => key in card)).toEqual([]);
    expect(readFileSync(join(target, 'model.safetensors')).equals(Buffer.concat(TAGGER.weights))).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(target, 'config.json')).mode & 0o077).toBe(0);
    expect(() => exportModel(session, id, target)).toThrow(/not empty/);
    const inside = exportToWorkspace(session, id);
    expect(inside.startsWith(join(session.workspace.dir, 'exports', '血_压 1-'))).toBe(true);
    expect(readdirSync(join(inside, '..'))).toHaveLength(1);
    expect(listAudit(session.workspace.db, { limit: 1 })[0]).toMatchObject({
      action: 'model.export',
      detail: { encrypted: false },
    });
  });
});
