/** Diagnosis prediction in the training console as people use it: import, train, read the report, try it out. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { ClassificationReport } from '../../shared/domain/classification.ts';
import { CHROMIUM, type Home } from '../helpers/app.ts';
import { asCsv, DIAGNOSES, diagnosedTexts } from '../helpers/diagnosed-texts.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';

const TRAIN = diagnosedTexts(400);
const DEV = diagnosedTexts(80, 10_000);
const SETTINGS = {
  task: 'diagnose',
  network: 'cnn',
  ensembleLinear: 'linear-svm',
  filters: 48,
  embeddingSize: 32,
  epochs: 20,
  batchSize: 16,
  learningRate: 0.01,
  length: 64,
  dropout: 0.2,
} as const;

describe.skipIf(CHROMIUM === '')('diagnosis prediction in the training console', () => {
  it('is imported, trained, reported, tried out and evaluated', async () => {
    const home = usedHome();
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    await page.keyboard.press('Alt+3');
    await importSets(page, home);
    await fillForm(page);
    await page.locator('[data-testid="run-page"][data-state="finished"]').waitFor();
    expect(await page.getByTestId('run-progress').textContent()).toMatch(/最佳验证微平均 F1.*0\.\d{3}/);
    const report = await reportOf(page);
    expect(report.micro.f1).toBeGreaterThan(0.6);
    await readLabels(page, report);
    await readErrors(page, report);
    await exportReport(page, report);
    await tryOut(page);
    await evaluate(page);
  });
});

async function reportOf(page: Page): Promise<ClassificationReport> {
  const [run] = await ask(page, 'runs.list', {});
  const { report } = await ask(page, 'runs.get', { id: run!.id });
  if (report?.task !== 'diagnose') throw new Error('no report of a predictor');
  return report;
}

/** Two files of different formats, with other fields; one has rows that cannot be used. */
async function importSets(page: Page, home: Home): Promise<void> {
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(home.dir, name), content);
    return join(home.dir, name);
  };
  const rows = DEV.map(({ text, labels }) => JSON.stringify({ 现病史: text, 出院诊断: labels }));
  await page.getByTestId('empty-import').waitFor();
  await page
    .getByTestId('dataset-file-input')
    .setInputFiles([
      file('训练.csv', `${asCsv(TRAIN)}坏行,,肺炎\r\n`),
      file('验证.jsonl.gz', gzipSync(rows.join('\n'))),
    ]);
  const dialog = page.getByTestId('dataset-import');
  const preview = page.getByTestId('import-preview');
  await preview.getByText('400 份文本').waitFor();
  expect(await preview.locator('thead').textContent()).toMatch(/现病史文本.*出院诊断标签.*病案号/);
  expect(await page.getByTestId('preview-labels').textContent()).toContain(DIAGNOSES[0]);
  const refused = page.getByTestId('refused-rows');
  expect(await refused.textContent()).toMatch(/1 行不能使用.*第 402 行.*现病史：缺失或不是文本/);
  const go = page.getByTestId('dataset-import-go');
  await dialog.getByText('80 份文本').waitFor();
  expect(await go.isDisabled()).toBe(true);

  // Without its separator every combination of diagnoses is a label of its own.
  const separator = page.getByTestId('field-separator').getByRole('combobox');
  expect(await separator.inputValue()).toBe('；');
  const before = await page.getByTestId('preview-labels').textContent();
  await separator.fill('');
  await expect.poll(() => page.getByTestId('preview-labels').textContent()).not.toBe(before);
  await separator.fill('；');
  await separator.press('Escape');
  await expect.poll(() => page.getByTestId('preview-labels').textContent()).toBe(before);

  await page.getByTestId('skip-refused').click();
  await expect.poll(() => go.isEnabled()).toBe(true);
  await go.click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByTestId('dataset-row').filter({ hasText: '训练' });
  await row.waitFor();
  expect(await row.textContent()).toMatch(/诊断预测400/);
}

async function choose(page: Page, testId: string, words: string): Promise<void> {
  await page.getByTestId(testId).locator('.ant-select').click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(words).click();
}

