import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../main/formats/annotations/check-document.ts';
import { formatOf } from '../../../../main/formats/annotations/index.ts';
import { AnnotatedDocument } from '../../../../shared/domain/annotation.ts';
import { words } from '../../../../shared/messages/words.ts';
import { AppError } from '../../../../shared/result.ts';
import { annotatedDocuments } from '../../../helpers/annotated.ts';

const wound = fc.record({
  /** Where, in thousandths of the file. */
  at: fc.nat({ max: 999 }),
  removed: fc.nat({ max: 12 }),
  put: fc.constantFrom(
    '',
    '',
    'x',
    '"',
    '\t',
    ' ',
    '|',
    '9',
    '-1',
    '{',
    '\n',
    '[',
    '\\',
    '0',
    '𠮷',
    '\r',
    'B-x',
    ';',
  ),
});

describe('a damaged file', () => {
  it.each(['meridian', 'cmeee', 'cmeie', 'ccks', 'conll', 'brat'] as const)(
    '%s: gives valid documents or is refused by name, line and column',
    (id) => {
      const format = formatOf(id);
      let refused = 0;
      fc.assert(
        fc.property(annotatedDocuments, fc.nat(), wound, (documents, which, { at, removed, put }) => {
          const files = [...format.write(documents).files];
          const hit = which % files.length;
          const { name, bytes } = files[hit]!;
          const text = Buffer.from(bytes).toString();
          const from = Math.floor((at / 1000) * text.length);
          files[hit] = { name, bytes: Buffer.from(text.slice(0, from) + put + text.slice(from + removed)) };
          try {
            for (const document of format.read(files).documents) {
              expect(AnnotatedDocument.parse(document)).toEqual(document);
              expect(problemOf(document)).toBeUndefined();
            }
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            refused++;
            expect(error.code).toMatch(/bad-input|newer-version/);
            expect(words(error.localized, 'zh')).toMatch(/\p{Script=Han}/u);
            const place = /^[^:]+:(\d+):(\d+): /s.exec(error.message);
            if (error.code === 'bad-input' && !/is empty/.test(error.message)) expect(place).not.toBeNull();
          }
        }),
        { numRuns: 400 },
      );
      expect(refused).toBeGreaterThan(5);
    },
  );
});
