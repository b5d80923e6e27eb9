import { describe, expect, it } from 'vitest';
import { en } from '../../../renderer/i18n/en.ts';
import { zh } from '../../../renderer/i18n/zh.ts';
import { SHORTCUTS } from '../../../renderer/lib/keyboard/shortcuts.ts';
import { EntityType, KgFormat, RELATIONS } from '../../../shared/domain/graph.ts';
import { Assertion } from '../../../shared/domain/mention.ts';
import { KeyKind } from '../../../shared/domain/system.ts';
import { ErrorCode } from '../../../shared/result.ts';

/** `editor.label` → text, for every text. */
function flatten(words: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

const chinese = flatten(zh);
const english = flatten(en);
const variables = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]!).sort();

describe('the two languages', () => {
  it('have the same keys', () => {
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort());
  });

  it('fill in the same values', () => {
    for (const [key, text] of chinese) {
      expect(variables(english.get(key) ?? ''), key).toEqual(variables(text));
    }
  });

  it('say something everywhere', () => {
    for (const words of [chinese, english]) {
      for (const [key, text] of words) expect(text.trim(), key).not.toBe('');
    }
  });

  it('name everything that the contract can name', () => {
    expect(Object.keys(zh.type).sort()).toEqual([...EntityType.options].sort());
    expect(Object.keys(zh.relation).sort()).toEqual(Object.keys(RELATIONS).sort());
    expect(Object.keys(zh.relationIn).sort()).toEqual(Object.keys(RELATIONS).sort());
    expect(Object.keys(zh.graph.formats).sort()).toEqual([...KgFormat.options].sort());
    expect(Object.keys(zh.error.code).sort()).toEqual([...ErrorCode.options].sort());
    expect(Object.keys(zh.settings.keyKind).sort()).toEqual([...KeyKind.options].sort());
    for (const assertion of Assertion.options) expect(zh.assertion).toHaveProperty(assertion);
    for (const name of Object.keys(SHORTCUTS)) expect(zh.command).toHaveProperty(name);
  });
});
