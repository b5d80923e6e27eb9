import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doccano } from '../../../../main/formats/annotations/doccano.ts';
import { AnnotatedDocument, type Item } from '../../../../shared/domain/annotation.ts';
import { message } from '../../../../shared/messages/message.ts';
import {
  annotatedDocuments,
  bareImport,
  comparable,
  expectNoHarm,
  lossTable,
  marked,
} from '../../../helpers/annotated.ts';

function readAll(text: string) {
  return doccano.read([{ name: 'all.jsonl', bytes: new TextEncoder().encode(text) }]);
}

function brief(items: readonly Item[]) {
  return items.map((item) => {
    if (item.kind === 'span') return [item.type, item.fragments[0]?.start, item.fragments[0]?.end];
    return item.kind === 'relation' ? [item.type, item.from, item.to] : item.type;
  });
}

function lines(documents: readonly AnnotatedDocument[]): unknown[] {
  const { files } = doccano.write(documents);
  const text = new TextDecoder().decode(files[0]?.bytes);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
}

describe('reading what doccano exports', () => {
  it('reads spans in code points, and keeps other fields', () => {
    const line =
      '{"id":7,"text":"😀发热三天","label":[[1,3,"症状"],[3,5,"时间"]],"ward":"心内","age":61,"Comments":["问一下"]}';
    const { documents, losses } = readAll(`${line}\n\n`);
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject({
      name: '7',
      text: '😀发热三天',
      meta: { ward: '心内', age: '61', Comments: '["问一下"]' },
    });
    expect(brief(documents[0]?.items ?? [])).toEqual([
      ['症状', 2, 4],
      ['时间', 4, 6],
    ]);
    expect(losses).toEqual([]);
    expect(lines(documents)).toEqual([JSON.parse(line)]);
  });

  it('reads entities with relations', () => {
    const line =
      '{"id":1,"text":"阿司匹林治胸痛","entities":[{"id":31,"label":"药物","start_offset":0,"end_offset":4},{"id":30,"label":"症状","start_offset":5,"end_offset":7}],"relations":[{"id":5,"from_id":31,"to_id":30,"type":"治疗"}],"Comments":[]}';
    const { documents } = readAll(line);
    expect(brief(documents[0]?.items ?? [])).toEqual([
      ['药物', 0, 4],
      ['症状', 5, 7],
      ['治疗', 1, 2],
    ]);
    expect(lines(documents)).toMatchObject([
      {
        entities: [
          { id: 1, start_offset: 0 },
          { id: 2, end_offset: 7 },
        ],
        relations: [{ id: 1, from_id: 1, to_id: 2, type: '治疗' }],
      },
    ]);
  });

  it('reads classes of texts, alone, as one word, and beside spans', () => {
    const { documents } = readAll(
      '{"id":"a","text":"x","label":["阳性","急诊"]}\n{"id":"b","text":"y","label":"阴性"}\n{"id":"c","text":"zz","cats":["订票"],"entities":[[0,1,"城市"]]}\n{"id":"d","text":"w","labels":[]}',
    );
    expect(documents.map(({ items }) => brief(items))).toEqual([
      ['阳性', '急诊'],
      ['阴性'],
      [['城市', 0, 1], '订票'],
      [],
    ]);
  });

  it('numbers documents without id and gives the same id a number of its own', () => {
    const { documents } = readAll(
      '{"text":"x","label":[]}\n{"id":1,"text":"y","label":[]}\n{"id":1,"text":"z","label":[]}',
    );
    expect(documents.map(({ name }) => name)).toEqual(['all-1', '1', '1 (2)']);
    expect(lines(documents)).toMatchObject([{ text: 'x' }, { id: 1 }, { id: 1 }]);
  });

  it('recognises its lines, and those of others not', () => {
    const looks = (text: string) =>
      doccano.looksLike([{ name: 'x.jsonl', bytes: new TextEncoder().encode(text) }]);
    expect(looks('{"text":"x","label":[[0,1,"a"]]}')).toBe(true);
    expect(looks('{"text":"x","label":["a"]}')).toBe(true);
    expect(
      looks('{"text":"x","entities":[{"id":1,"label":"a","start_offset":0,"end_offset":1}],"relations":[]}'),
    ).toBe(true);
    expect(looks('{"text":"x","entities":[{"start":0,"end":1,"type":"a"}]}')).toBe(false);
    expect(looks('{"text":"x"}')).toBe(false);
    expect(looks('[1,2]')).toBe(false);
  });
});

