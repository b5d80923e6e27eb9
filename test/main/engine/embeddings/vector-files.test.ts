/** Files of word vectors: there and back, as gensim has them, and what is wrong with bad ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFloat32, parseFloat32 } from '../../../../main/engine/embeddings/files/text-rows.ts';
import { detectFormat, vectorFormat } from '../../../../main/engine/embeddings/files/vector-format.ts';
import type { VectorFile } from '../../../../main/engine/embeddings/files/vector-table.ts';
import { unitOfTokens, type WordVectors } from '../../../../main/engine/embeddings/word-vectors.ts';
import { VectorFormat } from '../../../../shared/domain/vectors.ts';
import { AppError } from '../../../../shared/result.ts';

const bytesOf = (format: VectorFormat, vectors: WordVectors): Buffer =>
  Buffer.concat([...vectorFormat[format].write(vectors)]);

/** Reads a file that comes in pieces of `size` bytes. */
async function read(format: VectorFormat, file: Buffer | string, size = 7): Promise<VectorFile> {
  const bytes = Buffer.from(file);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return vectorFormat[format].read(pieces());
}

const float32 = fc.float({ noNaN: true, noDefaultInfinity: true });
/** All that gensim's formats can hold: no spaces, no line feeds. */
const token = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom('糖尿病', '</s>', '1.5', '𠮷', '\t', '\r', '__proto__', '\ufeff', '\u3000'),
  )
  .filter((text) => !/[ \n]/.test(text) && text.isWellFormed());
const vectorsOf = fc
  .record({
    dimension: fc.integer({ min: 1, max: 9 }),
    tokens: fc.uniqueArray(token, { minLength: 1, maxLength: 20 }),
  })
  .chain(({ dimension, tokens }) =>
    fc.array(float32, { minLength: tokens.length * dimension, maxLength: tokens.length * dimension }).map(
      (values): WordVectors => ({
        unit: unitOfTokens(tokens),
        dimension,
        tokens,
        values: Float32Array.from(values),
      }),
    ),
  );

describe.each(VectorFormat.options)('%s', (format) => {
  it('gives back the same vectors, and the same bytes when written again', async () => {
    await fc.assert(
      fc.asyncProperty(vectorsOf, fc.integer({ min: 1, max: 60 }), async (vectors, size) => {
        const file = bytesOf(format, vectors);
        const { vectors: back, duplicates } = await read(format, file, size);
        expect(back.tokens).toEqual(vectors.tokens);
        expect(back.dimension).toBe(vectors.dimension);
        expect(back.unit).toBe(vectors.unit);
        expect(Buffer.from(back.values.buffer).equals(Buffer.from(vectors.values.buffer))).toBe(true);
        expect(duplicates).toEqual({ count: 0, examples: [] });
        expect(bytesOf(format, back).equals(file)).toBe(true);
      }),
    );
  });

  it('is recognised by its first bytes', () => {
    fc.assert(
      fc.property(vectorsOf, (vectors) => {
        fc.pre(vectors.dimension > 4 && vectors.values.some((value) => value !== 0));
        // A row of floats that all look like printable text is possible, but no vectors are like that.
        const values = Float32Array.from(vectors.values, (value) => Math.fround(value % 3) || 0.25);
        expect(detectFormat(bytesOf(format, { ...vectors, values }))).toBe(format);
      }),
    );
  });

  it.each(['', 'a b', 'a\nb', '\ud800'])(
    'refuses to write the token %j, which it could not give back',
    (bad) => {
      const write = () =>
        bytesOf(format, { unit: 'word', dimension: 1, tokens: ['好', bad], values: new Float32Array(2) });
      if (format === 'word2vec-binary' && bad === 'a\nb') expect(write).not.toThrow();
      else expect(write).toThrow(AppError);
    },
  );

  it('keeps the first of rows with the same token, and tells of the others', async () => {
    const vectors: WordVectors = {
      unit: 'character',
      dimension: 2,
      tokens: ['甲', '乙', '甲', '丙', '甲'],
      values: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    };
    const { vectors: back, duplicates } = await read(format, bytesOf(format, vectors));
    expect(back.tokens).toEqual(['甲', '乙', '丙']);
    expect([...back.values]).toEqual([1, 2, 3, 4, 7, 8]);
    expect(duplicates).toEqual({ count: 2, examples: ['甲'] });
  });
});

