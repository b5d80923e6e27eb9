/** The training console as people use it: import, train, look at what went wrong, compare, use the model. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { LabelledDocument } from '../../shared/domain/training.ts';
import { CHROMIUM, type Home } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { nerReport } from '../helpers/reports.ts';
import { appendText, ask, skipTour, waitForFrontTab, waitForHighlights } from '../helpers/screen.ts';
import { runPasses, runReaches, startSmallRun } from '../helpers/train-in-app.ts';
import { nerDocuments } from '../main/engine/train/ner-documents.ts';
import { SMALL } from '../main/engine/train/runs.ts';

const TRAIN = nerDocuments(48);
/** Texts that do not stand in the training set; the first is labelled wrongly, so that every model has errors there. */
const DEV = nerDocuments(12, 1000).map(({ id, text, entities }, i) => ({
  id,
  text: `${text}第${i}号`,
  entities: i === 0 ? entities.map((entity) => ({ ...entity, type: '药物' })) : entities,
}));
/** Two of its texts stand in the training set. */
const MIXED = [...TRAIN.slice(0, 2), DEV[5]!];

/** The app trains below normal priority: on a busy machine that takes a while. */

describe.skipIf(CHROMIUM === '')('the training console', () => {
  it('takes data sets, trains, explains, compares and gives the model to the editor', async () => {
    const home = usedHome();
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    await page.keyboard.press('Alt+3');
    await importSets(page, home);
    await fillForm(page);
    await watchRun(page, 'bilstm-crf-1');
    await lookAtReport(page);
    await openError(page);
    await exportReport(page);
    await trainAgain(page);
    await compare(page);
    await useModel(page, home);
    await removeRun(page);
    await dropSet(page);
  });

  it('offers to go on with a run that the death of the app interrupted', { tags: ['long'] }, async () => {
    const home = usedHome();
    const first = await startApp('browser', home);
    await waitForHighlights(first.page);
    const id = await startSmallRun(first.page, 60);
    await runPasses(first.page, id, 20);
    await first.kill();

    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    await page.locator('[data-testid="status-run"][data-state="interrupted"]').click();
    await page.locator('[data-testid="run-page"][data-state="interrupted"]').waitFor();
    await page.getByTestId('interrupted').filter({ hasText: 'ner-a' }).waitFor();
    await page.getByTestId('back').click();
    await page.getByTestId('resume-interrupted').click();
    await page.getByTestId('interrupted').waitFor({ state: 'detached' });
    await runReaches(page, id, 'finished');
    await page.locator('[data-testid="run-row"][data-state="finished"]').waitFor();
  });
});

const lines = (documents: readonly LabelledDocument[]): string =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join('');

async function importSets(page: Page, home: Home): Promise<void> {
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(home.dir, name), content);
    return join(home.dir, name);
  };
  await page.getByTestId('empty-import').waitFor();
  await page
    .getByTestId('dataset-file-input')
    .setInputFiles([
      file('train.jsonl', lines(TRAIN)),
      file('dev.jsonl.gz', gzipSync(lines(DEV))),
      file('mixed.jsonl', lines(MIXED)),
      file(
        'broken.jsonl',
        `${lines(MIXED)}{"text": "短", "entities": [{"start": 0, "end": 9, "type": "症状"}]}\n`,
      ),
    ]);
  const names = page.getByTestId('dataset-name');
  await expect.poll(() => names.count()).toBe(4);
  await names.nth(0).fill('病历-train');
  await page.getByTestId('dataset-import-go').click();
  const dialog = page.getByTestId('dataset-import');
  await dialog.getByRole('alert').filter({ hasText: '第 4 行' }).waitFor();
  expect(await dialog.getByText('已导入').count()).toBe(3);
  await dialog.getByRole('button', { name: '关闭' }).last().click();

  const row = page.getByTestId('dataset-row').filter({ hasText: '病历-train' });
  await row.waitFor();
  expect(await page.getByTestId('dataset-row').count()).toBe(3);
  expect(await row.textContent()).toMatch(/48.*症状.*药物/);
}

const field = (page: Page, testId: string): Locator => page.getByTestId(testId);

/** Picks an entry of a drop-down list by the words it begins with. */
async function choose(page: Page, testId: string, words: string): Promise<void> {
  await field(page, testId).locator('.ant-select').click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(words).click();
}

