import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conll } from '../../../../main/formats/annotations/conll.ts';
import { formatOf, guessFormat } from '../../../../main/formats/annotations/index.ts';
import { LOST } from '../../../../main/formats/annotations/losses.ts';
import type { AnnotatedDocument, Item, SpanItem } from '../../../../shared/domain/annotation.ts';
import { annotatedDocuments, comparable, lossTable, marked } from '../../../helpers/annotated.ts';
import { accepted, bare, fields, isSpan, Tally } from '../../../helpers/held-annotations.ts';

const file = (text: string, name = 'a.bio') => ({ name, bytes: Buffer.from(text) });
const read = (text: string) => conll.read([file(text)]);
const written = (documents: readonly AnnotatedDocument[], scheme: 'BIO' | 'BIOES') =>
  Buffer.from(conll.write(documents, { scheme }).files[0]!.bytes).toString();

function brief({ text, items }: AnnotatedDocument) {
  return items
    .filter(isSpan)
    .map(({ type, fragments: [place] }) => [type, text.slice(place?.start, place?.end)]);
}

/** Longest first, of equal length in their order, whatever shares no character with those before. */
function heldBy(document: AnnotatedDocument, name: string, tally: Tally): Item[] {
  const rest: SpanItem[] = [];
  for (const item of accepted(document, tally)) {
    if (item.kind === 'label') tally.add(LOST.labels);
    else if (item.kind === 'relation') tally.add(LOST.relations);
    else if (item.fragments.length > 1) tally.add(LOST.discontinuous);
    else rest.push(item);
  }
  const kept: SpanItem[] = [];
  const place = (span: SpanItem) => span.fragments[0]!;
  const length = (span: SpanItem) => place(span).end - place(span).start;
  while (rest.length > 0) {
    const next = rest.reduce((best, span) => (length(span) > length(best) ? span : best));
    rest.splice(rest.indexOf(next), 1);
    if (kept.some((other) => place(other).start < place(next).end && place(next).start < place(other).end))
      tally.add(LOST.overlapping);
    else kept.push(next);
  }
  return kept.map((span) => bare(span, name, tally));
}

