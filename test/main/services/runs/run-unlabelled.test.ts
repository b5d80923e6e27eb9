/** Runs that learn from a corpus without labels too. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deleteDataSet, ensureCorpus, getDataSet } from '../../../../main/services/data/data-sets.ts';
import { deleteModel, findModel } from '../../../../main/services/models/models.ts';
import { estimateOf } from '../../../../main/services/runs/run-estimate.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { smallRequest } from '../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { nerDocuments } from '../../engine/train/ner-documents.ts';

async function corpusOf(session: Session) {
  const path = join(temporaryDir(), 'texts.txt');
  writeFileSync(
    path,
    nerDocuments(20, 2000)
      .map(({ text }) => text)
      .join('\n'),
  );
  return ensureCorpus(session, [path]);
}

it('keep the texts that they began with, although the corpus is deleted before they are resumed', async () => {
  const session = openTestSession();
  const corpus = await corpusOf(session);
  const request = await smallRequest(session, { unlabelled: corpus.name, epochs: 1 });
  const runs: Runs = new Runs(session, {
    startTraining: trainHere(),
    watch: (run, event) => {
      if (event.kind === 'step' && event.point.step === 3) void runs.control(run, 'pause');
    },
  });
  const { id } = runs.start(request);
  await runs.settled(id);
  expect(runs.get(id).state).toBe('paused');
  deleteDataSet(session, corpus.id);
  await runs.control(id, 'resume');
  await runs.settled(id);
  expect(runs.get(id)).toMatchObject({ state: 'finished' });
  expect(JSON.stringify(runs.get(id).warnings)).toContain('training.silver');
  await runs.close();
});

it('are refused when the corpus is missing or has labels, and take longer by the estimate', async () => {
  const session = openTestSession();
  const corpus = await corpusOf(session);
  const request = await smallRequest(session);
  const train = getDataSet(session, request.train);
  const runs = new Runs(session, { startTraining: trainHere() });
  const named = (unlabelled: string) => ({ ...request, settings: { ...request.settings, unlabelled } });
  expect(() => runs.start(named('nothing'))).toThrow(/nothing/);
  expect(() => runs.start(named(train.name))).toThrow(expect.objectContaining({ code: 'bad-request' }));
  const [alone, both] = [
    await estimateOf(session, request.settings, train),
    await estimateOf(session, named(corpus.name).settings, train),
  ];
  expect(both!.seconds).toBeGreaterThan(5 * alone!.seconds);
});

it('are marked by a saved tagger, which may be deleted once it has, and is refused when it does not do', async () => {
  const session = openTestSession();
  const corpus = await corpusOf(session);
  const request = await smallRequest(session, { epochs: 2 });
  let pauses = 0;
  const runs: Runs = new Runs(session, {
    startTraining: trainHere(),
    watch: (run, event) => {
      const isStudent = runs.get(run).name === 'student';
      if (isStudent && event.kind === 'step' && pauses++ === 0) void runs.control(run, 'pause');
    },
  });
  const first = runs.start({ ...request, name: 'teacher' });
  await runs.settled(first.id);
  const named = (settings: object) => ({ ...request, settings: { ...request.settings, ...settings } });
  const asked = { unlabelled: corpus.name, teacher: 'teacher' };
  expect(() => runs.start(named({ teacher: 'teacher' }))).toThrow(/teacher/);
  expect(() => runs.start(named({ ...asked, teacher: 'nobody' }))).toThrow(/nobody/);
  const estimate = async (settings: object) =>
    (await estimateOf(session, named(settings).settings, getDataSet(session, request.train)))!.seconds;
  expect(await estimate(asked)).toBeLessThan(0.6 * (await estimate({ unlabelled: corpus.name })));

  const { id } = runs.start({ ...named(asked), name: 'student' });
  await runs.settled(id);
  expect(runs.get(id).state).toBe('paused');
  deleteModel(session, findModel(session, 'teacher').id);
  await runs.control(id, 'resume');
  await runs.settled(id);
  expect(runs.get(id)).toMatchObject({ state: 'finished' });
  await runs.close();
});
