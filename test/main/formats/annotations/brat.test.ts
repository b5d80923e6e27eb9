import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brat } from '../../../../main/formats/annotations/brat.ts';
import { bratName } from '../../../../main/formats/annotations/brat-names.ts';
import { BRAT_LOST } from '../../../../main/formats/annotations/brat-read.ts';
import { WRITE_LOST } from '../../../../main/formats/annotations/brat-write.ts';
import { guessFormat } from '../../../../main/formats/annotations/index.ts';
import { LOST } from '../../../../main/formats/annotations/losses.ts';
import type { AnnotatedDocument, ConceptLink, Item, SpanItem } from '../../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { annotatedDocuments, comparable, lossTable, marked } from '../../../helpers/annotated.ts';
import { accepted, bare, fields, isSpan, Tally } from '../../../helpers/held-annotations.ts';

const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
const texts = (files: readonly { name: string; bytes: Uint8Array }[]) =>
  Object.fromEntries(files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]));

function read(text: string, ann: string, ...others: { name: string; bytes: Uint8Array }[]) {
  const { documents, losses, schema } = brat.read([file('a.txt', text), file('a.ann', ann), ...others]);
  return { ...documents[0]!, losses: lossTable(losses), schema };
}

function brief({ text, items }: Pick<AnnotatedDocument, 'text' | 'items'>) {
  const words = (id: number) =>
    items
      .filter(isSpan)
      .find((span) => span.id === id)!
      .fragments.map(({ start, end }) => text.slice(start, end));
  return items.map((item) =>
    item.kind === 'span'
      ? [item.type, ...words(item.id)]
      : item.kind === 'relation'
        ? [item.type, words(item.from), words(item.to)]
        : [],
  );
}

/** Line ends of Python, with which brat reads its files. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what ends lines
const LINE_END = /[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/;

/** Naively, character by character: what of a span lies between line ends, put together again over them. */
function heldFragments(text: string, { fragments }: SpanItem): Span[] {
  const kept: Span[] = [];
  for (const fragment of fragments) {
    for (let at = fragment.start; at < fragment.end; at++) {
      if (LINE_END.test(text.charAt(at))) continue;
      const last = kept.at(-1);
      const gap = last === undefined ? [] : [...text.slice(last.end, at)];
      if (last !== undefined && gap.every((char) => LINE_END.test(char))) last.end = at + 1;
      else kept.push({ start: at, end: at + 1 });
    }
  }
  return kept;
}

/** Without spans of nothing but line ends, and what hangs on them. */
function overLines(document: AnnotatedDocument, tally: Tally): Item[] {
  const items = accepted(document, tally).flatMap((item): Item[] => {
    if (item.kind !== 'span') return [item];
    const fragments = heldFragments(document.text, item);
    if (fragments.length === 0) tally.add(WRITE_LOST.lineEnds);
    else if (JSON.stringify(fragments) !== JSON.stringify(item.fragments)) tally.add(WRITE_LOST.edges);
    return fragments.length === 0 ? [] : [{ ...item, fragments }];
  });
  const ids = new Set(items.map(({ id }) => id));
  return items.filter((item) => {
    const isLoose = item.kind === 'relation' && !(ids.has(item.from) && ids.has(item.to));
    if (isLoose) tally.add(LOST.loose);
    return !isLoose;
  });
}

function oneLine(value: string, tally: Tally): string {
  const line = value.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/\p{Cs}/gu, '\ufffd');
  if (line !== value) tally.add(LOST.lineBreaks);
  return line;
}

function heldLink(link: ConceptLink | undefined, tally: Tally) {
  if (link === undefined) return {};
  const { system, code, name } = link;
  if (/\s|:|\p{Cs}/u.test(system) || /\s|\p{Cs}/u.test(code) || (code === '' && system !== 'nil')) {
    tally.add(LOST.links);
    return {};
  }
  return { link: { system, code, name: oneLine(name, tally) } };
}

function heldBy(document: AnnotatedDocument, tally: Tally): Item[] {
  const { name } = document;
  return overLines(document, tally).flatMap((item): Item[] => {
    if (item.kind === 'label') {
      tally.add(LOST.labels);
      return [];
    }
    const values = Object.entries(item.attributes).filter(([, value]) => value !== '');
    tally.add('losses.empty-values', Object.keys(item.attributes).length - values.length);
    const kept = {
      ...bare(item, `${name}.ann`, tally, 'words'),
      attributes: Object.fromEntries(values.map(([key, value]) => [key, oneLine(value, tally)])),
      note: oneLine(item.note, tally),
    };
    if (kept.kind !== 'span') return [kept];
    const { link, ...rest } = kept;
    return [{ ...rest, ...heldLink(link, tally) }];
  });
}

