/** A predictor trained in the app speaks beside the suggestions: how sure it is, why, and when it says nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { modelFile } from '../../main/workspace/paths.ts';
import { HOSTS, type Home, type HostKind } from '../helpers/app.ts';
import { DULL_RECORD, trainPredictor } from '../helpers/diagnoses.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import {
  appendText,
  ask,
  editorOf,
  goToEdge,
  openFromList,
  skipTour,
  waitForHighlights,
  waitForSuggestions,
} from '../helpers/screen.ts';

const SAMPLE = '样例 急性心肌梗死';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`a predictor in the diagnosis panel under ${kind}`, { tags }, () => {
    it('says how sure it is, why, and when it is not', () => usePredictor(kind));
  });
}

const opinionOf = (page: Page): Locator => page.getByTestId('model-opinion');
const labelOf = (page: Page, label: string): Locator =>
  page.locator(`[data-testid="model-label"][data-label="${label}"]`);
const marksOf = (page: Page): Locator => editorOf(page).locator('.moved-words');

async function usePredictor(kind: HostKind): Promise<void> {
  const home = usedHome();
  const { page } = await startApp(kind, home);
  await waitForHighlights(page);
  await skipTour(page);
  await ask(page, 'settings.set', { starterTagger: false, starterClassifier: false });
  await openFromList(page, SAMPLE);
  await waitForSuggestions(page);
  await opinionOf(page).waitFor({ state: 'detached' });
  const id = await trainPredictor(page, 'dx-a');
  expect(await opinionOf(page).count()).toBe(0);
  await ask(page, 'models.use', { id, inUse: true });
  await opinionOf(page).waitFor();

  const audited = await auditedBesideDocuments(page);
  await besideTheGraph(page);
  await whatMovedIt(page);
  await followsTheText(page);
  await saysNothing(page);
  expect(await auditedBesideDocuments(page)).toEqual(audited);
  await decisionsGoOn(page);
  await goesAway(page, home, id);
}

async function auditedBesideDocuments(page: Page): Promise<string[]> {
  const entries = await ask(page, 'audit.list', { limit: 1000 });
  return entries.map(({ action }) => action).filter((action) => !action.startsWith('document.'));
}

/** Its probability at the suggestions, the graph's word at its labels, its name and what it read. */
async function besideTheGraph(page: Page): Promise<void> {
  const first = page.getByTestId('model-label').first();
  await expect.poll(() => first.getAttribute('data-label')).toBe('急性心肌梗死');
  expect(await first.getAttribute('data-verdict')).toBe('agree');
  expect(await first.textContent()).toMatch(/与图谱一致（第 1 位）.*\d+\.\d %/);
  const candidate = page.locator('[data-testid="candidate"][data-name="急性心肌梗死"]');
  const said = candidate.getByTestId('candidate-opinion');
  expect(await said.getAttribute('data-verdict')).toBe('agree');
  const shown = await said.locator('.model-probability').textContent();
  expect(await first.locator('.model-probability').textContent()).toBe(shown);
  const verdicts = await page
    .getByTestId('candidate-opinion')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-verdict')));
  expect(verdicts).toContain('unknown'); // most diseases of the graph are none of its six labels
  await opinionOf(page).getByText('显示全部 6 个标签').click();
  expect(await labelOf(page, '需进一步检查').getAttribute('data-verdict')).toBe('unmatched');
  const coded = labelOf(page, 'J18.900 肺部感染');
  expect(await coded.textContent()).toContain('→ 肺炎');
  expect(await opinionOf(page).textContent()).toContain('dx-a · cnn');
  expect(await page.getByTestId('model-read').textContent()).toMatch(/前 \d+ 字（共 [\d,]+ 字）/);
}

