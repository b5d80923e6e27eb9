/** Each audited action with an audit entry that fails: nothing of its change is kept, and it works once entries do. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BatchQueue } from '../../../../main/db/batch/batch-queue.ts';
import { deleteThreads } from '../../../../main/db/repositories/annotation/threads.ts';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { listSources } from '../../../../main/db/repositories/graph-read.ts';
import { writeSettings } from '../../../../main/db/repositories/settings.ts';
import { recoverUnfinished } from '../../../../main/kg/import/index.ts';
import type { ChildProcess } from '../../../../main/processes/child-process.ts';
import * as accounts from '../../../../main/services/accounts/accounts.ts';
import { createToken, revokeToken } from '../../../../main/services/accounts/api-tokens.ts';
import type { SignIn } from '../../../../main/services/accounts/sign-in.ts';
import { startAuditExport } from '../../../../main/services/audit/export.ts';
import { OwnedBatches } from '../../../../main/services/batch/batch.ts';
import { runKey } from '../../../../main/services/batch/keys.ts';
import { LocalBatches } from '../../../../main/services/batch/local-batches.ts';
import { prepare } from '../../../../main/services/batch/prepare.ts';
import { placeOf } from '../../../../main/services/batch/worker.ts';
import { patientView } from '../../../../main/services/cds-hooks/patient-view.ts';
import * as dataSets from '../../../../main/services/data/data-sets.ts';
import { deidSecret, noteDeidentifiedFiles } from '../../../../main/services/deid/deid.ts';
import { decidePlaces, loadIdentifiers, setLookLimits } from '../../../../main/services/deid/second-look.ts';
import { decide } from '../../../../main/services/diagnosis/diagnosis.ts';
import { exportExperiment } from '../../../../main/services/experiments/experiment-report.ts';
import { Experiments } from '../../../../main/services/experiments/experiments.ts';
import * as completion from '../../../../main/services/graph/completion.ts';
import { editGraph, turnEdit } from '../../../../main/services/graph/edits.ts';
import * as graph from '../../../../main/services/graph/graph.ts';
import * as phrases from '../../../../main/services/graph/phrases.ts';
import { Learning } from '../../../../main/services/learning/learning.ts';
import { exportModel } from '../../../../main/services/models/model-export.ts';
import { measureInt8 } from '../../../../main/services/models/model-scores.ts';
import * as models from '../../../../main/services/models/models.ts';
import { assignDocuments } from '../../../../main/services/projects/assignment.ts';
import { remind, reopen } from '../../../../main/services/projects/board.ts';
import { addDocuments } from '../../../../main/services/projects/documents.ts';
import { exportProject } from '../../../../main/services/projects/exchange/export.ts';
import { mergeLines } from '../../../../main/services/projects/exchange/merge-project.ts';
import { readProjectLines } from '../../../../main/services/projects/exchange/read-project-lines.ts';
import { packProject } from '../../../../main/services/projects/exchange/write-project.ts';
import { lockDocument, openDocument, setState } from '../../../../main/services/projects/layers.ts';
import * as projects from '../../../../main/services/projects/projects.ts';
import { putBackDocuments, removeDocuments } from '../../../../main/services/projects/removed-documents.ts';
import { openThread, reply, resolve } from '../../../../main/services/projects/threads.ts';
import { archive, unarchive } from '../../../../main/services/records/archive.ts';
import { applyCorrections, exportRules, setRule } from '../../../../main/services/records/corrections.ts';
import { exportRecords } from '../../../../main/services/records/export-records.ts';
import { openRecord } from '../../../../main/services/records/open-record.ts';
import { listPatients, mergePatients, unmergePatient } from '../../../../main/services/records/patients.ts';
import { decideRelation } from '../../../../main/services/records/record-relations.ts';
import * as records from '../../../../main/services/records/records.ts';
import { listTemplates, saveTemplates } from '../../../../main/services/records/templates.ts';
import { finishRun } from '../../../../main/services/runs/run-finish.ts';
import { exportRunReport } from '../../../../main/services/runs/run-report.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { BackupSchedule } from '../../../../main/services/upkeep/backup-plan.ts';
import { WatchFolder } from '../../../../main/services/upkeep/watch-folder.ts';
import { trainGraphIntoWorkspace } from '../../../../main/services/vectors/train-graph-vectors.ts';
import { VectorTrainings } from '../../../../main/services/vectors/vector-trainings.ts';
import * as vectors from '../../../../main/services/vectors/vectors.ts';
import * as safekeeping from '../../../../main/services/workspace/backup-and-key.ts';
import { type Sharing, startSharing, stopSharing } from '../../../../main/services/workspace/sharing.ts';
import { UnlockAttempts } from '../../../../main/services/workspace/unlock-attempts.ts';
import { fileKeyOf } from '../../../../main/workspace/file-key.ts';
import { sealBytes } from '../../../../main/workspace/sealed-bytes.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../../../shared/domain/audit.ts';
import { correctionOf } from '../../../../shared/domain/correction.ts';
import { EmbeddingSettings } from '../../../../shared/domain/embeddings.ts';
import { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { MiningSettings } from '../../../../shared/domain/phrases.ts';
import { ProjectSettings } from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { cheapenScrypt, openSignIn, person } from '../../../helpers/accounts.ts';
import { batchRecords, batchRequest } from '../../../helpers/batch.ts';
import { planOf, reportWith } from '../../../helpers/experiments.ts';
import { FakeChild } from '../../../helpers/fake-child.ts';
import { importNamed } from '../../../helpers/import-named.ts';
import { PASSWORD } from '../../../helpers/passwords.ts';
import { phraseTexts, phraseTriples } from '../../../helpers/phrase-texts.ts';
import { add, edit, makeProject, SCHEMA, span, unpackProject } from '../../../helpers/projects.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';
import { puppets, smallRequest, TRAIN_DOCUMENTS, until } from '../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

cheapenScrypt();

type Session = ReturnType<typeof openTestSession>;
/** Prepares a workspace and returns the action, which is tried twice: without its entry, and with it. */
type Case = (session: Session) => (() => unknown) | Promise<() => unknown>;

