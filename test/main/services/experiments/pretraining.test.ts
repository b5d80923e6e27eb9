/** Experiments of pre-training: objectives left out one at a time, with real small trainings. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatExperiment } from '../../../../main/formats/experiment-table.ts';
import { ensureCorpus } from '../../../../main/services/data/data-sets.ts';
import { experimentDifferences } from '../../../../main/services/experiments/differences.ts';
import { Experiments } from '../../../../main/services/experiments/experiments.ts';
import { findModel } from '../../../../main/services/models/models.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { ExperimentPlan } from '../../../../shared/domain/experiment.ts';
import { ablationAxis } from '../../../../shared/experiment-cells.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { corpusDocuments, SMALL_PRETRAINING } from '../../engine/train/pretrain-runs.ts';

it('an ablation trains every row, keeps its encoders and tells perplexities; a pause changes nothing', async () => {
  const table = async (pausedAt?: number) => {
    const session = openTestSession();
    const path = join(temporaryDir(), 'corpus.jsonl');
    writeFileSync(
      path,
      corpusDocuments(40)
        .map((one) => JSON.stringify(one))
        .join('\n'),
    );
    const { id: corpus } = await ensureCorpus(session, [path]);
    const { task, ...small } = SMALL_PRETRAINING;
    const settings = { ...small, epochs: 1, pair: 'sop', masking: 'word' };
    const plan = ExperimentPlan.parse({ task, settings, axes: [ablationAxis(settings)], keepModels: true });
    let steps = 0;
    const runs: Runs = new Runs(session, {
      startTraining: trainHere(),
      watch: (run, event) => {
        if (event.kind === 'step' && ++steps === pausedAt) void runs.control(run, 'pause');
      },
    });
    const experiments = new Experiments(session, runs);
    const request = { name: 'ablation', plan, train: corpus, dev: corpus };
    expect(() => experiments.start({ ...request, test: corpus })).toThrow(/dev alone/);
    const { id } = experiments.start(request);
    await experiments.settled(id);
    if (pausedAt !== undefined) {
      expect(experiments.get(id).state).toBe('paused');
      await experiments.control(id, 'resume');
      await experiments.settled(id);
    }
    return { session, id, detail: experiments.get(id) };
  };
  const { session, id, detail } = await table();
  expect(detail.cells.map(({ state }) => state)).toEqual(['finished', 'finished', 'finished']);
  const [all, noPair] = detail.cells.map(({ result }) => result!);
  expect(all).toMatchObject({ perplexity: expect.any(Number), pairAccuracy: expect.any(Number) });
  expect(noPair!.pairAccuracy).toBeUndefined();
  expect(findModel(session, 'ablation: − pair, 1')).toMatchObject({ task: 'encoder' });
  const text = formatExperiment(detail, 'md');
  expect(text).toContain('| objectives | Params | Perplexity | Accuracy | Pair accuracy | s/epoch |');
  const best = Math.min(...detail.cells.map(({ result }) => result!.perplexity!)).toFixed(3);
  expect(text.split('\n')[4]).toContain(`**${best}**`);
  await expect(experimentDifferences(session, id, { samples: 100, seed: 1 })).rejects.toThrow(/first row/);
  const resumed = await table(3);
  expect(resumed.detail.cells.map(({ result }) => result!.perplexity)).toEqual(
    detail.cells.map(({ result }) => result!.perplexity),
  );
});
