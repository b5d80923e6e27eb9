/** Settings by recipe, from the data of a workspace. */
import { describe, expect, it } from 'vitest';
import { insertModel } from '../../../../main/db/repositories/models.ts';
import { insertVectors } from '../../../../main/db/repositories/vectors.ts';
import { ensureDataSet } from '../../../../main/services/data/data-sets.ts';
import { overlappingShare } from '../../../../main/services/runs/run-data.ts';
import { withRecipe } from '../../../../main/services/runs/run-recipe.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { GraphEmbeddingSettings, type GraphVectorFacts } from '../../../../shared/domain/graph-embeddings.ts';
import { type ModelCard, NerSettings, type RunSettings } from '../../../../shared/domain/training.ts';
import type { VectorsCard } from '../../../../shared/domain/vectors.ts';
import { suitedDefaults } from '../../../../shared/run-settings.ts';
import { DEV_DOCUMENTS, labelledFile, puppets, TRAIN_DOCUMENTS } from '../../../helpers/training.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const nested = TRAIN_DOCUMENTS.map((document) => ({
  ...document,
  entities: document.entities.flatMap((entity) => [entity, { ...entity, end: entity.end - 1, type: 'part' }]),
}));

async function setUp(documents = TRAIN_DOCUMENTS) {
  const session = openTestSession();
  const { start, all } = puppets();
  const runs = new Runs(session, { startTraining: start });
  const train = await ensureDataSet(session, labelledFile(documents));
  const dev = await ensureDataSet(session, labelledFile(DEV_DOCUMENTS));
  const settings = (given: Record<string, unknown> = {}) => {
    const chosen = withRecipe(session, train, given);
    return NerSettings.parse({ ...suitedDefaults('ner', chosen), ...chosen, task: 'ner' });
  };
  return { session, runs, train, dev, settings, all };
}