describe('brat', () => {
  it('gives back what it holds, ids and order too, and counts the rest', () => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const { files, losses } = brat.write(documents);
        const tally = new Tally();
        const expected = documents.map((document) => {
          tally.add(LOST.meta, Object.keys(fields(document)).length);
          tally.add(LOST.surrogates, document.text.match(/\p{Cs}/gu)?.length ?? 0);
          const items = heldBy(document, tally);
          const lostMark = document.text.startsWith('\ufeff') && !items.some(isSpan);
          if (lostMark) tally.add('losses.byte-order-marks');
          const text = document.text.slice(lostMark ? 1 : 0).toWellFormed();
          return { name: document.name, text, meta: {}, items };
        });
        expect(lossTable(losses)).toEqual(tally.table());
        expect(guessFormat(files)).toBe(brat);
        const again = brat.read(files);
        expect(again.losses).toEqual([]);
        // Files come in the order of their names, as a folder gives them.
        expect(again.documents).toEqual(expected);
        expect(new Set(again.schema?.spans.map(({ name }) => name))).toEqual(
          new Set(
            documents.flatMap(({ items }) =>
              items.filter(isSpan).map(({ type }) => type.trim() || bratName(type)),
            ),
          ),
        );
      }),
    );
  });

  it('names types as brat keeps them, and nothing in its lines is what brat would refuse', () => {
    fc.assert(
      fc.property(annotatedDocuments, (documents) => {
        const { files } = brat.write(documents);
        for (const { name, bytes } of files.filter((each) => each.name.endsWith('.ann'))) {
          const text = [
            ...Buffer.from(files.find((each) => each.name === `${name.slice(0, -4)}.txt`)!.bytes).toString(),
          ];
          const ann = Buffer.from(bytes).toString();
          const lines = ann.split('\n').slice(0, -1);
          // Python ends lines at more characters.
          expect(ann.split(LINE_END).slice(0, -1)).toEqual(lines);
          for (const line of lines) {
            const [id = '', data = '', ...rest] = line.split('\t');
            if (/^[TRA]/.test(id)) expect(data).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]* /);
            if (id.startsWith('N')) expect(data).toMatch(/^Reference T\d+ [^\s:]+:\S+$/);
            if (!id.startsWith('T')) continue;
            const pairs = data
              .slice(data.indexOf(' ') + 1)
              .split(';')
              .map((pair) => pair.split(' ').map(Number));
            expect(rest.join('\t')).toBe(pairs.map(([from, to]) => text.slice(from, to).join('')).join(' '));
          }
        }
      }),
    );
  });

  it('cuts spans at line ends, as brat does, and puts them together again', () => {
    const item = {
      kind: 'span',
      attributes: {},
      note: '',
      status: 'accepted',
      provenance: { kind: 'import', name: 'a.ann' },
    } as const;
    const items: Item[] = [
      { ...item, id: 1, type: '疾病', fragments: [{ start: 0, end: 6 }] },
      { ...item, id: 2, type: 'b', fragments: [{ start: 2, end: 4 }] },
      {
        ...item,
        id: 3,
        type: 'b',
        fragments: [{ start: 1, end: 4 }],
        link: { system: 'nil', code: '', name: '' },
      },
    ];
    const { files, losses } = brat.write([{ name: 'a', text: '胸痛\r\n三天', meta: {}, items }]);
    expect(texts(files)['a.ann']).toBe(
      'T1\tu75be_u75c5_ 0 2;4 6\t胸痛 三天\nT3\tb 1 2\t痛\nN1\tReference T3 nil:nil\t\n',
    );
    expect(lossTable(losses)).toEqual({ [WRITE_LOST.lineEnds]: 1, [WRITE_LOST.edges]: 1 });
    expect(brat.read(files).documents[0]?.items).toEqual([
      items[0],
      { ...items[2], fragments: [{ start: 1, end: 2 }] },
    ]);
  });

  it('writes code points, flags, links and notes as brat does', () => {
    const common = {
      attributes: {},
      note: '',
      status: 'accepted',
      provenance: { kind: 'import', name: 'a.ann' },
    } as const;
    const items: Item[] = [
      {
        ...common,
        kind: 'span',
        id: 1,
        type: 'symptom',
        fragments: [
          { start: 0, end: 2 },
          { start: 5, end: 7 },
        ],
        attributes: { 否定: 'true', degree: '轻' },
        note: '一\n二',
      },
      {
        ...common,
        kind: 'span',
        id: 4,
        type: '部位',
        fragments: [{ start: 3, end: 5 }],
        link: { system: 'icd-10', code: 'R10.4', name: '腹痛' },
      },
      { ...common, kind: 'relation', id: 7, type: 'at', from: 1, to: 4, attributes: { sure: 'true' } },
      { ...common, kind: 'relation', id: 8, type: 'Equiv', from: 4, to: 1 },
    ];
    const { files, losses } = brat.write([{ name: '病历', text: '𠮷\n腹部𠮷', meta: {}, items }]);
    expect(texts(files)['病历.ann']).toBe(
      'T1\tsymptom 0 1;4 5\t𠮷 𠮷\nA1\tu5426_u5b9a_ T1\nA2\tdegree T1 轻\n#1\tAnnotatorNotes T1\t一 二\n' +
        'T4\tu90e8_u4f4d_ 2 4\t腹部\nN1\tReference T4 icd-10:R10.4\t腹痛\n' +
        'R7\tat Arg1:T1 Arg2:T4\nA3\tsure R7\n*\tEquiv T4 T1\n',
    );
    expect(lossTable(losses)).toEqual({ [LOST.lineBreaks]: 1 });
    const again = brat.read(files).documents[0]!;
    expect(comparable(again.items)).toEqual(
      comparable(
        items.map((item) => ({
          ...item,
          note: item.note.replace('\n', ' '),
          provenance: { kind: 'import', name: '病历.ann' },
        })),
      ),
    );
  });

  it.each([
    ['code points', '𠮷野家腹痛', 'T1\tx 3 5\t腹痛\n'],
    ['UTF-16', '𠮷野家腹痛', 'T1\tx 4 6\t腹痛\n'],
    ['CRLF as two characters', '主诉\r\n腹痛', 'T1\tx 4 6\t腹痛\n'],
    ['CRLF as one character', '主诉\r\n腹痛', 'T1\tx 3 5\t腹痛\n'],
    ['a byte order mark as a character', '\ufeff主诉腹痛', 'T1\tx 3 5\t腹痛\n'],
    ['no byte order mark', '\ufeff主诉腹痛', 'T1\tx 2 4\t腹痛\n'],
  ])('finds out that a file counts %s', (_, text, ann) => {
    expect(brief(read(text, ann))).toEqual([['x', '腹痛']]);
  });

  it('reads what brat writes: events, several notes, equivalences of several, CRLF in the .ann', () => {
    const { items, losses, ...document } = read(
      'Ethanol blocks and inhibits p53 here',
      'T1\tProtein 28 31\tp53\r\nT2\tBlock 8 14\tblocks\r\nT3\tChemical 0 7\tEthanol\r\n' +
        'E1\tBlock:T2 Theme:T1 Cause:T3\r\nE2\tRegulation:T2 Theme:E1\r\nM1\tNegation E1\r\nA2\tSure T3 0.9 or so\r\n' +
        'N1\tReference T3 ChEBI:16236\tethanol\r\nN2\tReference T3 Mesh:1\t\r\n#1\tAnnotatorNotes T3\tone\r\n#2\tAnnotatorNotes T3\ttwo\r\n#3\tNote A2\tx\r\n' +
        '*\tEquiv T1 T2 T3\r\nR1\tPart Whole:T1 Part:T3\t\r\nT9\tGap 8 14;19 27\tblocks inhibits\r\n',
    );
    expect(brief({ ...document, items })).toEqual([
      ['Protein', 'p53'],
      ['Block', 'blocks'],
      ['Chemical', 'Ethanol'],
      ['Theme', ['blocks'], ['p53']],
      ['Cause', ['blocks'], ['Ethanol']],
      ['Theme', ['blocks'], ['blocks']],
      ['Equiv', ['p53'], ['blocks']],
      ['Equiv', ['blocks'], ['Ethanol']],
      ['Part', ['p53'], ['Ethanol']],
      ['Gap', 'blocks', 'inhibits'],
    ]);
    expect(items[1]).toMatchObject({ attributes: { Negation: 'true' } });
    expect(items[2]).toMatchObject({
      attributes: { Sure: '0.9 or so' },
      note: 'one\ntwo',
      link: { system: 'ChEBI', code: '16236', name: 'ethanol' },
    });
    expect(losses).toEqual({
      [BRAT_LOST.events]: 2,
      [BRAT_LOST.roles]: 1,
      [BRAT_LOST.otherNotes]: 1,
      [BRAT_LOST.otherLinks]: 1,
    });
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });

  it('sorts fragments and joins those that touch', () => {
    const { items, losses } = read('abcdef', 'T1\tx 4 5;0 2;2 3\te ab c\n');
    expect(items).toMatchObject([
      {
        fragments: [
          { start: 0, end: 3 },
          { start: 4, end: 5 },
        ],
      },
    ]);
    expect(losses).toEqual({ [BRAT_LOST.joined]: 1 });
  });

  it('reads texts without annotations, in folders, and names what it does not know', () => {
    const { documents, losses } = brat.read([
      file('ward/1.txt', '甲'),
      file('ward/1.ann', ''),
      file('ward/2.txt', ''),
      file('visual.conf', '[labels]\n'),
      file('kb_shortcuts.conf', ''),
      file('README.md', 'x'),
    ]);
    expect(documents.map(({ name, text, items }) => [name, text, items.length])).toEqual([
      ['ward/1', '甲', 0],
      ['ward/2', '', 0],
    ]);
    expect(lossTable(losses)).toEqual({ 'losses.other-files': 1 });
  });

  it.each<[string, string, RegExp]>([
    ['an unknown line', 'T1\tx 0 2\t腹痛\n¶X1\tx 0 2\t腹痛', /no line begins with "X"/],
    ['blanks for tabs', '¶T1 x 0 2 腹痛', /should be like T1⇥Type/],
    ['a fragment without end', '¶T1\tx 0\t腹', /should be like T1/],
    ['an id twice', 'T1\tx 0 2\t腹痛\n¶T1\tx 0 2\t腹痛', /T1 is already on line 1/],
    ['a span past the end', 'T1\tx ¶0 9\t腹痛', /past the end of the text of 4 characters/],
    ['a span that ends before it begins', 'T1\tx ¶2 2\t', /is not after the start/],
    ['other words', 'T1\tx 0 2\t¶头痛', /"头痛" does not stand there in the text, but "腹痛"/],
    ['a relation to nothing', 'T1\tx 0 2\t腹痛\nR1\tr Arg1:T1 Arg2:¶T2', /there is no annotation T2/],
    [
      'a relation of relations',
      'T1\tx 0 2\t腹痛\nR1\tr Arg1:T1 Arg2:T1\nR2\tr Arg1:¶R1 Arg2:T1',
      /R1 is no span/,
    ],
    ['a relation of one', '¶R1\tr Arg1:T1', /should be like R1/],
    ['an attribute of nothing', 'A1\tx ¶T1', /there is no annotation T1/],
    ['an event without its trigger', 'E1\tx:¶T1', /there is no annotation T1/],
    ['a link without a code', 'T1\tx 0 2\t腹痛\n¶N1\tReference T1 abc\tx', /should be like N1/],
    ['an equivalence of one', '¶*\tEquiv T1', /should be like \*/],
    ['a type too long', `T1\t¶${'x'.repeat(101)} 0 2\t腹痛`, /over 100 characters/],
  ])('refuses %s with line and column', (_, broken, reason) => {
    const { text, place } = marked(broken);
    expect(() => read('腹痛三天', text)).toThrow(reason);
    expect(() => read('腹痛三天', text)).toThrow(`a.ann${place}`);
  });

  it('refuses annotations without their text', () => {
    expect(() => brat.read([file('b.ann', '')])).toThrow(/b\.ann:1:1: its text b\.txt is missing/);
  });
});

