import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffSettings } from '../../../../../renderer/features/train/compare/changed-settings.ts';
import {
  firstPreset,
  needsEncoder,
  PRESET_ORDER,
  PRESETS,
  presetSettings,
  presetTask,
} from '../../../../../renderer/features/train/form/presets.ts';
import { settingWords } from '../../../../../renderer/features/train/form/setting-words.ts';
import {
  parseSettingsJson,
  settingsJson,
} from '../../../../../renderer/features/train/form/settings-json.ts';
import {
  changeSetting,
  freeName,
  readTexts,
  startDraft,
  switchTask,
  textsOf,
} from '../../../../../renderer/features/train/run-draft.ts';
import { en, zh } from '../../../../../renderer/i18n/translations.ts';
import {
  GROUP_ORDER,
  parseSettings,
  rangeText,
  settingOrder,
  settingText,
  settingValueOf,
  shapeOf,
  withDefaults,
} from '../../../../../renderer/lib/form-settings.ts';
import { ClassifySettings, classifyDefaults } from '../../../../../shared/domain/classification.ts';
import { ClassifyNetwork, NerNetwork } from '../../../../../shared/domain/networks.ts';
import { PairObjective, PretrainSettings } from '../../../../../shared/domain/pretraining.ts';
import { TASKS } from '../../../../../shared/domain/tasks.ts';
import type { ModelCard } from '../../../../../shared/domain/training.ts';
import {
  EncoderSize,
  NerErrorKind,
  NerSettings,
  nerDefaults,
  type RunSettings,
  RunState,
  TrainingTask,
} from '../../../../../shared/domain/training.ts';
import { AppError } from '../../../../../shared/result.ts';
import { applies } from '../../../../../shared/run-settings.ts';

const keysOf = (task: TrainingTask, network: string, encoder = 'mini', front = 'embedding'): string[] =>
  settingOrder(task).filter((key) => applies(key, { network, encoder, front }));

const loop = {
  encoder: fc.constantFrom('tiny', 'mini', 'my-bert'),
  epochs: fc.integer({ min: 1, max: 1000 }),
  learningRate: fc.double({ min: 1e-9, max: 1, noNaN: true }),
  dropout: fc.double({ min: 0, max: 0.95, noNaN: true }),
  freezeEncoder: fc.boolean(),
  minCount: fc.integer({ min: 1, max: 1000 }),
  seed: fc.integer({ min: 0, max: 4_294_967_295 }),
};
const anyTagger = fc
  .record({
    ...loop,
    network: fc.constantFrom(...NerNetwork.options),
    hiddenSize: fc.integer({ min: 1, max: 4096 }),
    scheme: fc.constantFrom('BIO' as const, 'BIOES' as const),
  })
  .map((given): RunSettings => NerSettings.parse({ ...given, task: 'ner' }));
const anyClassifier = fc
  .record({
    ...loop,
    task: fc.constantFrom('classify' as const, 'diagnose' as const),
    network: fc.constantFrom(...ClassifyNetwork.options),
    front: fc.constantFrom('embedding' as const, 'encoder' as const),
    hiddenSize: fc.integer({ min: 0, max: 4096 }),
    concatenation: fc.boolean(),
    weighting: fc.constantFrom('none' as const, 'balanced' as const, 'focal' as const),
  })
  .map((given): RunSettings => ClassifySettings.parse(given));
const anyPretraining = fc
  .record({
    encoder: loop.encoder,
    learningRate: loop.learningRate,
    pair: fc.constantFrom(...PairObjective.options),
    masking: fc.constantFrom('char' as const, 'word' as const),
    length: fc.integer({ min: 16, max: 512 }),
    devShare: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
  })
  .map((given): RunSettings => PretrainSettings.parse({ ...given, task: 'pretrain' }));
const anySettings = fc.oneof(anyTagger, anyClassifier, anyPretraining);

/** Returns settings with the defaults of the schema where one has no effect. */
function withoutUnused(settings: RunSettings): RunSettings {
  const used = settingOrder(settings.task).filter((key) => applies(key, settings));
  return parseSettings(
    settings.task,
    Object.fromEntries(used.flatMap((key) => [[key, settingValueOf(settings, key)]])),
  );
}

