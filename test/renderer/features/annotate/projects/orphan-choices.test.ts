import { describe, expect, it } from 'vitest';
import {
  choicesFor,
  keyOf,
  renamedTo,
  rulesOf,
} from '../../../../../renderer/features/annotate/projects/orphan-choices.ts';
import { AnnotationSchema } from '../../../../../shared/domain/annotation-schema.ts';

const schema = (...spans: string[]) =>
  AnnotationSchema.parse({
    spans: spans.map((name) => ({ name })),
    relations: [{ name: 'treats' }],
    attributes: [
      { name: 'assertion', kind: 'choice', values: ['yes', 'no'] },
      { name: 'size', kind: 'text' },
    ],
    labels: [
      { name: 'urgent', group: 'g' },
      { name: 'calm', group: 'g' },
    ],
  });

describe('what orphans may become', () => {
  it('is another of their kind, for a value another value', () => {
    const now = schema('a', 'b');
    expect(choicesFor({ what: 'span', name: 'gone' }, now)).toEqual(['a', 'b']);
    // A relation whose ends no longer fit has a type that is still there: it is no choice.
    expect(choicesFor({ what: 'relation', name: 'treats' }, now)).toEqual([]);
    expect(choicesFor({ what: 'label', name: 'urgent' }, now)).toEqual(['calm']);
    expect(choicesFor({ what: 'attribute', name: 'assertion=maybe' }, now)).toEqual(['yes', 'no']);
    expect(choicesFor({ what: 'attribute', name: 'size=3' }, now)).toEqual([]);
    expect(choicesFor({ what: 'attribute', name: 'old' }, now)).toEqual(['assertion', 'size']);
  });

  it('is the new name where one was renamed, and nothing where that is not sure', () => {
    const a = { what: 'span' as const, name: 'a' };
    expect(renamedTo(a, schema('a', 'b'), schema('c', 'b'))).toBe('c');
    expect(renamedTo(a, schema('a', 'b'), schema('b'))).toBeUndefined();
    expect(renamedTo(a, schema('a', 'b'), schema('c', 'd'))).toBeUndefined();
    expect(renamedTo({ what: 'span', name: 'b' }, schema('a', 'b'), schema('c', 'b'))).toBeUndefined();
  });

  it('makes rules of names with any characters', () => {
    const odd = { what: 'span' as const, name: '["x", y] =\n' };
    expect(rulesOf(new Map([[keyOf(odd), null]]))).toEqual([{ ...odd, to: null }]);
  });
});
