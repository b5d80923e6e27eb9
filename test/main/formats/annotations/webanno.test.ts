import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeText,
  escapeValue,
  unescapeText,
  unescapeValue,
} from '../../../../main/formats/annotations/webanno/escape.ts';
import { webanno } from '../../../../main/formats/annotations/webanno.ts';
import { AnnotatedDocument, type Item, type SpanItem } from '../../../../shared/domain/annotation.ts';
import {
  annotatedDocument,
  bareImport,
  comparable,
  expectNoHarm,
  lossTable,
} from '../../../helpers/annotated.ts';

const HEAD = '#FORMAT=WebAnno TSV 3.3\n';
const SPAN = '#T_SP=custom.Span|label\n';

function read(text: string, name = 'a.tsv') {
  const { documents, losses } = webanno.read([{ name, bytes: new TextEncoder().encode(text) }]);
  const [document] = documents;
  if (document === undefined) throw new Error('nothing was read');
  return { ...document, losses: lossTable(losses) };
}

function brief(items: readonly Item[]) {
  return items.map((item) => {
    if (item.kind === 'span')
      return [item.type, ...item.fragments.map(({ start, end }) => `${start}-${end}`), item.attributes];
    return item.kind === 'relation' ? [item.type, item.from, item.to, item.attributes] : item.type;
  });
}

