/** Records, diagnoses, patients, de-identification, rules and batches: audited actions, each prepared in a workspace. */
import type { BatchQueue } from '../../../../../main/db/batch/batch-queue.ts';
import { writeSettings } from '../../../../../main/db/repositories/settings.ts';
import { spawnNode } from '../../../../../main/processes/spawn-node.ts';
import { OwnedBatches } from '../../../../../main/services/batch/batch.ts';
import { Batches } from '../../../../../main/services/batch/batches.ts';
import { runKey } from '../../../../../main/services/batch/keys.ts';
import { LocalBatches } from '../../../../../main/services/batch/local-batches.ts';
import { prepare } from '../../../../../main/services/batch/prepare.ts';
import { placeOf } from '../../../../../main/services/batch/worker.ts';
import { patientView } from '../../../../../main/services/cds-hooks/patient-view.ts';
import { deidSecret, noteDeidentifiedFiles } from '../../../../../main/services/deid/deid.ts';
import {
  decidePlaces,
  loadIdentifiers,
  setLookLimits,
} from '../../../../../main/services/deid/second-look.ts';
import { decide } from '../../../../../main/services/diagnosis/diagnosis.ts';
import { archive, unarchive } from '../../../../../main/services/records/archive.ts';
import { applyCorrections, exportRules, setRule } from '../../../../../main/services/records/corrections.ts';
import { exportRecords } from '../../../../../main/services/records/export-records.ts';
import { openRecord } from '../../../../../main/services/records/open-record.ts';
import { setRange } from '../../../../../main/services/records/own-ranges.ts';
import {
  listPatients,
  mergePatients,
  unmergePatient,
} from '../../../../../main/services/records/patients.ts';
import { decideRelation } from '../../../../../main/services/records/record-relations.ts';
import * as records from '../../../../../main/services/records/records.ts';
import { listTemplates, saveTemplates } from '../../../../../main/services/records/templates.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import { sealBytes } from '../../../../../main/workspace/sealed-bytes.ts';
import type { AuditAction } from '../../../../../shared/domain/audit.ts';
import { correctionOf } from '../../../../../shared/domain/correction.ts';
import { batchRecords, batchRequest } from '../../../../helpers/batch.ts';
import { type Case, importGraph, record, type Session, trainedGraph } from './fixtures.ts';

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

/** Leaves a batch run paused after its first block. */
async function pausedBatch(session: Session): Promise<LocalBatches> {
  writeSettings(dbOf(session), { starterTagger: false }, null);
  const batches: LocalBatches = new LocalBatches(session, () => void batches.close());
  await batches.submit(batchRequest('one'), batchRecords(20));
  return new LocalBatches(session);
}

export const RECORDS = {
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
  'batch.prioritise': async (session) => {
    const batches = await pausedBatch(session);
    return () => batches.prioritise('one', 1);
  },
  'batch.queue': (session) => () => new Batches(session, () => spawnNode('batch')).setQueue(null),
  'batch.retry': async (session) => {
    const batches = await pausedBatch(session);
    return () => batches.retry('one');
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
  'hook.answer': (session) => () => {
    const context = { userId: 'u', patientId: 'p' };
    const request = { hook: 'patient-view', hookInstance: 'i', context, prefetch: {} };
    return patientView(session, { request: JSON.stringify(request), language: 'zh' });
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
  'range.set': (session) => () => setRange(session, { analyte: 'k', range: { low: 3, high: 5 } }),
  'rule.export': (session) => {
    setRule(session, { words: '无', type: '', active: true });
    return () => exportRules(session);
  },
  'rule.set': (session) => () => setRule(session, { words: '无', type: '', active: true }),
  'template.edit': (session) => {
    const { templates, version } = listTemplates(session);
    return () => saveTemplates(session, { templates: templates.slice(1), version });
  },
} satisfies Partial<Record<AuditAction, Case>>;
