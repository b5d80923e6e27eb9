/** The loop between labelling and training, with a real engine and real training. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { spawnNode } from '../../../../main/processes/spawn-node.ts';
import { ensureDataSet } from '../../../../main/services/data/data-sets.ts';
import { Learning } from '../../../../main/services/learning/learning.ts';
import { suggest } from '../../../../main/services/learning/suggest.ts';
import { createEnsemble } from '../../../../main/services/models/ensemble.ts';
import { useModel } from '../../../../main/services/models/models.ts';
import { nextDocument } from '../../../../main/services/projects/document-queue.ts';
import { undo } from '../../../../main/services/projects/edits/undo.ts';
import { openDocument, setState } from '../../../../main/services/projects/layers.ts';
import { getProject, setSettings } from '../../../../main/services/projects/projects.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { closeSession, openSession, startEngine } from '../../../../main/services/session/open-session.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { LearningRound } from '../../../../shared/domain/learning.ts';
import { RelationSettings } from '../../../../shared/domain/relations.ts';
import { type LabelledDocument, NerSettings } from '../../../../shared/domain/training.ts';
import { add, edit, itemsIn, makeProject, refusal, span } from '../../../helpers/projects.ts';
import { puppets, until } from '../../../helpers/training.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { nerDocuments } from '../../engine/train/ner-documents.ts';
import { relatedDocuments } from '../../engine/train/related-documents.ts';
import { SMALL } from '../../engine/train/runs.ts';

const schema = AnnotationSchema.parse({ spans: [{ name: '症状' }, { name: '药物' }] });
const DOCUMENTS = nerDocuments(60);

/** Seconds instead of a minute. */
const small = () => NerSettings.parse({ ...SMALL, hiddenSize: 16, epochs: 12 });

/** Labels a document correctly and finishes it. */
function finishDocument(session: Session, documentId: number, { entities }: LabelledDocument): void {
  const opened = openDocument(session, documentId);
  const changes = entities.map(({ start, end, type }, i) =>
    add(span(opened.layer.nextItem + i, start, end, { type })),
  );
  if (changes.length > 0) edit(session, opened, ...changes);
  setState(session, opened.layer.id, 'done');
}

function project(session: Session) {
  const made = makeProject(
    session,
    DOCUMENTS.map(({ text }) => text),
    { schema, name: '心内科' },
  );
  return {
    ...made,
    finishMany: (from: number, to: number) => {
      for (let i = from; i < to; i++) finishDocument(session, made.documents[i]!, DOCUMENTS[i]!);
    },
  };
}

function openWithEngine(): Session {
  const dir = temporaryDir();
  const session = openSession({
    dir: `${dir}/workspace`,
    configDir: `${dir}/config`,
    spawn: spawnNode,
    emit: () => undefined,
  });
  startEngine(session);
  onTestFinished(() => closeSession(session));
  return session;
}

const ended = (round: LearningRound | undefined): boolean =>
  round?.state === 'finished' || round?.state === 'failed';

describe('a project that trains its model', () => {
  it('gains with more documents, orders what is left and suggests in it', async () => {
    const session = openWithEngine();
    const learning = new Learning(session, new Runs(session, { startTraining: trainHere() }), small);
    const { projectId, documents, finishMany } = project(session);
    finishMany(0, 12);
    learning.train(projectId);
    await until(() => ended(learning.get(projectId).rounds[0]) && learning.get(projectId).ordered > 0);
    const first = learning.get(projectId);
    const [before] = first.rounds;
    expect(before).toMatchObject({ state: 'finished', previous: null, adopted: true, documents: 12 });
    expect(first.model?.name).toBe('心内科 1');
    expect(before!.devDocuments).toBeGreaterThan(0);
    expect(first.ordered).toBe(48);

    // The order is the one in which documents come.
    const { settings } = getProject(session, projectId);
    setSettings(session, projectId, { ...settings, order: 'uncertainty' });
    const next = nextDocument(session, projectId, undefined);
    expect(next.reason).toMatchObject({ order: 'uncertainty', model: '心内科 1' });
    expect(documents.slice(12)).toContain(next.documentId);

    finishMany(12, 40);
    learning.train(projectId);
    await until(() => ended(learning.get(projectId).rounds[1]) && learning.get(projectId).ordered === 20);
    const [, after] = learning.get(projectId).rounds;
    expect(after).toMatchObject({ state: 'finished', documents: 40, previous: { name: '心内科 1' } });
    expect(after!.f1).toBeGreaterThan(0.8);
    expect(after!.adopted).toBe(after!.f1! >= after!.previous!.f1);

    const model = learning.get(projectId).model!;
    const made = await suggest(session, {
      projectId,
      source: { kind: 'model', model: model.id },
      threshold: 0,
    });
    expect(made.documents).toBeGreaterThan(15);
    const index = 45;
    const items = itemsIn(session, documents[index]!);
    const { text } = openDocument(session, documents[index]!);
    expect(items.every(({ status }) => status === 'suggested')).toBe(true);
    expect(items[0]?.provenance).toMatchObject({ kind: 'model', name: model.name });
    const found = items.flatMap((item) => (item.kind === 'span' ? [wordsOf(text, item)] : []));
    const gold = DOCUMENTS[index]!.entities.map(({ start, end }) => text.slice(start, end));
    expect(found.filter((words) => gold.includes(words)).length).toBeGreaterThan(gold.length / 2);

    // Nothing is suggested twice, and all of it is one edit.
    expect(
      await suggest(session, { projectId, source: { kind: 'model', model: model.id }, threshold: 0 }),
    ).toEqual({
      documents: 0,
      items: 0,
    });
    undo(session, projectId);
    expect(itemsIn(session, documents[index]!)).toEqual([]);
    const actions = listAudit(session.workspace.db, { object: `project:${projectId}`, limit: 100 }).map(
      ({ action }) => action,
    );
    expect(actions).toEqual(expect.arrayContaining(['learning.train', 'learning.end']));
  });

  it('by the dictionary suggests with the graph’s link', async () => {
    const session = openWithEngine();
    const { projectId, documents } = project(session);
    const made = await suggest(session, { projectId, source: { kind: 'dictionary' }, threshold: 0 });
    // A bare workspace has no graph: nothing is found, nothing is made.
    expect(made).toEqual({ documents: 0, items: 0 });
    expect(itemsIn(session, documents[0]!)).toEqual([]);
  });
});