/** Written by gensim 4.4 with numpy 2.4: save_word2vec_format of the same vectors. */
const GENSIM_TEXT = `4 4
糖尿病 0.1 -2.5e-05 1.0 0.0
a_b 1e-08 123456.79 1e+16 -0.0
é 1e+20 3.4e+38 1e-45 1.6777216e+07
</s> 9.9999e-05 1e-04 1.5e+16 9.999e+15
`;
const GENSIM_BINARY = Buffer.from(
  'NCA0CuezluWwv+eXhSDNzMw9F7fRtwAAgD8AAAAAYV9iIHfMKzJlIPFHyhsOWgAAAIDDqSDseK1gnsl/fwEAAAAAAIBLPC9zPiCOttE4F7fROK8pVVomGA5a',
  'base64',
);

describe('files of gensim', () => {
  it.each([
    ['word2vec-text', GENSIM_TEXT],
    ['word2vec-binary', GENSIM_BINARY],
  ] as const)('%s are read, and written byte for byte', async (format, file) => {
    const { vectors } = await read(format, Buffer.from(file));
    expect(vectors.tokens).toEqual(['糖尿病', 'a_b', 'é', '</s>']);
    expect([...vectors.values]).toEqual(
      [
        0.1, -2.5e-5, 1, 0, 1e-8, 123456.789, 1e16, -0, 1e20, 3.4e38, 1e-45, 16777216, 9.9999e-5, 1e-4,
        1.5e16, 9.999e15,
      ].map(Math.fround),
    );
    expect(bytesOf(format, vectors).equals(Buffer.from(file))).toBe(true);
  });

  it('of the original program have a line feed after each binary row and a space after each text row', async () => {
    const row = (name: string, value: number) =>
      Buffer.concat([Buffer.from(`${name} `), Buffer.from(Float32Array.of(value).buffer), Buffer.from('\n')]);
    const { vectors } = await read(
      'word2vec-binary',
      Buffer.concat([Buffer.from('2 1\n'), row('甲', 1), row('乙', 2)]),
    );
    expect([vectors.tokens, [...vectors.values]]).toEqual([
      ['甲', '乙'],
      [1, 2],
    ]);
    expect((await read('word2vec-text', '2 1\r\n甲 1.000000 \r\n乙 2 \n')).vectors.values).toEqual(
      Float32Array.of(1, 2),
    );
  });
});