describe('reading what INCEpTION writes', () => {
  it('reads named entities over several tokens, stacked ones and parts of tokens', () => {
    const { text, items, name, losses } = read(
      `${HEAD}#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value\n\n\n` +
        '#Text=Acute myocardial infarction .\n' +
        '1-1\t0-5\tAcute\t*[1]\tdisease[1]\t\n' +
        '1-2\t6-16\tmyocardial\t*[1]|http://example.org/heart[2]\tdisease[1]|body[2]\t\n' +
        '1-2.1\t6-10\tmyoc\t*\tpart\t\n' +
        '1-3\t17-27\tinfarction\t*[1]\tdisease[1]\t\n' +
        '1-4\t28-29\t.\t_\t_\t\n',
      'annotation/心内.txt/admin.tsv',
    );
    expect(text).toBe('Acute myocardial infarction .');
    expect(name).toBe('annotation/心内.txt/admin');
    expect(brief(items)).toEqual([
      ['disease', '0-27', {}],
      ['body', '6-16', {}],
      ['part', '6-10', {}],
    ]);
    expect(items[1]).toMatchObject({ link: { system: 'iri', code: 'http://example.org/heart', name: '' } });
    expect(losses).toEqual({});
  });

  it('counts offsets in UTF-16, fills gaps between sentences with blanks and joins sentences that touch', () => {
    const { text, items } = read(
      `${HEAD}${SPAN}\n\n#Text=患者😊\n1-1\t0-2\t患者\t_\t\n1-2\t2-4\t😊\tmood\t\n` +
        '\n#Text=咳嗽\\r\n#Text=三天\n2-1\t4-6\t咳嗽\t*\t\n2-2\t8-10\t三天\t_\t\n\n#Sentence.id=s3\n#Text=好\n3-1\t14-15\t好\tstate\t\n',
    );
    expect(text).toBe('患者😊咳嗽\r\n三天\n   好');
    expect(brief(items)).toEqual([
      ['mood', '2-4', {}],
      ['Span', '4-6', {}],
      ['state', '14-15', {}],
    ]);
  });

  it('takes other layers for types, their features for attributes, and reads escapes', () => {
    const { items } = read(
      `${HEAD}#T_SP=webanno.custom.Finding|negated|说明\n\n\n#Text=发热\n1-1\t0-2\t发热\ttrue\ta\\_b\\|c\\->\\[1\\]\\\\\t\n`,
    );
    expect(brief(items)).toEqual([['Finding', '0-2', { negated: 'true', 说明: 'a_b|c->[1]\\' }]]);
  });

  it('reads relations with and without numbers, and slots as relations', () => {
    const { items, losses } = read(
      `${HEAD}${SPAN}#T_SP=webanno.custom.Frame|ROLE_webanno.custom.Frame:Roles_webanno.custom.FrameRolesLink|custom.Span|aFrame\n` +
        '#T_CH=de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink|referenceType|referenceRelation\n' +
        '#T_RL=custom.Relation|label|sure|BT_custom.Span\n\n\n' +
        '#Text=a b c d\n' +
        '1-1\t0-1\ta\tA[1]|B[2]\t_\t_\t_\t_\t_\t_\t_\t_\t\n' +
        '1-2\t2-3\tb\tA[1]\t_\t_\t_\tpr[1]\tcoref->1-1\t_\t_\t_\t\n' +
        '1-3\t4-5\tc\tC\tagent;*\t1-1[2];1-4\tsend\tpr[1]\t*->1-2\tcauses|treats\tno|*\t1-1[1_0]|1-4\t\n' +
        '1-4\t6-7\td\tD\t_\t_\t_\t_\t_\t_\t_\t_\t\n',
    );
    expect(brief(items)).toEqual([
      ['A', '0-3', {}],
      ['B', '0-1', {}],
      ['C', '4-5', {}],
      ['Frame', '4-5', { aFrame: 'send' }],
      ['D', '6-7', {}],
      ['agent', 4, 2, {}],
      ['Roles', 4, 5, {}],
      ['causes', 1, 3, { sure: 'no' }],
      ['treats', 5, 3, {}],
    ]);
    expect(losses).toEqual({ 'losses.chains': 2 });
  });

  it('reads dependencies between parts of speech, and counts those between tokens without', () => {
    const { items, losses } = read(
      `${HEAD}#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue|coarseValue\n#T_RL=de.tudarmstadt.ukp.dkpro.core.api.syntax.type.dependency.Dependency|DependencyType|flavor|BT_de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS\n\n\n` +
        '#Text=a b c\n1-1\t0-1\ta\tNN\t*\tsubj\tbasic\t1-2\t\n1-2\t2-3\tb\tVV\t*\t_\t_\t_\t\n1-3\t4-5\tc\t_\t_\tobj\t*\t1-2\t\n',
    );
    expect(brief(items)).toEqual([
      ['POS', '0-1', { PosValue: 'NN' }],
      ['POS', '2-3', { PosValue: 'VV' }],
      ['subj', 2, 1, { flavor: 'basic' }],
    ]);
    expect(losses).toEqual({ 'losses.token-relations': 1 });
  });

  it('reads words with tabs and line ends in them, which INCEpTION writes as they stand', () => {
    const { text, items } = read(
      `${HEAD}${SPAN}\n\n#Text=\n#Text= \\r\n#Text=\\talpha beta\n` +
        '1-1\t0-5\t\n \r\n\t\tx[1]\t\n1-2\t5-10\talpha\tx[1]\t\n1-3\t11-15\tbeta\t_\t\n1-3.1\t11-14\tbet\ty\t\n',
    );
    expect(text).toBe('\n \r\n\talpha beta');
    expect(brief(items)).toEqual([
      ['x', '0-10', {}],
      ['y', '11-14', {}],
    ]);
    const tab = read(`${HEAD}${SPAN}\n\n#Text=\\tab\n1-1\t0-1\t\t\tx\t\n1-2\t1-3\tab\t_\t\n`);
    expect([tab.text, ...brief(tab.items)]).toEqual(['\tab', ['x', '0-1', {}]]);
    const blank = read(`${HEAD}\n\n#Text=\n#Text=\n#Text=a\n1-1\t0-2\t\n\n\t\n1-2\t2-3\ta\t\n`);
    expect(blank.text).toBe('\n\na');
  });

  it('reads a relation once whose target ends inside of a token, which INCEpTION writes on two lines', () => {
    const head = `${HEAD}${SPAN}#T_RL=custom.Relation|label|BT_custom.Span\n\n\n#Text=alpha beta gamma\n1-1\t0-5\talpha\tx[1]\t`;
    const last = '1-2\t6-10\tbeta\t_\t_\t_\t\n1-2.1\t6-8\tbe\tx[1]\t';
    const source = '1-3\t11-16\tgamma\ty\t_\t_\t\n';
    const twice = read(`${head}r|r\t1-3[0_1]|1-3[0_1]\t\n${last}r|r\t1-3[0_1]|1-3[0_1]\t\n${source}`);
    expect(brief(twice.items)).toEqual([
      ['x', '0-8', {}],
      ['y', '11-16', {}],
      ['r', 2, 1, {}],
      ['r', 2, 1, {}],
    ]);
    const apart = read(`${head}r\t1-3[0_1]\t\n${last}s\t1-3[0_1]\t\n${source}`);
    expect(brief(apart.items).slice(2)).toEqual([
      ['r', 2, 1, {}],
      ['s', 2, 1, {}],
    ]);
  });

  it('counts annotations without a character, and relations between tokens', () => {
    const { items, losses } = read(
      `${HEAD}${SPAN}#T_RL=de.tudarmstadt.ukp.dkpro.core.api.syntax.type.dependency.Dependency|DependencyType|BT_de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS\n\n\n` +
        '#Text=ab\n1-1\t0-2\tab\t_\tROOT\t1-1\t\n1-1.1\t1-1\t\tX\t_\t_\t\n',
    );
    expect(items).toEqual([]);
    expect(losses).toEqual({
      'losses.zero-width': 1,
      'losses.token-relations': 1,
    });
  });
});