describe('a model of relations', () => {
  it('suggests relations between accepted spans, once, as one edit that can be undone', async () => {
    const session = openWithEngine();
    const file = join(temporaryDir(), 'related.jsonl');
    writeFileSync(
      file,
      relatedDocuments(48)
        .map((document) => JSON.stringify(document))
        .join('\n'),
    );
    const data = await ensureDataSet(session, file, { task: 'relation' });
    const runs = new Runs(session, { startTraining: trainHere() });
    const settings = RelationSettings.parse({
      task: 'relation',
      network: 'logistic-regression',
      pairForm: 'between',
      c: 10,
    });
    const { id } = runs.start({ name: 'relations', settings, train: data.id, dev: data.id });
    await runs.settled(id);
    const model = runs.get(id).modelId;
    if (model === undefined) throw new Error(JSON.stringify(runs.get(id).error));
    const given = relatedDocuments(4, 1001);
    const { projectId, documents } = makeProject(
      session,
      given.map(({ text }) => text),
      {
        name: '关系',
        schema: AnnotationSchema.parse({
          spans: [{ name: '疾病' }, { name: '药物' }],
          relations: [{ name: '药物治疗', from: ['疾病'], to: ['药物'] }],
        }),
      },
    );
    for (const [i, { entities }] of given.entries()) {
      const opened = openDocument(session, documents[i]!);
      const spans = entities.map(({ start, end, type }, n) =>
        add(span(opened.layer.nextItem + n, start, end, { type })),
      );
      edit(session, opened, ...spans);
    }
    const request = { projectId, source: { kind: 'model', model }, threshold: 0.5 } as const;
    // The other two documents bear a relation that the schema does not have.
    expect(await suggest(session, request)).toEqual({ documents: 2, items: 2 });
    const relations = documents.flatMap((document) =>
      itemsIn(session, document).filter(({ kind }) => kind === 'relation'),
    );
    expect(relations).toMatchObject(
      [1, 3].map(() => ({
        type: '药物治疗',
        status: 'suggested',
        provenance: { kind: 'model', name: 'relations', confidence: expect.any(Number) },
      })),
    );
    expect(await suggest(session, request)).toEqual({ documents: 0, items: 0 });
    undo(session, projectId);
    expect(documents.flatMap((document) => itemsIn(session, document))).toHaveLength(12);
    expect(useModel(session, model, true).inUse).toBe(true); // in the editor, beside a tagger
    const together = { name: 'both', members: ['relations', 'relations'] };
    await expect(createEnsemble(session, together)).rejects.toThrow(/cannot be combined/);
  });
});

describe('rounds', () => {
  function puppetLearning() {
    const session = openTestSession();
    const { start, all } = puppets();
    const learning = new Learning(session, new Runs(session, { startTraining: start }));
    return { session, learning, all, ...project(session) };
  }

  it('need finished documents on both sides', () => {
    const { learning, projectId, finishMany } = puppetLearning();
    expect(refusal(() => learning.train(projectId))).toMatch(/bad-request: 0 documents are finished/);
    finishMany(0, 1);
    expect(refusal(() => learning.train(projectId))).toMatch(/1 documents are finished/);
    expect(learning.get(projectId).rounds).toEqual([]);
  });

  it('come one after the other, and say why one failed', async () => {
    const { learning, projectId, finishMany, all } = puppetLearning();
    finishMany(0, 20);
    const round = learning.train(projectId);
    expect(round).toMatchObject({ state: 'training', run: 'running' });
    expect(refusal(() => learning.train(projectId))).toMatch(/conflict: A model is being trained/);
    all[0]!.fail(new Error('no room'));
    await until(() => learning.get(projectId).rounds[0]?.state === 'failed');
    expect(learning.get(projectId).rounds[0]?.error).toEqual(saying('no room'));
    expect(learning.get(projectId).sinceLast).toBe(20);
  });

  it('begin by themselves after so many documents, where the project says so', () => {
    const { session, learning, projectId, finishMany, all } = puppetLearning();
    const { settings } = getProject(session, projectId);
    finishMany(0, 20);
    learning.documentFinished(projectId);
    expect(all).toHaveLength(0);
    setSettings(session, projectId, { ...settings, retrainAfter: 21 });
    learning.documentFinished(projectId);
    expect(all).toHaveLength(0);
    finishMany(20, 21);
    learning.documentFinished(projectId);
    expect(all).toHaveLength(1);
    learning.documentFinished(projectId);
    expect(all).toHaveLength(1);
  });

  it('that end while nobody looks are picked up later', async () => {
    const { session, learning, projectId, finishMany, all } = puppetLearning();
    finishMany(0, 20);
    learning.train(projectId);
    await learning.close();
    all[0]!.fail(new Error('no room'));
    await until(() => session.workspace.db.raw.prepare('SELECT state FROM run').pluck().get() === 'failed');
    expect(learning.get(projectId).rounds[0]?.state).toBe('training');
    const later = new Learning(session, new Runs(session, { startTraining: puppets().start }));
    later.get(projectId);
    await until(() => later.get(projectId).rounds[0]?.state === 'failed');
  });
});
