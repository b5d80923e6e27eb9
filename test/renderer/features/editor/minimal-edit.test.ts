import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimalEdit } from '../../../../renderer/features/editor/minimal-edit.ts';

const textArb = fc
  .array(fc.constantFrom('a', 'b', '\n', '\r\n', '😀', '😁', '胸'), { maxLength: 12 })
  .map((parts) => parts.join(''));

const splitsPair = (text: string, offset: number): boolean =>
  /[\ud800-\udbff]$/.test(text.slice(0, offset)) && /^[\udc00-\udfff]/.test(text.slice(offset));
const splitsCrlf = (text: string, offset: number): boolean => text.slice(offset - 1, offset + 1) === '\r\n';

describe('minimalEdit', () => {
  it('turns one text into the other and cuts no pair in two', () => {
    fc.assert(
      fc.property(textArb, textArb, (before, after) => {
        const edit = minimalEdit(before, after);
        if (edit === null) {
          expect(after).toBe(before);
          return;
        }
        expect(before.slice(0, edit.start) + edit.text + before.slice(edit.end)).toBe(after);
        for (const offset of [edit.start, edit.end]) {
          expect(splitsPair(before, offset) || splitsCrlf(before, offset)).toBe(false);
        }
      }),
    );
  });

  it('touches only what differs', () => {
    expect(minimalEdit('主诉：胸痛3天。', '主诉：腹痛3天。')).toEqual({ start: 3, end: 4, text: '腹' });
    expect(minimalEdit('same', 'same')).toBeNull();
  });
});
