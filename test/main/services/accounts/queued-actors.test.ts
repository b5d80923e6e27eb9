/** Work that waits in a queue is recorded under whoever asked for it, not under whom it comes after. */
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { Experiments } from '../../../../main/services/experiments/experiments.ts';
import { Learning } from '../../../../main/services/learning/learning.ts';
import { openDocument, setState } from '../../../../main/services/projects/layers.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { requester, runAs } from '../../../../main/services/session/request.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { VectorTrainings } from '../../../../main/services/vectors/vector-trainings.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { EmbeddingSettings } from '../../../../shared/domain/embeddings.ts';
import { ExperimentRequest } from '../../../../shared/domain/experiment.ts';
import { FakeChild } from '../../../helpers/fake-child.ts';
import { add, edit, makeProject, span } from '../../../helpers/projects.ts';
import { puppets, smallRequest, until } from '../../../helpers/training.ts';
import { openTestSession } from '../../../helpers/workspace.ts';
import { nerDocuments } from '../../engine/train/ner-documents.ts';

/** A session as the app has it: who asked acts, else whoever is signed in now. */
function appSession(): Session {
  const session = openTestSession();
  return {
    ...session,
    get actor() {
      return requester() ?? { name: '丙' };
    },
  };
}

/** One cell. */
const PLAN = {
  task: 'ner',
  axes: [{ name: 'network', values: [{ name: 'bilstm', settings: { network: 'bilstm-crf' } }] }],
};

const as = <T>(name: string, work: () => T): T => runAs({ name }, work);

const actors = (session: Session, action: string): string[] =>
  listAudit(dbOf(session), { limit: 1000 })
    .reverse()
    .filter((entry) => entry.action === action)
    .map(({ actor }) => actor);

describe('queued work', () => {
  it('of runs is theirs who started or resumed it', async () => {
    const session = appSession();
    const runs = new Runs(session, { startTraining: trainHere() });
    const request = await smallRequest(session, { epochs: 1 });
    const first = as('甲', () => runs.start({ ...request, name: 'a' }));
    const second = as('乙', () => runs.start({ ...request, name: 'b' }));
    const third = as('乙', () => runs.start({ ...request, name: 'c' }));
    await as('甲', () => runs.control(third.id, 'pause'));
    await as('甲', () => runs.control(third.id, 'resume'));
    for (const { id } of [first, second, third]) await runs.settled(id);
    expect(runs.list().map(({ state }) => state)).toEqual(['finished', 'finished', 'finished']);
    expect(actors(session, 'run.start')).toEqual(['甲', '乙', '乙']);
    expect(actors(session, 'run.finish')).toEqual(['甲', '乙', '甲']);
    expect(actors(session, 'model.create')).toEqual(['甲', '乙', '甲']);
  });

  it('of learning is theirs who asked, also when somebody else’s look finds it ended', async () => {
    const session = appSession();
    const { start, all } = puppets();
    const documents = nerDocuments(40);
    const texts = documents.map(({ text }) => text);
    const schema = AnnotationSchema.parse({ spans: [{ name: '症状' }, { name: '药物' }] });
    const { projectId, documents: ids } = makeProject(session, texts, { schema });
    for (const [i, { entities }] of documents.entries()) {
      const opened = openDocument(session, ids[i]!);
      const spans = entities.map((one, k) =>
        add(span(opened.layer.nextItem + k, one.start, one.end, { type: one.type })),
      );
      if (spans.length > 0) edit(session, opened, ...spans);
      setState(session, opened.layer.id, 'done');
    }
    const learning = new Learning(session, new Runs(session, { startTraining: start }));
    as('甲', () => learning.train(projectId));
    await learning.close();
    all[0]!.fail(new Error('no room'));
    await until(() => dbOf(session).raw.prepare('SELECT state FROM run').pluck().get() === 'failed');
    const later = new Learning(session, new Runs(session, { startTraining: start }));
    as('乙', () => later.get(projectId));
    await until(() => later.get(projectId).rounds[0]?.state === 'failed');
    expect(actors(session, 'learning.train')).toEqual(['甲']);
    expect(actors(session, 'learning.end')).toEqual(['甲']);
  });

  it('of experiments is theirs who asked, and theirs who stops it', async () => {
    const session = appSession();
    const { start, all } = puppets();
    const experiments = new Experiments(session, new Runs(session, { startTraining: start }));
    const { train, dev } = await smallRequest(session);
    const request = (name: string) => ExperimentRequest.parse({ name, train, dev, plan: PLAN });
    const first = as('甲', () => experiments.start(request('a')));
    const second = as('乙', () => experiments.start(request('b')));
    all[0]!.fail(new Error('no room'));
    await until(() => all.length === 2);
    await experiments.settled(first.id);
    await as('甲', () => experiments.control(second.id, 'cancel'));
    expect(actors(session, 'experiment.end')).toEqual(['甲', '甲']);
    const third = as('乙', () => experiments.start(request('c')));
    const fourth = as('甲', () => experiments.start(request('d')));
    all[2]!.fail(new Error('no room'));
    await until(() => all.length === 4);
    all[3]!.fail(new Error('no room'));
    for (const { id } of [third, fourth]) await experiments.settled(id);
    expect(actors(session, 'experiment.end').slice(2)).toEqual(['乙', '甲']);
  });

  it('of word vectors, cancelled by somebody else, is recorded under them', async () => {
    const session = appSession();
    const trainings = new VectorTrainings(session, () => new FakeChild(1));
    const request = (name: string) => ({
      name,
      settings: EmbeddingSettings.parse({ method: 'word2vec' }),
      documents: true,
      graphNames: false,
      files: [],
    });
    const first = as('甲', () => trainings.start(request('a')));
    const second = as('乙', () => trainings.start(request('b')));
    await as('乙', () => trainings.control(first.id, 'cancel'));
    await as('甲', () => trainings.control(second.id, 'cancel'));
    expect(actors(session, 'vectors.train')).toEqual(['甲', '乙']);
    expect(actors(session, 'vectors.cancel')).toEqual(['乙', '甲']);
  });
});
