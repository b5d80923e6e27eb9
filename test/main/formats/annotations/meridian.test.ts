import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf, guessFormat } from '../../../../main/formats/annotations/index.ts';
import { LOST } from '../../../../main/formats/annotations/losses.ts';
import { meridian } from '../../../../main/formats/annotations/meridian.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { message } from '../../../../shared/messages/message.ts';
import { annotatedDocuments, marked } from '../../../helpers/annotated.ts';

const file = (text: string) => [{ name: 'a.jsonl', bytes: Buffer.from(text) }];
const HEAD = '{"format":"meridian-annotations","version":1,"documents":1}\n';
const ITEM = '"kind":"span","type":"x","provenance":{"kind":"human","name":"王"}';

const schema = AnnotationSchema.parse({
  spans: [{ name: '疾病', title: 'Disease', key: 'd', look: 3 }],
  attributes: [{ name: '否定', kind: 'flag' }],
  relations: [{ name: '位于', from: ['疾病'] }],
  labels: [{ name: '出院', group: '类型' }],
  guidelines: '# 规则\n',
});

describe('Meridian JSONL', () => {
  it('gives everything back', () => {
    fc.assert(
      fc.property(annotatedDocuments, fc.boolean(), (documents, withSchema) => {
        const { files, losses } = meridian.write(documents, withSchema ? { schema } : {});
        expect(losses).toEqual([]);
        expect(guessFormat(files)).toBe(meridian);
        expect(meridian.read(files)).toEqual({ documents, ...(withSchema ? { schema } : {}), losses: [] });
      }),
    );
  });

  it.each(['cmeee', 'cmeie', 'ccks', 'conll'] as const)(
    '%s tells that it has no place for a schema',
    (id) => {
      const { losses } = formatOf(id).write([], { schema });
      expect(losses).toEqual([{ what: message(LOST.schema), count: 5, example: '疾病, 否定, 位于, 出院' }]);
    },
  );

  it('holds no document as well as many', () => {
    expect(meridian.read(meridian.write([]).files)).toEqual({ documents: [], losses: [] });
  });

  it('refuses a file of a newer Meridian', () => {
    const newer = '{"format":"meridian-annotations","version":2,"what":1}\n';
    expect(() => meridian.read(file(newer))).toThrow(expect.objectContaining({ code: 'newer-version' }));
  });

  it.each<[string, string, RegExp]>([
    ['another file', '¶{"text":"a"}\n', /first line does not say/],
    [
      'a version that is none',
      '{"format":"meridian-annotations","version":¶"1","documents":0}\n',
      /version: /,
    ],
    ['a file that is cut off', `${HEAD}¶`, /announces 1 documents and holds 0/],
    ['a document without a name', `${HEAD}{"name":¶"","text":"a","items":[]}`, /name: /],
    ['items that are missing', `${HEAD}¶{"name":"a","text":"a"}`, /items: /],
    [
      'an item of an unknown kind',
      `${HEAD}{"name":"a","text":"a","items":[{"kind":¶"event"}]}`,
      /items\.0\.kind: /,
    ],
    [
      'an id twice',
      `${HEAD}{"name":"a","text":"ab","items":[{"id":1,${ITEM},"fragments":[{"start":0,"end":1}]},{"id":¶1,${ITEM},"fragments":[{"start":0,"end":1}]}]}`,
      /items\.1\.id: 1 is there twice/,
    ],
    [
      'a span past the end',
      `${HEAD}{"name":"a","text":"ab","items":[{"id":1,${ITEM},"fragments":[¶{"start":0,"end":3}]}]}`,
      /3 is past the end of the text, 2/,
    ],
    [
      'fragments out of order',
      `${HEAD}{"name":"a","text":"abc","items":[{"id":1,${ITEM},"fragments":[{"start":2,"end":3},¶{"start":0,"end":1}]}]}`,
      /begins at 0, not after 3/,
    ],
    [
      'fragments that touch',
      `${HEAD}{"name":"a","text":"abc","items":[{"id":1,${ITEM},"fragments":[{"start":0,"end":1},¶{"start":1,"end":2}]}]}`,
      /begins at 1, not after 1/,
    ],
    [
      'half of a character',
      `${HEAD}{"name":"a","text":"𠮷","items":[{"id":1,${ITEM},"fragments":[¶{"start":0,"end":1}]}]}`,
      /inside a character/,
    ],
    [
      'a relation to nothing',
      `${HEAD}{"name":"a","text":"a","items":[{"id":1,"kind":"relation","type":"r","from":¶2,"to":2,"provenance":{"kind":"human","name":""}}]}`,
      /there is no annotation 2/,
    ],
  ])('refuses %s with line and column', (_, broken, reason) => {
    const { text, place } = marked(broken);
    expect(() => meridian.read(file(text))).toThrow(reason);
    expect(() => meridian.read(file(text))).toThrow(`a.jsonl${place}`);
  });
});
