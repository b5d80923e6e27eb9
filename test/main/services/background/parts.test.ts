import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inParts, joinPieces, piecesOf, sizeOfText } from '../../../../main/services/background/parts.ts';
import type { AnnotatedDocument } from '../../../../shared/domain/annotation.ts';
import { annotatedDocuments } from '../../../helpers/annotated.ts';
import { span } from '../../../helpers/projects.ts';

const LARGEST = 1000;

it('documents with any number of items arrive whole, in parts that are short', () => {
  fc.assert(
    fc.property(annotatedDocuments, fc.array(fc.nat(3 * LARGEST), { maxLength: 2 }), (given, counts) => {
      const large = counts.map(
        (count, i): AnnotatedDocument => ({
          name: `large ${i}`,
          text: '咳嗽',
          meta: {},
          items: Array.from({ length: count }, (_, at) => span(at + 1, 0, 2)),
        }),
      );
      const joined: AnnotatedDocument[] = [];
      for (const part of inParts(piecesOf([...given, ...large]), sizeOfText)) {
        const items = part.reduce((sum, piece) => sum + piece.items.length, 0);
        expect(items).toBeLessThanOrEqual(2 * LARGEST);
        joinPieces(joined, structuredClone(part));
      }
      expect(joined).toEqual([...given, ...large]);
    }),
    { numRuns: 10 },
  );
});
