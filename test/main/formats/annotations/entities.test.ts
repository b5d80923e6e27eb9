import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ccks } from '../../../../main/formats/annotations/ccks.ts';
import { cmeee } from '../../../../main/formats/annotations/cmeee.ts';
import type { Format } from '../../../../main/formats/annotations/format.ts';
import { guessFormat } from '../../../../main/formats/annotations/index.ts';
import { LOST } from '../../../../main/formats/annotations/losses.ts';
import type { AnnotatedDocument, Item } from '../../../../shared/domain/annotation.ts';
import { annotatedDocuments, comparable, lossTable, marked } from '../../../helpers/annotated.ts';
import { accepted, bare, fields, isSpan, Tally } from '../../../helpers/held-annotations.ts';

const file = (text: string, name = 'a.jsonl') => ({ name, bytes: Buffer.from(text) });
const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function read(format: Format, text: string, name = 'a.jsonl') {
  const { documents, losses } = format.read([file(text, name)]);
  return { documents, losses: lossTable(losses) };
}

function brief({ items }: AnnotatedDocument) {
  return items.filter(isSpan).map(({ type, fragments: [place] }) => [type, place?.start, place?.end]);
}

/** Returns the items that an entity format holds: spans of one fragment. */
function heldBy(document: AnnotatedDocument, name: string, tally: Tally, keeps?: string): Item[] {
  return accepted(document, tally).flatMap((item) => {
    if (item.kind === 'label') tally.add(LOST.labels);
    else if (item.kind === 'relation') tally.add(LOST.relations);
    else if (item.fragments.length > 1) tally.add(LOST.discontinuous);
    else {
      const { [keeps ?? '']: kept, ...attributes } = item.attributes;
      const number = kept !== undefined && /^(0|[1-9]\d*)$/.test(kept) ? { [keeps ?? '']: kept } : {};
      const others = kept !== undefined && Object.keys(number).length === 0 ? item.attributes : attributes;
      return [{ ...bare({ ...item, attributes: others }, name, tally), attributes: number }];
    }
    return [];
  });
}

describe.each([
  { format: cmeee, name: 'cmeee.json', keeps: undefined },
  { format: ccks, name: 'ccks.jsonl', keeps: 'overlap' },
])('$format.title', ({ format, name, keeps }) => {
  it('gives back what it holds and counts the rest', () => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const written = format.write(documents);
        const tally = new Tally();
        const expected = documents.map((document) => heldBy(document, name, tally, keeps));
        expect(lossTable(written.losses)).toEqual(tally.table());
        expect(written.files.map((each) => each.name)).toEqual([name]);
        expect(guessFormat(written.files)).toBe(format);
        const again = format.read(written.files);
        expect(again.losses).toEqual([]);
        for (const [i, document] of again.documents.entries()) {
          const { text, name: title } = documents[i]!;
          expect({ ...document, meta: fields(document), items: comparable(document.items) }).toEqual({
            name: title,
            text,
            meta: fields(documents[i]!),
            items: comparable(expected[i]!),
          });
        }
        expect(format.write(again.documents)).toEqual({ files: written.files, losses: [] });
      }),
    );
  });

  it('keeps the order of rows and entities, equal entities too, and writes lines as it read them', () => {
    const rows = lines(
      {
        id: 'b',
        text: '咳嗽咳嗽',
        entities: [
          { start: 2, end: 4, type: 'x', text: '咳嗽' },
          { start: 0, end: 2, type: 'x', text: '咳嗽' },
          { start: 0, end: 2, type: 'x', text: '咳嗽' },
        ],
      },
      { id: 7, patient: 3, ward: null, note: '3', list: [1], text: '', entities: [] },
      { text: '𠮷野家发热', entities: [{ start: 3, end: 5, type: 'y', text: '发热' }] },
    );
    const { documents } = read(format, rows);
    expect(documents.map(({ name }) => name)).toEqual(['b', '7', 'a-3']);
    expect(brief(documents[0]!)).toEqual([
      ['x', 2, 4],
      ['x', 0, 2],
      ['x', 0, 2],
    ]);
    expect(brief(documents[2]!)).toEqual([['y', 4, 6]]);
    expect(Buffer.from(format.write(documents).files[0]!.bytes).toString()).toBe(rows);
  });

  it('takes offsets in UTF-16 where only these give the words', () => {
    const row = { text: '𠮷野家发热', entities: [{ start: 4, end: 6, type: 'y', text: '发热' }] };
    expect(brief(read(format, lines(row)).documents[0]!)).toEqual([['y', 4, 6]]);
  });

  it('keeps every digit of long numbers', () => {
    const rows =
      '{"id":110101199003078515,"visit":-12345678901234567890,"at":[1.25,9007199254740993],"text":"甲","entities":[]}\n';
    const { documents } = read(format, rows);
    expect(documents[0]?.name).toBe('110101199003078515');
    expect(fields(documents[0]!)).toEqual({ visit: '-12345678901234567890', at: '[1.25,9007199254740993]' });
    expect(Buffer.from(format.write(documents).files[0]!.bytes).toString()).toBe(rows);
  });

  it('makes names unique and gives the ids back', () => {
    const rows = lines({ id: 'a', text: 'x', entities: [] }, { id: 'a', text: 'y', entities: [] });
    const { documents } = read(format, rows);
    expect(documents.map((each) => each.name)).toEqual(['a', 'a (2)']);
    expect(Buffer.from(format.write([...documents]).files[0]!.bytes).toString()).toBe(rows);
  });

  it('tells which fields of entities it cannot keep', () => {
    const row = {
      text: '发热',
      entities: [{ start: 0, end: 2, type: 'y', text: '发热', score: 7, rank: 1 }],
    };
    expect(read(format, lines(row)).losses).toEqual({ 'losses.entity-fields': 2 });
  });

  it('reads entities with scores as suggestions', () => {
    const entity = { start: 0, end: 2, type: 'y', text: '发热' };
    const row = { text: '发热', entities: [{ ...entity, score: 0.5 }, entity] };
    const { documents, losses } = read(format, lines(row));
    expect(losses).toEqual({});
    expect(documents[0]?.items).toMatchObject([
      { status: 'suggested', provenance: { kind: 'model', confidence: 0.5 } },
      { status: 'accepted', provenance: { kind: 'import' } },
    ]);
  });

  it.each<[string, string, RegExp]>([
    [
      'no JSON',
      '{"text": "a", "entities": []}\n{"text": "b", ¶entities: []}',
      /"e" stands where a field name/,
    ],
    ['a value cut off', '{"text": "a", "entities": []}\n{"text": ¶"b', /does not end/],
    ['no object', '{"text": "a", "entities": []}\n ¶7', /no JSON object/],
    ['no text', '¶{"entities": []}', /[tT]ext: is missing/],
    ['no entities', '¶{"text": "a"}', /entities: is missing/],
    ['entities that are no list', '{"text": "a", "entities": ¶{}}', /entities: is missing or no list/],
    ['an entity that is none', '{"text": "a", "entities": [¶3]}', /entities\.0: is no JSON object/],
    ['a fraction', '{"text":"ab","entities":[{"start":¶0.5,"end":1,"type":"x"}]}', /0\.5 is no whole number/],
    [
      'a span that ends before it begins',
      '{"text":"ab","entities":[{"start":1,"end":¶1,"type":"x"}]}',
      /is not after the start/,
    ],
    [
      'a span past the end',
      '{"text":"ab","entities":[{"start":1,"end":¶3,"type":"x"}]}',
      /3 is past the end of the text, 2/,
    ],
    [
      'an empty type',
      '{"text":"ab","entities":[{"start":0,"end":1,"type":¶""}]}',
      /type: is missing or empty/,
    ],
    [
      'other words',
      '{"text":"ab","entities":[{"start":0,"end":1,"type":"x","text":¶"b"}]}',
      /"b" does not stand at 0, there is "a"/,
    ],
  ])('refuses %s with line and column', (_, broken, reason) => {
    const { text, place } = marked(broken);
    expect(() => read(format, text)).toThrow(reason);
    expect(() => read(format, text)).toThrow(`a.jsonl${place}`);
  });
});

