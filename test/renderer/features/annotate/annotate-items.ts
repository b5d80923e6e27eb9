/** Spans for tests of the annotation screen, and arbitrary ones. */
import fc from 'fast-check';
import { merged } from '../../../../renderer/features/annotate/controller/fragments.ts';
import { SpanItem } from '../../../../shared/domain/annotation.ts';

export const LENGTH = 80;

export function span(id: number, places: readonly (readonly [number, number])[], type = '症状'): SpanItem {
  return SpanItem.parse({
    kind: 'span',
    id,
    type,
    fragments: places.map(([start, end]) => ({ start, end })),
    provenance: { kind: 'human', name: '甲' },
  });
}

const fragmentArb = fc
  .tuple(fc.nat(LENGTH - 1), fc.integer({ min: 1, max: 20 }))
  .map(([start, size]) => ({ start, end: Math.min(LENGTH, start + size) }));

/** Nested, crossing and discontinuous spans; ids 1, 2, 3 … */
export const spansArb: fc.Arbitrary<SpanItem[]> = fc
  .array(
    fc.tuple(fc.array(fragmentArb, { minLength: 1, maxLength: 3 }), fc.constantFrom('症状', '疾病', '部位')),
    { maxLength: 25 },
  )
  .map((all) =>
    all.map(([fragments, type], i) =>
      span(
        i + 1,
        merged(fragments).map(({ start, end }) => [start, end] as const),
        type,
      ),
    ),
  );