async function whatMovedIt(page: Page): Promise<void> {
  expect(await marksOf(page).count()).toBe(0);
  const label = labelOf(page, '急性心肌梗死');
  await label.hover();
  await marksOf(page).first().waitFor();
  await page.getByTestId('tab-diagnosis').hover(); // away
  await expect.poll(() => marksOf(page).count()).toBe(0);
  await label.getByRole('button').first().click();
  const words = label.getByTestId('moved-word');
  await words.first().waitFor();
  const texts = (await words.allTextContents()).join(' ');
  expect(texts).toMatch(/\+.*(胸痛|疼痛|大汗|放射|压榨|胸骨)/);
  await page.getByTestId('tab-diagnosis').hover();
  await expect.poll(() => marksOf(page).count()).toBeGreaterThan(0); // it stays chosen
  await words.first().click();
  await editorOf(page).locator('.revealed').first().waitFor();
  expect(await editorOf(page).locator('.moved-words.is-stale').count()).toBe(0);
  // The same words by pointing at the graph's suggestion.
  await label.getByRole('button').first().click();
  await page.locator('[data-testid="candidate"][data-name="急性心肌梗死"]').hover();
  await marksOf(page).first().waitFor();
  await label.getByRole('button').first().click();
}

/** Marks pale while the text is another one, and come anew. */
async function followsTheText(page: Page): Promise<void> {
  await page.getByTestId('tab-diagnosis').hover();
  await expect.poll(() => marksOf(page).count()).toBeGreaterThan(0);
  await goToEdge(page, 'Home');
  const paled = editorOf(page).locator('.moved-words.is-stale').first().waitFor();
  await page.keyboard.insertText('补充：转移性右下腹痛，麦氏点压痛，伴反跳痛，肌紧张。\n');
  await paled;
  await expect.poll(() => editorOf(page).locator('.moved-words.is-stale').count()).toBe(0);
  await expect.poll(() => marksOf(page).count()).toBeGreaterThan(0);
  await expect.poll(() => labelOf(page, '急性阑尾炎').getAttribute('class')).toContain('is-given');
}

async function saysNothing(page: Page): Promise<void> {
  const abstained = page.getByTestId('model-abstained');
  expect(await abstained.count()).toBe(0);
  const open = async (title: string, text: string): Promise<void> => {
    await ask(page, 'docs.create', { title, text, origin: 'typed' });
    await openFromList(page, title);
  };
  await open('dull', DULL_RECORD);
  await expect.poll(() => abstained.getAttribute('data-reason')).toBe('unsure');
  expect(await abstained.textContent()).toMatch(
    /模型没有把握.*只有 \d+\.\d %；低于 \d+\.\d % 时模型不作判断/,
  );
  expect(await page.locator('[data-testid="candidate-opinion"][data-verdict="agree"]').count()).toBe(0);
  await open('strange', '오늘은 날씨가 매우 맑고 바람이 시원하게 불어옵니다.');
  await expect.poll(() => abstained.getAttribute('data-reason')).toBe('unfamiliar');
  await open('blank', '');
  await expect.poll(() => abstained.getAttribute('data-reason')).toBe('empty');
  await openFromList(page, SAMPLE);
  await expect.poll(() => abstained.count()).toBe(0);
}

async function decisionsGoOn(page: Page): Promise<void> {
  const candidate = page.locator('[data-testid="candidate"][data-name="急性心肌梗死"]');
  await waitForSuggestions(page);
  if ((await candidate.getByTestId('accept').count()) === 0)
    await candidate.getByRole('button').first().click();
  const opinion = candidate.getByTestId('candidate-opinion');
  const before = await opinion.textContent();
  await candidate.getByTestId('accept').click();
  await candidate.getByTestId('decision').waitFor();
  expect(await opinion.textContent()).toBe(before);
}

/** Damaged weights are said, the graph goes on; switched off it is gone. */
async function goesAway(page: Page, home: Home, id: number): Promise<void> {
  const file = modelFile(home.workspace, id);
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  damaged[damaged.length >> 1]! ^= 1;
  writeFileSync(file, damaged);
  await ask(page, 'models.use', { id, inUse: false });
  await expect.poll(() => opinionOf(page).count()).toBe(0);
  await ask(page, 'models.use', { id, inUse: true });
  await page.getByTestId('model-failed').waitFor();
  await waitForSuggestions(page);
  expect(await page.getByTestId('candidate-opinion').count()).toBe(0);
  writeFileSync(file, whole);
  await ask(page, 'models.use', { id, inUse: false });
  await expect.poll(() => page.getByTestId('model-failed').count()).toBe(0);
  await appendText(page, '又出现咯血。');
  await waitForSuggestions(page);
}
