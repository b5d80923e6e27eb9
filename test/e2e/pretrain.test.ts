/** Pre-training from the app: a corpus is uploaded, trained on, looked at; the encoder stands among the models. */
import { expect, it } from 'vitest';
import { corpusDocuments, SMALL_PRETRAINING } from '../engine/train/pretrain-runs.ts';
import { HOSTS } from '../helpers/app.ts';
import { newHome, startApp } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';
import { importSet, runReaches } from '../helpers/train-in-app.ts';

it.runIf(HOSTS.some(({ kind, here }) => kind === 'browser' && here))(
  'an encoder is pre-trained on an uploaded corpus, and its run says how it went',
  async () => {
    const app = await startApp('browser', newHome());
    const { page } = app;
    await waitForHighlights(page);
    await skipTour(page);
    const corpus = await importSet(page, 'corpus', corpusDocuments(60), 'pretrain');
    const settings = { ...SMALL_PRETRAINING, pair: 'sop' as const, evaluations: 2 };
    const { id } = await ask(page, 'runs.start', { name: 'mine', settings, train: corpus, dev: corpus });
    await runReaches(page, id, 'finished');
    const { report } = await ask(page, 'runs.get', { id });
    if (report?.task !== 'pretrain') throw new Error('no report of pre-training');

    await page.getByTestId('view-train').click();
    await page.getByTestId('run-row').filter({ hasText: 'mlm+sop · tiny' }).getByRole('button').click();
    await page.getByTestId('chart-perplexity').locator('canvas').waitFor();
    await page.locator('.evaluations summary').click();
    const evaluations = page.locator('.evaluations tbody tr');
    expect(await evaluations.count()).toBe(5); // before training, then twice an epoch
    expect(await page.locator('.evaluations tr.is-best').count()).toBe(1);
    await page.getByRole('tab', { name: '预训练' }).click();
    const tab = page.getByTestId('pretraining');
    expect(await tab.innerText()).toContain(report.perplexity.toFixed(3));
    expect(await tab.innerText()).toMatch(/文本\s*60/);
    await page.getByTestId('train-nav-models').click();
    const card = page.getByTestId('model-card').filter({ hasText: 'mine' });
    expect(await card.innerText()).toMatch(/困惑度/);
  },
);
