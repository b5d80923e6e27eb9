/** Values that the desk stores for attributes: with a default, required, several. */
import { describe, expect, it } from 'vitest';
import {
  attributeValue,
  nextValue,
  pickedValue,
} from '../../../../../renderer/features/annotate/controller/edits.ts';
import { groupedTypes } from '../../../../../renderer/features/annotate/schema/type-letters.ts';
import {
  AttributeType,
  lackingAttributes,
  SpanType,
} from '../../../../../shared/domain/annotation-schema.ts';
import { span } from '../../../../helpers/projects.ts';

const choice = (more: object) =>
  AttributeType.parse({ name: 'site', kind: 'choice', values: ['left', 'right', 'both'], ...more });
const withSite = (site?: string) => span(1, 0, 2, { attributes: site === undefined ? {} : { site } });

describe('a choice', () => {
  it('has its first value when none is set, and does not store it', () => {
    const plain = choice({});
    expect(attributeValue(withSite(), plain)).toBe('left');
    expect([pickedValue(withSite('both'), plain, 'left'), pickedValue(withSite(), plain, 'both')]).toEqual([
      null,
      'both',
    ]);
    expect(nextValue(withSite('both'), plain)).toBeNull();
  });

  it('that is required has none until one is set, its first too', () => {
    const required = choice({ required: true });
    expect(attributeValue(withSite(), required)).toBe('');
    expect(lackingAttributes([required], withSite())).toEqual([required]);
    expect(pickedValue(withSite(), required, 'left')).toBe('left');
    expect(lackingAttributes([required], withSite('left'))).toEqual([]);
    expect([nextValue(withSite(), required), nextValue(withSite('both'), required)]).toEqual(['left', null]);
  });

  it('of several puts values in and takes them out, in the order of the schema; the key keeps more than one', () => {
    const several = choice({ several: true });
    expect(pickedValue(withSite(), several, 'both')).toBe('both');
    expect(pickedValue(withSite('both'), several, 'left')).toBe('left|both');
    expect(pickedValue(withSite('left|both'), several, 'both')).toBe('left');
    expect(pickedValue(withSite('left'), several, 'left')).toBeNull();
    expect([nextValue(withSite('left'), several), nextValue(withSite('left|both'), several)]).toEqual([
      'right',
      'left|both',
    ]);
  });
});

it('types stand by group, those without one first', () => {
  const types = [
    ['a', 'x'],
    ['b', ''],
    ['c', 'y'],
    ['d', 'x'],
  ].map(([name, group]) => SpanType.parse({ name, group }));
  expect(groupedTypes(types).map(([group, list]) => [group, list.map(({ name }) => name).join('')])).toEqual([
    ['', 'b'],
    ['x', 'ad'],
    ['y', 'c'],
  ]);
});