describe('lines that break the format', () => {
  it('are read as valid documents or refused with a reason, whatever is broken', () => {
    expectNoHarm(doccano);
  });

  const bad = (rest: string) => `{"text":"好","label":[]}\n{"text":"发热", ${rest}}`;
  it.each([
    ['no JSON', '{"text":"好","label":[]}\n{"text":¶', 'JSON'],
    ['no text', '¶{"label":[]}', 'text: is missing'],
    ['a start that is no number', bad('"label":[[¶"0",1,"a"]]'), 'label.0.0: "0" is no whole number'],
    ['an end past the text', bad('"label":[[0,¶3,"a"]]'), 'label.0.1: 3 is past the end of the text, 2'],
    ['an end before the start', bad('"label":[[1,¶1,"a"]]'), '1 is not after the start'],
    ['four members', bad('"label":[¶[0,1,"a",2]]'), 'is not [start, end, label]'],
    ['no label', bad('"entities":[¶{"id":1,"start_offset":0,"end_offset":1}]'), 'label: is missing'],
    [
      'two entities of one id',
      bad(
        '"entities":[{"id":1,"label":"a","start_offset":0,"end_offset":1},{"id":¶1,"label":"a","start_offset":0,"end_offset":1}]',
      ),
      'is there twice',
    ],
    [
      'a relation to nothing',
      bad('"entities":[],"relations":[{"id":1,"from_id":¶9,"to_id":9,"type":"r"}]'),
      'there is no annotation 9',
    ],
    ['a list that is none', bad('"label":¶{"a":1}'), 'label: is missing or no list'],
  ])('%s', (_, broken, reason) => {
    const { text, place } = marked(broken);
    expect(() => readAll(text)).toThrow(`all.jsonl${place}`);
    expect(() => readAll(text)).toThrow(reason);
  });
});

describe('what doccano needs', () => {
  const span = (type: string, start: number): Item => ({
    ...{ kind: 'span', id: 1, type, fragments: [{ start, end: start + 1 }], attributes: {}, note: '' },
    ...{ status: 'accepted', provenance: { kind: 'import', name: 'x' } },
  });
  const { files } = doccano.write([
    { name: 'a', text: '甲乙', meta: { ward: '1' }, items: [span('x', 0)] },
    { name: 'b', text: '丙', meta: {}, items: [] },
  ]);

  it('every line has the fields of the others, since it refuses to be without', () => {
    const rows = Buffer.from(files[0]!.bytes)
      .toString()
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(rows[1]).toEqual({ id: 'b', ward: null, text: '丙', label: [] });
    expect(doccano.read(files).documents.map(({ meta }) => meta.ward)).toEqual(['1', undefined]);
  });

  it('labels stand in a configuration of their own', () => {
    expect(files.map(({ name }) => name)).toEqual(['annotations.jsonl', 'span_label_config.json']);
    expect(JSON.parse(Buffer.from(files[1]!.bytes).toString())).toMatchObject([
      { text: 'x', prefix_key: null, suffix_key: null },
    ]);
  });
});

describe('writing', () => {
  it('gives back what doccano holds; losses count exactly the rest', () => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const { files, losses } = doccano.write(documents);
        const { documents: back, losses: readLosses } = doccano.read(files);
        const held = documents.map(heldOf);
        expect(back.map(({ name, text }) => [name, text])).toEqual(
          documents.map(({ name, text }) => [name, text]),
        );
        expect(back.map(({ meta: { '@doccano': _, ...meta } }) => meta)).toEqual(
          documents.map(({ meta }) => meta),
        );
        for (const [i, { items }] of back.entries()) {
          expect(AnnotatedDocument.parse(back[i])).toEqual(back[i]);
          expect(comparable(plainImports(items))).toEqual(comparable(held[i]?.items ?? []));
        }
        expect(lossTable(losses)).toEqual(sum(held.map(({ lost }) => lost)));
        expect(readLosses).toEqual([]);
        const again = doccano.write(back);
        expect(again.files[0]?.bytes).toEqual(files[0]?.bytes);
      }),
      { numRuns: 300 },
    );
  });

  it('counts fields whose names mean something else', () => {
    const document = AnnotatedDocument.parse({
      name: 'n',
      text: 'x',
      meta: { label: 'a', ward: 'b' },
      items: [],
    });
    expect(doccano.write([document]).losses).toMatchObject([
      { what: message('losses.document-fields'), count: 1, example: 'n: label a' },
    ]);
  });
});

function plainImports(items: readonly Item[]): Item[] {
  return items.map((item) => ({ ...item, provenance: bareImport }));
}

function heldOf({ items }: AnnotatedDocument) {
  const lost: Record<string, number> = {};
  const lose = (what: string, times = 1) => {
    if (times > 0) lost[what] = (lost[what] ?? 0) + times;
  };
  const spans = new Set<number>();
  const kept = items.filter((item) => {
    if (item.status === 'suggested') lose('losses.suggestions');
    else if (item.kind === 'span' && item.fragments.length > 1) lose('losses.discontinuous');
    else if (item.kind === 'relation' && !(spans.has(item.from) && spans.has(item.to)))
      lose('losses.loose-relations');
    else {
      if (item.kind === 'span') spans.add(item.id);
      return true;
    }
    return false;
  });
  for (const item of kept) {
    lose('losses.attributes', Object.keys(item.attributes).length);
    if (item.note !== '') lose('losses.notes');
    if (item.kind === 'span' && item.link !== undefined) lose('losses.links');
    const { kind, name: _, ...rest } = item.provenance;
    if (kind !== 'import' || Object.keys(rest).length > 0) lose('losses.provenance');
  }
  const bare = kept.map((item): Item => {
    const plain = { ...item, attributes: {}, note: '' };
    if (plain.kind === 'span') delete plain.link;
    return plain;
  });
  return { items: plainImports(bare), lost };
}

function sum(tables: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const table of tables)
    for (const [what, count] of Object.entries(table)) total[what] = (total[what] ?? 0) + count;
  return total;
}