const record = (session: Session, text = '咳嗽三天。') =>
  records.createRecord(session, { title: '病历', text, origin: 'test' }).id;
const discussed = (session: Session, documentId: number) =>
  openThread(session, {
    documentId,
    anchor: { kind: 'document', fragments: [], to: [] },
    text: 'why?',
    mentions: [],
  });

const annotated = (session: Session) => {
  const { projectId, documents } = makeProject(session, ['反复胸痛三年', '头痛']);
  return { projectId, first: documents[0]!, layer: openDocument(session, documents[0]!).layer };
};
const graphFile = () => {
  const path = join(temporaryDir(), 'a.tsv');
  writeFileSync(path, '肺炎\tHasSymptom\t发热\n');
  return { name: 'a.tsv', path };
};
const importGraph = (session: Session) =>
  graph.importFile(session, graphFile(), { format: 'auto' }, () => undefined);
/** Two diseases, of which one lacks a symptom of the other, and vectors of them. */
const trainedGraph = async (session: Session) => {
  const path = join(temporaryDir(), 'two.tsv');
  writeFileSync(path, '肺炎\tHasSymptom\t发热\n肺炎\tHasSymptom\t咳嗽\n感冒\tHasSymptom\t发热\n');
  await graph.importFile(session, { name: 'two.tsv', path }, { format: 'auto' }, () => undefined);
  const settings = GraphEmbeddingSettings.parse({
    model: 'transe',
    dimension: 8,
    epochs: 1,
    threads: 1,
    heldOut: 0,
  });
  const watch = { signal: new AbortController().signal, onEvent: () => undefined };
  await trainGraphIntoWorkspace(session, 'entities', settings, watch);
};
const oneEdit = (session: Session) =>
  editGraph(session, [{ kind: 'add', type: 'disease', name: '丁病', names: [], facts: {} }]);

const onePrediction = async (session: Session) => {
  await trainedGraph(session);
  await completion.predict(session, { relation: 'HasSymptom', count: 1 });
  return completion.predictions(session, { state: 'waiting', limit: 1 }).predictions[0]!.id;
};
const phraseList = (session: Session): number => {
  const row = 'phrase\t再生障碍性贫血\tadded\t1\t\taccepted\tproposed\ncut\tend\t性\n';
  return phrases.importPhrases(session, { name: 'terms', file: 'a.tsv', bytes: Buffer.from(row) }).id;
};
const oneDisease = async (session: Session) => {
  await importGraph(session);
  return Number(dbOf(session).rows(`SELECT id FROM kg_entity WHERE name = '肺炎'`)[0]?.[0]);
};
/** Imports a record of a patient with an accepted diagnosis, as FHIR. */
const importTold = (session: Session) => async () => {
  const text = { contentType: 'text/plain', data: Buffer.from('咳嗽三天').toString('base64') };
  const status = { coding: [{ code: 'confirmed' }] };
  const resources = [
    {
      resourceType: 'DocumentReference',
      id: 'd',
      subject: { display: '甲' },
      content: [{ attachment: text }],
    },
    {
      ...{ resourceType: 'Condition', code: { text: '肺炎' }, verificationStatus: status },
      ...{ recordedDate: '2024-01-02', asserter: { display: '乙' } },
      evidence: [{ detail: [{ reference: 'DocumentReference/d' }] }],
    },
  ];
  const bundle = { resourceType: 'Bundle', entry: resources.map((resource) => ({ resource })) };
  const file = { name: 'a.json', bytes: Buffer.from(JSON.stringify(bundle)) };
  const { refused } = await records.importFiles(session, [file]);
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
};
const twoPatients = async (session: Session): Promise<[number, number]> => {
  await trainedGraph(session);
  for (const _ of [1, 2]) await importTold(session)();
  const [one, other] = listPatients(session, { offset: 0, limit: 2 }).patients;
  return [one!.id, other!.id];
};
const decision =
  (what: 'accepted' | 'overridden'): Case =>
  async (session) => {
    const entity = { id: await oneDisease(session) };
    const documentId = record(session);
    return () => decide(session, { documentId, candidate: { entity, score: 1 }, decision: what });
  };