describe('settings by recipe', () => {
  it('are balanced where no network is chosen, and the user’s own go first', async () => {
    const { settings } = await setUp();
    expect(settings({ from: 'none' })).toMatchObject({
      recipe: 'balanced',
      network: 'bilstm-crf',
      ensemble: 3,
      lexicon: 'both',
      lexiconVectors: 'starter',
    });
    expect(settings({ epochs: 2, lexicon: 'none' })).toMatchObject({
      epochs: 2,
      lexicon: 'none',
      recipe: 'balanced',
    });
    expect(settings({ recipe: 'fast', network: 'bigru-crf' })).toMatchObject({
      recipe: 'fast',
      network: 'bigru-crf',
      lexicon: 'both',
    });
    const bert = settings({ recipe: 'best', network: 'bert-crf' });
    expect(bert).toMatchObject({ network: 'bert-crf', ensemble: 3, lexicon: 'both' });
    expect(settings({ network: 'bilstm-crf' })).toEqual(NerSettings.parse({ task: 'ner' }));
    expect(settings({ hiddenSize: 64 })).toEqual(NerSettings.parse({ task: 'ner', hiddenSize: 64 }));
  });

  it('begin with the starter tagger where there is little text, unless the user chooses otherwise', async () => {
    const { settings } = await setUp();
    const begun = {
      recipe: 'balanced',
      from: 'starter',
      network: 'bilstm-crf',
      lexicon: 'none',
      ensemble: 1,
    };
    expect(settings()).toMatchObject(begun);
    expect(settings({ recipe: 'best' })).toMatchObject({ ...begun, recipe: 'best', ensemble: 3 });
    expect(settings({ recipe: 'fast' })).toMatchObject({ from: 'none', lexicon: 'both' });
    expect(settings({ bigramSize: 8 })).toMatchObject({ from: 'none', lexicon: 'both', bigramSize: 8 });
    expect(settings({ recipe: 'balanced', network: 'bilstm-crf' })).toMatchObject({ from: 'none' });
    const spans = settings({ from: 'starter', network: 'bilstm-globalpointer' });
    expect(spans).toMatchObject({ ...begun, network: 'bilstm-globalpointer' });
    expect(() => settings({ from: 'starter', network: 'bigru-crf' })).toThrow(/bigru-crf/);
    expect(() => settings({ from: 'starter-departments' })).toThrow(/model for classify/);
    const long = TRAIN_DOCUMENTS.map((document) => ({ ...document, text: document.text.padEnd(2500, '。') }));
    expect((await setUp(long)).settings()).toMatchObject({ from: 'none', lexicon: 'both' });
  });

  it('take fine-tuning rates for an imported encoder, the lower the wider it is, and none for own ones', async () => {
    const { session, settings } = await setUp();
    const encoder = (name: string, width: number, more: Partial<ModelCard>) =>
      insertModel(
        dbOf(session),
        {
          ...{ name, task: 'encoder', network: `bert 2×${width}`, labels: [], parameters: 1, bytes: 1 },
          ...{ createdAt: '2026-01-01T00:00:00Z', version: '0', metrics: {}, useInt8: false },
          ...more,
        },
        { config: '{}', vocabulary: '' },
      );
    const corpus = { documents: 1, duplicates: 0, characters: 1, tokens: 1, devDocuments: 1 };
    encoder('small', 312, { origin: 'import' });
    encoder('wwm', 768, { origin: 'import' });
    encoder('large', 1024, { origin: 'import' });
    encoder('older', 768, {});
    encoder('blank', 768, { origin: 'init' });
    encoder('own', 768, { origin: 'run', corpus: { ...corpus, trainSequences: 1, devSequences: 1 } });
    const rates = (given: Record<string, unknown>) => {
      const { learningRate, layerDecay, headRate, epochs } = settings(given);
      return [learningRate, layerDecay, headRate, epochs];
    };
    const read = (name: string) => ({ network: 'bert-crf', encoder: name });
    expect(rates(read('small'))).toEqual([5e-5, 0.9, 30, 5]);
    for (const name of ['wwm', 'older']) expect(rates(read(name))).toEqual([3e-5, 0.9, 30, 5]);
    expect(rates(read('large'))).toEqual([2e-5, 0.95, 30, 5]);
    for (const name of ['own', 'blank', 'mini']) expect(rates(read(name))).toEqual([5e-4, 1, 4, 20]);
    expect(rates({ ...read('wwm'), learningRate: 1e-4, epochs: 2 })).toEqual([1e-4, 0.9, 30, 2]);
    expect(rates({ network: 'bilstm-crf', front: 'encoder', encoder: 'wwm' })).toEqual([3e-5, 0.9, 30, 5]);
    expect(rates({ network: 'bilstm-crf', encoder: 'wwm' })).toEqual([4e-3, 1, 1, 14]);
    expect(rates({ ...read('wwm'), recipe: 'best' })).toEqual([3e-5, 0.9, 30, 5]);
  });

  it('read the newest word vectors of the workspace, but none of the graph’s entities', async () => {
    const { session, settings } = await setUp();
    const card: Omit<VectorsCard, 'id' | 'name' | 'createdAt'> = {
      ...{ version: '0', origin: 'trained', unit: 'word', dimension: 4, tokens: 1, folded: true },
      ...{ userWords: 0, norm: { mean: 1, sd: 0, min: 1, max: 1 }, bytes: 16, neighbours: [] },
    };
    const graph: GraphVectorFacts = {
      ...{ settings: GraphEmbeddingSettings.parse({ model: 'transe' }), fingerprint: 'f' },
      ...{ relations: 1, triples: 1, validation: 0, test: 0, epoch: 1 },
    };
    insertVectors(dbOf(session), { ...card, name: '实体', createdAt: '2026-02-01T00:00:00Z', graph });
    expect(settings({ from: 'none' })).toMatchObject({ lexiconVectors: 'starter' });
    insertVectors(dbOf(session), { ...card, name: '词', createdAt: '2026-01-01T00:00:00Z' });
    expect(settings({ from: 'none' })).toMatchObject({ lexiconVectors: '词' });
  });

  it('take a span head for nested data, on which a network that tags characters is refused', async () => {
    const { settings, runs, train, dev, all } = await setUp(nested);
    expect(overlappingShare(nested)).toBe(0.5);
    const start = (chosen: RunSettings) =>
      runs.start({ name: 'a', settings: chosen, train: train.id, dev: dev.id });
    expect(() => start(settings({ network: 'bilstm-crf' }))).toThrow(
      expect.objectContaining({
        code: 'bad-request',
        message: expect.stringMatching(/50 % of the entities .* up to 3 % may be lost/),
      }),
    );
    expect(all).toEqual([]);
    expect(settings()).toMatchObject({ network: 'bilstm-globalpointer' });
    expect(start(settings()).state).toBe('running');
  });

  it('that were resolved are those of the run, its card and a resumed run', async () => {
    const { settings, runs, train, dev, all } = await setUp();
    const chosen = settings({ recipe: 'best' });
    const { id } = runs.start({ name: 'a', settings: chosen, train: train.id, dev: dev.id });
    expect(runs.get(id).settings).toEqual(chosen);
    await runs.control(id, 'pause');
    await runs.settled(id);
    await runs.control(id, 'resume');
    expect(all.map(({ request }) => request.settings)).toEqual([chosen, chosen]);
  });
});