describe('annotation.conf', () => {
  const schema = AnnotationSchema.parse({
    spans: [{ name: '疾病' }, { name: 'Drug', look: 1 }],
    relations: [
      { name: '治疗', from: ['Drug'], to: ['疾病'] },
      { name: '伴随', symmetric: true, from: ['疾病'], to: ['疾病'] },
      { name: '任意' },
    ],
    attributes: [
      { name: '否定', kind: 'flag' },
      { name: '程度', kind: 'choice', values: ['轻', '中', '重'], types: ['疾病'] },
    ],
  });
  const conf = (text: string) => read('a', '', file('annotation.conf', text)).schema!;

  it('comes back as it was', () => {
    const { files, losses } = brat.write([{ name: 'a', text: 'x', meta: {}, items: [] }], { schema });
    expect(losses).toEqual([]);
    expect(brat.read(files).schema).toEqual(schema);
    // brat makes `_` of every other character, and of all Chinese types of one length the same type.
    expect(texts(files)['annotation.conf']).toMatch(/^[\x20-\x7e\n\t轻中重]+$/);
    expect(texts(files)['visual.conf']).toContain('u75be_u75c5_ | 疾病\n');
  });

  it('has titles in visual.conf', () => {
    const titled = AnnotationSchema.parse({
      spans: [
        { name: 'dis', title: '疾病' },
        { name: '药', title: 'Drug', look: 1 },
      ],
      relations: [{ name: 'treats', title: '治疗' }],
    });
    const { files, losses } = brat.write([], { schema: titled });
    expect(losses).toEqual([]);
    expect(texts(files)['visual.conf']).toContain('dis | 疾病\n');
    expect(brat.read([...files, file('a.txt', 'x')]).schema).toEqual(titled);
  });

  it('tells what of the schema it cannot hold', () => {
    const rich = AnnotationSchema.parse({
      spans: [
        { name: 'a', title: '甲|乙' },
        { name: 'b', key: 'b' },
      ],
      attributes: [
        { name: 'c', kind: 'text' },
        { name: 'd', kind: 'choice', values: ['x|y', 'z', 'a blank'] },
      ],
      labels: [{ name: 'e' }],
      guidelines: '# g',
    });
    const { losses } = brat.write([], { schema: rich });
    expect(losses.map(({ count }) => count)).toEqual([3, 3, 1]);
  });

  it('is read as brat documents it: hierarchy, macros, events, defaults', () => {
    const { spans, relations, attributes } = conf(
      '# a comment\n[entities]\n!Living\n\tPerson\n\t\tDoctor\n-----\nPlace # another\n\n[relations]\n' +
        '<ANYONE>=Person|Doctor\n<OVERLAP>\tArg1:<ENTITY>, Arg2:<ENTITY>, <OVL-TYPE>:<ANY>\n' +
        'Knows\tArg1:<ANYONE>, Arg2:Person, <REL-TYPE>:symmetric-transitive\nKnows Arg1:Place, Arg2:Place\nNear\tArg1:Place, Arg2:Place\nNear\tArg1:<ENTITY>, Arg2:Place\n' +
        '[events]\nVisit\tWho*:Person, Where?:Place|Doctor, How{2-3}:<ANY>\n[attributes]\nNegated\tArg:<EVENT>\nSure\tArg:Person, Value:low|high, <DEFAULT>:high\n',
    );
    expect(spans.map(({ name }) => name)).toEqual(['Living', 'Person', 'Doctor', 'Place', 'Visit']);
    expect(relations.map(({ name, from, to, symmetric }) => [name, from, to, symmetric])).toEqual([
      ['Knows', ['Person', 'Doctor', 'Place'], ['Person', 'Place'], true],
      ['Near', [], ['Place'], false],
      ['Who', ['Visit'], ['Person'], false],
      ['Where', ['Visit'], ['Place', 'Doctor'], false],
      ['How', ['Visit'], [], false],
    ]);
    expect(attributes.map(({ name, kind, values, types }) => [name, kind, values, types])).toEqual([
      ['Negated', 'flag', [], []],
      ['Sure', 'choice', ['high', 'low'], ['Person']],
    ]);
  });

  it.each<[string, string, RegExp]>([
    ['an entry before any section', '¶Person\n', /no section has begun/],
    ['an unknown section', '[entities]\n¶[spans]\n', /there is no section \[spans\]/],
    ['a relation without arguments', '[relations]\n  ¶Knows\n', /no line of \[relations\]/],
    ['an argument without types', '[relations]\n¶Knows Arg1\n', /no line of \[relations\]/],
  ])('refuses %s with line and column', (_, broken, reason) => {
    const { text, place } = marked(broken);
    expect(() => conf(text)).toThrow(reason);
    expect(() => conf(text)).toThrow(`annotation.conf${place}`);
  });
});
