import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertionOf } from '../../../../main/formats/annotations/fhir/codes.ts';
import { fhir } from '../../../../main/formats/annotations/fhir.ts';
import { AnnotatedDocument, type Item, type SpanItem } from '../../../../shared/domain/annotation.ts';
import {
  annotatedDocuments,
  bareImport,
  comparable,
  expectNoHarm,
  lossTable,
  marked,
} from '../../../helpers/annotated.ts';

function read(text: string) {
  const { documents, losses } = fhir.read([{ name: 'bundle.json', bytes: new TextEncoder().encode(text) }]);
  return { documents, losses: lossTable(losses) };
}

function write(items: readonly object[], text = '否认糖尿病，父亲高血压，服阿司匹林，行阑尾切除术。') {
  const document = AnnotatedDocument.parse({ name: '病历 1', text, meta: { 患者: '张某' }, items });
  const [file] = fhir.write([document]).files;
  const bundle = JSON.parse(new TextDecoder().decode(file?.bytes));
  return bundle.entry.map(({ resource }: { resource: object }) => resource);
}

function span(id: number, type: string, start: number, end: number, more: Partial<SpanItem> = {}): SpanItem {
  return {
    kind: 'span',
    id,
    type,
    fragments: [{ start, end }],
    attributes: {},
    note: '',
    status: 'accepted',
    provenance: bareImport,
    ...more,
  };
}

