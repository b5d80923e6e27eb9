import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadResult, readDocuments } from '../../../../main/formats/read-documents.ts';
import { loadAnalytes } from '../../../../main/text/values/analytes.ts';
import { loadValueReader } from '../../../../main/text/values/read-values.ts';
import { words } from '../../../../shared/messages/words.ts';

const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../fixtures/fhir', name));
const read = (resources: readonly object[]): Promise<ReadResult> =>
  readDocuments(
    'a.json',
    Buffer.from(
      JSON.stringify({
        resourceType: 'Bundle',
        type: 'collection',
        entry: resources.map((resource) => ({ resource })),
      }),
    ),
  );
const reasons = ({ refused }: ReadResult): string[] => refused.map(({ reason }) => words(reason, 'en'));
const values = loadValueReader();
const coded = (code: string, text: string) => ({ coding: [{ system: 'http://loinc.org', code }], text });

describe('results and diagnoses of a Bundle', () => {
  it('become one record of their patient and encounter, whose values are read again', async () => {
    const result = await readDocuments('results.json', fixture('results.json'));
    expect(result.documents).toHaveLength(1);
    const [{ text, title, patient, encounter, dated } = { text: '' }] = result.documents;
    expect(title).toBe('林某 检查检验 2023-11-20');
    expect(dated).toBe('2023-11-20T14:05:00+08:00');
    expect(patient).toEqual({
      ...{ name: '林某', sex: 'female', birthDate: '1956-03-02' },
      identifier: { system: 'urn:oid:1.2.156.112.100.1', value: '80421' },
    });
    expect(encounter).toMatchObject({ kind: '住院', department: '呼吸与危重症医学科' });
    const found = values
      .read(text)
      .map(({ code, value, unit, flag, critical, time, rangeFrom }) => [
        ...[code, value, unit, flag, critical, time?.iso, rangeFrom],
      ]);
    const drawn = '2023-11-20T11:20';
    const measured = '2023-11-20T10:50';
    expect(found.map((row) => row.slice(0, 6))).toEqual([
      ['8310-5', 38.9, 'Cel', 'high', false, measured],
      ['8480-6', 118, 'mm[Hg]', 'normal', false, measured],
      ['8462-4', 70, 'mm[Hg]', 'normal', false, measured],
      ['6690-2', 16.8, '10*9/L', 'high', false, drawn],
      ['718-7', 118, 'g/L', 'normal', false, drawn],
      ['2823-3', 6.7, 'mmol/L', 'high', true, drawn],
      ['1988-5', 156, 'mg/L', 'high', false, drawn],
      ['20454-5', undefined, 'g/L', 'negative', false, drawn],
    ]);
    expect(found.slice(3, 7).every((row) => row[6] === 'text')).toBe(true);
    expect(text).toContain('【既往史】\n1. 肺结核（A16.2，起病：2003，缓解：2004）\n');
    expect(text).toContain('3. 肺栓塞待排（I26.9）\n4. 已排除肺癌（C34.9）\n');
    expect(text).toContain('2023-11-20 14:05 胸部CT平扫：右肺下叶大片实变影， 右侧少量胸腔积液。\n');
    expect(text).not.toContain('999');
    expect(reasons(result)).toEqual([
      'Observation: not read, since its status is entered-in-error.',
      expect.stringContaining('1 resource MedicationStatement was not read'),
    ]);
  });

  it('are read with every analyte of the table that has a LOINC code and a number', async () => {
    const analytes = loadAnalytes().filter(({ kind, code }) => kind === 'number' && code !== undefined);
    expect(analytes.length).toBeGreaterThan(100);
    const missed: string[] = [];
    for (const { id, code = '', en, unit, plausible, ranges } of analytes) {
      const { low, high } = ranges[0]?.range ?? {};
      const value = high ?? low ?? plausible.high ?? 1;
      const observation = {
        ...{ resourceType: 'Observation', status: 'final', code: coded(code, en) },
        ...{ effectiveDateTime: '2024-05-06T07:08:00Z', valueQuantity: { value, unit, code: unit } },
      };
      const { documents } = await read([observation]);
      const found = values.read(documents[0]?.text ?? '').find((one) => one.code === code);
      if (found?.value !== value || found.time?.iso !== '2024-05-06T07:08') missed.push(id);
    }
    expect(missed).toEqual([]);
  });

  it('that deny a finding are negations, however they are written', async () => {
    const code = { text: '发热' };
    const denials = [
      { valueBoolean: false },
      { valueString: '无' },
      {
        valueCodeableConcept: {
          coding: [{ system: 'http://snomed.info/sct', code: '2667000', display: 'Absent' }],
        },
      },
      { interpretation: [{ coding: [{ code: 'NEG' }] }] },
    ];
    for (const denial of denials) {
      const { documents } = await read([{ resourceType: 'Observation', code, ...denial }]);
      expect(documents[0]?.text).toContain('发热 阴性\n');
    }
    const { documents } = await read([{ resourceType: 'Observation', code, valueBoolean: true }]);
    expect(documents[0]?.text).toContain('发热 阳性\n');
  });

  it('of two patients, or of two encounters, are two records', async () => {
    const observation = (patient: string, encounter: string, value: number) => ({
      ...{ resourceType: 'Observation', status: 'final', code: coded('2823-3', '钾') },
      ...{ subject: { reference: `Patient/${patient}` }, encounter: { reference: `Encounter/${encounter}` } },
      valueQuantity: { value, unit: 'mmol/L' },
    });
    const people = ['a', 'b'].map((id) => ({ resourceType: 'Patient', id, name: [{ text: `患者${id}` }] }));
    const result = await read([
      ...people,
      observation('a', '1', 3.9),
      observation('b', '2', 4.1),
      observation('a', '3', 4.2),
      observation('a', '1', 4.4),
    ]);
    expect(result.documents.map(({ patient, text }) => [patient?.name, text.match(/钾 \S+/g)])).toEqual([
      ['患者a', ['钾 3.9mmol/L', '钾 4.4mmol/L']],
      ['患者b', ['钾 4.1mmol/L']],
      ['患者a', ['钾 4.2mmol/L']],
    ]);
  });
});

