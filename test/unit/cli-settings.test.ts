import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, settingOptions, settingsUsage } from '../../main/cli/settings-flags.ts';
import { NerSettings, nerDefaults } from '../../shared/domain/training.ts';
import { temporaryDir } from '../helpers/workspace.ts';

function configFile(content: unknown): string {
  const file = join(temporaryDir(), 'config.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('training settings on the command line', () => {
  it('have a flag each', () => {
    const names = Object.keys(NerSettings.shape).filter((key) => key !== 'task');
    expect(Object.keys(settingOptions())).toHaveLength(names.length);
    expect(settingOptions()).toMatchObject({
      'batch-size': { type: 'string' },
      'freeze-encoder': { type: 'boolean' },
      'learning-rate': { type: 'string' },
    });
    for (const name of Object.keys(settingOptions())) expect(settingsUsage()).toContain(`--${name}`);
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
    expect(() => readSettings('poetry', {}, undefined)).toThrow(/--task takes ner/);
  });
});
