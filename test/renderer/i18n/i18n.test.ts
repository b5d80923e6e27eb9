import { describe, expect, it } from 'vitest';
import { en, zh } from '../../../renderer/i18n/translations.ts';
import { words } from '../../../renderer/i18n/words.ts';
import { SHORTCUTS } from '../../../renderer/lib/keyboard/shortcuts.ts';
import { EntityType, KgFormat, RELATIONS } from '../../../shared/domain/graph.ts';
import { Assertion } from '../../../shared/domain/mention.ts';
import { KeyKind } from '../../../shared/domain/system.ts';
import { ErrorCode } from '../../../shared/result.ts';
import { settingNames } from '../../../shared/run-settings.ts';
import { sourceFiles, stringsOf } from '../../helpers/source-strings.ts';

/** `editor.label` → text, for every text. */
function flatten(words: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

/** Sections whose words are looked up by a value, not by a key in the sources. */
const LOOKED_UP = ['networks.', 'annotate.action.', 'audit.'];
const SETTINGS = new Set([
  'task',
  ...(['ner', 'classify', 'diagnose', 'pair', 'normalisation', 'relation', 'pretrain'] as const).flatMap(
    settingNames,
  ),
]);

function isLookedUp(key: string): boolean {
  const [section = '', name = '', setting = ''] = key.split('.');
  if (LOOKED_UP.some((prefix) => key.startsWith(prefix))) return true;
  return (
    ['train', 'texts', 'pretrain'].includes(section) && SETTINGS.has(name === 'setting' ? setting : name)
  );
}

describe('the words', () => {
  it('are all used', () => {
    const strings = sourceFiles('renderer,shared').map(stringsOf);
    const literals = new Set(strings.flatMap((of) => of.literals));
    const templates = strings.flatMap((of) => of.templates);
    const isUsed = (key: string): boolean =>
      isLookedUp(key) || literals.has(key) || templates.some((template) => template.test(key));
    const unused = [...flatten(en).keys()].filter((key) => !isUsed(key) && !isUsed(key.replace(/_\w+$/, '')));
    expect(unused).toEqual([]);
  });
});

describe('the two languages', () => {
  it('say something everywhere', () => {
    for (const language of [zh, en]) {
      for (const [key, text] of flatten(language)) expect(text.trim(), key).not.toBe('');
    }
  });

  it('do not compile without a language or with other parameters', () => {
    // @ts-expect-error no Chinese
    words({ a: { en: 'one' } });
    // @ts-expect-error {{n}} in English only
    words({ group: { a: { en: '{{n}} texts', zh: '文本' } } });
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