describe('writing', () => {
  it('says in FHIR what it is, whether it is so, and its code', () => {
    const link = { system: 'icd-10', code: 'E14', name: '糖尿病' };
    const resources = write([
      span(1, '疾病', 2, 5, { attributes: { assertion: 'negated' }, link, note: '再问' }),
      span(2, 'dis', 8, 11, { attributes: { 家族史: 'true' } }),
      span(3, '药物', 13, 17),
      span(4, '手术', 19, 24, { status: 'suggested' }),
      span(5, '症状', 0, 1, { attributes: { 存在: '阴性' } }),
      span(6, 'bod', 0, 1),
      { ...span(7, '疾病', 0, 1), attributes: { 既往: 'true' } },
      { kind: 'relation', id: 8, type: '治疗', from: 3, to: 2, provenance: bareImport },
      { kind: 'label', id: 9, type: '急诊', provenance: bareImport },
    ]);
    const code = (text: string) => expect.objectContaining({ text });
    expect(resources).toMatchObject([
      {
        resourceType: 'DocumentReference',
        status: 'current',
        content: [{ attachment: { contentType: 'text/plain; charset=utf-8', title: '病历 1' } }],
      },
      {
        resourceType: 'Condition',
        verificationStatus: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code: 'refuted' }],
        },
        code: {
          coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'E14', display: '糖尿病' }],
          text: '糖尿病',
        },
        subject: { display: '张某' },
        note: [{ text: '再问' }],
      },
      { resourceType: 'FamilyMemberHistory', status: 'completed', condition: [{ code: code('高血压') }] },
      { resourceType: 'MedicationStatement', status: 'active', medicationCodeableConcept: code('阿司匹林') },
      { resourceType: 'Procedure', status: 'unknown', code: code('阑尾切除术') },
      { resourceType: 'Observation', status: 'final', valueBoolean: false },
      { resourceType: 'Observation', status: 'final', code: code('否') },
      {
        resourceType: 'Condition',
        clinicalStatus: { coding: [{ code: 'inactive' }] },
        verificationStatus: { coding: [{ code: 'confirmed' }] },
      },
      { resourceType: 'Basic', code: { coding: [{ code: 'relation' }], text: '治疗' } },
      { resourceType: 'Basic', code: { coding: [{ code: 'label' }], text: '急诊' } },
    ]);
    expect(resources[1]).not.toHaveProperty('clinicalStatus');
    expect(resources[6]).not.toHaveProperty('valueBoolean');
  });

  it('names annotator, model and who accepted in a Provenance', () => {
    const resources = write([
      span(1, '疾病', 2, 5, {
        provenance: {
          kind: 'model',
          name: 'ner',
          version: '3',
          confidence: 0.5,
          at: '2024-05-06T07:08:09Z',
          acceptedBy: '王医生',
          acceptedAt: '2024-05-07T00:00:00Z',
        },
      }),
      span(2, '疾病', 2, 5, { provenance: { kind: 'human', name: '李' } }),
    ]);
    expect(
      resources.filter(({ resourceType }: { resourceType: string }) => resourceType === 'Provenance'),
    ).toMatchObject([
      {
        recorded: '2024-05-06T07:08:09Z',
        agent: [
          { type: { coding: [{ code: 'assembler' }] }, who: { type: 'Device', display: 'ner' } },
          { type: { coding: [{ code: 'verifier' }] }, who: { type: 'Practitioner', display: '王医生' } },
        ],
      },
      {
        _recorded: { extension: [{ valueCode: 'unknown' }] },
        agent: [{ who: { type: 'Practitioner', display: '李' } }],
      },
    ]);
  });

  it('gives the same resource the same id every time, and each its own', () => {
    const ids = () => {
      const [file] = fhir.write([
        AnnotatedDocument.parse({ name: 'n', text: 'ab', items: [span(1, 'a', 0, 1), span(2, 'a', 0, 1)] }),
      ]).files;
      return JSON.parse(new TextDecoder().decode(file?.bytes)).entry.map(
        ({ fullUrl }: { fullUrl: string }) => fullUrl,
      );
    };
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(3);
    for (const id of ids())
      expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('writes no empty text, list or object, which FHIR forbids', () => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const [file] = fhir.write(documents).files;
        JSON.parse(new TextDecoder().decode(file?.bytes), (key, value: unknown) => {
          const isEmpty =
            value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
          expect(isEmpty, key).toBe(false);
          return value;
        });
      }),
      { numRuns: 50 },
    );
  });

  it('gives back everything; only characters that are no Unicode are lost, and counted', () => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const { files, losses } = fhir.write(documents);
        const { documents: back, losses: readLosses } = fhir.read(files);
        expect(back.map(({ name, text, meta }) => ({ name, text, meta }))).toEqual(
          documents.map(({ name, text, meta }) => ({ name, text: text.toWellFormed(), meta })),
        );
        for (const [i, { items }] of back.entries()) {
          expect(AnnotatedDocument.parse(back[i])).toEqual(back[i]);
          expect(comparable(items.map(bareAsWritten))).toEqual(
            comparable((documents[i]?.items ?? []).map(bareAsWritten)),
          );
        }
        const lone = documents.reduce(
          (sum, { text }) => sum + [...text].filter((char) => !char.isWellFormed()).length,
          0,
        );
        expect(lossTable(losses)).toEqual(lone === 0 ? {} : { 'losses.surrogates': lone });
        expect(readLosses).toEqual([]);
        expect(fhir.looksLike(files)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('assertions', () => {
  it.each([
    [{}, 'present'],
    [{ negated: 'true' }, 'negated'],
    [{ negated: 'false' }, 'present'],
    [{ 否定: '否' }, 'present'],
    [{ assertion: 'uncertain' }, 'uncertain'],
    [{ 状态: '疑似' }, 'uncertain'],
    [{ 时间: '既往', 修饰: '否定' }, 'negated'],
    [{ Experiencer: 'Family' }, 'family'],
    [{ note: 'something else' }, 'present'],
  ] as const)('%j is %s', (attributes, assertion) => {
    expect(assertionOf(attributes)).toBe(assertion);
  });
});

const text = Buffer.from('发热三天').toString('base64');
const DOCUMENT = `{"fullUrl":"urn:d","resource":{"resourceType":"DocumentReference","id":"d1","status":"current","content":[{"attachment":{"contentType":"text/plain","data":"${text}"}}]}}`;
const annotation = (parts: string, document = 'urn:d') =>
  `"extension":[¶{"url":"urn:meridian:fhir:annotation","extension":[{"url":"document","valueReference":{"reference":"${document}"}},{"url":"type","valueString":"症状"}${parts}]}]`;
const FRAGMENT = (start: number, end: number) =>
  `,{"url":"fragment","extension":[{"url":"start","valueUnsignedInt":${start}},{"url":"end","valueUnsignedInt":${end}}]}`;
const bundle = (...entries: string[]) =>
  `{"resourceType":"Bundle","type":"collection","entry":[${[DOCUMENT, ...entries].join(',\n')}]}`;

describe('reading', () => {
  it("reads texts of others' bundles, codes that others gave, and counts what has no place in a text", () => {
    const { documents, losses } = read(
      bundle(
        '{"resource":{"resourceType":"Patient","id":"p"}}',
        '{"resource":{"resourceType":"DocumentReference","id":"d2","content":[{"attachment":{"contentType":"text/plain","url":"http://example.org/x","title":"x"}}]}}',
        `{"fullUrl":"urn:c","resource":{"resourceType":"Condition","code":{"coding":[{"system":"http://snomed.info/sct","code":"386661006","display":"Fever"}]},${annotation(FRAGMENT(0, 2), 'DocumentReference/d1').replace('¶', '')}}}`,
        '{"resource":{"resourceType":"Provenance","target":[{"reference":"urn:c"}],"recorded":"2024-05-06T07:08:09Z","agent":[{"who":{"reference":"Practitioner/7"}}]}}',
      ),
    );
    expect(documents).toMatchObject([
      {
        name: 'd1',
        text: '发热三天',
        items: [
          {
            type: '症状',
            fragments: [{ start: 0, end: 2 }],
            link: { system: 'snomed-ct', code: '386661006', name: 'Fever' },
            provenance: { kind: 'human', name: 'Practitioner/7', at: '2024-05-06T07:08:09Z' },
          },
        ],
      },
    ]);
    expect(losses).toEqual({
      'losses.placeless-resources': 1,
      'losses.textless-documents': 1,
    });
  });

  it('reads bulk exports, a resource a line', () => {
    const { documents } = read(
      `{"resourceType":"DocumentReference","id":"d1","content":[{"attachment":{"data":"${text}"}}]}\n{"resourceType":"Observation","id":"o",${annotation(FRAGMENT(2, 4), 'DocumentReference/d1').replace('¶', '')}}`,
    );
    expect(documents[0]?.items).toMatchObject([{ fragments: [{ start: 2, end: 4 }] }]);
  });
});

describe('files that break the format', () => {
  it('are read as valid documents or refused with a reason, whatever is broken', () => {
    expectNoHarm(fhir);
  });

  const observation = (inside: string) => `{"resource":{"resourceType":"Observation",${inside}}}`;
  it.each([
    ['no resource', '¶{"a":1}', 'is no resource of FHIR'],
    ['entries that are no list', '{"resourceType":"Bundle","entry":¶1}', 'entry: is missing or no list'],
    ['an entry without resource', '{"resourceType":"Bundle","entry":[\n¶{}]}', 'entry.0.resource'],
    ['no base64', bundle().replace(`"${text}"`, '¶"?"'), 'is no base64'],
    ['no UTF-8', bundle().replace(`"${text}"`, '¶"/w=="'), 'is no UTF-8'],
    [
      'no document',
      bundle(observation(annotation(FRAGMENT(0, 2), 'urn:other'))),
      'there is no document urn:other',
    ],
    [
      'a place outside of the text',
      bundle(observation(annotation(FRAGMENT(0, 5)))),
      '0 to 5 is no place in the text of 4',
    ],
    ['an empty place', bundle(observation(annotation(FRAGMENT(1, 1)))), '1 to 1 is no place'],
    [
      'no type',
      bundle(observation(annotation('').replace('"valueString":"症状"', '"valueString":""'))),
      'the type "" is empty',
    ],
    [
      'a relation to nothing',
      bundle(observation(annotation(',{"url":"from","valueReference":{"reference":"urn:x"}}'))),
      'there is no annotation urn:x',
    ],
    [
      'a number for a text',
      bundle(
        observation(annotation('').replace('¶', '').replace('"valueString":"症状"', '"valueString":¶5')),
      ),
      'valueString',
    ],
    ['no content', bundle('{"resource":¶{"resourceType":"DocumentReference"}}'), 'content'],
  ])('%s', (_, broken, reason) => {
    const { text: given, place } = marked(broken);
    expect(() => read(given)).toThrow(reason);
    expect(() => read(given)).toThrow(`bundle.json${place}`);
  });
});

function bareAsWritten(item: Item): Item {
  const { kind, name: _, ...rest } = item.provenance;
  return kind === 'import' && Object.keys(rest).length === 0 ? { ...item, provenance: bareImport } : item;
}