/** Warnings and messages first, then a form that holds, and its start. */
async function fillForm(page: Page): Promise<void> {
  await page.getByTestId('new-run').click();
  await choose(page, 'set-train', '病历-train');
  await recipesOf(page);
  await page.getByTestId('preset-bilstm').click();
  await choose(page, 'set-dev', 'mixed');
  await page.getByTestId('leakage').filter({ hasText: '3 份文本中有 2 份也在训练集中' }).waitFor();
  await choose(page, 'set-dev', 'dev');
  await page.getByTestId('leakage').filter({ hasText: '12 份文本都不在训练集中' }).waitFor();

  const epochs = field(page, 'setting-epochs').getByRole('textbox');
  await epochs.fill('0');
  await page.getByTestId('start-run').click();
  await field(page, 'setting-epochs').getByRole('alert').filter({ hasText: '1–1000' }).waitFor();
  expect(await epochs.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await ask(page, 'runs.list', {})).toEqual([]);

  await choose(page, 'setting-network', 'BERT + CRF');
  await field(page, 'setting-encoder').waitFor();
  expect(await field(page, 'setting-hiddenSize').count()).toBe(0);

  await page.getByTestId('paste-settings').click();
  const json = page.getByTestId('settings-json');
  await json.getByRole('textbox').fill('{"epoch": 3}');
  await json.getByRole('button', { name: '载入' }).click();
  await json.getByRole('alert').filter({ hasText: '没有名为 epoch 的设置' }).waitFor();
  await json.getByRole('textbox').fill(JSON.stringify({ ...SMALL, epochs: 100 }));
  await json.getByRole('button', { name: '载入' }).click();
  await json.waitFor({ state: 'detached' });
  expect(await epochs.inputValue()).toBe('100');
  expect(await page.getByTestId('run-name').inputValue()).toBe('bilstm-crf-1');
  await page.getByTestId('start-run').click();
}

/** Three recipes with their times stand first; their settings are folded until one sets everything by hand. */
async function recipesOf(page: Page): Promise<void> {
  const pressed = page.locator('.recipe-card[aria-pressed="true"]');
  await page
    .getByTestId('recipe-balanced')
    .filter({ hasText: /均衡.*约 [\d.]+ 秒 · 得分尚未实测/ })
    .waitFor();
  expect(await pressed.innerText()).toContain('均衡');
  expect(await pressed.innerText()).toContain('从模型 starter 开始');
  await page
    .getByTestId('run-estimate')
    .filter({ hasText: /[\d.]+ MB 内存；约 [\d,]+ 个参数/ })
    .waitFor();
  await field(page, 'setting-epochs').waitFor({ state: 'hidden' });
  await page.getByTestId('recipe-best').click();
  expect(await pressed.innerText()).toContain('最佳');
  const { settings } = (await ask(page, 'runs.recipes', { train: 1 })).find(
    ({ recipe }) => recipe === 'best',
  )!;
  await page.getByTestId('by-hand').locator('summary').first().click();
  const network = field(page, 'setting-network').locator('.ant-select');
  await network.waitFor();
  expect(settings).toMatchObject({ recipe: 'best', ensemble: 3, from: 'starter' });
  await field(page, 'setting-from').filter({ hasText: 'starter' }).waitFor();
  expect(await field(page, 'setting-lexicon').count()).toBe(0);
  await choose(page, 'setting-from', '随机权重');
  await field(page, 'setting-lexicon').waitFor();
  await field(page, 'setting-epochs').getByRole('textbox').fill('2');
  await expect.poll(() => pressed.count()).toBe(0);
}

/** Curves grow, a pause holds, the end brings the report. */
async function watchRun(page: Page, name: string): Promise<void> {
  const run = page.getByTestId('run-page');
  await run.getByRole('heading', { name }).waitFor();
  await page.getByTestId('chart-loss').locator('canvas').waitFor();
  await page
    .locator('[data-testid="status-run"][data-state="running"]')
    .filter({ hasText: '训练' })
    .waitFor();
  await page.getByTestId('run-pause').click();
  await page.locator('[data-testid="run-page"][data-state="paused"]').waitFor();
  await page.getByTestId('status-run').waitFor({ state: 'detached' });
  await page.getByTestId('run-resume').click();
  await page.locator('[data-testid="run-page"][data-state="finished"]').waitFor();
  await page.getByTestId('run-model').waitFor();
  expect(await page.getByTestId('run-progress').textContent()).toMatch(/最佳验证 F1.*0\.\d{3}/);
  const label = await page.getByTestId('chart-dev').getAttribute('aria-label');
  expect(label).toMatch(/验证集得分: .+ → /);
}