describe('the settings of a run', () => {
  it('stand in one group each, whatever the schema holds', () => {
    const { task: _ner, recipe: _byRecipe, ...tagger } = NerSettings.shape;
    const { task: _classify, recipe: _recipe, ...classifier } = ClassifySettings.shape;
    expect([...settingOrder('ner')].sort()).toEqual(Object.keys(tagger).sort());
    expect([...settingOrder('classify')].sort()).toEqual(Object.keys(classifier).sort());
    expect(settingOrder('diagnose')).toEqual(settingOrder('classify'));
    const { task: _pretrain, ...pretraining } = PretrainSettings.shape;
    expect([...settingOrder('pretrain')].sort()).toEqual(Object.keys(pretraining).sort());
  });

  it('are explained in both languages, and so are their choices', () => {
    for (const words of [zh, en]) {
      for (const task of TrainingTask.options) {
        const { name, help, choice } = settingWords(words, task);
        for (const key of settingOrder(task)) {
          expect(help(key), `${task} ${key}`).not.toBe('');
          expect(name(key), `${task} ${key}`).not.toBe('');
        }
        const spoken = [
          'network',
          'front',
          'schedule',
          'weighting',
          'select',
          'keep',
          'residual',
          'pooling',
          'pair',
          'pairForm',
          'masking',
        ];
        for (const key of spoken.filter((known) => settingOrder(task).includes(known)))
          for (const value of shapeOf(task, key).choices)
            expect(choice(key, value), `${task} ${key} ${value}`).not.toBe(value);
      }
    }
    expect(Object.keys(zh.train.group)).toEqual(GROUP_ORDER);
    expect(Object.keys(zh.train.state).sort()).toEqual([...RunState.options].sort());
    expect(Object.keys(zh.train.errorKind).sort()).toEqual([...NerErrorKind.options].sort());
    expect(Object.keys(zh.train.preset)).toEqual(PRESET_ORDER);
    for (const size of EncoderSize.options) expect(zh.train.encoder).toHaveProperty(size);
  });

  it('that nobody has explained yet are called by their own names', () => {
    const words = settingWords(zh, 'classify');
    expect([words.name('kernelWidth'), words.help('kernelWidth'), words.choice('network', 'tcn')]).toEqual([
      'kernelWidth',
      '',
      'tcn',
    ]);
    expect(words.help('hiddenSize')).toBe(zh.texts.setting.hiddenSize.help);
    expect(settingWords(zh, 'ner').help('hiddenSize')).toBe(zh.train.setting.hiddenSize.help);
  });

  it.each(['ner', 'classify'] as const)('of %s have the ranges that the schema accepts', (task) => {
    const schema = task === 'ner' ? NerSettings : ClassifySettings;
    for (const key of settingOrder(task)) {
      const { kind, least, above, most } = shapeOf(task, key);
      const fits = (value: number): boolean => schema.safeParse({ task, [key]: value }).success;
      if (kind !== 'integer' && kind !== 'number') continue;
      expect(fits(most!), `${key} ${most}`).toBe(true);
      expect(fits(most! + 1), key).toBe(false);
      if (least !== undefined) expect([fits(least), fits(least - 1)], key).toEqual([true, false]);
      if (above !== undefined) expect([fits(above), fits(above + 1e-6)], key).toEqual([false, true]);
      expect(rangeText(shapeOf(task, key)), key).not.toBe('');
    }
    expect(rangeText(shapeOf(task, 'epochs'))).toBe('1–1000');
    expect(rangeText(shapeOf(task, 'learningRate'))).toBe('> 0, ≤ 1');
    expect(rangeText(shapeOf(task, 'executor'))).toBe('');
  });

  it('apply to the taggers that use them', () => {
    for (const network of NerNetwork.options) {
      const bert = network.startsWith('bert');
      const keys = keysOf('ner', network);
      for (const key of ['encoder', 'freezeEncoder', 'headRate']) expect(keys.includes(key)).toBe(bert);
      expect(keys.includes('embeddingSize')).toBe(!bert);
      expect(keys.includes('hiddenSize')).toBe(/lstm|gru/.test(network));
      expect(keys).toContain('epochs');
    }
    expect(keysOf('ner', 'bert-crf', 'mini')).toContain('minCount');
    expect(keysOf('ner', 'bert-crf', 'my-bert')).not.toContain('minCount'); // it has a vocabulary
  });

  it('apply to the classifiers that use them', () => {
    const uses = (network: ClassifyNetwork, key: string): boolean =>
      keysOf('classify', network).includes(key);
    const having = (key: string): string[] => ClassifyNetwork.options.filter((network) => uses(network, key));
    expect(having('residual')).toEqual(['staresgru-cnn']);
    expect(having('filters')).toEqual(['cnn', 'cnn-lstm', 'cnn-gru', 'avcnn', 'dpcnn']);
    expect(having('layers')).toEqual([
      'bilstm',
      'bigru',
      'dropout-bigru',
      'avrnn',
      'dropout-avrnn',
      'staresgru-cnn',
    ]);
    expect(having('hiddenSize')).toEqual(['cnn-lstm', 'cnn-gru', ...having('layers')]);
    expect(having('encoder')).toEqual(['bert']);
    expect(having('front')).not.toContain('bert');
    expect(keysOf('diagnose', 'cnn', 'mini', 'encoder')).toContain('freezeEncoder');
    expect(keysOf('diagnose', 'cnn', 'mini', 'encoder')).not.toContain('embeddingSize');
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
        const { task } = settings;
        expect(readTexts(task, textsOf(task, settings))).toEqual({
          settings: withoutUnused(settings),
          problems: {},
        });
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
    expect(readTexts('ner', texts)).toEqual({
      problems: {
        epochs: 'range',
        batchSize: 'integer',
        learningRate: 'number',
        dropout: 'missing',
        executor: 'form',
      },
    });
  });

  it('takes the rate that suits the encoder to pre-train, and keeps one that was typed', () => {
    const further = textsOf('pretrain', { encoder: 'my-bert' });
    expect(further.learningRate).toBe('1e-4');
    const fresh = changeSetting('pretrain', further, 'encoder', 'small');
    expect(fresh.learningRate).toBe('5e-4');
    expect(changeSetting('pretrain', fresh, 'encoder', 'my-bert')).toEqual(further);
    const typed = { ...further, learningRate: '2e-4' };
    expect(changeSetting('pretrain', typed, 'encoder', 'small').learningRate).toBe('2e-4');
    expect(readTexts('pretrain', fresh).settings).toMatchObject({ encoder: 'small', minCount: 2 });
  });

  it('takes no notice of what has no effect', () => {
    const texts = { ...startDraft().texts, headRate: 'nonsense' };
    expect(readTexts('ner', texts).settings).toMatchObject({ network: 'bilstm-crf' });
    expect(readTexts('ner', { ...texts, network: 'bert-crf' }).problems).toEqual({ headRate: 'number' });
  });

  it('brings what suits another network, and keeps what was typed', () => {
    const typed = { ...startDraft().texts, epochs: '3', seed: '7' };
    const bert = changeSetting('ner', typed, 'network', 'bert-crf');
    const own = nerDefaults('bert-crf');
    expect(bert).toMatchObject({
      network: 'bert-crf',
      epochs: '3',
      seed: '7',
      batchSize: String(own.batchSize),
    });
    expect(bert.learningRate).toBe(settingText(own.learningRate!));
    expect(changeSetting('ner', bert, 'network', 'bilstm-crf')).toEqual(typed);
  });

  it('brings the rates of an imported encoder', () => {
    const { texts } = startDraft('classify');
    const card = { name: 'wwm', task: 'encoder', network: 'bert 12×768', origin: 'import' } as ModelCard; // safe: what is read
    const bert = changeSetting('classify', texts, 'network', 'bert', [card]);
    const tuned = changeSetting('classify', bert, 'encoder', 'wwm', [card]);
    expect(tuned).toMatchObject({ learningRate: '3e-5', headRate: '30', layerDecay: '0.9', epochs: '5' });
    expect(changeSetting('classify', tuned, 'encoder', 'mini', [card])).toEqual(bert);
  });

  it('brings what suits another front', () => {
    const { texts } = startDraft('classify');
    const encoded = changeSetting('classify', texts, 'front', 'encoder');
    const own = classifyDefaults({ network: 'staresgru-cnn', front: 'encoder' });
    expect(encoded).toMatchObject({
      front: 'encoder',
      hiddenSize: texts.hiddenSize,
      headRate: String(own.headRate),
      learningRate: settingText(own.learningRate!),
    });
    expect(changeSetting('classify', encoded, 'front', 'embedding')).toEqual(texts);
  });

  it('keeps what was typed for another task until one comes back', () => {
    const draft = { ...startDraft('ner'), name: 'mine', train: 1, dev: 2 };
    const typed = { ...draft, texts: { ...draft.texts, epochs: '3' } };
    const there = switchTask(typed, 'diagnose');
    expect(there).toMatchObject({ task: 'diagnose', name: 'mine', train: null, dev: null });
    expect(there.preset).toBe(firstPreset('diagnose'));
    const back = switchTask(there, 'ner');
    expect(back.texts).toEqual(typed.texts);
    expect(switchTask(typed, 'ner')).toBe(typed);
  });

  it('offers presets that hold', () => {
    for (const preset of PRESET_ORDER) {
      const task = presetTask(preset, 'diagnose');
      expect(TASKS[task].kind).toBe(PRESETS[preset].kind);
      const { settings } = readTexts(task, textsOf(task, presetSettings(preset, ['my-bert'])));
      expect(settings).toMatchObject(PRESETS[preset].settings);
      if (needsEncoder(preset)) expect(settings?.encoder).toBe('my-bert');
      const isRandom = preset === 'bertRandom' || preset === 'pretrainNew';
      expect(presetSettings(preset, []).encoder).toBe(isRandom ? 'mini' : undefined);
    }
    expect(presetTask('textCnn', 'ner')).toBe('classify');
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
        expect(parseSettingsJson(settingsJson(settings), 'ner')).toEqual(settings);
      }),
    );
  });

  it('may be some only, alone or in a report', () => {
    const given = { network: 'bert-crf', epochs: 3 } as const;
    expect(parseSettingsJson(JSON.stringify(given), 'ner')).toEqual(withDefaults('ner', given));
    expect(parseSettingsJson(JSON.stringify(given), 'ner').learningRate).toBe(
      nerDefaults('bert-crf').learningRate,
    );
    expect(parseSettingsJson(JSON.stringify({ id: 1, settings: given }), 'ner')).toEqual(
      withDefaults('ner', given),
    );
    expect(parseSettingsJson('{"network": "cnn"}', 'diagnose')).toEqual(
      withDefaults('diagnose', { network: 'cnn' }),
    );
    expect(parseSettingsJson('{"task": "classify", "length": 64}', 'ner')).toMatchObject({
      task: 'classify',
      length: 64,
    });
  });

  it.each([
    ['{"epoch": 3}', 'epoch'],
    ['{"epochs": 0}', 'epochs'],
    ['{"network": "crf"}', 'network'],
    ['[1]', 'object'],
    ['nonsense', 'JSON'],
    ['{"task": "poetry"}', 'task'],
    ['{"task": "ner", "pooling": "max"}', 'pooling'],
  ])('%s is refused by name', (text, named) => {
    expect(() => parseSettingsJson(text, 'ner')).toThrow(AppError);
    expect(() => parseSettingsJson(text, 'ner')).toThrow(named);
  });
});

describe('diffSettings', () => {
  it('has a row for each setting that some run uses, and tells which differ', () => {
    const a = withDefaults('ner', { network: 'bilstm-crf' });
    const b = withDefaults('ner', { network: 'bilstm-crf', epochs: 3 });
    const c = withDefaults('ner', { network: 'bert-crf' });
    const row = (rows: ReturnType<typeof diffSettings>, key: string) => rows.find((one) => one.key === key);
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
    const d = withDefaults('diagnose', { network: 'cnn' });
    expect(row(diffSettings([a, d]), 'task')?.values).toEqual(['ner', 'diagnose']);
    expect(row(diffSettings([a, d]), 'weighting')?.values).toEqual([undefined, 'none']);
  });
});