describe('documents of a Bundle', () => {
  it('have headings, narratives as text, and entries that the narrative leaves out', async () => {
    const { documents, refused } = await readDocuments('document.json', fixture('document.json'));
    expect(refused).toEqual([]);
    expect(documents).toHaveLength(1);
    const text = documents[0]?.text ?? '';
    expect(text).toContain('姓名：林某　性别：女　年龄：67岁　出生日期：1956-03-02　病案号：80421\n');
    expect(text).toContain('【主诉】\n发热、咳嗽5天，加重伴气促1天。\n'); // titled in English
    expect(text).toContain('体温最高39.2℃，无胸痛 。\n于社区医院就诊，\n未见好转。\n');
    expect(text).toContain('【既往史】\n2型糖尿病8年。\n否认高血压。\n');
    expect(text).toContain('白细胞 | 16.8 | 10^9/L | 3.5-9.5\n');
    // The table says the white cells already; the potassium stands in an entry only.
    expect(text.match(/16\.8/g)).toHaveLength(1);
    expect(text).toContain('2023-11-20 11:20 钾 6.7mmol/L↑↑（参考范围：3.5-5.3）\n');
    expect(text).toContain('【初步诊断】\n社区获得性肺炎（J15.9）\n2型糖尿病（E11.9，起病：2015）\n');
  });

  it('keep a text exactly; bulk data are read as one file', async () => {
    const result = await readDocuments('bulk.ndjson', fixture('bulk.ndjson'));
    const [note, results] = result.documents;
    expect(note).toMatchObject({ title: '出院小结', patient: { name: '林某' }, encounter: { kind: '住院' } });
    expect(note?.text).toBe(
      '出院小结\n姓名：林某　性别：女　年龄：67岁\n【出院诊断】\n1. 社区获得性肺炎\n2. 2型糖尿病\n',
    );
    expect(results?.text).toContain('白细胞 16.8×10^9/L↑');
    expect(reasons(result)).toEqual([
      'DocumentReference/d2: has no text inside the file, only application/pdf.',
    ]);
  });

  it('say what is broken, by resource and element', async () => {
    const text = { resourceType: 'Composition', title: '甲', text: { div: '<div>咳嗽</div>' } };
    const result = await read([
      text,
      { resourceType: 'Composition', id: 'c', text: { div: '<div>咳嗽' } },
      { resourceType: 'Observation', id: 'o', code: { text: '钾' }, valueQuantity: { value: '6.7' } },
      { resourceType: 'Observation', id: 'n', code: { text: '钾' } },
      { resourceType: 'Condition', id: 'e', code: { text: '' } },
    ]);
    expect(result.documents.map((one) => one.text)).toEqual(['甲\n咳嗽\n']);
    expect(reasons(result)).toEqual([
      expect.stringContaining('Composition/c: its narrative is no well-formed XHTML'),
      'Observation/o: the element valueQuantity.value is not as FHIR R4 has it.',
      'Observation/n (钾): has no value that can be read.',
      'Condition/e: the element code is not as FHIR R4 has it.',
    ]);
    await expect(read([{ resourceType: 'Patient' }])).rejects.toThrow(/1 resource Patient was not read/);
  });

  it('never throw anything but an error with words, whatever the resources hold', async () => {
    const element = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.object());
    const names = ['status', 'code', 'subject', 'encounter', 'valueQuantity', 'component', 'section', 'text'];
    const resource = fc
      .tuple(
        fc.constantFrom(
          'Patient',
          'Encounter',
          'Composition',
          'DocumentReference',
          'Observation',
          'Condition',
        ),
        fc.dictionary(fc.constantFrom(...names), element),
      )
      .map(([resourceType, rest]) => ({ ...rest, resourceType }));
    await fc.assert(
      fc.asyncProperty(fc.array(resource, { maxLength: 4 }), async (resources) => {
        try {
          await read(resources);
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-input' });
        }
      }),
      { numRuns: 300 },
    );
  });
});
