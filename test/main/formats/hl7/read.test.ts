import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../../../main/formats/hl7/segments.ts';
import { type ReadResult, readDocuments } from '../../../../main/formats/read-documents.ts';
import { loadValueReader } from '../../../../main/text/values/read-values.ts';
import { words } from '../../../../shared/messages/words.ts';

const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../fixtures/hl7', name));
const reasons = ({ refused }: ReadResult): string[] => refused.map(({ reason }) => words(reason, 'en'));
const HEAD = 'MSH|^~\\&|A|B|||20240101||ORU^R01|1|P|2.5';
const read = (...segments: string[]): Promise<ReadResult> =>
  readDocuments('a.hl7', Buffer.from([HEAD, ...segments].join('\r')));
const PATIENT = {
  ...{ name: '林某', sex: 'female', birthDate: '1956-03-02' },
  identifier: { system: 'urn:oid:1.2.156.112.100.1', value: '80421' },
};

describe('HL7 v2', () => {
  it('results become values with code, unit, range and time', async () => {
    const result = await readDocuments('oru-r01.hl7', fixture('oru-r01.hl7'));
    const [record] = result.documents;
    expect(record).toMatchObject({ id: 'MSG00001', patient: PATIENT, dated: '2023-11-20T11:20:00+08:00' });
    expect(record?.encounter).toEqual({
      ...{ kind: '住院', department: '呼吸与危重症医学科', start: '2023-11-20T10:35:00' },
      identifier: { system: 'HIS', value: 'ZY2023-1120' },
    });
    const values = loadValueReader()
      .read(record?.text ?? '')
      .map(({ code, value, comparison, flag, critical, time }) => [
        ...[code, value, comparison, flag, critical, time?.iso],
      ]);
    expect(values).toEqual([
      ['6690-2', 16.8, undefined, 'high', false, '2023-11-20T11:20'],
      ['718-7', 118, undefined, 'normal', false, '2023-11-20T11:20'],
      ['2823-3', 6.7, undefined, 'high', true, '2023-11-20T11:30'],
      ['1988-5', 200, '>', 'high', false, '2023-11-20T11:20'],
      ['20454-5', undefined, undefined, 'negative', false, '2023-11-20T11:20'],
    ]);
    expect(record?.text).toContain('备注：标本轻度溶血&已复核\n');
    expect(record?.text).toContain(
      '【影像所见】\n右肺下叶大片实变影\n密度不均 3^2~5 mm\\a\n右侧少量胸腔积液\n【诊断】\n1. 社区获得性肺炎（J15.9）\n',
    );
    expect(reasons(result)).toEqual([
      '钠: not read (OBX-11 W).',
      '图像: not read (OBX-2 ED).',
      'Segments that were not read: NK1.',
    ]);
  });

  it('documents are texts, in the encoding that MSH-18 names', async () => {
    const result = await readDocuments('mdm-t02.hl7', fixture('mdm-t02.hl7'));
    expect(result.refused).toEqual([]);
    expect(result.documents[0]).toMatchObject({ title: '林某 出院小结 2023-12-01', patient: PATIENT });
    expect(result.documents[0]?.text).toContain(
      '科室：呼吸内科\n【出院诊断】\n1. 社区获得性肺炎\n2. 2型糖尿病\n【出院情况】\n体温正常，无发热。\n',
    );
  });

  it('admissions have reason, allergies and diagnoses; frames of the transmission are no text', async () => {
    const { documents } = await readDocuments('adt-a01.hl7', fixture('adt-a01.hl7'));
    expect(documents[0]?.patient).toEqual(PATIENT);
    expect(documents[0]?.text).toContain(
      '【就诊原因】\n发热、咳嗽5天\n【过敏史】\n对青霉素过敏（皮疹）。\n【诊断】\n1. 肺炎（J15.9）\n2. 2型糖尿病（E11.9）\n',
    );
  });

  it('several messages, batches and other line ends are read; each refusal names its message', async () => {
    const one = fixture('oru-r01.hl7').toString();
    const other = `${HEAD.replace('ORU^R01', 'ORM^O01').replace(/\|/g, '|')}\rPID|||7`;
    const text = `FHS|^~\\&\rBHS|^~\\&\r${one}${other}\r${one}BTS|3\rFTS|1\r`;
    const result = await readDocuments('batch.txt', Buffer.from(text.replaceAll('\r', '\r\n')));
    expect(result.documents).toHaveLength(2);
    expect(result.refused.map(({ line }) => line)).toEqual([1, 1, 1, 2, 3, 3, 3]);
    expect(reasons(result)[3]).toContain('ORM^O01 was not read');
  });

  it('texts of two reports stay apart; text over several lines goes on', async () => {
    const { documents } = await read(
      ...[
        'OBR|1|||^胸片',
        'OBX|1|TX|I^所见||甲',
        'OBX|2|TX|I^所见||乙\n丙',
        'OBR|2|||^B超',
        'OBX|1|TX|I^所见||丁',
      ],
    );
    expect(documents[0]?.text).toContain('【所见】\n甲\n乙\n丙\n【所见】\n丁\n');
  });

  it('other separators and escapes are those of the message', () => {
    const [[, segment] = []] = messagesOf('MSH#*-!%#A\rPID#1##a!F!b!S!c!R!d!T!e!E!f!X41C3A9!!Zx!*g-h*i');
    expect(segment?.repetitions(3)).toEqual([
      ['a#b*c-d%e!fAé!Zx!', 'g'],
      ['h', 'i'],
    ]);
  });

  it('fields come back as they were written, whatever stands in them', () => {
    const escaped = (words: string) =>
      words.replace(
        /[|^~\\&]/g,
        (sign) => `\\${{ '|': 'F', '^': 'S', '~': 'R', '\\': 'E', '&': 'T' }[sign]}\\`,
      );
    const word = fc
      .string({ unit: fc.constantFrom('甲', 'b', '|', '^', '~', '\\', '&', ' ', '𠮷'), maxLength: 8 })
      .map((text) => text.trim());
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        (given) => {
          const field = given.map((parts) => parts.map(escaped).join('^')).join('~');
          const [[, segment] = []] = messagesOf(`${HEAD}\rOBX|1|ST|${field}`);
          expect(segment?.repetitions(3)).toEqual(field === '' ? [] : given);
        },
      ),
    );
  });

  it('without anything to read is refused with words; damage never throws otherwise', async () => {
    await expect(read('PID|||7||甲')).rejects.toThrow(/neither results nor text nor diagnoses/);
    const whole = fixture('oru-r01.hl7');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 }),
        async (changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of changes) bytes[at] = byte;
          try {
            await readDocuments('a.hl7', bytes);
          } catch (error) {
            expect(error).toHaveProperty('localized');
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