async function lookAtReport(page: Page): Promise<void> {
  await page.getByTestId('tab-types').click();
  const types = page.getByTestId('type-row');
  await expect.poll(() => types.count()).toBe(2);
  const order = async (): Promise<(string | null)[]> =>
    types.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-type')));
  const before = await order();
  await page.locator('[data-sort="support"]').click();
  expect(await order()).toEqual(before.toReversed());

  await page.getByTestId('tab-confusion').click();
  const [run] = await ask(page, 'runs.list', {});
  const { report } = await ask(page, 'runs.get', { id: run!.id });
  const { labels, counts } = nerReport(report).confusion;
  const [gold, predicted] = [labels.indexOf('药物'), labels.indexOf('症状')];
  const wrong = counts[gold]![predicted]!;
  expect(wrong).toBeGreaterThan(0);
  const cell = page.getByTestId('confusion').locator('tbody tr').nth(gold).locator('td').nth(predicted);
  expect(await cell.textContent()).toBe(String(wrong));
  await cell.getByRole('button').click();
  await page.getByTestId('error-list').waitFor();
  expect(await page.getByTestId('error-list').getByRole('option').count()).toBe(wrong);
}

/** Goes to an error by keyboard, into the editor, and back to the same error. */
async function openError(page: Page): Promise<void> {
  const list = page.getByTestId('error-list');
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const chosen = page.getByTestId('error-document').locator('.error-text-body .is-chosen').first();
  await chosen.waitFor();
  const words = await chosen.textContent();
  expect(DEV[0]!.entities.map(({ start, end }) => DEV[0]!.text.slice(start, end))).toContain(words);
  expect(await page.getByTestId('error-document').textContent()).toMatch(/标注.*药物.*预测.*症状.*置信度/);
  await list.focus();
  await page.keyboard.press('Enter');
  const title = `dev · ${DEV[0]!.id}`;
  await waitForFrontTab(page, title);
  const document = (await ask(page, 'docs.list', {})).documents.find((one) => one.title === title);
  expect((await ask(page, 'docs.get', { id: document!.id })).text).toBe(DEV[0]!.text);

  await page.keyboard.press('Alt+3');
  await page.getByTestId('error-document').waitFor();
  await page.getByTestId('error-open').click(); // the same record again
  await waitForFrontTab(page, title);
  expect((await ask(page, 'docs.list', {})).documents.filter((one) => one.title === title)).toHaveLength(1);
  await page.keyboard.press('Alt+3');
}

async function exportReport(page: Page): Promise<void> {
  for (const [format, holds] of [
    ['JSON', '"f1"'],
    ['HTML', '<svg'],
  ] as const) {
    await page.getByTestId('run-report').click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`bilstm-crf-1.${format.toLowerCase()}`);
    expect(readFileSync(await file.path(), 'utf8')).toContain(holds);
  }
}

/** A second run from the first one's settings, with two of them changed. */
async function trainAgain(page: Page): Promise<void> {
  await page.getByTestId('run-again').click();
  expect(await field(page, 'setting-hiddenSize').getByRole('textbox').inputValue()).toBe(
    String(SMALL.hiddenSize),
  );
  await field(page, 'setting-epochs').getByRole('textbox').fill('4');
  await field(page, 'setting-seed').getByRole('textbox').fill('7');
  await page.getByTestId('start-run').click();
  await page.getByRole('heading', { name: 'bilstm-crf-2' }).waitFor();
  await page.locator('[data-testid="run-page"][data-state="finished"]').waitFor();
}

