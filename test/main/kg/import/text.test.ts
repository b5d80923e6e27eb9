/** The text side of imports: lines, CSV, N-Triples, names, relation and type names. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCode } from '../../../../main/kg/import/formats/icd10.ts';
import { localName, parseStatement } from '../../../../main/kg/import/formats/ntriples-line.ts';
import { rrfTable, semanticRank, typeOfRank } from '../../../../main/kg/import/formats/rrf.ts';
import { typeOfFile } from '../../../../main/kg/import/formats/wordlist.ts';
import { checkName, REASON } from '../../../../main/kg/import/intake.ts';
import { relationRule, typeNamed } from '../../../../main/kg/import/relations.ts';
import { type Row, RowReader, splitCsv } from '../../../../main/reading/csv.ts';
import { type Line, LineSplitter } from '../../../../main/reading/lines.ts';

/** Cuts at the places given, modulo the length. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end));
}

function splitAll(chunks: readonly Buffer[]): Line[] {
  const splitter = new LineSplitter();
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

const aText = fc.string({ unit: fc.constantFrom('a', '病', '𠮷', '"', ',', ' ', 'é'), maxLength: 12 });

describe('LineSplitter', () => {
  it('gives the same lines wherever chunks are cut', () => {
    const anEnding = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(aText, anEnding)), aText, fc.array(fc.nat()), (lines, last, places) => {
        const text = lines.map(([line, ending]) => line + ending).join('') + last;
        const expected = [...lines.map(([line]) => line), ...(last === '' ? [] : [last])];
        const found = splitAll(cut(Buffer.from(text), places));
        expect(found).toEqual(expected.map((line, i) => ({ number: i + 1, text: line })));
      }),
    );
  });

  it('marks exactly the lines that are not UTF-8', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.array(fc.nat()), (broken, places) => {
        const bytes = Buffer.concat(
          broken.map((bad) => (bad ? Buffer.from('b2a1c8cb0a', 'hex') : Buffer.from('病\n'))),
        );
        const found = splitAll(cut(bytes, places));
        expect(found.map((line) => line.problem === REASON.invalidUtf8)).toEqual(broken);
      }),
    );
  });

  it('drops a line that never ends without keeping it, and goes on after it', () => {
    const splitter = new LineSplitter(4 * 1024 * 1024);
    const found = [...splitter.push(Buffer.from('ok\n'))];
    for (let i = 0; i < 6; i++) found.push(...splitter.push(Buffer.alloc(1024 * 1024, 'x')));
    found.push(...splitter.push(Buffer.from('\nnext\n')));
    expect(found.map(({ number, problem }) => [number, problem])).toEqual([
      [1, undefined],
      [2, REASON.lineTooLong],
      [3, undefined],
    ]);
  });

  it('takes a byte order mark off the first line only', () => {
    expect(splitAll([Buffer.from('\ufeffa\n\ufeffb')]).map((line) => line.text)).toEqual(['a', '\ufeffb']);
  });
});

function readRows(text: string, delimiter: ',' | '\t' = ','): { rows: Row[]; refused: [number, string][] } {
  const rows: Row[] = [];
  const refused: [number, string][] = [];
  const reader = new RowReader(delimiter, {
    row: (row) => rows.push(row),
    refuse: (line, reason) => refused.push([line.number, reason]),
  });
  for (const line of splitAll([Buffer.from(text)])) reader.push(line);
  reader.end();
  return { rows, refused };
}

describe('CSV', () => {
  it('reads back what was quoted, commas, quotes and line breaks included', () => {
    const aField = fc.string({ unit: fc.constantFrom('a', '病', '"', ',', '\n', ' '), maxLength: 6 });
    const aRow = fc.array(aField, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(aRow), (rows) => {
        const quote = (field: string) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
        const kept = rows.filter((row) => row.map(quote).join(',').trim() !== '');
        const text = kept.map((row) => `${row.map(quote).join(',')}\n`).join('');
        expect(readRows(text).rows.map((row) => row.fields)).toEqual(kept);
      }),
    );
  });

  it('refuses a line with a stray quote by itself', () => {
    const { rows, refused } = readRows('a,b\n"c,d\ne,f\n"g"h,i\nj,k\n');
    expect(rows.map(({ number, fields }) => [number, ...fields])).toEqual([
      [1, 'a', 'b'],
      [3, 'e', 'f'],
      [5, 'j', 'k'],
    ]);
    expect(refused.map(([line]) => line)).toEqual([2, 4]);
  });

  it('refuses a quote that stays open to the end', () => {
    const many = 'x,y\n'.repeat(200);
    const { rows, refused } = readRows(`"open,b\n${many}`);
    expect(rows).toHaveLength(200);
    expect(refused).toEqual([[1, REASON.openQuote]]);
  });

  it('splits fields', () => {
    expect(splitCsv('a,,b,')).toEqual(['a', '', 'b', '']);
    expect(splitCsv('"a ""b""",c')).toEqual(['a "b"', 'c']);
    expect(splitCsv('5" tube,c')).toEqual(['5" tube', 'c']);
    expect(splitCsv('"a')).toBeUndefined();
    expect(splitCsv('"a"b')).toBeUndefined();
  });

  it('takes quotes around tab-separated fields off', () => {
    expect(readRows('A00\t"霍乱,""甲"""\n', '\t').rows[0]?.fields).toEqual(['A00', '霍乱,"甲"']);
  });
});

describe('N-Triples', () => {
  it('reads back any literal, escaped as the standard does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (value, unicode) => {
        const escaped = [...value]
          .map((char) => {
            const point = char.codePointAt(0) ?? 0;
            if (char === '"' || char === '\\') return `\\${char}`;
            if (point < 0x20) return `\\u${point.toString(16).padStart(4, '0')}`;
            if (unicode && point > 0x7e) return `\\U${point.toString(16).toUpperCase().padStart(8, '0')}`;
            return char;
          })
          .join('');
        const statement = parseStatement(`<http://a/s> <http://a/p> "${escaped}"@zh-Hans .`);
        expect(statement).toMatchObject({ object: { kind: 'literal', value, language: 'zh-hans' } });
      }),
    );
  });

  it.each([
    ['<http://a/s> <http://a/p> <http://a/o> .', 'iri'],
    ['<http://a/s>\t<http://a/p>\t_:b.1 . # note', 'blank'],
    ['_:x <http://a/p> "1"^^<http://www.w3.org/2001/XMLSchema#int> .', 'literal'],
  ])('%s', (line, kind) => {
    expect(parseStatement(line)).toMatchObject({ object: { kind } });
  });

  it.each([
    '<a> <b> <c>',
    '<a> "b" <c> .',
    '<a> <b> "c .',
    '"a" <b> <c> .',
    '<a> <b> "\\x" .',
    '<a> _:b <c> .',
  ])('refuses %s', (line) => {
    expect(parseStatement(line)).toBeUndefined();
  });

  it('knows local names', () => {
    expect(localName('http://a/b#C%20d')).toBe('C d');
    expect(localName('http://a/b/')).toBe('b');
    expect(localName('urn:isbn:12%')).toBe('12%');
  });
});

describe('names', () => {
  it('are cleaned of what cannot be seen', () => {
    expect(checkName('\u200b 甲\ufeff病\u3000')).toEqual({ name: '甲病' });
    expect(checkName(' \u200b ')).toEqual({ problem: REASON.emptyName });
    expect(checkName('x'.repeat(200))).toEqual({ name: 'x'.repeat(200) });
    expect(checkName('x'.repeat(201))).toEqual({ problem: REASON.longName });
    expect(checkName('a\u0000b')).toEqual({ problem: REASON.controlCharacter });
    expect(checkName('a\ud800')).toEqual({ problem: REASON.brokenCharacter });
  });

  it.each([
    ['A00', true],
    ['I21.900x004', true],
    ['A01.003+G01*', true],
    ['M815700/1', true],
    ['N', false],
    ['高血压', false],
    ['12.3', false],
  ])('code %s: %s', (text, expected) => {
    expect(isCode(text)).toBe(expected);
  });
});

describe('relations and types', () => {
  it.each([
    ['ALIAS_IS', 'SameAs'],
    ['HAS_SYMPTOM', 'HasSymptom'],
    ['NEED_CHECK', 'NeedsExam'],
    ['HAS_DRUG', 'TreatedByDrug'],
    ['HAS_TREATMENT', 'TreatedBy'],
    ['HAS_COMPLICATION', 'HasComplication'],
    ['PART_IS', 'LocatedIn'],
    ['DEPARTMENT_IS', 'InDepartment'],
    ['临床表现', 'HasSymptom'],
    ['DifferentialFrom', 'DifferentialFrom'],
    [' eats ', 'eats'],
  ])('%s → %s', (name, relation) => {
    expect(relationRule(name).relation).toBe(relation);
  });

  it('of unknown names have tails of type other', () => {
    expect(relationRule('eats')).toMatchObject({ head: 'disease', tail: 'other', inverse: false });
    expect(relationRule('may_treat')).toMatchObject({ relation: 'TreatedByDrug', inverse: true });
  });

  it('types have English and Chinese names', () => {
    expect(['Disease', '疾病', 'dis', 'BodyPart', '药物', 'Gene'].map(typeNamed)).toEqual([
      'disease',
      'disease',
      'disease',
      'anatomy',
      'drug',
      undefined,
    ]);
  });

  it('word lists tell their type by their file name', () => {
    expect(['xywy_producer.txt.gz', '症状.txt', 'my_Drug.csv', 'food', 'check'].map(typeOfFile)).toEqual([
      'other',
      'symptom',
      'drug',
      'other',
      'exam',
    ]);
  });

  it('semantic types of UMLS prefer the more telling', () => {
    expect(
      ['T047', 'T184', 'T034', 'T060', 'T121', 'T061', 'T023', 'T007', 'T109', 'T999'].map((tui) =>
        typeOfRank(semanticRank(tui)),
      ),
    ).toEqual([
      'disease',
      'symptom',
      'finding',
      'exam',
      'drug',
      'treatment',
      'anatomy',
      'cause',
      'other',
      'other',
    ]);
    expect(semanticRank('T047')).toBeLessThan(semanticRank('T033'));
  });

  it('UMLS tables are told by their columns', () => {
    expect(rrfTable('C0000001|T047|B2|Disease|AT1||')).toBe('MRSTY');
    expect(rrfTable('a|b|c')).toBeUndefined();
  });
});