describe('a bad file', () => {
  const binary = (text: string, ...values: number[]): Buffer =>
    Buffer.concat([Buffer.from(text), Buffer.from(Float32Array.from(values).buffer)]);
  it.each<[VectorFormat, Buffer | string, RegExp]>([
    ['word2vec-text', '', /line 1.*number of rows/],
    ['word2vec-text', '甲 1 2\n乙 3 4\n', /line 1.*GloVe/],
    ['word2vec-text', '2 0\n', /dimension of 0/],
    ['word2vec-text', '2 2\n甲 1 2\n', /ends after 1 of the 2 rows/],
    ['word2vec-text', '1 2\n甲 1 2\n乙 3 4\n', /line 3: more rows/],
    ['word2vec-text', '2 2\n甲 1 2\n乙 3\n', /line 3: expected a token and 2 numbers, found 1/],
    ['word2vec-text', '1 2\nNew York 1 2\n', /line 2: expected a token and 2 numbers, found 3/],
    ['word2vec-text', '1 2\n甲 1  2\n', /line 2: expected/],
    ['word2vec-text', '1 2\n甲 1 nan\n', /line 2: field 3, "nan", is no finite number/],
    ['word2vec-text', '1 2\n甲 inf 1\n', /line 2: field 2, "inf"/],
    ['word2vec-text', '1 2\n甲 1 1e39\n', /line 2: field 3, "1e39"/],
    ['word2vec-text', '1 2\n甲 1 0x10\n', /line 2: field 3/],
    ['word2vec-text', '1 2\n 1 2\n', /line 2: it begins with no token/],
    [
      'word2vec-text',
      Buffer.from([0x31, 0x20, 0x31, 0x0a, 0xff, 0x20, 0x31, 0x0a]),
      /line 2: it is no UTF-8/,
    ],
    ['glove', '', /empty/],
    ['glove', '\n', /empty/],
    ['glove', '2 1\n甲 1\n', /line 1.*word2vec/],
    ['glove', '甲 1 2\n乙 1\n', /line 2: expected a token and 2 numbers/],
    ['glove', '甲 1 2\n\n', /line 2/],
    ['glove', '甲\n', /dimension of 0/],
    ['word2vec-binary', 'hello\n', /line 1: expected/],
    ['word2vec-binary', `${'x'.repeat(5000)}`, /line 1: expected/],
    ['word2vec-binary', binary('1 2\n甲 ', 1), /ends after 0 of the 1 rows/],
    ['word2vec-binary', binary('2 2\n甲 ', 1, 2), /ends after 1 of the 2 rows/],
    ['word2vec-binary', binary('1 1\n甲 ', Number.NaN), /row 1: holds a value that is no finite number/],
    ['word2vec-binary', binary('1 1\n甲 ', 1, 2), /bytes follow its last row/],
    ['word2vec-binary', binary('1 1\n ', 1), /row 1: has no token/],
    [
      'word2vec-binary',
      Buffer.concat([Buffer.from('1 1\n'), Buffer.from([0xff, 0x20, 0, 0, 0, 0])]),
      /row 1: it is no UTF-8/,
    ],
    ['word2vec-binary', `1 1\n${'甲'.repeat(30_000)}`, /no token of up to/],
    ['word2vec-binary', '999999999999 999999999999\n', /dimension of 999999999999/],
    ['word2vec-binary', '100000000 2\n', /announces 100000000 rows of 2 numbers/],
    ['word2vec-binary', '4000000 1000\n', /announces 4000000 rows of 1000 numbers/],
    ['word2vec-text', '4000000 1000\n', /announces 4000000 rows of 1000 numbers/],
    ['word2vec-text', '1 1\n甲 -Infinity\n', /field 2, "-Infinity", is no finite number/],
    ['word2vec-binary', binary('1 2\n甲 ', 1, -Infinity), /row 1: holds a value that is no finite number/],
    ['glove', '甲 1 NaN\n', /line 1: field 3, "NaN", is no finite number/],
  ])('%s %j says what is wrong', async (format, file, message) => {
    await expect(read(format, file)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
    });
  });

  it('never fails otherwise, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...VectorFormat.options),
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom('', '2 3\n', '1 1\n甲 '),
        async (format, bytes, start) => {
          const found = await read(format, Buffer.concat([Buffer.from(start), bytes])).catch(
            (error: unknown) => error,
          );
          if (found instanceof Error) expect(found).toBeInstanceOf(AppError);
        },
      ),
    );
  });
});

describe('float32 as text', () => {
  it('comes back as the same number, in at most nine digits', () => {
    fc.assert(
      fc.property(float32, (value) => {
        const text = formatFloat32(value);
        expect(parseFloat32(text)).toBe(value);
        expect(text.replace(/e.*$/, '').replace(/^-?0*\.?0*|[-.]/g, '').length).toBeLessThanOrEqual(10);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [1.5, '1.5'],
    [100, '100.0'],
    [999_999.9, '999999.9'],
    [1e6, '1e+06'],
    [-1e-10, '-1e-10'],
    [0.3, '0.3'],
    [16_777_215, '1.6777215e+07'],
  ])('%d is %s, as numpy has it', (value, text) => {
    expect(formatFloat32(Math.fround(value))).toBe(text);
  });
});