describe('CMeEE as CBLUE gives it', () => {
  const json = JSON.stringify(
    [
      {
        text: '慢性胃炎伴𠮷',
        entities: [
          { start_idx: 0, end_idx: 3, type: 'dis', entity: '慢性胃炎' },
          { start_idx: 2, end_idx: 2, type: 'bod', entity: '胃' },
          { start_idx: 5, end_idx: 5, type: 'sym', entity: '𠮷' },
        ],
      },
    ],
    undefined,
    2,
  );

  it('has inclusive ends in code points', () => {
    const { documents, losses } = read(cmeee, `\ufeff${json}`, 'CMeEE_dev.json');
    expect(losses).toEqual({});
    expect(brief(documents[0]!)).toEqual([
      ['dis', 0, 4],
      ['bod', 2, 3],
      ['sym', 5, 7],
    ]);
    expect(Buffer.from(cmeee.write(documents).files[0]!.bytes).toString()).toBe(`${json}\n`);
  });

  it('says in which line of a list over many lines something is wrong', () => {
    const { text, place } = marked(json.replace('"end_idx": 2', '"end_idx": ¶9'));
    expect(() => read(cmeee, text)).toThrow(`a.jsonl${place}entities.1.end_idx: 9 is past the end`);
    const comma = marked(json.replace('"type": "bod",', '"type": "bod" ¶'));
    expect(() => read(cmeee, comma.text)).toThrow(/stands where , or } should be/);
    expect(() => read(cmeee, json.slice(0, -1))).toThrow(/ends where , or \] should stand/);
  });
});

describe('Yidu-S4K as published', () => {
  it('has start_pos, end_pos, label_type and overlap', () => {
    const rows = lines({
      originalText: '右肺癌',
      entities: [
        { start_pos: 0, end_pos: 3, label_type: '疾病和诊断', overlap: 1 },
        { start_pos: 0, end_pos: 2, label_type: '解剖部位', overlap: 0 },
      ],
    });
    const { documents } = read(ccks, rows);
    expect(documents[0]!.items.map(({ attributes }) => attributes)).toEqual([
      { overlap: '1' },
      { overlap: '0' },
    ]);
    expect(Buffer.from(ccks.write(documents).files[0]!.bytes).toString()).toBe(rows);
  });
});
