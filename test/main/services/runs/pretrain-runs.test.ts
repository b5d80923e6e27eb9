/** Pre-training through the services: a corpus becomes a data set, a run makes an encoder of it, others build on that. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureCorpus, importDataSet, readAnySet } from '../../../../main/services/data/data-sets.ts';
import { exportModel } from '../../../../main/services/models/model-export.ts';
import { filesOfFolder, importModel } from '../../../../main/services/models/model-import.ts';
import { deleteModel, findModel } from '../../../../main/services/models/models.ts';
import type { RunRequest } from '../../../../main/services/runs/run-plan.ts';
import { samplesInBackground } from '../../../../main/services/runs/run-samples.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { PretrainSettings } from '../../../../shared/domain/pretraining.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';
import { smallRequest } from '../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { corpusDocuments, SMALL_PRETRAINING } from '../../engine/train/pretrain-runs.ts';

function corpusFile(count = 60): string {
  const path = join(temporaryDir(), 'corpus.jsonl');
  writeFileSync(
    path,
    corpusDocuments(count)
      .map((document) => `${JSON.stringify(document)}\n`)
      .join(''),
  );
  return path;
}

async function wishFor(session: Session, changes: Record<string, unknown> = {}): Promise<RunRequest> {
  const { id } = await ensureCorpus(session, [corpusFile()]);
  const settings = PretrainSettings.parse({ ...SMALL_PRETRAINING, epochs: 1, ...changes });
  return { name: 'my-encoder', settings, train: id, dev: id };
}

describe('a corpus as a data set', () => {
  it('is kept once, whatever brought it', async () => {
    const session = openTestSession();
    const path = corpusFile();
    const set = await ensureCorpus(session, [path]);
    expect(set).toMatchObject({ task: 'pretrain', documents: 60, types: {} });
    expect((await ensureCorpus(session, [path])).id).toBe(set.id);
    const uploaded = { path, fileName: 'texts.jsonl', task: 'pretrain' as const };
    const named = await importDataSet(session, uploaded, 'uploaded');
    expect(named.sha256).toBe(set.sha256);
    expect(readAnySet(session, named.id).map(({ text }) => text)).toEqual(
      corpusDocuments(60).map(({ text }) => text),
    );
  });

  it('is no data for other tasks, nor theirs for it', async () => {
    const session = openTestSession();
    const runs = new Runs(session, { startTraining: trainHere() });
    const [corpus, tagging] = [await wishFor(session), await smallRequest(session)];
    expect(() => runs.start({ ...tagging, train: corpus.train })).toThrow(/is for pretrain, not for ner/);
    expect(() => runs.start({ ...corpus, dev: tagging.dev })).toThrow(/is for ner, not for pretrain/);
  });
});

describe('a run of pre-training', () => {
  it('makes an encoder whose card says what it learnt from, and which leaves and comes back', async () => {
    const session = openTestSession();
    const runs = new Runs(session, { startTraining: trainHere() });
    const { id } = runs.start(await wishFor(session, { pair: 'sop' }));
    await runs.settled(id);
    const run = runs.get(id);
    expect(run.state, JSON.stringify(run.error)).toBe('finished');
    expect(run.report).toMatchObject({ task: 'pretrain', corpus: { documents: 60 } });
    const card = findModel(session, 'my-encoder');
    expect(card).toMatchObject({
      task: 'encoder',
      dataHash: run.train.sha256,
      settings: { pair: 'sop' },
      corpus: { documents: 60, duplicates: 0 },
    });
    expect(Object.keys(card.metrics).sort()).toEqual([
      'hiddenAccuracy',
      'loss',
      'pairAccuracy',
      'perplexity',
    ]);
    const folder = exportModel(session, card.id, join(temporaryDir(), 'out'));
    const back = await importModel(session, filesOfFolder(folder), 'again');
    expect(back.card).toMatchObject({ task: 'encoder', parameters: card.parameters });

    const tagging = await smallRequest(session, { network: 'bert-crf', encoder: 'my-encoder', epochs: 1 });
    const tagger = runs.start(tagging);
    await runs.settled(tagger.id);
    expect(runs.get(tagger.id).state).toBe('finished');
  });

  it('shows its sequences before it is started, in the background and with entities of the graph', async () => {
    const session = openTestSession();
    await importFile(
      dbOf(session),
      temporaryFile(
        'graph.tsv',
        'head\trelation\ttail\thead_type\ttail_type\n肺炎\tHasSymptom\t咳嗽\tdisease\tsymptom\n胃炎\tHasSymptom\t腹胀\tdisease\tsymptom',
      ),
    );
    const { settings, train, dev } = await wishFor(session, { model: 'embert', corruptionRate: 0.9 });
    const request = { settings: settings as PretrainSettings, train, dev, count: 30, epoch: 0 };
    const samples = await samplesInBackground(session, request, {});
    expect(samples).toHaveLength(30);
    const mentions = samples.flatMap((sample) => sample.mentions);
    expect(new Set(mentions.map(({ entity }) => entity))).toEqual(new Set(['肺炎', '咳嗽', '胃炎', '腹胀']));
    expect(mentions.some(({ isConsistent }) => isConsistent === false)).toBe(true);
    expect(await samplesInBackground(session, request, {})).toEqual(samples);
    const other = { ...request, settings: { ...request.settings, encoder: 'nobody' } };
    expect(() => samplesInBackground(session, other, {})).toThrow(/no encoder nobody/);
  });

  it('is refused a name that is a size, and an encoder that is none', async () => {
    const session = openTestSession();
    const runs = new Runs(session, { startTraining: trainHere() });
    const request = await wishFor(session);
    expect(() => runs.start({ ...request, name: 'mini' })).toThrow(/cannot be named mini/);
    const settings = PretrainSettings.parse({ task: 'pretrain', encoder: 'nobody' });
    expect(() => runs.start({ ...request, settings })).toThrow(/no encoder nobody/);
    expect(runs.list()).toEqual([]);
  });

  it('keeps the encoder that it goes on from, until it has ended', async () => {
    const session = openTestSession();
    const runs: Runs = new Runs(session, {
      startTraining: trainHere(),
      watch: (id, event) => {
        if (event.kind === 'step' && id > 1) void runs.control(id, 'pause');
      },
    });
    const first = runs.start(await wishFor(session));
    await runs.settled(first.id);
    const card = findModel(session, 'my-encoder');
    const next = await wishFor(session, { encoder: 'my-encoder' });
    const second = runs.start({ ...next, name: 'better' });
    await runs.settled(second.id);
    expect(runs.get(second.id).state).toBe('paused');
    expect(() => deleteModel(session, card.id)).toThrow(/builds on my-encoder/);
    await runs.control(second.id, 'cancel');
    deleteModel(session, card.id);
  });
});
