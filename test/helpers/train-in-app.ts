/** Training through the window, in the words of the contract. */
import type { Page } from 'playwright';
import type { RunState, TrainingDocument, TrainingTask } from '../../shared/domain/training.ts';
import { SMALL } from '../main/engine/train/runs.ts';
import { ask } from './screen.ts';
import { DEV_DOCUMENTS, TRAIN_DOCUMENTS } from './training.ts';

/** Imports documents as a data set; returns its id. */
export async function importSet(
  page: Page,
  name: string,
  documents: readonly TrainingDocument[],
  task: TrainingTask = 'ner',
): Promise<number> {
  const bytes = Buffer.from(documents.map((document) => `${JSON.stringify(document)}\n`).join(''), 'utf8');
  const { uploadId } = await ask(page, 'files.open', { name: `${name}.jsonl`, bytes: bytes.length });
  await ask(page, 'files.append', { uploadId, base64: bytes.toString('base64') });
  const fields = { text: 'text', label: 'labels' };
  const kind = task === 'ner' ? {} : { fields };
  return (await ask(page, 'datasets.import', { uploadId, name, task, ...kind })).id;
}

/** Imports the template documents and starts a small run on them; returns its id. */
export async function startSmallRun(page: Page, epochs: number): Promise<number> {
  const train = await importSet(page, 'train', TRAIN_DOCUMENTS);
  const dev = await importSet(page, 'dev', DEV_DOCUMENTS);
  const settings = { ...SMALL, epochs, checkpointMinutes: 0.01 };
  return (await ask(page, 'runs.start', { name: 'ner-a', settings, train, dev })).id;
}

/** Waits until a run is in that state; another end of it is an error. */
export async function runReaches(page: Page, id: number, wanted: RunState): Promise<void> {
  for (;;) {
    const { state, error } = await ask(page, 'runs.get', { id });
    if (state === wanted) return;
    if (state !== 'queued' && state !== 'running')
      throw new Error(`the run is ${state}: ${JSON.stringify(error)}`);
    await new Promise((later) => setTimeout(later, 100));
  }
}

/** Waits until a run has done that many steps. */
export async function runPasses(page: Page, id: number, step: number): Promise<void> {
  while (((await ask(page, 'runs.get', { id })).progress?.step ?? 0) < step)
    await new Promise((later) => setTimeout(later, 50));
}
