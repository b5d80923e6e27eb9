import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cmeie } from '../../../../main/formats/annotations/cmeie.ts';
import { guessFormat } from '../../../../main/formats/annotations/index.ts';
import { LOST } from '../../../../main/formats/annotations/losses.ts';
import type { AnnotatedDocument, Relation, SpanItem } from '../../../../shared/domain/annotation.ts';
import { annotatedDocuments, lossTable, marked } from '../../../helpers/annotated.ts';
import { accepted, bare, fields, isRelation, isSpan, Tally } from '../../../helpers/held-annotations.ts';

const file = (text: string, name = 'a.jsonl') => ({ name, bytes: Buffer.from(text) });
const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const written = (documents: readonly AnnotatedDocument[]) =>
  Buffer.from(cmeie.write(documents).files[0]!.bytes).toString();

const triple = {
  Combined: true,
  predicate: '临床表现',
  subject: '肺炎',
  subject_type: '疾病',
  object: { '@value': '咳嗽' },
  object_type: { '@value': '症状' },
};

const words = ({ text }: AnnotatedDocument, { fragments: [place] }: SpanItem) =>
  text.slice(place?.start, place?.end);

function triplesOf(document: AnnotatedDocument) {
  const spans = new Map(document.items.filter(isSpan).map((span) => [span.id, span]));
  return document.items.filter(isRelation).map(({ type, from, to, attributes }) => {
    const [subject, object] = [spans.get(from)!, spans.get(to)!];
    return [subject.type, words(document, subject), type, object.type, words(document, object), attributes];
  });
}

/** Returns the first place of the words that does not overlap a place of longer words, by trying every place. */
function naivePlace(text: string, word: string, all: readonly string[]): number {
  const placesOf = (each: string) =>
    Array.from({ length: text.length }, (_, i) => i).filter(
      (i) => text.startsWith(each, i) && bordersAt(text, i) && bordersAt(text, i + each.length),
    );
  const earlier = all.filter(
    (other) => other.length > word.length || (other.length === word.length && other < word),
  );
  const free = placesOf(word).find((i) =>
    earlier.every((other) => placesOf(other).every((j) => j + other.length <= i || i + word.length <= j)),
  );
  return free ?? placesOf(word)[0] ?? -1;
}

const bordersAt = (text: string, at: number) =>
  !/[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, at - 1), at + 1));

