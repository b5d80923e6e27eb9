import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fhirBundle, type RecordToWrite } from '../../../../main/formats/fhir/write.ts';
import { readDocuments } from '../../../../main/formats/read-documents.ts';
import { loadRules } from '../../../../main/text/rules.ts';
import { buildSectionFinder } from '../../../../main/text/sections.ts';
import { loadValueReader } from '../../../../main/text/values/read-values.ts';

const reader = loadValueReader();
const finder = buildSectionFinder(loadRules().headings);
const annotationOf = (text: string): RecordToWrite['annotation'] => ({
  sections: finder.find(text),
  values: reader.read(text).map((value) => ({ ...value, assertion: 'present' as const })),
});
const TEXT =
  '入院记录\n姓名：林某　性别：女　年龄：67岁\n【主诉】\n发热 <5天> & 咳嗽。\n【辅助检查】\n2023-11-20 11:20 白细胞 16.8×10^9/L（3.5-9.5）↑，钾 6.7mmol/L，尿蛋白 2+，CRP <5mg/L，空腹血糖 7-8mmol/L。\n目标血钾 4.0mmol/L。\n';
const RECORD: RecordToWrite = {
  ...{ id: 3, title: '林某 入院记录', text: TEXT, annotation: annotationOf(TEXT) },
  ...{ updatedAt: '2024-01-01T00:00:00.000Z', dated: '2023-11-20T11:30:00+08:00' },
  patient: {
    ...{ name: '林某', sex: 'female', birthDate: '1956-03' },
    identifier: { system: 'urn:oid:1.2.3', value: '80421' },
  },
  encounter: {
    ...{ kind: '住院', department: '呼吸内科', start: '2023-11-20', end: '2023-12-01T09:00:00+08:00' },
    identifier: { system: '', value: 'ZY1' },
  },
  diagnoses: [
    {
      name: '社区获得性肺炎',
      code: 'J15.9',
      actor: '陈医师',
      at: '2023-11-21T01:02:03.004Z',
      reason: '影像',
    },
    { name: '高钾血症', actor: '王医师', at: '2023-11-22T01:02:03.004Z', source: '外院.json' },
  ],
};
const Resource = z.looseObject({ resourceType: z.string() });
const Bundle = z.looseObject({ entry: z.array(z.looseObject({ fullUrl: z.string(), resource: Resource })) });
const written = (record: RecordToWrite) => Bundle.parse(JSON.parse(fhirBundle([record]))).entry;
const readBack = (records: readonly RecordToWrite[]) =>
  readDocuments('a.json', Buffer.from(fhirBundle(records)));

describe('a Bundle of records', () => {
  it('reads back equal, and is written equal again', async () => {
    const { documents, refused } = await readBack([RECORD]);
    expect(refused).toEqual([]);
    expect(documents).toHaveLength(1);
    const { text, title, patient, encounter, dated, diagnoses = [] } = documents[0]!;
    expect({ text, title, patient, encounter, dated }).toEqual({
      ...{ text: TEXT, title: RECORD.title, patient: RECORD.patient },
      ...{ encounter: RECORD.encounter, dated: RECORD.dated },
    });
    expect(diagnoses).toEqual(RECORD.diagnoses.map(({ code: _c, source: _s, ...told }) => told));
    const again = {
      ...RECORD,
      text,
      title,
      annotation: annotationOf(text),
      patient: patient!,
      dated: dated!,
    };
    expect(fhirBundle([again])).toBe(fhirBundle([RECORD]));
  });

  it('has each value that was measured, with code, unit, range and time', () => {
    const observations = written(RECORD).filter(({ resource }) => resource.resourceType === 'Observation');
    const Observed = z.looseObject({ code: z.looseObject({ text: z.string() }) });
    const found = observations.map(({ resource }) => Observed.parse(resource));
    expect(found.map(({ code }) => code.text)).toEqual(['白细胞', '血钾', '尿蛋白', 'C反应蛋白', '空腹血糖']);
    expect(found[0]).toMatchObject({
      code: { coding: [{ system: 'http://loinc.org', code: '6690-2' }] },
      valueQuantity: { value: 16.8, system: 'http://unitsofmeasure.org', code: '10*9/L' },
      interpretation: [{ coding: [{ code: 'H' }] }],
      referenceRange: [{ low: { value: 3.5 }, high: { value: 9.5 } }],
      derivedFrom: [{ reference: expect.stringContaining('urn:uuid:') }],
    });
    expect(String(found[0]?.effectiveDateTime)).toMatch(/^2023-11-20T11:20:00[+-]\d\d:\d\d$/);
    expect(found[1]).toMatchObject({ interpretation: [{ coding: [{ code: 'HH' }] }] });
    expect(found[2]).toMatchObject({ valueCodeableConcept: { text: '2+' } });
    expect(found[3]).toMatchObject({ valueQuantity: { value: 5, comparator: '<' } });
    expect(found[4]).toMatchObject({ valueRange: { low: { value: 7 }, high: { value: 8 } } });
  });

  it('tells who accepted a diagnosis, when, and from which text', () => {
    const entries = written(RECORD);
    const of = (type: string) => entries.filter(({ resource }) => resource.resourceType === type);
    const document = of('DocumentReference')[0]!.fullUrl;
    const [first, second] = of('Provenance').map(({ resource }) => resource);
    expect(first).toMatchObject({
      target: [{ reference: of('Condition')[0]!.fullUrl }],
      recorded: '2023-11-21T01:02:03.004Z',
      agent: [{ who: { display: '陈医师' } }, { who: { display: 'Meridian' } }],
      entity: [{ role: 'source', what: { reference: document } }],
    });
    expect(second).toMatchObject({ entity: [{}, { what: { display: '外院.json' } }] });
  });

  it('has every reference in it, and shares patients', async () => {
    const other = { ...RECORD, id: 4, title: '另一份' };
    const json = fhirBundle([RECORD, other]);
    const urls = new Set(Bundle.parse(JSON.parse(json)).entry.map(({ fullUrl }) => fullUrl));
    const references = [...json.matchAll(/"reference": "([^"]+)"/g)].map(([, url]) => url);
    expect(references.filter((url) => !urls.has(url!))).toEqual([]);
    expect(json.match(/"resourceType": "Patient"/g)).toHaveLength(1);
    expect((await readBack([RECORD, other])).documents.map(({ title }) => title)).toEqual([
      RECORD.title,
      other.title,
    ]);
  });

  it('keeps any text, whatever stands in it', async () => {
    const bare = { ...{ id: 1, title: '甲', updatedAt: RECORD.updatedAt }, diagnoses: [] };
    const string = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(string, async (noise) => {
        // Control characters in mass make a file binary for the reader of texts.
        const text = `咳嗽\n【主诉】\n${noise.replace(/\p{Cc}/gu, '\n')}。`.toWellFormed();
        const { documents } = await readBack([{ ...bare, text, annotation: annotationOf(text) }]);
        expect(documents.map((one) => one.text)).toEqual([text]);
      }),
      { numRuns: 50 },
    );
  });
});
