/** A model of relations between 疾病 and 药物, trained in the app. */
import type { Page } from 'playwright';
import { relatedDocuments } from '../main/engine/train/related-documents.ts';
import { ask } from './screen.ts';
import { importSet, runReaches } from './train-in-app.ts';

/** Text in which the model finds a treatment and, too far away to be related to it, a contraindication. */
export const RELATED_TEXT = `肺炎患者予奥美拉唑3天。\n${'按时复诊。'.repeat(50)}\n胃炎患者忌用布洛芬2天。`;

/** Trains the model from words between mentions, within seconds; returns its id. */
export async function trainRelations(page: Page, name: string): Promise<number> {
  const train = await importSet(page, `${name}-train`, relatedDocuments(48), 'relation');
  const dev = await importSet(page, `${name}-dev`, relatedDocuments(20, 1001), 'relation');
  const settings = { task: 'relation', network: 'logistic-regression', pairForm: 'between', c: 10 } as const;
  const { id } = await ask(page, 'runs.start', { name, settings, train, dev });
  await runReaches(page, id, 'finished');
  return (await ask(page, 'runs.get', { id })).modelId!;
}
