/** Values of dumps by their keys, and names, places and dates in English wording. */
import { describe, expect, it } from 'vitest';
import { detector, isTerm } from '../../helpers/deid.ts';

const found = (text: string): string[] =>
  detector
    .detect(text, { isTerm, level: 'strict' })
    .map(({ start, end, field }) => `${field} ${text.slice(start, end)}`);

describe('dumps', () => {
  it('read the values of objects by their keys, and no key', () => {
    const text =
      '{"pat_name":"臧天朔","zyh":"20240305","visit_id":"OP-93","item":{"name":"尿常规"},"sign":"szg"}';
    expect(found(text)).toEqual([
      'name 臧天朔',
      'inpatient-number 20240305',
      'outpatient-number OP-93',
      'doctor szg',
    ]);
  });
  it('read tags and attributes', () => {
    expect(found('<Nm>逄玉龙</Nm><Bed>6-14</Bed><Spec kind="血" barcode="2307160418"/>')).toEqual([
      'name 逄玉龙',
      'bed-number 6-14',
      'other-number 2307160418',
    ]);
  });
  it('read columns of values with commas by the names over them; numbers of rows stay', () => {
    const text = 'id,xm,xb,zyh,zzys\n1,荀培德,男,Z2011020031,解放\n2,毋丘兰,女,Z2011030007,时冰';
    expect(found(text)).toEqual([
      'name 荀培德',
      'inpatient-number Z2011020031',
      'doctor 解放',
      'name 毋丘兰',
      'inpatient-number Z2011030007',
      'doctor 时冰',
    ]);
  });
});

describe('messages of HL7 version 2', () => {
  const message = [
    'MSH|^~\\&|HIS|BQYY|LIS|LAB|20230405101500||ADT^A01|M0077|P|2.4',
    'PID|1||00456123^^^HIS||俞^小棠||19880712|F|||湖滨路7号||0719-8812334',
    'NK1|1|汤^敏|SPO||13907281234',
    'PV1|1|I|骨二^12||||1077^茅^以昇||||||||||||ZY00871122',
    'OBX|1|NM|WBC||12.3||4-10',
    'NTE|1||小棠夜间疼痛',
  ].join('\n');
  it('are read by the places of their fields; codes and counts stay', () => {
    expect(found(message)).toEqual([
      'institution BQYY',
      'date 20230405',
      'other-number M0077',
      'record-number 00456123^^^HIS',
      'name 俞^小棠',
      'date 19880712',
      'address 湖滨路7号',
      'phone 0719-8812334',
      'contact 汤^敏',
      'phone 13907281234',
      'bed-number 骨二^12',
      'doctor 1077^茅^以昇',
      'inpatient-number ZY00871122',
      'name 小棠',
    ]);
  });
});

describe('English wording', () => {
  it.each([
    ['Husband Marco Bellini present.', 'contact Marco Bellini'],
    ['e-signed A. Kwok MD', 'doctor A. Kwok'],
    ['Mr. Hendrik de Vries was admitted', 'name Hendrik de Vries'],
    [
      'Lives in Rm 17C, Tower 2, Seaworld Garden, Nanshan.',
      'address Rm 17C, Tower 2, Seaworld Garden, Nanshan',
    ],
    ['works as product manager at Lingjing Tech, sits long', 'workplace Lingjing Tech'],
    ['Previously seen at HKU-SZH for migraine', 'institution HKU-SZH'],
    ['RTC Jan 9. If red flags', 'date Jan 9'],
    ['onset UK-APR-2022, mild', 'date UK-APR-2022'],
    ['Log: Sun 14 Apr, calm', 'date Sun 14 Apr'],
    ['seen on Thursday, 6 February', 'date Thursday, 6 February'],
    ['女儿 Winnie：来电', 'contact Winnie'],
  ])('%s', (text, expected) => expect(found(text)).toContain(expected));
  it('leaves drugs, departments and words of headings', () => {
    expect(found('Patient Stable. Rizatriptan 10 mg prn. Seen in AED. Left Knee X-ray normal.')).toEqual([]);
  });
});
