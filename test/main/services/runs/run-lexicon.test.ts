/** A run whose lexicon reads the knowledge graph of the workspace. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadModel } from '../../../../main/services/models/models.ts';
import { lexiconRequest } from '../../../../main/services/runs/run-lexicon.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { saveVectors } from '../../../../main/services/vectors/vectors.ts';
import { RunSettings } from '../../../../shared/domain/training.ts';
import { suitedDefaults } from '../../../../shared/run-settings.ts';
import { importFile } from '../../../helpers/kg.ts';
import { smallRequest } from '../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { vectorsOf } from '../../engine/tasks/vectors.ts';

async function addDrugs(session: Session, names: readonly string[]): Promise<void> {
  const path = join(temporaryDir(), 'drug.txt');
  writeFileSync(path, names.join('\n'));
  await importFile(session.workspace.db, path);
}

it('keeps the names that the graph had at its start, whatever happens before it is resumed', async () => {
  const session = openTestSession();
  await addDrugs(session, ['阿司匹林', '头孢']);
  saveVectors(session, 'v', vectorsOf('word', ['患者', '咳嗽']), { origin: 'imported', file: 'a.txt' });
  const request = await smallRequest(session, { lexicon: 'both', lexiconVectors: 'v', epochs: 2 });
  const runs: Runs = new Runs(session, {
    startTraining: trainHere(),
    watch: (run, event) => {
      if (event.kind === 'step' && event.point.step === 3) void runs.control(run, 'pause');
    },
  });
  const { id } = runs.start(request);
  await runs.settled(id);
  expect(runs.get(id).state).toBe('paused');
  await addDrugs(session, ['胰岛素']);
  await runs.control(id, 'resume');
  await runs.settled(id);
  expect(runs.get(id)).toMatchObject({ state: 'finished' });
  const { card, files } = loadModel(session, runs.get(id).modelId!);
  expect(card.network).toBe('bilstm-crf lexicon');
  expect(files.vocabulary).toMatch(/\n头孢\t\d+\t1\t1\n/);
  expect(files.vocabulary).not.toContain('胰岛素\t');
  await runs.close();
});

it('is refused when its vectors are missing', async () => {
  const session = openTestSession();
  const runs = new Runs(session, { startTraining: trainHere() });
  const request = await smallRequest(session, { lexicon: 'vectors' });
  expect(() => runs.start(request)).toThrow(/needs word vectors/);
  const named = { ...request, settings: { ...request.settings, lexiconVectors: 'nothing' } };
  expect(() => runs.start(named)).toThrow(/nothing/);
});

it('of a linear classifier holds the names of the graph, also beside networks; pairs have none', () => {
  const session = openTestSession();
  const asks = (task: 'classify' | 'pair', given: Record<string, unknown>) => {
    const settings = { ...suitedDefaults(task, { front: 'embedding', ...given }), ...given, task };
    return lexiconRequest(session, RunSettings.parse(settings));
  };
  const graph = { graph: expect.objectContaining({ databaseFile: session.workspace.databaseFile }) };
  expect(asks('classify', { network: 'avrnn' })).toBeUndefined();
  expect(asks('classify', { network: 'logistic-regression' })).toEqual(graph);
  expect(asks('classify', { network: 'logistic-regression', lexicon: 'none' })).toBeUndefined();
  expect(asks('classify', { network: 'avrnn', ensembleLinear: 'linear-svm' })).toEqual(graph);
  expect(asks('pair', { network: 'bilstm', ensembleLinear: 'logistic-regression' })).toBeUndefined();
});
