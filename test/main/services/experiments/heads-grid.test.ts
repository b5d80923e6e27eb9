/** The grid of heads in the documentation, with one small encoder in place of its own and a few documents. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGrid } from '../../../../main/cli/grid-plan.ts';
import { appRoot } from '../../../../main/resources.ts';
import { ensureDataSet } from '../../../../main/services/data/data-sets.ts';
import { experimentDifferences } from '../../../../main/services/experiments/differences.ts';
import { Experiments } from '../../../../main/services/experiments/experiments.ts';
import { initEncoder } from '../../../../main/services/models/encoder-init.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { ExperimentPlan } from '../../../../shared/domain/experiment.ts';
import { DEV_DOCUMENTS, labelledFile, TRAIN_DOCUMENTS } from '../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

it('trains every head in both modes with and without filled copies, and compares them on the test set', async () => {
  const session = openTestSession();
  const corpus = join(temporaryDir(), 'corpus.txt');
  writeFileSync(corpus, TRAIN_DOCUMENTS.map(({ text }) => text).join('\n'));
  const init = { name: 'mine', size: 'tiny', corpus: [corpus], kind: 'character' } as const;
  await initEncoder(session, { ...init, vocabularySize: 300, seed: 1 }, () => undefined);
  const file = readGrid(join(appRoot, 'docs', 'experiments', 'heads-grid.json'), {});
  const axes = file.plan.axes.map(({ name, values }) => ({
    name,
    values: (name === 'encoder' ? values.slice(0, 1) : values).map((value) => ({
      ...value,
      settings: {
        ...value.settings,
        ...(value.settings.encoder === undefined ? {} : { encoder: 'mine' }),
        ...(value.settings.augment === undefined ? {} : { augment: 'mine' }),
        ...(value.settings.epochs === undefined ? {} : { epochs: 1 }),
      },
    })),
  }));
  const settings = { ...file.plan.settings, threads: 1, windowLength: 32 };
  const plan = ExperimentPlan.parse({ ...file.plan, axes, settings, seeds: [1] });
  const setOf = async (name: string, documents: typeof TRAIN_DOCUMENTS) =>
    (await ensureDataSet(session, labelledFile(documents, name))).id;
  const request = {
    name: file.name,
    plan,
    train: await setOf('train.jsonl', TRAIN_DOCUMENTS.slice(0, 8)),
    dev: await setOf('dev.jsonl', DEV_DOCUMENTS.slice(0, 3)),
    test: await setOf('test.jsonl', DEV_DOCUMENTS.slice(3, 8)),
  };
  const experiments = new Experiments(session, new Runs(session, { startTraining: trainHere() }));
  const { id } = experiments.start(request);
  await experiments.settled(id);
  const { cells, state } = experiments.get(id);
  expect(cells.flatMap(({ error }) => error ?? [])).toEqual([]);
  expect([state, cells.length]).toEqual(['finished', 16]);
  expect(cells.every(({ result }) => result?.test !== undefined)).toBe(true);
  const { rows } = await experimentDifferences(session, id, { samples: 100, seed: 1 });
  expect(rows).toHaveLength(15);
});
