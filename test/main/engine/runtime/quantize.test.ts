/** int8 weights against the definition, element by element. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantizeColumns, transposed } from '../../../../main/engine/runtime/quantize.ts';

const matrix = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([rows, columns]) =>
    fc
      .array(fc.oneof(fc.constant(0), fc.float({ noNaN: true, noDefaultInfinity: true, min: -9, max: 9 })), {
        minLength: rows * columns,
        maxLength: rows * columns,
      })
      .map((values) => ({ rows, columns, weight: Float32Array.from(values) })),
  );

describe('quantizeColumns', () => {
  it('scales each column to its largest value, and rounds to the nearest code', () => {
    fc.assert(
      fc.property(matrix, ({ rows, columns, weight }) => {
        const { values, scales } = quantizeColumns(weight, rows, columns);
        for (let column = 0; column < columns; column++) {
          const own = Array.from({ length: rows }, (_, row) => weight[row * columns + column]!);
          expect(scales[column]).toBe(Math.fround(Math.max(...own.map(Math.abs)) / 127));
          for (const [row, value] of own.entries()) {
            const code = values[row * columns + column]!;
            const exact = scales[column] === 0 ? 0 : value / scales[column]!;
            expect(Math.abs(code - exact)).toBeLessThanOrEqual(0.5 + 1e-4);
          }
        }
      }),
    );
  });
});

describe('transposed', () => {
  it('puts rows where columns were', () => {
    expect(transposed(Float32Array.of(1, 2, 3, 4, 5, 6), 2, 3)).toEqual(Float32Array.of(1, 4, 2, 5, 3, 6));
    fc.assert(
      fc.property(matrix, ({ rows, columns, weight }) => {
        expect(transposed(transposed(weight, rows, columns), columns, rows)).toEqual(weight);
      }),
    );
  });
});