const model = (session: Session) =>
  models.saveModel(session, { name: 'm', files: taggerFiles('bilstm-crf'), metrics: {}, origin: 'run' });
const someVectors = (session: Session) =>
  vectors.saveVectors(
    session,
    'v',
    {
      vectors: { unit: 'character', dimension: 2, tokens: ['咳'], values: Float32Array.of(1, 0) },
      folded: false,
      userWords: [],
    },
    { origin: 'imported' },
  );
const training = (session: Session) => {
  const { start, all } = puppets();
  const runs = new Runs(session, { startTraining: start });
  return { all, runs, experiments: new Experiments(session, runs) };
};
const experiment = async (session: Session) => {
  const made = training(session);
  const { train, dev, settings } = await smallRequest(session);
  const { task: _task, seed: _seed, ...base } = settings;
  return { ...made, request: { name: 'grid', plan: planOf({ settings: base }), train, dev } };
};
/** An experiment that was started and paused before its first step. */
const paused = async (session: Session) => {
  const made = await experiment(session);
  const { id } = made.experiments.start(made.request);
  await until(() => made.all.length === 1);
  await made.experiments.control(id, 'pause');
  return { ...made, id };
};
const queuedRun = async (session: Session) => {
  const { runs } = training(session);
  const { id } = runs.start(await smallRequest(session));
  await runs.control(id, 'pause');
  return { runs, id };
};
const vectorTrainings = (session: Session) => {
  record(session);
  const spawn = (): ChildProcess => new FakeChild(1);
  const settings = EmbeddingSettings.parse({ method: 'word2vec' });
  const request = { settings, documents: true, graphNames: false, files: [] };
  return { trainings: new VectorTrainings(session, spawn), request };
};
const learning = (session: Session) => {
  const texts = TRAIN_DOCUMENTS.map(({ text }) => text);
  const { projectId, documents } = makeProject(session, texts);
  for (const id of documents) {
    const opened = openDocument(session, id);
    edit(session, opened, add(span(1, 0, 2)));
    setState(session, opened.layer.id, 'done');
  }
  const { runs, all } = training(session);
  return { projectId, all, runs, learning: new Learning(session, runs) };
};
const signedIn = async (session: Session) => {
  person(session, 'anna');
  const signIn = openSignIn(session);
  await signIn.signIn('anna', PASSWORD);
  return signIn;
};
/** Signs in if need be, and ends access, which nobody has afterwards whatever becomes of the entry. */
async function ends(signIn: SignIn, work: () => unknown): Promise<void> {
  if (signIn.acting === null) await signIn.signIn('anna', PASSWORD);
  try {
    work();
  } finally {
    expect(signIn.acting).toBeNull();
  }
}
const twoPeople = (session: Session) => {
  person(session, 'anna');
  person(session, 'bo', 'annotator');
};
/** The session with an engine that can be stopped and started. */
const withEngine = (session: Session): Session => {
  const engine = { stop: async () => undefined, start: () => undefined };
  return { ...session, engine } as unknown as Session; // safe: only these are called
};
const brat = [
  { name: 'a.txt', bytes: Buffer.from('咳嗽三天') },
  { name: 'a.ann', bytes: Buffer.from('T1\tsymptom 0 2\t咳嗽\n') },
];