describe('columns', () => {
  it.each(['BIO', 'BIOES'] as const)('%s: gives back what it holds and counts the rest', (scheme) => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const { files, losses } = conll.write(documents, { scheme });
        const tally = new Tally();
        const expected: { text: string; items: unknown[] }[] = [];
        for (const document of documents) {
          if (document.text === '') tally.add(LOST.emptyDocuments);
          else {
            tally.add(LOST.meta, Object.keys(fields(document)).length);
            tally.add(LOST.names); // they have names of their own
            const items = heldBy(document, files[0]!.name, tally);
            expected.push({ text: document.text, items: comparable(items) });
          }
        }
        expect(lossTable(losses)).toEqual(tally.table());
        if (expected.length === 0) return;
        expect(guessFormat(files)).toBe(conll);
        const again = conll.read(files);
        expect(again.losses).toEqual([]);
        expect(again.documents).toEqual(
          expected.map(({ text }, i) => ({
            name: `annotations-${i + 1}`,
            text,
            meta: { '@id': '' },
            items: expect.anything(),
          })),
        );
        expect(again.documents.map(({ items }) => comparable(items))).toEqual(
          expected.map(({ items }) => items),
        );
        expect(conll.write(again.documents, { scheme })).toEqual({ files, losses: [] });
      }),
    );
  });

  it('writes a character a line, those beyond U+FFFF as one, and escapes for what ends columns or lines', () => {
    const text = '𠮷 a\r\n\u3000\\n';
    const span: Item = {
      kind: 'span',
      id: 1,
      type: '疾 病',
      fragments: [{ start: 0, end: 4 }],
      attributes: {},
      note: '',
      status: 'accepted',
      provenance: { kind: 'import', name: 'a.bio' },
    };
    const document = {
      name: 'a-1',
      text,
      meta: { '@id': '' },
      items: [span, { ...span, id: 2, type: 'x', fragments: [{ start: 7, end: 8 }] }],
    };
    const backslash = '\\';
    const bioes = [
      `𠮷\tB-疾${backslash}u0020病`,
      `${backslash}u0020\tI-疾${backslash}u0020病`,
      `a\tE-疾${backslash}u0020病`,
      `${backslash}r\tO`,
      `${backslash}n\tO`,
      `${backslash}u3000\tO`,
      `${backslash}\tS-x`,
      'n\tO',
      '',
      '',
    ].join('\n');
    expect(written([document], 'BIOES')).toBe(bioes);
    expect(written([document], 'BIO')).toBe(bioes.replace('E-', 'I-').replace('S-', 'B-'));
    expect(read(bioes).documents).toEqual([document]);
  });

  it('reads blanks or tabs, columns between, blanks as tokens, CRLF, BMES, BILOU and words', () => {
    const bio = read('咳 NN B-sym\r\n嗽 NN I-sym\r\n  O\r\n \tO\r\n\r\n\r\nmmHg O\nkg O').documents;
    expect(bio.map(({ text }) => text)).toEqual(['咳嗽  ', 'mmHgkg']);
    expect(bio.map(brief)).toEqual([[['sym', '咳嗽']], []]);
    const { documents } = read(
      '发\tB-sym\n热\tE-sym\n冷\tS-sym\n\n低 B-x\n中 M-x\n高 E-x\n\n甲 B-y\n乙 I-y\n丙 L-y\n丁 U-y\n',
    );
    expect(documents.map(({ text }) => text)).toEqual(['发热冷', '低中高', '甲乙丙丁']);
    expect(documents.map(brief)).toEqual([
      [
        ['sym', '发热'],
        ['sym', '冷'],
      ],
      [['x', '低中高']],
      [
        ['y', '甲乙丙'],
        ['y', '丁'],
      ],
    ]);
  });

  it('loses no name where the file gave none', () => {
    const rows = '[{"text":"甲","entities":[]},{"id":"b","text":"乙","entities":[]}]';
    const { documents } = formatOf('cmeee').read([file(rows, 'a.json')]);
    expect(documents.map(({ name }) => name)).toEqual(['a-1', 'b']);
    expect(lossTable(conll.write(documents.toReversed()).losses)).toEqual({ [LOST.names]: 1 });
  });

  it('takes sentences for documents unless the file marks documents', () => {
    const { documents } = read('-DOCSTART- -X- O\n\n甲 B-x\n\n乙 B-x\n\n-DOCSTART- O\n丙 O\n');
    expect(documents.map(({ text }) => text)).toEqual(['甲\n乙', '丙']);
    expect(documents.map(brief)).toEqual([
      [
        ['x', '甲'],
        ['x', '乙'],
      ],
      [],
    ]);
  });

  it('begins a span at every B, and reads BIO without ends', () => {
    expect(read('a B-x\nb B-x\nc I-x\nd B-y\n').documents.map(brief)).toEqual([
      [
        ['x', 'a'],
        ['x', 'bc'],
        ['y', 'd'],
      ],
    ]);
  });

  it.each<[string, string, RegExp]>([
    ['an I that nothing begins', '甲 O\n乙 ¶I-x\n', /I-x goes on where no x has begun/],
    ['an I at the start of a sentence', '甲 B-x\n\n乙 ¶I-x\n', /no x has begun/],
    ['an I of another type', '甲\tB-x\n乙\t¶I-y\n', /I-y goes on where no y has begun/],
    ['an E that nothing begins', '甲 S-x\n乙 ¶E-x\n', /E-x goes on where no x has begun/],
    ['a B without its E', '甲 S-x\n乙 B-x\n丙 ¶O\n', /x has begun and does not end with E-x/],
    ['a sentence that ends in a span', '甲 S-x\n乙 ¶B-x\n', /does not end with E-x/],
    ['a tag that is none', '甲 ¶Z-x\n', /"Z-x" is no tag/],
    ['a tag without a type', '甲 O\n乙 ¶B-\n', /"B-" is no tag/],
    ['a line without a tag', '甲 O\n¶乙\n', /needs a character and a tag/],
    ['a line without a character', '甲\tO\n¶\tO\n', /needs a character and a tag/],
    ['a file of empty lines', '¶\n\n', /no token/],
  ])('refuses %s with line and column', (_, broken, reason) => {
    const { text, place } = marked(broken);
    expect(() => read(text)).toThrow(reason);
    expect(() => read(text)).toThrow(`a.bio${place}`);
  });

  it('refuses an empty file, and reads GB18030', () => {
    expect(() => read('')).toThrow(/a\.bio is empty/);
    const bytes = Uint8Array.of(
      0xbf,
      0xc8,
      0x20,
      0x42,
      0x2d,
      0x78,
      0x0a,
      0xcb,
      0xd4,
      0x20,
      0x49,
      0x2d,
      0x78,
      0x0a,
    );
    expect(conll.read([{ name: 'a', bytes }]).documents.map(brief)).toEqual([[['x', '咳嗽']]]);
  });
});
