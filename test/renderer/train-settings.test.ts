import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zh } from '../../renderer/i18n/zh.ts';
import {
  applies,
  GROUP_ORDER,
  rangeText,
  SETTING_ORDER,
  type SettingKey,
  settingText,
  shapeOf,
  withDefaults,
} from '../../renderer/lib/ner-settings.ts';
import { RECIPE_ORDER, RECIPES, recipeSettings } from '../../renderer/lib/recipes.ts';
import { freeName, readTexts, startDraft, switchNetwork, textsOf } from '../../renderer/lib/run-draft.ts';
import { diffSettings } from '../../renderer/lib/settings-diff.ts';
import { parseSettingsJson, settingsJson } from '../../renderer/lib/settings-json.ts';
import {
  EncoderSize,
  NerErrorKind,
  NerNetwork,
  NerSettings,
  nerDefaults,
  RunState,
} from '../../shared/domain/training.ts';
import { AppError } from '../../shared/result.ts';

const keysOf = (network: NerNetwork, encoder = 'mini'): SettingKey[] =>
  SETTING_ORDER.filter((key) => applies(key, { network, encoder }));

const anySettings = fc
  .record({
    network: fc.constantFrom(...NerNetwork.options),
    encoder: fc.constantFrom('tiny', 'mini', 'my-bert'),
    epochs: fc.integer({ min: 1, max: 1000 }),
    learningRate: fc.double({ min: 1e-9, max: 1, noNaN: true }),
    dropout: fc.double({ min: 0, max: 0.95, noNaN: true }),
    freezeEncoder: fc.boolean(),
    hiddenSize: fc.integer({ min: 1, max: 4096 }),
    minCount: fc.integer({ min: 1, max: 1000 }),
    seed: fc.integer({ min: 0, max: 4_294_967_295 }),
    scheme: fc.constantFrom('BIO' as const, 'BIOES' as const),
  })
  .map((given) => NerSettings.parse({ ...given, task: 'ner' }));

/** With defaults of the schema where a setting has no effect. */
function withoutUnused(settings: NerSettings): NerSettings {
  const used = Object.fromEntries(
    keysOf(settings.network, settings.encoder).map((key) => [key, settings[key]]),
  );
  return NerSettings.parse({ ...used, task: 'ner' });
}

describe('the settings of a tagger', () => {
  it('stand in one group each, with words in both languages, and so do all names', () => {
    const { task: _task, ...all } = NerSettings.shape;
    expect([...SETTING_ORDER].sort()).toEqual(Object.keys(all).sort());
    expect(Object.keys(zh.train.setting).sort()).toEqual([...SETTING_ORDER].sort());
    expect(Object.keys(zh.train.group)).toEqual(GROUP_ORDER);
    expect(Object.keys(zh.train.network).sort()).toEqual([...NerNetwork.options].sort());
    expect(Object.keys(zh.train.state).sort()).toEqual([...RunState.options].sort());
    expect(Object.keys(zh.train.errorKind).sort()).toEqual([...NerErrorKind.options].sort());
    expect(Object.keys(zh.train.recipe)).toEqual(RECIPE_ORDER);
    for (const size of EncoderSize.options) expect(zh.train.encoder).toHaveProperty(size);
    expect(Object.keys(zh.train.schedule)).toEqual(shapeOf('schedule').choices);
  });

  it('have the ranges that the schema accepts', () => {
    for (const key of SETTING_ORDER) {
      const { kind, least, above, most } = shapeOf(key);
      const fits = (value: number): boolean => NerSettings.safeParse({ task: 'ner', [key]: value }).success;
      if (kind !== 'integer' && kind !== 'number') continue;
      expect(fits(most!), `${key} ${most}`).toBe(true);
      expect(fits(most! + 1), key).toBe(false);
      if (least !== undefined) expect([fits(least), fits(least - 1)], key).toEqual([true, false]);
      if (above !== undefined) expect([fits(above), fits(above + 1e-6)], key).toEqual([false, true]);
      expect(rangeText(shapeOf(key)), key).not.toBe('');
    }
    expect(rangeText(shapeOf('epochs'))).toBe('1–1000');
    expect(rangeText(shapeOf('learningRate'))).toBe('> 0, ≤ 1');
    expect(rangeText(shapeOf('executor'))).toBe('');
  });

  it('apply to the networks that use them', () => {
    for (const network of NerNetwork.options) {
      const bert = network.startsWith('bert');
      const keys = keysOf(network);
      for (const key of ['encoder', 'freezeEncoder', 'headRate'] as const)
        expect(keys.includes(key)).toBe(bert);
      expect(keys.includes('embeddingSize')).toBe(!bert);
      expect(keys.includes('hiddenSize')).toBe(/lstm|gru/.test(network));
      expect(keys.includes('layers')).toBe(/lstm|gru/.test(network));
      expect(keys).toContain('epochs');
    }
    expect(keysOf('bert-crf', 'mini')).toContain('minCount');
    expect(keysOf('bert-crf', 'my-bert')).not.toContain('minCount'); // it has a vocabulary
  });

  it('are written as people write them', () => {
    expect([128, 0.05, 2e-5, 3.5e-10, 0, 0.001].map(settingText)).toEqual([
      '128',
      '0.05',
      '2e-5',
      '3.5e-10',
      '0',
      '0.001',
    ]);
  });
});