const CASES: Readonly<Record<AuditAction, Case>> = {
  'account.change-password': async (session) => {
    const signIn = await signedIn(session);
    return () => signIn.changePassword(PASSWORD, `${PASSWORD}2`);
  },
  'account.failure': (session) => {
    person(session, 'anna');
    const signIn = openSignIn(session);
    return () => signIn.signIn('anna', 'wrong').catch(refuseUnless(/ended/));
  },
  'account.idle-lock': (session) => () => accounts.setIdleMinutes(session, 7),
  'account.lock': async (session) => {
    const signIn = await signedIn(session);
    return () => ends(signIn, () => signIn.lock());
  },
  'account.sign-in': (session) => {
    person(session, 'anna');
    const signIn = openSignIn(session);
    return () => signIn.signIn('anna', PASSWORD);
  },
  'account.sign-out': async (session) => {
    const signIn = await signedIn(session);
    return () => ends(signIn, () => signIn.signOut());
  },
  'account.unlock': async (session) => {
    const signIn = await signedIn(session);
    signIn.lock();
    return () => signIn.signIn('anna', PASSWORD);
  },
  'annotation.edit': (session) => {
    const { first } = annotated(session);
    return () => edit(session, openDocument(session, first), add(span(1, 0, 2)));
  },
  'annotation.lock': (session) => {
    const { first } = annotated(session);
    return () => lockDocument(session, first, true, '');
  },
  'annotation.reopen': (session) => {
    const { layer } = annotated(session);
    setState(session, layer.id, 'done');
    return () => reopen(session, layer.id, 'again');
  },
  'annotation.state': (session) => {
    const { layer } = annotated(session);
    return () => setState(session, layer.id, 'done');
  },
  'annotation.unlock': (session) => {
    const { first } = annotated(session);
    lockDocument(session, first, true, '');
    return () => lockDocument(session, first, false, 'mistake');
  },
  'audit.export': (session) => () => startAuditExport(session, {}, 'csv'),
  'dataset.delete': async (session) => {
    const { train } = await smallRequest(session);
    return () => dataSets.deleteDataSet(session, train);
  },
  'dataset.import': (session) => () => dataSets.storeDocuments(session, 'set', TRAIN_DOCUMENTS),
  'deid.decide': (session) => {
    deidSecret(session);
    const place = { object: 'document:1', part: 'text', words: '13800000000', nth: 0 };
    return () => decidePlaces(session, [{ ...place, decision: 'accept' }]);
  },
  'deid.files': (session) => () => noteDeidentifiedFiles(session, 'a.txt', {}),
  'deid.limits': (session) => () => setLookLimits(session, { high: 1, medium: null, low: null }),
  'deid.list': (session) => {
    deidSecret(session);
    const file = { name: 'staff.txt', bytes: Buffer.from('王建国 工号 20230017') };
    return () => loadIdentifiers(session, { list: 'staff', ...file });
  },
  'diagnosis.accepted': decision('accepted'),
  'diagnosis.import': async (session) => {
    await trainedGraph(session);
    return importTold(session);
  },
  'diagnosis.overridden': decision('overridden'),
  'document.archive': (session) => {
    const id = record(session);
    return () => archive(session, id, 'done');
  },
  'document.correct': (session) => {
    const documentId = record(session, '无头痛。');
    const mention = { start: 1, end: 3, type: 'symptom', assertion: 'negated', entity: null } as const;
    const after = correctionOf('无头痛。', { id: crypto.randomUUID(), found: null, mention });
    return () =>
      applyCorrections(session, { documentId, base: 1, draft: 0, changes: [{ before: null, after }] });
  },
  'document.create': (session) => () => record(session),
  'document.scan-checked': (session) => {
    const id = record(session);
    dbOf(session).run('UPDATE document SET scan = 80 WHERE id = ?', id);
    return () => records.confirmScan(session, id);
  },
  'document.delete': (session) => {
    const id = record(session);
    return () => records.removeRecord(session, id);
  },
  'document.export': (session) => {
    const ids = [record(session)];
    const engine = { run: async () => ({ mentions: [], sections: [], candidates: [] }) };
    const with_ = { ...session, engine } as unknown as Session; // safe: only `run` is called
    const how = { format: 'txt', deidentify: false, mode: 'mask', level: 'ordinary' } as const;
    return () => exportRecords(with_, { ids, ...how });
  },
  'document.import': (session) => async () => {
    const { refused } = await records.importFiles(session, [
      { name: 'a.txt', bytes: Buffer.from('咳嗽三天') },
    ]);
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
  },
  'document.read': (session) => {
    const id = record(session);
    return () => openRecord(session, id);
  },
  'document.relation': (session) => {
    const documentId = record(session, '肺炎患者予头孢。');
    const head = { start: 0, end: 2, text: '肺炎', type: '疾病' };
    const tail = { start: 5, end: 7, text: '头孢', type: '药物' };
    const relation = { type: '药物治疗', head, tail, confidence: 0.9, evidence: '肺炎患者予头孢。' };
    return () => decideRelation(session, { documentId, relation, model: 'm', state: 'accepted' });
  },
  'document.rename': (session) => {
    const id = record(session);
    return () => records.renameRecord(session, id, '另名');
  },
  'document.restore': (session) => {
    const id = record(session);
    records.commitRecord(session, id, { base: 1, draft: 0 }, '头痛。', 'typed');
    return () => records.restoreRevision(session, id, 1);
  },
  'document.revise': (session) => {
    const id = record(session);
    return () => records.commitRecord(session, id, { base: 1, draft: 0 }, '头痛。', 'typed');
  },
  'document.unarchive': (session) => {
    const id = record(session);
    archive(session, id, 'done');
    return () => unarchive(session, id, 'mistake');
  },
  'experiment.delete': async (session) => {
    const { experiments, id } = await paused(session);
    return () => experiments.remove(id);
  },
  'experiment.end': async (session) => {
    const { experiments, id } = await paused(session);
    return () => experiments.control(id, 'cancel');
  },
  'batch.cancel': async (session) => {
    const batches = await pausedBatch(session);
    return () => batches.cancel('one');
  },
  'batch.delete': async (session) => {
    const batches = await pausedBatch(session);
    return () => batches.remove('one');
  },
  'batch.invite': (session) => {
    const id = '00000000-0000-4000-8000-000000000000';
    const { settings } = prepare(session, batchRequest('one', { job: 'deid' }), id);
    const sealed = sealBytes(runKey(session, id), placeOf.settings(id), JSON.stringify(settings));
    const queue = { find: async () => ({ id, name: 'one', settings: sealed }) };
    return () => new OwnedBatches(session, queue as unknown as BatchQueue).invite('one'); // safe: only this is called
  },
  'batch.results': async (session) => {
    const batches = await pausedBatch(session);
    return () => batches.results('one');
  },
  'batch.submit': (session) => {
    writeSettings(dbOf(session), { starterTagger: false }, null);
    runKey(session, ''); // makes the secret of the workspace
    return () => new LocalBatches(session).submit(batchRequest('one'), batchRecords(2));
  },
  'experiment.extend': async (session) => {
    const { experiments, id } = await paused(session);
    return () => experiments.extend(id, [7]);
  },
  'experiment.report': async (session) => {
    const { experiments, id } = await paused(session);
    return () => exportExperiment(session, experiments, id, 'csv');
  },
  'experiment.start': async (session) => {
    const { experiments, request } = await experiment(session);
    return () => experiments.start(request);
  },
  'hook.answer': (session) => () => {
    const context = { userId: 'u', patientId: 'p' };
    const request = { hook: 'patient-view', hookInstance: 'i', context, prefetch: {} };
    return patientView(session, { request: JSON.stringify(request), language: 'zh' });
  },
  'kg.decide': async (session) => {
    const id = await onePrediction(session);
    return () => completion.decide(session, id, 'accepted');
  },
  'kg.export': (session) => () => graph.exportGraph(session, 'tsv'),
  'kg.edit': (session) => () => oneEdit(session),
  'kg.unedit': (session) => {
    oneEdit(session);
    return () => turnEdit(session, { redo: false });
  },
  'kg.redo': (session) => {
    oneEdit(session);
    turnEdit(session, { redo: false });
    return () => turnEdit(session, { redo: true });
  },
  'kg.predict': async (session) => {
    await trainedGraph(session);
    return () => completion.predict(session, { relation: 'HasSymptom', count: 5 });
  },
  'kg.import': (session) => () => importGraph(session),
  'phrases.mine': async (session) => {
    const path = join(temporaryDir(), 'names.tsv');
    writeFileSync(path, phraseTriples());
    await graph.importFile(session, { name: 'names.tsv', path }, { format: 'auto' }, () => undefined);
    const documents = phraseTexts(400).map((text, i) => ({ id: `${i}`, text, entities: [] }));
    const { id: dataSet } = dataSets.storeDocuments(session, 'texts', documents);
    const settings = MiningSettings.parse({ minCount: 5 });
    return () => phrases.minePhrases(session, { dataSet, name: 'mined', settings });
  },
  'phrases.import': (session) => () => phraseList(session),
  'phrases.edit': (session) => {
    const id = phraseList(session);
    return () => phrases.editPhrase(session, id, { text: '再生障碍性贫血', state: 'rejected' });
  },
  'phrases.cut-point': (session) => {
    const id = phraseList(session);
    return () => phrases.setCutPoints(session, id, [{ character: '期', side: 'end', active: true }]);
  },
  'phrases.segment': (session) => {
    const id = phraseList(session);
    return () => phrases.segmentAgain(session, id);
  },
  'phrases.export': (session) => {
    const id = phraseList(session);
    return () => phrases.exportPhrases(session, id);
  },
  'phrases.delete': (session) => {
    const id = phraseList(session);
    return () => phrases.deletePhrases(session, id);
  },
  'kg.undo': async (session) => {
    await importGraph(session);
    const [source] = listSources(dbOf(session));
    return () => graph.undo(session, source!.id, { sliceMs: 0 });
  },
  'learning.end': async (session) => {
    const made = learning(session);
    const { runId } = made.learning.train(made.projectId);
    await made.runs.control(runId!, 'pause');
    made.runs.remove(runId!);
    // The round of a deleted run ends when somebody looks at the project.
    return () => new Learning(session, made.runs).get(made.projectId);
  },
  'learning.train': (session) => {
    const made = learning(session);
    return () => made.learning.train(made.projectId);
  },
  'model.create': (session) => () => model(session),
  'model.delete': (session) => {
    const { id } = model(session);
    return () => models.deleteModel(session, id);
  },
  'model.export': (session) => {
    const { id } = model(session);
    return () => exportModel(session, id, join(temporaryDir(), 'model'));
  },
  'model.int8': (session) => {
    const { id } = model(session);
    return () => models.useInt8(session, id, true);
  },
  'model.measure': async (session) => {
    const { id } = model(session);
    const { train } = await smallRequest(session);
    const run = async () => ({ scores: { f1: 0.5 }, msPerDocument: 1 });
    const engine = { run, modelsChanged: () => undefined };
    const with_ = { ...session, engine } as unknown as Session; // safe: only these are called
    return () => measureInt8(with_, id, train);
  },
  'model.rename': (session) => {
    const { id } = model(session);
    return () => models.renameModel(session, id, 'n');
  },
  'model.use': (session) => {
    const { id } = model(session);
    return () => models.useModel(session, id, true);
  },
  'patient.create': async (session) => {
    await trainedGraph(session);
    return importTold(session);
  },
  'patient.merge': async (session) => {
    const [one, other] = await twoPatients(session);
    return () => mergePatients(session, one, other);
  },
  'patient.unmerge': async (session) => {
    const [one, other] = await twoPatients(session);
    mergePatients(session, one, other);
    return () => unmergePatient(session, one);
  },
  'person.activate': (session) => {
    twoPeople(session);
    accounts.setActive(session, 'bo', false);
    return () => accounts.setActive(session, 'bo', true);
  },
  'person.add': (session) => () =>
    accounts.addAccount(session, { name: 'anna', roles: [], password: PASSWORD }),
  'person.deactivate': (session) => {
    twoPeople(session);
    return () => accounts.setActive(session, 'bo', false);
  },
  'person.reset-password': (session) => {
    twoPeople(session);
    return () => accounts.resetPassword(session, 'bo', `${PASSWORD}2`);
  },
  'person.roles': (session) => {
    twoPeople(session);
    return () => accounts.setRoles(session, 'bo', ['adjudicator']);
  },
  'project.add': (session) => {
    const { projectId } = annotated(session);
    const id = record(session);
    return () => addDocuments(session, projectId, [id]);
  },
  'project.assign': (session) => {
    const { projectId, first } = annotated(session);
    return () => assignDocuments(session, projectId, [first], ['bo']);
  },
  'project.create': (session) => () => makeProject(session, []),
  'project.delete': (session) => {
    const { projectId } = annotated(session);
    return () => projects.deleteProject(session, projectId);
  },
  'project.export': (session) => {
    const { projectId } = annotated(session);
    return () => exportProject(session, { projectId, format: 'brat', deidentify: false });
  },
  'project.import': (session) => {
    const { projectId } = annotated(session);
    return () => importNamed(session, { projectId, files: brat });
  },
  'project.members': (session) => {
    const { projectId } = annotated(session);
    return () => projects.setMembers(session, projectId, ['bo']);
  },
  'project.pack': (session) => {
    const { projectId } = annotated(session);
    return () => packProject(session, projectId, join(temporaryDir(), 'p.jsonl'));
  },
  'project.put-back': (session) => {
    const { projectId, first } = annotated(session);
    removeDocuments(session, projectId, [first]);
    return () => putBackDocuments(session, projectId, [first]);
  },
  'project.remove': (session) => {
    const { projectId, first } = annotated(session);
    return () => removeDocuments(session, projectId, [first]);
  },
  'project.merge': (session) => {
    const { projectId, first } = annotated(session);
    discussed(session, first);
    const path = join(temporaryDir(), 'p.jsonl');
    packProject(session, projectId, path);
    const lines = [...readProjectLines('p', readFileSync(path))].map(({ line }) => line);
    deleteThreads(dbOf(session), projectId);
    return () => mergeLines(session, 'p', lines, { projectId, apply: true, theirs: [] });
  },
  'project.remind': (session) => {
    const { projectId } = annotated(session);
    return () => remind(session, projectId, projects.getProject(session, projectId).members);
  },
  'project.rename': (session) => {
    const { projectId } = annotated(session);
    return () => projects.renameProject(session, projectId, 'other');
  },
  'project.settings': (session) => {
    const { projectId } = annotated(session);
    return () => projects.setSettings(session, projectId, ProjectSettings.parse({ overlap: 2 }));
  },
  'project.unpack': (session) => {
    const other = openTestSession();
    const path = join(temporaryDir(), 'p.jsonl');
    packProject(other, makeProject(other, ['头痛'], { schema: SCHEMA }).projectId, path);
    return () => unpackProject(session, { name: 'p', bytes: readFileSync(path) });
  },
  'rule.export': (session) => {
    setRule(session, { words: '无', type: '', active: true });
    return () => exportRules(session);
  },
  'rule.set': (session) => () => setRule(session, { words: '无', type: '', active: true }),
  'run.delete': async (session) => {
    const { runs, id } = await queuedRun(session);
    return () => runs.remove(id);
  },
  'run.finish': async (session) => {
    const { runs, id } = await queuedRun(session);
    // Its model is in the registry, as after a crash between the two.
    models.saveModel(session, {
      ...{ name: 'm', files: taggerFiles('bilstm-crf'), metrics: {}, origin: 'run' as const, runId: id },
    });
    const best = { score: 0.5, step: 1, epoch: 1 };
    const end = { kind: 'finished', best, report: reportWith(0.5), config: {}, vocabulary: '' };
    return () => finishRun(session, runs.get(id), end as never); // safe: no model is made of it
  },
  'run.report': async (session) => {
    const { runs, id } = await queuedRun(session);
    return () => exportRunReport(session, runs, id, 'json');
  },
  'run.start': async (session) => {
    const { runs } = training(session);
    const request = await smallRequest(session);
    return () => runs.start(request);
  },
  'template.edit': (session) => {
    const { templates, version } = listTemplates(session);
    return () => saveTemplates(session, { templates: templates.slice(1), version });
  },
  'thread.open': (session) => {
    const { first } = annotated(session);
    return () => discussed(session, first);
  },
  'thread.reply': (session) => {
    const { id } = discussed(session, annotated(session).first);
    return () => reply(session, { threadId: id, text: 'yes', mentions: [] });
  },
  'thread.resolve': (session) => {
    const { id } = discussed(session, annotated(session).first);
    return () => resolve(session, id, true);
  },
  'thread.unresolve': (session) => {
    const { id } = discussed(session, annotated(session).first);
    resolve(session, id, true);
    return () => resolve(session, id, false);
  },
  'token.create': (session) => {
    twoPeople(session);
    return () => createToken(session, { person: 'bo', label: 'HIS', days: 1 });
  },
  'token.revoke': (session) => {
    twoPeople(session);
    const { info } = createToken(session, { person: 'bo', label: 'HIS', days: 1 });
    return () => revokeToken(session, info.id);
  },
  'vectors.cancel': (session) => {
    const { trainings, request } = vectorTrainings(session);
    trainings.start({ ...request, name: 'a' });
    const { id } = trainings.start({ ...request, name: 'b' });
    return () => trainings.control(id, 'cancel');
  },
  'vectors.create': (session) => () => someVectors(session),
  'vectors.delete': (session) => {
    const { id } = someVectors(session);
    return () => vectors.deleteVectors(session, id);
  },
  'vectors.export': (session) => {
    const { id, name } = someVectors(session);
    return () => vectors.noteExport(session, { id, name });
  },
  'vectors.rename': (session) => {
    const { id } = someVectors(session);
    return () => vectors.renameVectors(session, id, 'w');
  },
  'vectors.train': (session) => {
    const { trainings, request } = vectorTrainings(session);
    return () => trainings.start({ ...request, name: 'a' });
  },
  'workspace.backup': (session) => () => safekeeping.backupWorkspace(session),
  'workspace.backup-plan': (session) => () => {
    const schedule = new BackupSchedule(session);
    try {
      schedule.setPlan({ every: 'day', folder: null, keep: 3 });
    } finally {
      void schedule.close();
    }
  },
  'workspace.change-key': (session) => () =>
    safekeeping.changeKey(withEngine(session), 'passphrase', 'a long passphrase'),
  'workspace.export-key': (session) => () => safekeeping.exportKey(session, 'a long passphrase'),
  'workspace.restore': (session) => {
    record(session);
    const { file } = safekeeping.backupWorkspace(session);
    record(session, '后来的病历。');
    return () => safekeeping.restoreWorkspace(withEngine(session), file);
  },
  'workspace.share': async (session) => {
    const sharing = await shareable(session);
    return () => startSharing(session, sharing, { address: '127.0.0.1', port: 0 });
  },
  'workspace.unshare': async (session) => {
    const sharing = await shareable(session);
    await startSharing(session, sharing, { address: '127.0.0.1', port: 0 });
    return () => stopSharing(session, sharing);
  },
  'workspace.unlock': async (session) => {
    await safekeeping.changeKey(withEngine(session), 'passphrase', 'a long passphrase');
    return () => new UnlockAttempts(session.workspace.dir).record(session);
  },
  'workspace.watch': (session) => () => {
    const watch = new WatchFolder(session);
    try {
      watch.set(temporaryDir());
    } finally {
      void watch.close();
    }
  },
  'workspace.unlock-failure': async (session) => {
    const attempts = new UnlockAttempts(session.workspace.dir);
    const wrong = async () => {
      throw new AppError('wrong-key', 'accounts.sign-in-first');
    };
    await attempts.attempt(wrong).catch(refuseUnless(/never/));
    return () => attempts.record(session);
  },
};