describe('folders', () => {
  const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });

  it('takes the files that are some, and counts the others', () => {
    const body = '\n\n#Text=x\n1-1\t0-1\tx\t\n';
    const { documents, losses } = webanno.read([
      file('a/1.tsv', HEAD + body),
      file('a/2.tsv', HEAD + body),
      file('log.txt', 'x'),
    ]);
    expect(documents.map(({ name }) => name)).toEqual(['a/1', 'a/2']);
    expect(lossTable(losses)).toEqual({ 'losses.other-files': 1 });
    expect(() => webanno.read([file('a.txt', 'x'), file('b.txt', 'y')])).toThrow(
      'There is no file of the format WebAnno TSV 3',
    );
  });
});

describe('files that break the format', () => {
  it('are read as valid documents or refused with a reason, whatever is broken', () => {
    expectNoHarm(webanno);
  });

  const body = (rows: string, head = SPAN) => `${HEAD}${head}\n\n#Text=发热三天\n${rows}`;
  it.each([
    ['no head', 'a\tb\n', 1, 1, 'the first line'],
    ['an unknown version', '#FORMAT=WebAnno TSV 4.0\n', 1, 1, 'version 4.0'],
    ['a strange layer', `${HEAD}#T_XX=a|b\n\n`, 2, 1, 'a layer begins'],
    ['a relation layer without ends', `${HEAD}#T_RL=a|b\n\n`, 2, 9, 'BT_'],
    ['too few columns', body('1-1\t0-2\t发热\n'), 6, 10, 'has 3 columns instead of 4'],
    [
      'words that never end',
      body('1-1\t0-4\t发热').replace('#Text=发热三天', '#Text=发热\n#Text=x'),
      7,
      10,
      'has 3',
    ],
    ['a wrong number', body('x\t0-2\t发热\t_\t\n'), 6, 1, '"x" is no number'],
    ['wrong offsets', body('1-1\t0:2\t发热\t_\t\n'), 6, 5, '"0:2" are no offsets'],
    ['offsets outside', body('1-1\t0-9\t发热\t_\t\n'), 6, 5, 'outside of the text'],
    [
      'offsets counted differently',
      body('1-1\t1-3\t发热\t_\t\n').replace('#Text=', '#Text=x'),
      6,
      9,
      'does not stand at 1-3',
    ],
    [
      'stacks of different height',
      body('1-1\t0-2\t发热\ta[1]|b[2]\tc\t\n', '#T_SP=x.Y|f|g\n'),
      6,
      22,
      '1 values',
    ],
    [
      'a relation to nothing',
      body('1-1\t0-2\t发热\ta\tr\t1-9\t\n', `${SPAN}#T_RL=custom.Relation|label|BT_custom.Span\n`),
      7,
      16,
      'no annotation 1-9',
    ],
    ['a sentence without tokens', `${HEAD}\n\n#Text=发热\n\n#Text=x\n`, 5, 1, 'no tokens'],
    [
      'a sentence inside another',
      `${HEAD}\n\n#Text=发热\n1-1\t0-2\t发热\t\n\n#Text=x\n2-1\t1-2\tx\t\n`,
      8,
      5,
      'inside the sentence before',
    ],
    [
      'a sentence beyond any text',
      `${HEAD}\n\n#Text=x\n1-1\t2147483648-2147483649\tx\t\n`,
      5,
      5,
      'over 5000000',
    ],
    ['a token without a sentence', `${HEAD}\n\n1-1\t0-2\t发热\t\n`, 4, 1, 'begins with #Text='],
    ['a part first', `${HEAD}\n\n#Text=x\n1-1.1\t0-1\tx\t\n`, 5, 1, 'whole token'],
  ])('%s', (_, text, line, column, reason) => {
    expect(() => read(text)).toThrow(`a.tsv:${line}:${column}: `);
    expect(() => read(text)).toThrow(reason);
  });
});

