import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { diseasesNamed } from '../../../../main/db/repositories/diseases.ts';
import { recordFacts } from '../../../../main/db/repositories/patients.ts';
import { readDocuments } from '../../../../main/formats/read-documents.ts';
import { decide, decisions } from '../../../../main/services/diagnosis/diagnosis.ts';
import { importFile } from '../../../../main/services/graph/graph.ts';
import { exportRecords } from '../../../../main/services/records/export-records.ts';
import {
  getPatient,
  listPatients,
  mergePatients,
  recordFindings,
  unmergePatient,
} from '../../../../main/services/records/patients.ts';
import {
  commitRecord,
  getRecord,
  importFiles,
  listRecords,
  pageRecords,
} from '../../../../main/services/records/records.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { loadValueReader } from '../../../../main/text/values/read-values.ts';
import type { Decision } from '../../../../shared/domain/diagnosis.ts';
import { words } from '../../../../shared/messages/words.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

/** A session whose graph has one disease, and whose engine reads values alone. */
async function sessionWithGraph() {
  const session = openTestSession();
  const path = join(temporaryDir(), 'graph.tsv');
  writeFileSync(path, '社区获得性肺炎\tHasSymptom\t发热\n');
  await importFile(session, { name: 'graph.tsv', path }, { format: 'auto' }, () => undefined);
  const read = (text: string) => values.read(text).map((value) => ({ ...value, assertion: 'present' }));
  const engine = {
    run: async (method: string, { text }: { text: string }) =>
      method === 'annotate' ? { mentions: [], sections: [], values: read(text) } : { candidates: [] },
  };
  return { ...session, engine } as unknown as ReturnType<typeof openTestSession>; // safe: only `run` is called
}

const values = loadValueReader();

const file = (name: string) => ({
  name,
  bytes: readFileSync(join(import.meta.dirname, '../../../fixtures/fhir', name)),
});

function patientFile(name: string, facts: object): { name: string; bytes: Buffer } {
  const patient = { resourceType: 'Patient', id: 'p', ...facts };
  const note = { resourceType: 'Composition', title: name, text: { div: '<div>咳嗽</div>' } };
  const entry = [{ resource: patient }, { resource: { ...note, subject: { reference: 'Patient/p' } } }];
  const bundle = { resourceType: 'Bundle', type: 'collection', entry };
  return { name: `${name}.json`, bytes: Buffer.from(JSON.stringify(bundle)) };
}