/** Leaves a batch run paused after its first block. */
async function pausedBatch(session: Session): Promise<LocalBatches> {
  writeSettings(dbOf(session), { starterTagger: false }, null);
  const batches: LocalBatches = new LocalBatches(session, () => void batches.close());
  await batches.submit(batchRequest('one'), batchRecords(20));
  return new LocalBatches(session);
}

/** Adds an account, without which nothing is shared, and returns a sharing that listens nowhere. */
async function shareable(session: Session): Promise<Sharing> {
  await accounts.addAccount(session, { name: 'first', roles: ['administrator'], password: PASSWORD });
  let on: ReturnType<Sharing['status']>['on'] = null;
  return {
    status: () => ({ on, addresses: [] }),
    start: async () => {
      on = { urls: [], fingerprint: '', since: '' };
    },
    stop: async () => {
      on = null;
    },
  };
}

/** Rejects with errors that match only; others are what the action says when it works. */
const refuseUnless = (wanted: RegExp) => (error: unknown) => {
  if (wanted.test(String(error))) throw error;
};

/** Changes nothing in the database beside its entry. */
const ALONE: ReadonlySet<AuditAction> = new Set([
  ...(['batch.invite', 'batch.results'] as const),
  ...(['account.lock', 'account.sign-out', 'audit.export', 'deid.files', 'document.export'] as const),
  ...(['experiment.report', 'model.export', 'project.export', 'project.pack', 'rule.export'] as const),
  'kg.export',
  ...(['vectors.export', 'workspace.backup', 'workspace.change-key', 'workspace.export-key'] as const),
  ...([
    'document.read',
    'hook.answer',
    'phrases.export',
    'run.report',
    'workspace.unlock',
    'workspace.unlock-failure',
  ] as const),
  ...(['workspace.share', 'workspace.unshare'] as const),
]);