describe('CMeIE', () => {
  it('gives back what it holds and counts the rest', () => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const { files, losses } = cmeie.write(documents);
        const tally = new Tally();
        const expected = documents.map((document) => {
          const items = accepted(document, tally);
          tally.add(LOST.labels, items.filter(({ kind }) => kind === 'label').length);
          const spans = items.filter(isSpan);
          const whole = new Map(
            spans.filter((span) => span.fragments.length === 1).map((span) => [span.id, span]),
          );
          tally.add(LOST.discontinuous, spans.length - whole.size);
          const held: Relation[] = [];
          for (const relation of items.filter(isRelation)) {
            if (whole.has(relation.from) && whole.has(relation.to)) held.push(relation);
            else tally.add(LOST.loose);
          }
          const used = new Set(held.flatMap(({ from, to }) => [whole.get(from)!, whole.get(to)!]));
          tally.add('losses.unrelated-spans', whole.size - used.size);
          const all = [...new Set([...used].map((span) => words(document, span)))];
          const seen = new Set<string>();
          for (const span of used) {
            bare(span, '', tally);
            const own = words(document, span);
            const moved = naivePlace(document.text, own, all) !== span.fragments[0]!.start;
            const key = JSON.stringify([span.type, own]);
            if (moved || seen.has(key)) tally.add('losses.span-places');
            seen.add(key);
          }
          return held.map((relation) => {
            bare(relation, '', tally);
            const [from, to] = [whole.get(relation.from)!, whole.get(relation.to)!];
            return [from.type, words(document, from), relation.type, to.type, words(document, to), {}];
          });
        });
        expect(lossTable(losses)).toEqual(tally.table());
        expect(guessFormat(files)).toBe(cmeie);
        const again = cmeie.read(files);
        expect(again.losses).toEqual([]);
        expect(again.documents.map(triplesOf)).toEqual(expected);
        expect(again.documents.map((document) => [document.name, document.text, fields(document)])).toEqual(
          documents.map((document) => [document.name, document.text, fields(document)]),
        );
        expect(cmeie.write(again.documents)).toEqual({ files, losses: [] });
      }),
    );
  });

  it('keeps order, repetition, what is combined, and everything that objects say', () => {
    const several = {
      ...triple,
      Combined: false,
      object: { '@value': '咳嗽', period: '三天', place: '夜间' },
      object_type: { '@value': '症状', period: '时间', place: '时间' },
    };
    const rows = lines(
      {
        id: 0,
        text: '肺炎@咳嗽三天，夜间',
        spo_list: [several, triple, { ...triple, predicate: '并发症' }, triple],
      },
      { text: '无', spo_list: [] },
    );
    const { documents, losses } = cmeie.read([file(rows)]);
    expect(losses).toEqual([]);
    expect(documents[0]!.items.filter(isSpan)).toHaveLength(2);
    expect(documents[0]!.items.filter(isRelation)[0]?.attributes).toEqual({
      'object.period': '三天',
      'object.place': '夜间',
      'object_type.period': '时间',
      'object_type.place': '时间',
    });
    expect(written(documents)).toBe(rows);
  });

  it('writes triples without Combined where the row had none', () => {
    const { Combined: _, ...plain } = triple;
    const rows = lines({ text: '肺炎@咳嗽', spo_list: [plain] });
    expect(written(cmeie.read([file(rows)]).documents)).toBe(rows);
  });

  it('anchors words outside of longer ones where they stand there', () => {
    const row = {
      text: '骨性关节炎@在其他关节（如踝关节）',
      spo_list: [
        { ...triple, subject: '骨性关节炎', object: { '@value': '关节' } },
        { ...triple, subject: '骨性关节炎', object: { '@value': '踝关节' } },
      ],
    };
    const [document] = cmeie.read([file(lines(row))]).documents;
    expect(document!.items.filter(isSpan).map(({ fragments }) => fragments)).toEqual([
      [{ start: 0, end: 5 }],
      [{ start: 9, end: 11 }],
      [{ start: 13, end: 16 }],
    ]);
  });

  it('counts triples whose words are not in the text, and fields it does not know', () => {
    const row = { text: '肺炎', spo_list: [triple, { ...triple, object: { '@value': '肺炎' }, score: 1 }] };
    const { documents, losses } = cmeie.read([file(lines(row))]);
    expect(lossTable(losses)).toEqual({
      'losses.absent-words': 1,
      'losses.triple-fields': 1,
    });
    expect(triplesOf(documents[0]!)).toHaveLength(1);
  });

  it('makes a schema of the file of allowed triples that comes with the set', () => {
    const rules = [
      { subject_type: '疾病', predicate: '临床表现', object_type: '症状' },
      { subject_type: '疾病', predicate: '临床表现', object_type: '检查' },
      { subject_type: '检查', predicate: '同义词', object_type: '检查' },
    ];
    for (const text of [JSON.stringify(rules, undefined, 1), lines(...rules)]) {
      const { documents, schema } = cmeie.read([
        file(text, '53_schemas.json'),
        file(lines({ text: '无', spo_list: [] }), 'CMeIE_train.jsonl'),
      ]);
      expect(documents).toHaveLength(1);
      expect(schema?.spans.map(({ name }) => name)).toEqual(['疾病', '症状', '检查']);
      expect(schema?.relations.map(({ name, from, to }) => [name, from, to])).toEqual([
        ['临床表现', ['疾病'], ['症状', '检查']],
        ['同义词', ['检查'], ['检查']],
      ]);
    }
  });

  it.each<[string, string, RegExp]>([
    ['no text', '{"spo_list":[]}', /text: is missing/],
    ['a list that is none', '{"text":"a","spo_list":¶3}', /spo_list: is missing or no list/],
    ['a triple that is none', '{"text":"a","spo_list":[¶3]}', /spo_list\.0: /],
    [
      'no predicate',
      `{"text":"a","spo_list":[¶${JSON.stringify({ ...triple, predicate: undefined })}]}`,
      /spo_list\.0\.predicate: /,
    ],
    [
      'an object that is no object',
      `{"text":"a","spo_list":[${JSON.stringify({ ...triple, object: '咳' }).replace('"咳"', '¶"咳"')}]}`,
      /spo_list\.0\.object: /,
    ],
    [
      'an object without a value',
      `{"text":"a","spo_list":[${JSON.stringify({ ...triple, object: { x: 'y' } }).replace('{"x"', '¶{"x"')}]}`,
      /object\.@value: /,
    ],
    [
      'Combined that is neither',
      `{"text":"a","spo_list":[${JSON.stringify(triple).replace('true', '¶"yes"')}]}`,
      /Combined: /,
    ],
    ['no JSON', '{"text":"a","spo_list":[]}\n{"text":"b"¶;}', /";" stands where/],
  ])('refuses %s with line and column', (_, broken, reason) => {
    const { text, place } = marked(broken.includes('¶') ? broken : `¶${broken}`);
    expect(() => cmeie.read([file(text)])).toThrow(reason);
    expect(() => cmeie.read([file(text)])).toThrow(`a.jsonl${place}`);
  });
});
