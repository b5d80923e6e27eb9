/** Runs handed over to PyTorch and taken back. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { weightsToFile } from '../../../../main/engine/io/weights.ts';
import { bertOfSize } from '../../../../main/engine/models/bert/config.ts';
import { bertEncoderSpec } from '../../../../main/engine/models/bert/model.ts';
import { initialValues } from '../../../../main/engine/train/task-run.ts';
import { checkpointFromTorch, torchFolder } from '../../../../main/engine/train/torch-folder.ts';
import { resourcePath } from '../../../../main/resources.ts';
import { createVocabulary, formatVocabTxt, SPECIAL_TOKENS } from '../../../../main/text/vocabulary.ts';
import { pythonWith } from '../../../helpers/python.ts';
import { temporaryDir } from '../../../helpers/workspace.ts';
import { finish, memoryStorage, smallRun } from './runs.ts';

const python = pythonWith('torch', 'transformers', 'safetensors');
if (python === undefined)
  it.skip('PyTorch goes on with a run: no Python with torch, transformers and safetensors (MERIDIAN_TEST_PYTHON names one)', () =>
    undefined);

/** Two batches an update, layers at rates of their own. */
const SETTINGS = {
  ...{ network: 'bert-fc', encoder: 'given', dropout: 0, learningRate: 1e-3, epochs: 4, accumulation: 2 },
  ...{ warmupShare: 0.2, weightDecay: 0.05, clipNorm: 0.5, headRate: 3, layerDecay: 0.8, schedule: 'linear' },
};

/** Without dropout, whose masks PyTorch would draw by itself. */
const ENCODER = encoderWithoutDropout();

function encoderWithoutDropout(): ModelFiles {
  const characters = new Set(smallRun().train.flatMap(({ text }) => [...text]));
  const vocabulary = createVocabulary([...SPECIAL_TOKENS, ...characters]);
  const none = { hidden_dropout_prob: 0, attention_probs_dropout_prob: 0 };
  const config = { ...bertOfSize('tiny', vocabulary.size), ...none };
  const specs = bertEncoderSpec(config);
  return {
    config: { format: 1, task: 'encoder', model: config, tokenizer: { kind: 'wordpiece', lowerCase: true } },
    vocabulary: formatVocabTxt(vocabulary),
    weights: weightsToFile(specs, initialValues(specs, 1)),
  };
}

type Loss = readonly [step: number, loss: number];

/** Trains until this many updates are done, or to the end. Returns the losses by update. */
async function train(
  storage: ReturnType<typeof memoryStorage>,
  until = Number.POSITIVE_INFINITY,
): Promise<Loss[]> {
  const { events } = await finish(
    smallRun(SETTINGS, { storage, pretrained: ENCODER }),
    (event) => event.kind === 'step' && event.point.step >= until,
  );
  return events.flatMap((event) =>
    event.kind === 'step' ? [[event.point.step, event.point.loss ?? 0] as const] : [],
  );
}

/** Writes the folder of a run as it stands. */
function handOver(storage: ReturnType<typeof memoryStorage>): string {
  const folder = temporaryDir();
  for (const [name, chunks] of torchFolder(smallRun(SETTINGS, { storage, pretrained: ENCODER })))
    writeFileSync(join(folder, name), Buffer.concat(chunks));
  copyFileSync(resourcePath('torch', 'continue.py'), join(folder, 'continue.py'));
  return folder;
}

const takeBack = (storage: ReturnType<typeof memoryStorage>, folder: string): number => {
  const { chunks, step } = checkpointFromTorch(smallRun(SETTINGS, { storage, pretrained: ENCODER }), (name) =>
    readFileSync(join(folder, name)),
  );
  storage.write('checkpoint', chunks);
  return step;
};

function continueIn(folder: string, steps: number, launcher: readonly string[] = []): Loss[] {
  const { stdout, stderr, status } = spawnSync(
    python!,
    [...launcher, join(folder, 'continue.py'), '--steps', String(steps)],
    { encoding: 'utf8', env: { ...process.env, OMP_NUM_THREADS: '1', CUDA_VISIBLE_DEVICES: '' } },
  );
  expect(status, stderr).toBe(0);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ step, loss }) => [step, loss] as const);
}

function expectAlike(found: readonly Loss[], wanted: readonly Loss[]): void {
  expect(found.map(([step]) => step)).toEqual(wanted.map(([step]) => step));
  for (const [i, [step, loss]] of found.entries())
    expect(Math.abs(loss - wanted[i]![1]), `update ${step}: ${loss} and ${wanted[i]![1]}`).toBeLessThan(1e-4);
}

describe('a run handed over', () => {
  it('comes back as it went: the next updates are the same bit for bit', async () => {
    const storage = memoryStorage();
    await train(storage, 5);
    const before = Buffer.from(storage.files.get('checkpoint')!);
    const folder = handOver(storage);
    expect(takeBack(storage, folder)).toBe(5);
    expect(Buffer.from(storage.files.get('checkpoint')!).equals(before)).toBe(true);
  });

  it('is refused when it is another run’s, damaged, or of other data; its checkpoint stays', async () => {
    const storage = memoryStorage();
    expect(() => torchFolder(smallRun(SETTINGS, { storage, pretrained: ENCODER }))).toThrow(/no checkpoint/);
    await train(storage, 2);
    const other = { ...SETTINGS, rDrop: 1 };
    expect(() => torchFolder(smallRun(other, { storage, pretrained: ENCODER }))).toThrow(/R-Drop/);
    const refuses = (name: string, change: (text: string) => string | Buffer, words: RegExp): void => {
      const folder = handOver(storage);
      writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'latin1')), 'latin1');
      expect(() => takeBack(storage, folder)).toThrow(words);
    };
    refuses('run.json', (text) => text.replace(/"fingerprint": "./, '"fingerprint": "x'), /other settings/);
    refuses('run.json', () => '[]', /run\.json/);
    refuses('run.json', (text) => text.replace(/"step": \d+/, '"step": 99999'), /run\.json/);
    refuses('train.jsonl', (text) => `${text} `, /train\.jsonl/);
    refuses('model.safetensors', (text) => text.slice(0, -4), /safetensors/);
    refuses(
      'model.safetensors',
      (text) => Buffer.from(`${text.slice(0, -4)}\0\0\x80\x7f`, 'latin1'),
      /no numbers/,
    );
  });

  it.skipIf(python === undefined)(
    'has the next losses of Meridian within 1e-4 in PyTorch, and those of PyTorch in Meridian',
    { tags: ['long'] },
    async () => {
      const straight = await train(memoryStorage(), 14);
      const storage = memoryStorage();
      await train(storage, 5);
      const folder = handOver(storage);
      const there = continueIn(folder, 4);
      expectAlike(there, straight.slice(5, 9));
      expect(takeBack(storage, folder)).toBe(9);
      const back = await train(storage, 12);
      expectAlike(back, straight.slice(9, 12));
    },
  );

  it.skipIf(python === undefined)(
    'is trained by several processes as by one',
    { tags: ['long'] },
    async () => {
      const storage = memoryStorage();
      await train(storage, 3);
      const [one, two] = [handOver(storage), handOver(storage)];
      const launcher = ['-m', 'torch.distributed.run', '--nproc-per-node', '2', '--master-port', '29517'];
      expectAlike(continueIn(two, 3, launcher), continueIn(one, 3));
    },
  );
});