describe('patients of imported records', () => {
  it('are kept once by their number, with encounter and date, over several files', async () => {
    const session = openTestSession();
    const { created } = await importFiles(
      session,
      ['results.json', 'document.json', 'bulk.ndjson'].map(file),
    );
    expect(created).toHaveLength(4);
    expect(new Set(created.map(({ patient }) => patient?.id)).size).toBe(1);
    const patient = created[0]!.patient!;
    expect(patient.name).toBe('林某');
    const page = pageRecords(session, { patient: patient.id, offset: 0, limit: 10 });
    expect(page.documents.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    expect(pageRecords(session, { patient: patient.id + 1, offset: 0, limit: 10 }).total).toBe(0);
    const facts = recordFacts(dbOf(session), created[0]!.id);
    expect(facts).toMatchObject({ patient: { birthDate: '1956-03-02' }, dated: '2023-11-20T14:05:00+08:00' });
    expect(facts.encounter).toEqual(recordFacts(dbOf(session), created[2]!.id).encounter);
    expect(listAudit(dbOf(session), { object: 'patient', limit: 9 }).map(({ action }) => action)).toEqual([
      'patient.create',
    ]);
  });

  it('are two when the same number comes with another name, sex or birth date, or without number', async () => {
    const session = openTestSession();
    const identifier = [{ system: 'urn:x', value: '1' }];
    const { created } = await importFiles(session, [
      patientFile('a', { identifier, name: [{ text: '甲' }], birthDate: '1950-01' }),
      patientFile('b', { identifier, name: [{ text: '甲' }], birthDate: '1950-01-02', gender: 'male' }),
      patientFile('c', { identifier, name: [{ text: '乙' }] }),
      patientFile('d', { identifier, name: [{ text: '甲' }], birthDate: '1951' }),
      patientFile('e', { name: [{ text: '甲' }] }),
      patientFile('f', { name: [{ text: '甲' }] }),
    ]);
    const [first, ...others] = created.map(({ patient }) => patient!.id);
    expect(others[0]).toBe(first);
    expect(new Set([first, ...others.slice(1)]).size).toBe(5);
    const [, , told] = listAudit(dbOf(session), { object: 'patient', limit: 9 }).toReversed();
    expect(JSON.stringify(told)).toContain('sameNumber');
  });

  it('are absent from records of other files', async () => {
    const session = openTestSession();
    await importFiles(session, [{ name: 'a.txt', bytes: Buffer.from('咳嗽') }]);
    expect(listRecords(session)[0]).not.toHaveProperty('patient');
  });
});

describe('a patient who was found several times', () => {
  const three = async () => {
    const session = openTestSession();
    const { created } = await importFiles(session, [
      patientFile('a', { name: [{ text: '甲' }], identifier: [{ system: 'urn:x', value: '100' }] }),
      patientFile('b', { name: [{ text: '甲' }], identifier: [{ system: 'urn:y', value: '200' }] }),
      patientFile('c', { name: [{ text: '乙' }] }),
    ]);
    const [a, b, c] = created.map(({ patient }) => patient!.id);
    return { session, a: a!, b: b!, c: c!, records: created.map(({ id }) => id) };
  };
  const state = (session: ReturnType<typeof openTestSession>) =>
    listPatients(session, { offset: 0, limit: 10 }).patients.map(({ id, records }) => [id, records]);

  it('is one after a merge, in lists, exports and by either number, and two again after its undoing', async () => {
    const { session, a, b, c, records } = await three();
    const before = state(session);
    mergePatients(session, b, a);
    expect(state(session)).toEqual(
      [
        [c, 1],
        [a, 2],
      ].toSorted(([x], [y]) => before.findIndex(([id]) => id === x) - before.findIndex(([id]) => id === y)),
    );
    const whole = getPatient(session, b);
    expect(whole.id).toBe(a);
    expect(whole.timeline.map(({ document }) => document.id)).toEqual(records.slice(0, 2));
    expect(whole.merged).toMatchObject([{ id: b, direct: true }]);
    expect(pageRecords(session, { patient: a, offset: 0, limit: 9 }).total).toBe(2);
    expect(recordFacts(dbOf(session), records[1]!).patient?.identifier?.value).toBe('100');
    expect(listPatients(session, { words: '200', offset: 0, limit: 9 }).patients[0]?.id).toBe(a);
    expect(() => mergePatients(session, a, b)).toThrow(/one patient already/);
    unmergePatient(session, b);
    expect(state(session)).toEqual(before);
    expect(recordFacts(dbOf(session), records[1]!).patient?.identifier?.value).toBe('200');
    expect(() => unmergePatient(session, b)).toThrow(/not merged/);
  });

  it('keeps a chain of merges, whose middle can be taken out with what was merged into it', async () => {
    const { session, a, b, c } = await three();
    mergePatients(session, a, b);
    mergePatients(session, a, c); // a stands for nobody any more: its patient b moves
    expect(state(session)).toEqual([[c, 3]]);
    expect(getPatient(session, c).merged.map(({ id, direct }) => [id, direct])).toEqual([
      [a, false],
      [b, true],
    ]);
    unmergePatient(session, b);
    expect(new Map(state(session).map(([id, n]) => [id, n]))).toEqual(
      new Map([
        [b, 2],
        [c, 1],
      ]),
    );
    const trail = listAudit(dbOf(session), { object: 'patient', limit: 9 }).map(({ action }) => action);
    expect(trail.slice(0, 3)).toEqual(['patient.unmerge', 'patient.merge', 'patient.merge']);
  });

  it('has a timeline by date with encounters, accepted diagnoses, values and diseases', async () => {
    const session = await sessionWithGraph();
    const { created } = await importFiles(
      session,
      ['results.json', 'document.json', 'bulk.ndjson'].map(file),
    );
    const patient = getPatient(session, created[0]!.patient!.id);
    expect(patient.records).toBe(4);
    const dates = patient.timeline.map(({ document }) => document.dated ?? document.createdAt);
    expect(dates).toEqual(dates.toSorted());
    const known = new Set(patient.encounters.map(({ id }) => id));
    expect(
      patient.timeline.every(({ encounterId }) => encounterId === undefined || known.has(encounterId)),
    ).toBe(true);
    const found = await recordFindings(session, created[0]!.id);
    expect(found.values.map(({ analyte }) => analyte)).toContain('k');
    await expect(recordFindings(session, 999)).rejects.toThrow(/no document/);
  });
});

describe('records as FHIR', () => {
  const text = '林某，男，58岁。发热5天。\n2023-11-20 钾 6.7mmol/L。\n';

  async function acceptedRecord() {
    const session = await sessionWithGraph();
    const { created } = await importFiles(session, [file('bulk.ndjson')]);
    const { id } = created[0]!;
    commitRecord(session, id, { base: 1, draft: 0 }, text, 'edited');
    const [disease] = diseasesNamed(dbOf(session), '社区获得性肺炎');
    const candidate = { entity: { id: disease!.id }, score: 90 };
    decide(session, { documentId: id, candidate, decision: 'accepted', reason: '影像支持' });
    return { session, id };
  }

  it('come back with text, patient, encounter, date and accepted diagnoses', async () => {
    const { session, id } = await acceptedRecord();
    const how = { format: 'fhir-r4', deidentify: false, mode: 'mask', level: 'ordinary' } as const;
    const { name, bytes } = await exportRecords(session, { ids: [id], ...how });
    expect(name).toBe('出院小结.fhir.json');
    const other = await sessionWithGraph();
    const { created, refused } = await importFiles(other, [{ name, bytes }]);
    expect(refused).toEqual([]);
    expect(created).toHaveLength(1);
    const there = created[0]!.id;
    expect(getRecord(other, there)).toMatchObject({ text, title: '出院小结' });
    expect(recordFacts(dbOf(other), there)).toEqual(recordFacts(dbOf(session), id));
    const plain = ({ actor, at, reason, decision }: Decision) => ({ actor, at, reason, decision });
    const [before] = decisions(session, id);
    const [after] = decisions(other, there);
    expect(plain(after!)).toEqual(plain(before!));
    expect(after?.source).toBe(name);
    expect(before).not.toHaveProperty('source');
  });

  it('name neither patient nor people when they leave de-identified', async () => {
    const { session, id } = await acceptedRecord();
    const how = { format: 'fhir-r4', deidentify: true, mode: 'mask', level: 'ordinary' } as const;
    const { bytes } = await exportRecords(session, { ids: [id], ...how });
    const json = Buffer.from(bytes).toString();
    expect(json).toContain('社区获得性肺炎');
    for (const word of [
      '80421',
      'ZY2023-1120',
      '1956-03-02',
      '呼吸与危重症',
      'tester',
      '影像支持',
      '2023-12-01',
    ])
      expect(json).not.toContain(word);
    const { documents } = await readDocuments('a.json', bytes);
    expect(documents[0]?.patient).toEqual({ name: '', sex: 'female' });
    expect(documents.map((one) => one.text).join()).not.toContain('林某');
  });

  it('are told when an accepted diagnosis is not in the graph', async () => {
    const { session, id } = await acceptedRecord();
    const how = { format: 'fhir-r4', deidentify: false, mode: 'mask', level: 'ordinary' } as const;
    const exported = await exportRecords(session, { ids: [id], ...how });
    const { created, refused } = await importFiles(openTestSession(), [exported]);
    expect(created).toHaveLength(1);
    expect(refused.map(({ reason }) => words(reason, 'en'))).toEqual([
      expect.stringContaining('accepted diagnosis 社区获得性肺炎 was not kept'),
    ]);
    expect(refused.every(({ part }) => part)).toBe(true);
  });
});