async function compare(page: Page): Promise<void> {
  await page.getByTestId('back').click();
  await page.getByTestId('run-filter').fill('crf-2');
  await expect.poll(() => page.getByTestId('run-row').count()).toBe(1);
  await page.getByTestId('run-filter').fill('');
  for (const name of ['bilstm-crf-1', 'bilstm-crf-2']) {
    await page.getByTestId('run-row').filter({ hasText: name }).getByRole('checkbox').check();
  }
  await page.getByTestId('compare').click();
  const label = await page.getByTestId('compare-dev').getAttribute('aria-label');
  expect(label).toContain('bilstm-crf-1, bilstm-crf-2');
  await page.getByTestId('compare-dev').locator('canvas').waitFor();

  await page.getByTestId('tab-settings').click();
  const rows = page.getByTestId('settings-diff').locator('tbody tr');
  expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-setting')))).toEqual([
    'epochs',
    'seed',
  ]);
  expect(await rows.first().textContent()).toContain('1004');
  await page.getByTestId('diff-all').check();
  expect(await rows.count()).toBeGreaterThan(10);

  await page.getByTestId('tab-types').click();
  const scores = page.getByTestId('compare-scores').locator('tbody tr');
  expect(await scores.count()).toBe(3);
  expect(await scores.first().textContent()).toMatch(/^全部（微平均） ?0\.\d{3}.*0\.\d{3}/);

  await page.getByTestId('tab-significance').click();
  await page.getByTestId('compare-start').click();
  const tested = page.getByTestId('significance-table').locator('tbody tr');
  await tested.first().waitFor();
  expect(await tested.count()).toBe(2);
  expect(await tested.first().textContent()).toMatch(/^F1（微平均）0\.\d{3}0\.\d{3}[+−]0\.\d{3}/);
}

/** Into the editor, out to a folder, and back in from it. */
async function useModel(page: Page, home: Home): Promise<void> {
  await page.getByTestId('train-nav-models').click();
  const card = page.getByTestId('model-card').filter({ hasText: 'bilstm-crf-1' });
  await card.getByTestId('model-export').click();
  const folder = await card.getByTestId('model-exported').locator('code').textContent();
  expect(folder?.startsWith(home.workspace)).toBe(true);
  expect(existsSync(join(folder!, 'model.safetensors'))).toBe(true);

  await page.getByTestId('model-folder-input').setInputFiles(folder!);
  const dialog = page.getByTestId('model-import');
  await dialog.getByRole('textbox').fill('再导入的模型');
  await dialog.getByRole('button', { name: '导入' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  const imported = page.getByTestId('model-card').filter({ hasText: '再导入的模型' });
  await imported.waitFor();

  await imported.getByTestId('model-evaluate').click();
  await page.getByTestId('set-picker').getByRole('button', { name: '评估' }).click();
  await page.getByTestId('evaluation-page').getByTestId('type-row').first().waitFor();
  const [first] = (await ask(page, 'runs.list', {})).filter(({ name }) => name === 'bilstm-crf-1');
  const overall = page.getByTestId('type-scores').locator('.overall');
  await expect.poll(() => overall.textContent()).toContain(first!.best!.score.toFixed(3));
  await page.getByTestId('back').click();

  await card.getByTestId('model-measure').click();
  await page.getByTestId('set-picker').getByRole('button', { name: '测量' }).click();
  await card.getByTestId('int8-measured').waitFor();

  await card.getByTestId('model-use').click();
  await card.getByText('编辑器正在使用').waitFor();
  await page.keyboard.press('Alt+1');
  await appendText(page, '\n患者头晕三天，服用头孢后缓解。');
  await page.getByTestId('status-model').filter({ hasText: 'bilstm-crf-1' }).waitFor();
  const { entities } = await ask(page, 'text.predict', { text: '患者头晕三天，服用头孢后缓解。' });
  expect(entities.map(({ text }) => text)).toEqual(['头晕', '头孢']);
  await page.keyboard.press('Alt+3');
}

async function removeRun(page: Page): Promise<void> {
  await page.getByTestId('train-nav-runs').click();
  await page.getByRole('button', { name: 'bilstm-crf-2', exact: true }).click();
  await page.getByTestId('run-delete').click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.poll(() => page.getByTestId('run-row').count()).toBe(1);
  expect(await ask(page, 'models.list', {})).toHaveLength(3);
}

/** A file dropped here is a data set, not a record. */
async function dropSet(page: Page): Promise<void> {
  const documents = (await ask(page, 'docs.list', {})).total;
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], '拖入.jsonl'));
    return transfer;
  }, lines(MIXED));
  await page.dispatchEvent('[data-testid="train"]', 'dragover', { dataTransfer });
  await page.getByText('松开即可导入数据集').waitFor();
  await page.dispatchEvent('[data-testid="train"]', 'drop', { dataTransfer });
  await page.getByTestId('dataset-import-go').click();
  const row = page.getByTestId('dataset-row').filter({ hasText: '拖入' });
  await row.waitFor();
  await row.getByTestId('dataset-delete').click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await ask(page, 'docs.list', {})).total).toBe(documents);
}