/** Task first: sets, networks and settings follow it. */
async function fillForm(page: Page): Promise<void> {
  await page.getByTestId('new-run').click();
  await page.getByTestId('setting-scheme').waitFor({ state: 'attached' });
  await page.getByTestId('task-field').getByText('诊断预测', { exact: true }).click();
  await page.getByTestId('setting-weighting').waitFor({ state: 'attached' });
  expect(await page.getByTestId('setting-scheme').count()).toBe(0);
  await page.getByTestId('preset-textCnn').click();
  await page.getByTestId('setting-residual').waitFor({ state: 'detached' });
  await page.getByTestId('setting-filters').waitFor();
  await choose(page, 'set-train', '训练');
  await choose(page, 'set-dev', '验证');
  await page.getByTestId('leakage').waitFor();
  await page.getByTestId('paste-settings').click();
  const json = page.getByTestId('settings-json');
  await json.getByRole('textbox').fill(JSON.stringify(SETTINGS));
  await json.getByRole('button', { name: '载入' }).click();
  await json.waitFor({ state: 'detached' });
  expect(await page.getByTestId('run-name').inputValue()).toBe('cnn-1');
  await page.getByTestId('start-run').click();
  await page.getByTestId('chart-dev').locator('canvas').waitFor();
}

async function readLabels(page: Page, report: ClassificationReport): Promise<void> {
  await page.getByTestId('tab-types').click();
  const summary = await page.getByTestId('text-summary').textContent();
  for (const part of [report.micro.f1.toFixed(3), report.ece.toFixed(3), 'hit@3', '未加权'])
    expect(summary).toContain(part);
  const rows = page.getByTestId('label-row');
  const first = (): Promise<string | null> => rows.first().getAttribute('data-label');
  const bySupport = Object.entries(report.perLabel).sort(([, a], [, b]) => b.support - a.support);
  expect(report.perLabel[(await first())!]?.support).toBe(bySupport[0]?.[1].support);
  await page.locator('[data-sort="f1"]').click();
  await page.locator('[data-sort="f1"]').click();
  const worst = Math.min(...Object.values(report.perLabel).map(({ f1 }) => f1));
  expect(report.perLabel[(await first())!]?.f1).toBe(worst);
  await page.getByTestId('label-filter').fill('糖尿病');
  await expect.poll(() => rows.count()).toBe(1);
  const threshold = report.thresholds?.['2型糖尿病'] ?? 0;
  expect(await rows.textContent()).toContain(`${(100 * threshold).toFixed(1)} %`);

  await page.getByTestId('tab-calibration').click();
  await page.getByTestId('reliability').waitFor();
  expect(await page.getByTestId('calibration').textContent()).toContain(report.eceRaw.toFixed(4));
}

async function readErrors(page: Page, report: ClassificationReport): Promise<void> {
  await page.getByTestId('tab-errors').click();
  const list = page.getByTestId('error-list').getByRole('option');
  await expect.poll(() => list.count()).toBe(report.errors.length);
  const label = report.errors[0]!.gold[0]!;
  await page.getByTestId('error-gold').locator('.ant-select').click();
  await page.locator('.ant-select-dropdown:visible').locator(`[title^="${label} ·"]`).click();
  const having = report.errors.filter(({ gold }) => gold.includes(label));
  await expect.poll(() => list.count()).toBe(having.length);
  const text = page.getByTestId('error-document').locator('.error-text-body');
  await text.waitFor();
  expect(await text.textContent()).toBe(DEV[having[0]!.document]!.text);
  const ranked = page.getByTestId('ranked-labels').locator('li');
  expect(await ranked.first().getAttribute('data-label')).toBe(having[0]!.top[0]!.label);
}

async function exportReport(page: Page, report: ClassificationReport): Promise<void> {
  await page.getByTestId('run-report').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'HTML' }).click(),
  ]);
  const html = readFileSync(await download.path(), 'utf8');
  expect(html).toContain(report.ece.toFixed(4));
  expect(html).toContain('急性心肌梗死');
}

async function tryOut(page: Page): Promise<void> {
  await page.getByTestId('run-model').click();
  await page.getByTestId('model-try').click();
  await page.getByTestId('try-text').fill('患者突发左侧肢体无力，言语含糊，口角歪斜，门诊以此收入院。');
  await page.getByTestId('try-go').click();
  const answer = page.getByTestId('try-answer');
  await answer.waitFor();
  const first = answer.getByTestId('ranked-labels').locator('li').first();
  expect(await first.getAttribute('data-label')).toBe('脑梗死');
  expect(await first.textContent()).toMatch(/\d+\.\d %/);
  await page.getByTestId('try-text').fill('别的');
  await answer.waitFor({ state: 'detached' });
}

async function evaluate(page: Page): Promise<void> {
  await page.getByTestId('model-evaluate').click();
  await page.getByTestId('set-picker').getByRole('button', { name: '评估' }).click();
  await page.getByTestId('evaluation-page').getByTestId('label-scores').waitFor();
  await page.getByTestId('evaluation-page').getByText('微平均 F1').first().waitFor();
}