/** Returns the sums over the rows of each table but the audit's own. */
function contentOf(session: Session, action: AuditAction): Record<string, string> {
  const db = dbOf(session);
  const tables = db
    .rows(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
    .flat()
    .map(String);
  const sumOf = (table: string): string => {
    // The time of a claim says which process looks after a row, not what it is.
    const columns = db.rows(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'claimed_at'`);
    return createHash('sha256')
      .update(JSON.stringify(db.rows(`SELECT ${columns.join(', ')} FROM "${table}"`)))
      .digest('hex');
  };
  const others = action === 'learning.train' ? ['data_set'] : []; // imports of data sets have entries of their own
  const own = tables.filter((name) => !/^(sqlite_|audit)|_fts/.test(name) && !others.includes(name));
  return Object.fromEntries(own.map((name) => [name, sumOf(name)]));
}

const entries = (session: Session, action: AuditAction): number =>
  listAudit(dbOf(session), { limit: 999, actions: [action] }).length;

const outcome = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'done';
  } catch (error) {
    return String(error);
  }
};

describe('an audited action whose entry fails', () => {
  it.each(AUDIT_ACTIONS)('%s is refused and leaves nothing, and works with its entry', async (action) => {
    const session = openTestSession();
    fileKeyOf(session.workspace);
    const act = await CASES[action](session);
    const [before, told] = [contentOf(session, action), entries(session, action)];
    dbOf(session).raw.exec(
      `CREATE TRIGGER fail_audit BEFORE INSERT ON audit WHEN NEW.action = '${action}'
       BEGIN SELECT RAISE(ABORT, 'ended'); END`,
    );
    const said = await outcome(act);
    recoverUnfinished(dbOf(session));
    expect(said).toContain('ended');
    expect(contentOf(session, action)).toEqual(before);
    dbOf(session).raw.exec('DROP TRIGGER fail_audit');
    expect(await outcome(act)).toBe('done');
    expect(entries(session, action)).toBeGreaterThan(told);
    if (!ALONE.has(action)) expect(contentOf(session, action)).not.toEqual(before);
  });
});
