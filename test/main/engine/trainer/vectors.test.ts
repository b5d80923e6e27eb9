/** Training with word vectors as people do it: by name and from a file, paused, evaluated, exported and imported. */

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadModel } from '../../../../main/services/models/models.ts';
import { nameOrPath, vectorsSource } from '../../../../main/services/runs/front-vectors.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { writeVectorFile } from '../../../../main/services/vectors/vector-files.ts';
import { deleteVectors, renameVectors, saveVectors } from '../../../../main/services/vectors/vectors.ts';
import { NerSettings } from '../../../../shared/domain/training.ts';
import { Home } from '../../../helpers/app.ts';
import { cli } from '../../../helpers/cli.ts';
import { DEV_DOCUMENTS, labelledFile, smallRequest, TRAIN_DOCUMENTS } from '../../../helpers/training.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { vectorsOf } from '../tasks/vectors.ts';
import { finish, smallRun, weightsOf } from '../train/runs.ts';

const WORDS = ['患者', '咳嗽', '发热', '胸痛', '头晕', '阿司匹林', '布洛芬', '胰岛素', '治疗'];
const stored = vectorsOf('word', WORDS, { userWords: ['阿司匹林', '胰岛素'] });
const READ = { network: 'staresgru-cnn-crf', front: 'vectors', vectors: 'v' } as const;

describe('a run that reads vectors of the workspace', () => {
  it('goes on after a pause as if there had been none, and its model needs the vectors no more', async () => {
    const session = openTestSession();
    const { id: vectors } = saveVectors(session, 'v', stored, { origin: 'imported' });
    const runs: Runs = new Runs(session, {
      startTraining: trainHere(),
      watch: (id, event) => {
        if (event.kind === 'step' && event.point.step === 5) void runs.control(id, 'pause');
      },
    });
    const { id } = runs.start(await smallRequest(session, READ));
    await runs.settled(id);
    expect(runs.get(id)).toMatchObject({ state: 'paused', progress: { step: 5 } });
    expect(() => deleteVectors(session, vectors)).toThrow(/ner-a reads the word vectors v/);
    expect(() => renameVectors(session, vectors, 'w')).toThrow(/has not ended/);
    await runs.control(id, 'resume');
    await runs.settled(id);
    expect(runs.get(id)).toMatchObject({ state: 'finished' });
    deleteVectors(session, vectors);
    const { files, card } = loadModel(session, 'ner-a');
    const { result } = await finish(smallRun(READ, { vectors: stored }));
    expect(Buffer.concat([...files.weights]).equals(weightsOf(result))).toBe(true);
    expect(card).toMatchObject({ network: 'staresgru-cnn-crf words', settings: { vectors: 'v' } });
    expect(card.parameters).toBe(runs.get(id).parameters);
  });

  it('is refused when there are none of that name, or the network reads none', async () => {
    const session = openTestSession();
    saveVectors(session, 'v', stored, { origin: 'imported' });
    const runs = new Runs(session, { startTraining: trainHere() });
    const start = async (changes: Record<string, unknown>) =>
      runs.start(await smallRequest(session, changes));
    await expect(start({ ...READ, vectors: 'w' })).rejects.toMatchObject({
      code: 'not-found',
      hint: saying('v'),
    });
    await expect(start({ ...READ, network: 'bert-crf' })).rejects.toThrow(
      /reads an encoder, not word vectors/,
    );
    await expect(start({ ...READ, vectors: undefined })).rejects.toThrow(/needs word vectors by name/);
    expect(runs.list()).toEqual([]);
  });
});