describe('writing', () => {
  it('writes tokens, parts of tokens, numbers and relations as INCEpTION does', () => {
    const at = (id: number, type: string, start: number, end: number): Item => ({
      kind: 'span',
      ...{
        id,
        type,
        attributes: {},
        note: '',
        status: 'accepted',
        provenance: bareImport,
        fragments: [{ start, end }],
      },
    });
    const document = AnnotatedDocument.parse({
      name: 'n',
      text: '血压120mmHg。\n正常',
      items: [
        at(1, '指标', 0, 2),
        at(2, '数值', 2, 5),
        at(3, '结果', 11, 13),
        { ...at(4, 'is', 0, 1), kind: 'relation', from: 1, to: 2 },
      ],
    });
    const { files, losses } = webanno.write([document]);
    expect(losses).toEqual([]);
    expect(new TextDecoder().decode(files[0]?.bytes)).toBe(
      [
        '#FORMAT=WebAnno TSV 3.3',
        '#T_SP=custom.Span|label',
        '#T_RL=custom.Relation|label|BT_custom.Span',
        ...['', '', '#Text=血压120mmHg。'],
        '1-1\t0-1\t血\t指标[1]\t_\t_\t',
        '1-2\t1-2\t压\t指标[1]\t_\t_\t',
        '1-3\t2-9\t120mmHg\t_\t_\t_\t',
        '1-3.1\t2-5\t120\t数值\tis\t1-1[1_0]\t',
        '1-4\t9-10\t。\t_\t_\t_\t',
        ...['', '#Text=正常'],
        '2-1\t11-12\t正\t结果[2]\t_\t_\t',
        '2-2\t12-13\t常\t结果[2]\t_\t_\t',
        '',
      ].join('\n'),
    );
  });

  it('numbers spans in the tenth part of a token and behind it, and ends what INCEpTION cannot tell apart', () => {
    const item = (id: number, type: string) => ({
      ...{ id, type, attributes: {}, note: '', status: 'accepted', provenance: bareImport },
    });
    const span = (id: number, type: string, start: number) => ({
      ...item(id, type),
      ...{ kind: 'span', fragments: [{ start, end: start + 1 }] },
    });
    const relation = (id: number, type: string, from: number, to: number, attributes = {}) => ({
      ...item(id, type),
      ...{ kind: 'relation', from, to, attributes },
    });
    const document = AnnotatedDocument.parse({
      name: 'n',
      text: 'abcdefghijkl',
      items: [
        ...Array.from('abcdefghijk', (_, i) => span(i + 1, 'x', i)),
        relation(12, 'q\\', 1, 10, { k: '' }),
        relation(13, 's', 11, 10, { k: 'v' }),
        relation(14, 'q\\', 1, 9, { k: '' }),
      ],
    });
    const { files } = webanno.write([document]);
    const lines = new TextDecoder().decode(files[0]?.bytes).split('\n');
    expect(lines.slice(15, 18)).toEqual([
      '1-1.9\t8-9\ti\tx\tq\\\\\t\t1-1.1\t',
      '1-1.10\t9-10\tj\tx[1]\tq\\\\[0]|s\t[0]|v\t1-1.1[0_1]|1-1.11[2_1]\t',
      '1-1.11\t10-11\tk\tx[2]\t_\t_\t_\t',
    ]);
    expect(comparable(plainImports(webanno.read(files).documents[0]?.items ?? []))).toEqual(
      comparable(document.items),
    );
  });

  it('gives back every text, and of the items what the format holds; losses count exactly the rest', () => {
    fc.assert(
      fc.property(annotatedDocument, (document) => {
        const { files, losses } = webanno.write([document]);
        const { documents, losses: readLosses } = webanno.read(files);
        const [back] = documents;
        const wanted = heldOf(document);
        expect(back?.text).toBe(document.text.toWellFormed());
        expect(AnnotatedDocument.parse(back)).toEqual(back);
        expect(comparable(plainImports(back?.items ?? []))).toEqual(comparable(wanted.items));
        expect(lossTable(losses)).toEqual(lossTable(wanted.losses));
        expect(readLosses).toEqual([]);
        expect(webanno.looksLike(files)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('escapes and unescapes any text and value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(unescapeText(escapeText(text), '3.3')).toBe(text);
        expect(unescapeValue(escapeValue(text))).toBe(text);
        expect(escapeText(text) + escapeValue(text)).not.toMatch(/[\t\n\r]/);
      }),
    );
  });

  it('names files by their documents, each once, and counts names that had to change', () => {
    const named = (name: string) => AnnotatedDocument.parse({ name, text: 'x', items: [] });
    const { files, losses } = webanno.write(['a/b', 'A/B', '../c', 'con', 'x:y'].map(named));
    expect(files.map(({ name }) => name)).toEqual([
      'a/b.tsv',
      'A/B (2).tsv',
      '_/c.tsv',
      '_con.tsv',
      'x_y.tsv',
    ]);
    expect(losses).toMatchObject([{ what: { id: 'losses.document-names' }, count: 4 }]);
    expect(webanno.read(files).documents).toHaveLength(5);
  });
});

function plainImports(items: readonly Item[]): Item[] {
  return items.map((item) => ({ ...item, provenance: bareImport }));
}

/** Said naively: a span is the set of its characters; white space (but what begins the text) has no place. */
function heldOf({ text, items, meta }: AnnotatedDocument) {
  const count = new Map<string, number>();
  const lose = (what: string, times = 1) => count.set(what, (count.get(what) ?? 0) + times);
  const leading = text.length - text.trimStart().length;
  const hasPlace = (at: number) => at < leading || text.charAt(at).trim() !== '';
  const kept: Item[] = [];
  const written = new Set<number>();
  for (const item of items.filter(({ kind }) => kind === 'span')) {
    if (item.kind !== 'span') continue;
    if (item.status === 'suggested') {
      lose('losses.suggestions');
      continue;
    }
    const fragments = naiveFragments(text, item, hasPlace);
    if (fragments.length === 0) {
      lose('losses.blank-spans');
      continue;
    }
    if (item.fragments.some(({ start, end }) => !hasPlace(start) || !hasPlace(end - 1)))
      lose('losses.edge-white-space');
    if (
      item.fragments.some(
        ({ start }, i) => i > 0 && text.slice(item.fragments[i - 1]?.end, start).trim() === '',
      )
    )
      lose('losses.gaps');
    written.add(item.id);
    kept.push({ ...item, fragments });
  }
  for (const item of items) {
    if (item.kind === 'span') continue;
    if (item.status === 'suggested') lose('losses.suggestions');
    else if (item.kind === 'label') lose('losses.labels');
    else if (!written.has(item.from) || !written.has(item.to)) lose('losses.loose-relations');
    else kept.push(item);
  }
  for (const { note, provenance } of kept) {
    if (note !== '') lose('losses.notes');
    const { kind, name: _, ...rest } = provenance;
    if (kind !== 'import' || Object.keys(rest).length > 0) lose('losses.provenance');
  }
  lose('losses.document-fields', Object.keys(meta).length);
  lose('losses.surrogates', [...text].filter((char) => !char.isWellFormed()).length);
  return {
    items: plainImports(kept).map((item): Item => ({ ...item, note: '' })),
    losses: [...count].map(([id, count]) => ({ what: { id }, count })),
  };
}

function naiveFragments(text: string, span: SpanItem, hasPlace: (at: number) => boolean) {
  const at: number[] = [];
  for (const { start, end } of span.fragments) for (let i = start; i < end; i++) if (hasPlace(i)) at.push(i);
  const fragments: { start: number; end: number }[] = [];
  for (const i of at) {
    const last = fragments.at(-1);
    if (last !== undefined && text.slice(last.end, i).trim() === '') last.end = i + 1;
    else fragments.push({ start: i, end: i + 1 });
  }
  return fragments;
}
