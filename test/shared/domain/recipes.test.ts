import { describe, expect, it } from 'vitest';
import {
  choosesNetwork,
  expectedScore,
  MOST_OVERLAPPING,
  type RecipeFacts,
  RecipeName,
  RecipeTask,
  recipeSettings,
} from '../../../shared/domain/recipes.ts';
import { RunSettings } from '../../../shared/domain/training.ts';
import { suitedDefaults } from '../../../shared/run-settings.ts';

const SHAPES: readonly Omit<RecipeFacts, 'task'>[] = [50, 1500, 10_000, 200_000].flatMap((documents) =>
  [12, 100, 2000].flatMap((length) =>
    [0, 0.01, 0.2].flatMap((overlapping) =>
      [undefined, 'words'].map((wordVectors) => ({
        documents,
        characters: documents * length,
        overlapping,
        wordVectors,
      })),
    ),
  ),
);
const facts = (given: Partial<RecipeFacts>): RecipeFacts => ({
  task: 'ner',
  documents: 1673,
  characters: 175_830,
  overlapping: 0,
  ...given,
});

describe('recipes', () => {
  it.each(RecipeTask.options)('of %s give valid settings for every shape of data', (task) => {
    for (const recipe of RecipeName.options)
      for (const shape of SHAPES) {
        const settings = recipeSettings(recipe, { task, ...shape });
        const parsed = RunSettings.parse({ ...suitedDefaults(task, settings), ...settings, task });
        expect(parsed).toMatchObject({ recipe, task });
        if (task !== 'ner' && recipe === 'fast')
          expect(['linear-svm', 'logistic-regression']).toContain(settings.network);
      }
  });

  it('of texts are a linear classifier, with more time in an ensemble with networks', () => {
    const texts = (recipe: RecipeName, given: Partial<RecipeFacts> = {}) =>
      recipeSettings(recipe, facts({ task: 'classify', ...given }));
    const words = { analyzer: 'char+word' };
    expect(texts('fast')).toEqual({ recipe: 'fast', network: 'logistic-regression', ...words });
    for (const recipe of RecipeName.options)
      expect(texts(recipe, { hasParents: true })).toEqual({ ...texts(recipe), parentLabels: true });
    const short = { characters: 17_000 };
    const linear = { ensembleLinear: 'logistic-regression', analyzer: 'char' };
    expect(texts('fast', short)).toMatchObject({ network: 'logistic-regression', analyzer: 'char' });
    expect(texts('balanced', short)).toMatchObject({ ...linear, ensemble: 3 });
    const mixed = { ensemble: 3, ensembleOther: 'avcnn', ensembleOthers: 3, filters: 100 };
    expect(texts('best', short)).toMatchObject({ ...linear, ...mixed });
    const network = { network: 'avrnn', ensembleLinear: 'logistic-regression', ...words, epochs: 10 };
    expect(texts('balanced')).toEqual({ recipe: 'balanced', ...network, ensemble: 1 });
    expect(texts('best', { wordVectors: 'w' })).toEqual({
      recipe: 'best',
      ...network,
      ensemble: 3,
      front: 'vectors',
      vectors: 'w',
    });
    expect(texts('best', { documents: 10_000, characters: 3_000_000 })).toMatchObject({ epochs: 3 });
  });

  it('take a span head for nested entities', () => {
    const networkOf = (overlapping: number) => recipeSettings('balanced', facts({ overlapping })).network;
    expect(networkOf(MOST_OVERLAPPING)).toBe('bilstm-crf');
    expect(networkOf(MOST_OVERLAPPING + 0.001)).toBe('bilstm-globalpointer');
  });

  it('compare a tagger with itself where that was measured: with a CRF, from random weights, with time', () => {
    const rDrop = (recipe: RecipeName, given: Partial<RecipeFacts> = {}) =>
      recipeSettings(recipe, facts(given)).rDrop;
    expect([rDrop('fast'), rDrop('balanced'), rDrop('best')]).toEqual([undefined, 1, 1]);
    expect(rDrop('balanced', { overlapping: 0.1 })).toBeUndefined();
    const other = (given: Partial<RecipeFacts>) => recipeSettings('best', facts(given)).ensembleOther;
    expect([other({}), other({ overlapping: 0.1 })]).toEqual(['bilstm-globalpointer', undefined]);
    expect(other({ characters: 5000, starterTagger: true })).toBeUndefined();
    expect(rDrop('balanced', { documents: 50, characters: 5000, starterTagger: true })).toBeUndefined();
  });

  it('begin taggers of little text with the starter tagger', () => {
    const from = (recipe: RecipeName, given: Partial<RecipeFacts>) =>
      recipeSettings(recipe, facts({ starterTagger: true, ...given })).from;
    const little = { documents: 200, characters: 20_000 };
    expect([from('fast', little), from('balanced', little)]).toEqual([undefined, 'starter']);
    expect(from('balanced', { documents: 277, characters: 2_500_000 })).toBeUndefined();
    expect(from('balanced', { ...little, from: 'none' })).toBeUndefined();
  });

  it('read words of the graph, and word vectors where there are some', () => {
    expect(recipeSettings('balanced', facts({}))).toMatchObject({ lexicon: 'graph' });
    expect(recipeSettings('balanced', facts({ wordVectors: 'w' }))).toMatchObject({
      lexicon: 'both',
      lexiconVectors: 'w',
    });
  });

  it('read more text with more time, and few documents more often', () => {
    const epochs = (recipe: RecipeName, given: Partial<RecipeFacts> = {}) =>
      Number(recipeSettings(recipe, facts(given)).epochs);
    expect(epochs('fast')).toBeLessThan(epochs('balanced'));
    expect(recipeSettings('best', facts({}))).toMatchObject({ ensemble: 3, epochs: epochs('balanced') });
    expect(epochs('balanced')).toBe(14);
    const networks = (given: Partial<RecipeFacts>) => recipeSettings('balanced', facts(given)).ensemble;
    const counts = [175_830, 331_922, 2_500_000].map((characters) => networks({ characters }));
    expect(counts).toEqual([3, 2, 1]);
    expect(epochs('balanced', { documents: 50, characters: 5000 })).toBe(40);
    expect(epochs('balanced', { documents: 10_000, characters: 1_100_000 })).toBe(5);
    expect(epochs('fast', { documents: 1, characters: 0 })).toBe(40);
  });

  it('say what they reached where that was measured', () => {
    const reached = (recipe: RecipeName, given: Partial<RecipeFacts> = {}) => {
      const all = facts(given);
      return expectedScore(all.task, recipeSettings(recipe, all))?.score;
    };
    expect([reached('fast'), reached('balanced'), reached('best')]).toEqual([0.774, 0.826, 0.834]);
    expect(reached('balanced', { overlapping: 0.1 })).toBeUndefined();
    expect(reached('balanced', { characters: 5000, starterTagger: true })).toBeUndefined();
    expect(reached('fast', { task: 'classify' })).toBe(0.859);
    expect(reached('balanced', { task: 'classify' })).toBe(0.871);
    expect(reached('best', { task: 'classify' })).toBeUndefined();
    const short = { task: 'classify', characters: 17_000 } as const;
    expect([reached('fast', short), reached('balanced', short)]).toEqual([0.785, 0.821]);
    expect(reached('best', short)).toBeUndefined();
  });

  it('are meant where the settings choose no network', () => {
    expect(choosesNetwork({})).toBe(false);
    expect(choosesNetwork({ epochs: 3, lexicon: 'graph', seed: 2, c: 1, network: undefined })).toBe(false);
    for (const name of ['network', 'front', 'vectors', 'encoder', 'hiddenSize', 'filters', 'embeddingSize'])
      expect(choosesNetwork({ [name]: 'x' }), name).toBe(true);
  });
});