describe('names and files', () => {
  it('a name goes before a file; a file is named by its whole path', () => {
    const session = openTestSession();
    const file = join(temporaryDir(), 'v.bin');
    writeVectorFile(file, stored.vectors, 'word2vec-binary');
    const { id } = saveVectors(session, 'v', stored, { origin: 'imported' });
    expect([nameOrPath(session, 'v'), nameOrPath(session, file)]).toEqual(['v', file]);
    const sourceOf = (vectors: string) =>
      vectorsSource(session, NerSettings.parse({ ...READ, task: 'ner', vectors }));
    expect(sourceOf('v')).toEqual({ kind: 'stored', id });
    expect(sourceOf(file)).toEqual({ kind: 'file', path: file });
    rmSync(file);
    expect(() => sourceOf(file)).toThrow(/There is no file/);
  });
});

describe('train --vectors on the command line', { tags: ['long'] }, () => {
  it('trains from a file or by name; evaluate, predict, export and import need only the model', () => {
    const home = new Home();
    onTestFinished(() => home.remove());
    const path = (name: string) => join(home.dir, name);
    const ran = (...args: string[]) => {
      const { code, out, err } = cli(home, args);
      expect(code, err).toBe(0);
      return { out, err };
    };
    const refused = (...args: string[]) => {
      const { code, err } = cli(home, args);
      expect(code).not.toBe(0);
      return err;
    };
    writeFileSync(path('names.txt'), '测试词甲\n');
    ran('kg', 'import', path('names.txt'));
    writeFileSync(path('words.txt'), '阿司匹林\n胰岛素\n');
    writeVectorFile(path('words.vec'), stored.vectors, 'word2vec-text');
    const train = labelledFile(TRAIN_DOCUMENTS, 'train.jsonl', home.dir);
    const dev = labelledFile(DEV_DOCUMENTS, 'dev.jsonl', home.dir);
    const sizes = [
      '--embedding-size',
      '12',
      '--hidden-size',
      '8',
      '--batch-size',
      '4',
      '--window-length',
      '32',
    ];
    const start = [
      'train',
      '--train',
      train,
      '--dev',
      dev,
      '--network',
      'staresgru-cnn-crf',
      '--epochs',
      '4',
      ...sizes,
    ];
    start.push('--learning-rate', '0.02');

    ran('embed', 'import', path('words.vec'), '--name', 'v', '--dictionary', path('words.txt'));
    const named = ran(...start, '--vectors', 'v', '--out', 'named', '--json');
    expect(named.err).toMatch(/\d+ parameters/);
    const { report } = JSON.parse(named.out);
    ran(
      ...start,
      '--vectors',
      path('words.vec'),
      '--freeze-vectors',
      '--no-character-vectors',
      '--out',
      'filed',
    );
    const card = JSON.parse(ran('models', 'show', 'filed', '--json').out);
    expect(card).toMatchObject({
      network: 'staresgru-cnn-crf words',
      settings: {
        front: 'vectors',
        vectors: path('words.vec'),
        freezeVectors: true,
        characterVectors: false,
      },
    });

    ran('embed', 'delete', 'v');
    rmSync(path('words.vec'));
    const scores = (model: string) =>
      JSON.parse(ran('evaluate', '--model', model, '--data', dev, '--json').out);
    expect(scores('named').f1).toBe(report.f1);
    ran('models', 'export', 'named', '--out', path('out'));
    const folder = [path('out'), join(path('out'), 'named')].find((dir) =>
      existsSync(join(dir, 'config.json')),
    )!;
    ran('models', 'import', folder, '--name', 'again');
    expect(scores('again').perType).toEqual(scores('named').perType);
    const lines = (model: string) => ran('predict', '--model', model, dev, '--json').out;
    expect(lines('again')).toBe(lines('named'));
    expect(lines('named')).toContain('"entities":[{');

    expect(refused(...start, '--vectors', 'v')).toContain('There are no word vectors v.');
    expect(refused(...start, '--vectors', 'v', '--front', 'embedding')).toContain(
      '--vectors belongs to --front vectors',
    );
    expect(refused(...start, '--vectors', 'v', '--network', 'bert-crf')).toContain('reads an encoder');
    expect(refused(...start, '--front', 'vectors')).toContain('--vectors');
  });
});
