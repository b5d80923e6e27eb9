/** Runs that learn from copies of their texts with words filled by an encoder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getDataSet } from '../../../../main/services/data/data-sets.ts';
import { initEncoder } from '../../../../main/services/models/encoder-init.ts';
import { deleteModel, getModel, loadModel, saveModel } from '../../../../main/services/models/models.ts';
import { previewAugmentation } from '../../../../main/services/runs/run-augmented.ts';
import { estimateOf } from '../../../../main/services/runs/run-estimate.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { smallRequest, TRAIN_DOCUMENTS } from '../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

async function encoderIn(session: Session) {
  const corpus = join(temporaryDir(), 'corpus.txt');
  writeFileSync(corpus, TRAIN_DOCUMENTS.map(({ text }) => text).join('\n'));
  const init = { name: '填充', size: 'tiny', corpus: [corpus], kind: 'character' } as const;
  return initEncoder(session, { ...init, vocabularySize: 300, seed: 1 }, () => undefined);
}

/** Trains, pausing when the step is reached; returns the run, its weights and card. */
async function trained(settings: Record<string, unknown>, pausedAt?: number) {
  const session = openTestSession();
  const encoder = await encoderIn(session);
  const request = await smallRequest(session, { epochs: 1, ...settings });
  const start = () =>
    new Runs(session, {
      startTraining: trainHere(),
      watch: (run, event) => {
        if (event.kind === 'step' && event.point.step === pausedAt) void runs.control(run, 'pause');
      },
    });
  let runs = start();
  const { id } = runs.start(request);
  if (pausedAt === 0) await runs.control(id, 'pause');
  await runs.settled(id);
  if (pausedAt !== undefined) {
    expect(runs.get(id).state).toBe('paused');
    expect(() => deleteModel(session, encoder.id)).toThrow(/填充/);
    await runs.close();
    runs = start();
    await runs.control(id, 'resume');
    await runs.settled(id);
  }
  const run = runs.get(id);
  expect(run.state, JSON.stringify(run.error)).toBe('finished');
  const { card, files } = loadModel(session, run.modelId!);
  await runs.close();
  return { run, card, weights: Buffer.concat(files.weights), session, request };
}

const FILLED = { augment: '填充', augmentShare: 0.5 };

it('a run that is stopped while it fills or trains ends bit for bit as one that was not; its card names the encoder', async () => {
  const straight = await trained(FILLED);
  for (const pausedAt of [0, 4]) {
    const resumed = await trained(FILLED, pausedAt);
    expect(resumed.weights.equals(straight.weights)).toBe(true);
  }
  expect(straight.card.settings).toMatchObject(FILLED);
  const { params } = straight.run.warnings.find(({ id }) => id === 'training.augmented')!;
  expect(params).toMatchObject({ encoder: '填充', texts: TRAIN_DOCUMENTS.length });
  const alone = await trained({});
  expect(straight.run.progress!.totalSteps).toBe(2 * alone.run.progress!.totalSteps);
});

it('a preview shows the copies of a run; those that are rejected are not learnt from', async () => {
  const session = openTestSession();
  await encoderIn(session);
  const { train } = await smallRequest(session);
  const preview = await previewAugmentation(
    session,
    { train, encoder: '填充', share: 0.5, seed: 1, most: 5 },
    {},
  );
  expect(preview).toHaveLength(5);
  for (const [i, { text, entities, fillings }] of preview.entries()) {
    const original = TRAIN_DOCUMENTS[i]!;
    const rebuilt = fillings.reduce(
      (now, { start, end, from }) => now.slice(0, start) + from + now.slice(end),
      text,
    );
    expect(rebuilt).toBe(original.text);
    expect(entities).toEqual(original.entities);
  }
  const rejected = new Set(preview.slice(0, 2).map(({ mark }) => mark));
  const { run } = await trained({ ...FILLED, augmentRejected: [...rejected].join(' ') });
  const { params } = run.warnings.find(({ id }) => id === 'training.augmented')!;
  expect(params!.texts).toBeLessThanOrEqual(TRAIN_DOCUMENTS.length - 2);
});

it('a run is refused before its start without an encoder that fills masks, or beside texts without labels', async () => {
  const session = openTestSession();
  const { id } = await encoderIn(session);
  const { card, files } = loadModel(session, id);
  const vocabulary = files.vocabulary.replace('[MASK]', '[OTHER]');
  saveModel(session, {
    name: '无掩码',
    origin: 'import',
    metrics: card.metrics,
    files: { ...files, vocabulary },
  });
  const request = await smallRequest(session);
  const runs = new Runs(session, { startTraining: trainHere() });
  const refused = (settings: Record<string, unknown>) => () =>
    runs.start({ ...request, settings: { ...request.settings, ...settings } });
  expect(refused({ augment: 'nothing' })).toThrow(/nothing/);
  expect(refused({ augment: '无掩码' })).toThrow(/MASK/);
  expect(refused({ augment: '填充', unlabelled: 'corpus' })).toThrow(
    expect.objectContaining({ localized: { id: 'training.augment-or-unlabelled', params: {} } }),
  );
  const train = getDataSet(session, request.train);
  const [alone, both] = [
    await estimateOf(session, request.settings, train),
    await estimateOf(session, { ...request.settings, augment: '填充' }, train),
  ];
  expect(both!.seconds).toBeGreaterThan(alone!.seconds);
  expect(getModel(session, id).name).toBe('填充');
});
