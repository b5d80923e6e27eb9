/** Runs that begin with a trained model of the workspace. */
import { describe, expect, it } from 'vitest';
import { deleteModel, loadModel, saveModel } from '../../../../main/services/models/models.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { classifierFiles } from '../../../helpers/classifier.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';
import { smallRequest } from '../../../helpers/training.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const save = (session: Session, name: string, files = taggerFiles('bilstm-crf')) =>
  saveModel(session, { name, files, metrics: {}, origin: 'import' });

/** Settings that the model does not decide. */
const OWN = { epochs: 2, from: 'before', hiddenSize: 128, layers: 2, embeddingSize: 100 };

/** Trains to the end; pauses at a step, deletes the model, and resumes where `pausedAt` says so. */
async function trained(pausedAt?: number) {
  const session = openTestSession();
  const { id: model } = save(session, 'before');
  const request = await smallRequest(session, OWN);
  const runs: Runs = new Runs(session, {
    startTraining: trainHere(),
    watch: (run, event) => {
      if (event.kind === 'step' && event.point.step === pausedAt) void runs.control(run, 'pause');
    },
  });
  const { id } = runs.start(request);
  await runs.settled(id);
  if (pausedAt !== undefined) {
    expect(runs.get(id).state).toBe('paused');
    deleteModel(session, model);
    await runs.control(id, 'resume');
    await runs.settled(id);
  }
  const run = runs.get(id);
  expect(run).toMatchObject({ state: 'finished', settings: { from: 'before' } });
  const { files, card } = loadModel(session, run.modelId!);
  await runs.close();
  return { ...files, card };
}

it('a run that is paused ends as one that was not, although its model was deleted meanwhile', async () => {
  const [straight, resumed] = [await trained(), await trained(3)];
  expect(Buffer.concat(resumed.weights).equals(Buffer.concat(straight.weights))).toBe(true);
  expect(resumed.config).toEqual(straight.config);
  expect(resumed.config.model).toMatchObject({ middle: { hiddenSize: 16 }, front: { size: 12 } });
  expect(resumed.card.settings).toMatchObject({ hiddenSize: 16, layers: 1, embeddingSize: 12, epochs: 2 });
  expect(resumed.vocabulary).toBe(taggerFiles('bilstm-crf').vocabulary);
});

describe('a run is refused', () => {
  const cases: readonly [string, Record<string, unknown>, RegExp][] = [
    ['without its model', { from: 'nothing' }, /nothing/],
    ['from a model of another task', { from: 'texts' }, /model for diagnose/],
    ['from a linear classifier', { from: 'starter-departments' }, /model for classify/],
    ['with another network', { network: 'bigru-crf' }, /before cannot have the network bigru-crf/],
    [
      'with settings that the model decides, each named',
      { hiddenSize: 8, lexicon: 'graph' },
      /decides these settings: lexicon, hiddenSize/,
    ],
  ];
  it.each(cases)('%s', async (_, settings, words) => {
    const session = openTestSession();
    save(session, 'before');
    save(session, 'texts', classifierFiles());
    const runs = new Runs(session, { startTraining: trainHere() });
    const request = await smallRequest(session, { ...OWN, ...settings });
    expect(() => runs.start(request)).toThrow(words);
  });
});