describe('the form', () => {
  it('gives back the settings that it was filled with', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        expect(readTexts(textsOf(settings))).toEqual({ settings: withoutUnused(settings), problems: {} });
      }),
    );
  });

  it('says what is wrong at each field, and only there', () => {
    const texts = {
      ...startDraft().texts,
      epochs: '0',
      batchSize: '2.5',
      learningRate: 'abc',
      dropout: ' ',
      executor: 'abacus',
    };
    expect(readTexts(texts)).toEqual({
      problems: {
        epochs: 'range',
        batchSize: 'integer',
        learningRate: 'number',
        dropout: 'missing',
        executor: 'form',
      },
    });
  });

  it('takes no notice of what has no effect', () => {
    const texts = { ...startDraft().texts, headRate: 'nonsense' };
    expect(readTexts(texts).settings?.network).toBe('bilstm-crf');
    expect(readTexts({ ...texts, network: 'bert-crf' }).problems).toEqual({ headRate: 'number' });
  });

  it('brings what suits another network, and keeps what was typed', () => {
    const typed = { ...startDraft().texts, epochs: '3', seed: '7' };
    const bert = switchNetwork(typed, 'bert-crf');
    const own = nerDefaults('bert-crf');
    expect(bert).toMatchObject({
      network: 'bert-crf',
      epochs: '3',
      seed: '7',
      batchSize: String(own.batchSize),
    });
    expect(bert.learningRate).toBe(settingText(own.learningRate!));
    expect(switchNetwork(bert, 'bilstm-crf')).toEqual(typed);
  });

  it('offers recipes that hold', () => {
    for (const recipe of RECIPE_ORDER) {
      const { settings } = readTexts(textsOf(recipeSettings(recipe, ['my-bert'])));
      expect(settings).toMatchObject(RECIPES[recipe]);
      const wantsEncoder = recipe === 'bertFineTune' || recipe === 'bertFrozen';
      if (wantsEncoder) expect(settings?.encoder).toBe('my-bert');
      expect(recipeSettings(recipe, []).encoder).toBe(recipe === 'bertRandom' ? 'mini' : undefined);
    }
  });

  it('finds a name that is free', () => {
    expect(freeName('a', [])).toBe('a-1');
    expect(freeName('a', ['a-1', 'a-3', 'b-2'])).toBe('a-2');
  });
});

describe('settings as JSON', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        expect(parseSettingsJson(settingsJson(settings))).toEqual(settings);
      }),
    );
  });

  it('may be some only, alone or in a report', () => {
    const given = { network: 'bert-crf', epochs: 3 } as const;
    expect(parseSettingsJson(JSON.stringify(given))).toEqual(withDefaults(given));
    expect(parseSettingsJson(JSON.stringify(given)).learningRate).toBe(nerDefaults('bert-crf').learningRate);
    expect(parseSettingsJson(JSON.stringify({ id: 1, settings: given }))).toEqual(withDefaults(given));
  });

  it.each([
    ['{"epoch": 3}', 'epoch'],
    ['{"epochs": 0}', 'epochs'],
    ['{"network": "crf"}', 'network'],
    ['[1]', 'object'],
    ['nonsense', 'JSON'],
  ])('%s is refused by name', (text, named) => {
    expect(() => parseSettingsJson(text)).toThrow(AppError);
    expect(() => parseSettingsJson(text)).toThrow(named);
  });
});

describe('diffSettings', () => {
  it('has a row for each setting that some run uses, and tells which differ', () => {
    const a = withDefaults({ network: 'bilstm-crf' });
    const b = withDefaults({ network: 'bilstm-crf', epochs: 3 });
    const c = withDefaults({ network: 'bert-crf' });
    const row = (rows: ReturnType<typeof diffSettings>, key: SettingKey) =>
      rows.find((one) => one.key === key);
    expect(diffSettings([a, b]).filter(({ differs }) => differs)).toEqual([
      { key: 'epochs', values: [14, 3], differs: true },
    ]);
    expect(row(diffSettings([a, b]), 'headRate')).toBeUndefined();
    expect(row(diffSettings([a, c]), 'hiddenSize')).toEqual({
      key: 'hiddenSize',
      values: [128, undefined],
      differs: true,
    });
    expect(row(diffSettings([a, a]), 'network')?.differs).toBe(false);
  });
});
