import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  completeSettings,
  readGiven,
  settingOptions,
  settingsUsage,
} from '../../../main/cli/settings-flags.ts';
import { usageText } from '../../../main/cli/usage.ts';
import { ClassifySettings, classifyDefaults } from '../../../shared/domain/classification.ts';
import { NormalisationSettings } from '../../../shared/domain/normalisation.ts';
import { PairSettings } from '../../../shared/domain/pairs.ts';
import { PretrainSettings } from '../../../shared/domain/pretraining.ts';
import { RelationSettings } from '../../../shared/domain/relations.ts';
import { NerSettings, nerDefaults } from '../../../shared/domain/training.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

const readSettings = (...args: Parameters<typeof readGiven>) => completeSettings(readGiven(...args));

function configFile(content: unknown): string {
  const file = join(temporaryDir(), 'config.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('training settings on the command line', () => {
  it('do not go beside --from where its model decides them', () => {
    const flags = { from: 'starter', 'hidden-size': '64', lexicon: 'graph', epochs: '3' };
    expect(() => readGiven('ner', flags, undefined)).toThrow(
      /--lexicon, --hidden-size does not go with --from starter/,
    );
    expect(readGiven('ner', { ...flags, from: 'none' }, undefined).given).toMatchObject({ hiddenSize: 64 });
  });

  it('have a flag each', () => {
    const names = new Set([
      ...Object.keys(NerSettings.shape),
      ...Object.keys(ClassifySettings.shape),
      ...Object.keys(PairSettings.shape),
      ...Object.keys(NormalisationSettings.shape),
      ...Object.keys(RelationSettings.shape),
      ...Object.keys(PretrainSettings.shape),
    ]);
    names.delete('task');
    expect(Object.keys(settingOptions())).toHaveLength(names.size);
    expect(settingOptions()).toMatchObject({
      'batch-size': { type: 'string' },
      'freeze-encoder': { type: 'boolean' },
      'learning-rate': { type: 'string' },
    });
    const usage = usageText(settingsUsage(), 'en');
    for (const name of Object.keys(settingOptions())) expect(usage).toContain(`--${name}`);
  });

  it('come from flags before the file, from the file before the defaults of the network', () => {
    const file = configFile({ task: 'ner', network: 'bert-crf', epochs: 3, batchSize: 5 });
    expect(readSettings('ner', { 'batch-size': '7', 'freeze-encoder': true }, file)).toEqual({
      ...NerSettings.parse({ task: 'ner' }),
      ...nerDefaults('bert-crf'),
      network: 'bert-crf',
      epochs: 3,
      batchSize: 7,
      freezeEncoder: true,
    });
    expect(readSettings('ner', {}, undefined)).toEqual(NerSettings.parse({ task: 'ner' }));
    expect(readSettings('ner', { 'learning-rate': '1e-3' }, undefined).learningRate).toBe(0.001);
  });

  it('come from the preset of the paper before the defaults of the network, flags before both', () => {
    const paper = (task: string, flags: Record<string, string>) =>
      readSettings(task, { preset: 'paper', ...flags }, undefined);
    expect(paper('ner', { network: 'bilstm-crf', epochs: '3' })).toMatchObject({
      ...{ network: 'bilstm-crf', hiddenSize: 0, layers: 0, batchSize: 64, epochs: 3, patience: 10 },
      ...{ dropout: 0.4, windowLength: 384, batchTokens: 64 * 384, learningRate: 1e-3, schedule: 'constant' },
    });
    for (const network of ['cnn', 'cnn-lstm', 'cnn-gru'])
      expect(paper('classify', { network, vectors: 'w' })).toMatchObject({
        ...{ network, filters: 64, kernel: 3, length: 384, freezeVectors: true, characterVectors: false },
      });
    expect(paper('diagnose', { network: 'staresgru-cnn', front: 'encoder' })).toMatchObject({
      ...{ freezeEncoder: true, hiddenSize: 0, residualScale: 0.1 },
    });
    expect(paper('diagnose', { network: 'avrnn' })).toMatchObject({ hiddenSize: 0, layers: 0, filters: 0 });
    expect(paper('classify', { network: 'bert' })).toMatchObject({
      freezeEncoder: false,
      learningRate: 5e-4,
    });
    expect(() => paper('ner', { network: 'bilstm-globalpointer' })).toThrow(
      /bilstm-globalpointer.*staresgru-cnn-crf/,
    );
    expect(() => paper('pretrain', {})).toThrow(/--preset/);
    expect(() => readGiven('ner', { preset: 'other' }, undefined)).toThrow(/paper/);
  });

  it('of classifiers suit network and front', () => {
    const bert = classifyDefaults({ network: 'bert', front: 'embedding' });
    expect(bert).not.toEqual(classifyDefaults({ network: 'cnn', front: 'embedding' }));
    expect(readSettings('classify', { network: 'bert' }, undefined)).toMatchObject(bert);
    expect(readSettings('diagnose', { network: 'cnn', front: 'encoder' }, undefined)).toMatchObject(bert);
    expect(readSettings('diagnose', { 'hidden-size': '64' }, undefined)).toEqual(
      ClassifySettings.parse({
        ...classifyDefaults({ network: 'staresgru-cnn', front: 'embedding' }),
        task: 'diagnose',
        hiddenSize: 64,
      }),
    );
  });

  it('read vectors where vectors are named', () => {
    expect(readSettings('ner', { vectors: 'v', 'character-vectors': false }, undefined)).toMatchObject({
      front: 'vectors',
      vectors: 'v',
      characterVectors: false,
      freezeVectors: false,
    });
    expect(readSettings('diagnose', {}, configFile({ vectors: 'v' }))).toMatchObject({ front: 'vectors' });
    expect(readSettings('ner', { front: 'encoder' }, configFile({ vectors: 'v' }))).toMatchObject({
      front: 'encoder',
      ...nerDefaults('bilstm-crf', 'encoder'),
    });
    expect(() => readSettings('ner', { front: 'embedding', vectors: 'v' }, undefined)).toThrow(
      /--vectors belongs to --front vectors/,
    );
    expect(() => readSettings('ner', { front: 'words' }, undefined)).toThrow(/--front: /);
  });

  it('that are wrong are named', () => {
    const wrong: [Record<string, string>, unknown, RegExp][] = [
      [{ epochs: 'many' }, {}, /--epochs takes a number, not many/],
      [{ epochs: '' }, {}, /--epochs takes a number/],
      [{ 'batch-size': '0' }, {}, /--batch-size: /],
      [{ epochs: '1.5' }, {}, /--epochs: /],
      [{ network: 'lstm' }, {}, /--network: /],
      [{}, { batchSise: 4, epoch: 1 }, /unknown setting batchSise, epoch/],
      [{}, { epochs: 0 }, /epochs: /],
      [{}, { epochs: '3' }, /epochs: /],
      [{}, { task: 'poetry' }, /task: /],
      [{}, [], /the file: /],
      [{}, '{"epochs": ', /is not JSON/],
    ];
    for (const [flags, content, message] of wrong) {
      expect(() => readSettings('ner', flags, configFile(content)), JSON.stringify([flags, content])).toThrow(
        message,
      );
    }
    expect(() => readSettings('poetry', {}, undefined)).toThrow(/--task takes one of ner/);
  });
});
