/** A model trained on the command line highlights in the editor beside the dictionary, and gets out of the way. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { modelFile } from '../../main/workspace/paths.ts';
import type { LabelledDocument } from '../../shared/domain/training.ts';
import { HOSTS, type Home, type HostKind } from '../helpers/app.ts';
import { cli } from '../helpers/cli.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import {
  appendText,
  ask,
  editorOf,
  goToEdge,
  highlightsOf,
  mentionCount,
  skipTour,
  waitForHighlights,
} from '../helpers/screen.ts';

/** No dictionary knows these. */
const DRUGS = ['康泰宁', '舒克平', '瑞安定', '泽福新'];
const SYMPTOMS = ['发热', '咳嗽', '胸痛', '头晕'];
const TYPED = '\n患者发热三天，予舒克平两片口服。';
const SETTINGS =
  '--embedding-size 16 --hidden-size 16 --layers 1 --dropout 0.1 --batch-size 4 --epochs 8 --learning-rate 0.02 --min-count 1';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`a model in the editor under ${kind}`, { tags }, () => {
    it('adds what it finds, tells it apart, and fails aloud', () => useModel(kind));
  });
}

async function useModel(kind: HostKind): Promise<void> {
  const home = usedHome();
  const { page } = await startApp(kind, home);
  await waitForHighlights(page);
  await skipTour(page);
  await ask(page, 'settings.set', { starterTagger: false });
  await expect.poll(() => page.getByTestId('status-model').count()).toBe(0);
  const id = await trainOnCommandLine(home, page);

  await appendText(page, TYPED);
  await expect.poll(() => predictedCount(page)).toBe(0);
  await ask(page, 'models.use', { id, inUse: true });
  await expect.poll(() => predictedCount(page)).toBeGreaterThan(2);
  await expect.poll(() => page.getByTestId('status-model').textContent()).toContain('ner-a');
  await page.getByTestId('legend-sources').waitFor();
  await toldApart(page);
  await appendText(page, '停泽福新。');
  await expect.poll(() => predictedWords(page)).toContain('泽福新');
  await filteredAndHidden(page);

  await ask(page, 'models.use', { id, inUse: false });
  await expect.poll(() => predictedCount(page)).toBe(0);
  expect(await page.getByTestId('status-model').count()).toBe(0);
  await damagedModel(home, page, id);
}

/** The very command of the guide, while the app is open. Returns the model's id. */
async function trainOnCommandLine(home: Home, page: Page): Promise<number> {
  const [train, dev] = [dataFile(home, 'train', 60), dataFile(home, 'dev', 8)];
  const trained = cli(home, [
    ...['train', '--task', 'ner', '--train', train, '--dev', dev, '--out', 'ner-a', '--json'],
    ...['--network', 'bilstm-crf', '--seed', '1', ...SETTINGS.split(' ')],
  ]);
  expect(trained.code, trained.err).toBe(0);
  const evaluated = cli(home, ['evaluate', '--model', 'ner-a', '--data', dev, '--json']);
  expect(JSON.parse(evaluated.out).f1, evaluated.err).toBeGreaterThan(0.8);
  const model = (await ask(page, 'models.list', {})).find(({ name }) => name === 'ner-a');
  expect(model).toMatchObject({ inUse: false, labels: expect.arrayContaining(['drug', 'sym', '时长']) });
  return model!.id;
}

function dataFile(home: Home, name: string, count: number): string {
  const documents = Array.from({ length: count }, (_, i): LabelledDocument => {
    const [drug, symptom] = [DRUGS[(i * 7) % 4]!, SYMPTOMS[(i * 3 + (i >> 2)) % 4]!];
    const days = `${'一二三四五'[i % 5]}天`;
    const parts: (string | [string, string])[] =
      i % 2 === 0
        ? ['患者', [symptom, 'sym'], [days, '时长'], '，予', [drug, 'drug'], '两片口服。']
        : ['予', [drug, 'drug'], '口服，', [symptom, 'sym'], '好转。停', [drug, 'drug'], '。'];
    let text = '';
    const entities: LabelledDocument['entities'] = [];
    for (const part of parts) {
      const [words, type] = typeof part === 'string' ? [part, undefined] : part;
      if (type !== undefined) entities.push({ start: text.length, end: text.length + words.length, type });
      text += words;
    }
    return { id: `${name}-${i}`, text, entities };
  });
  const path = join(home.dir, `${name}.jsonl`);
  writeFileSync(path, documents.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return path;
}

async function predictedCount(page: Page): Promise<number> {
  return Number(await editorOf(page).getAttribute('data-predicted'));
}

/** Words under the lines of the model that are on screen, by their places. */
async function predictedWords(page: Page): Promise<string[]> {
  await goToEdge(page, 'End');
  return editorOf(page)
    .locator('.predicted-mention')
    .evaluateAll((marks) =>
      marks.map((mark) => {
        const { left, right, top, height } = mark.getBoundingClientRect();
        const words: string[] = [];
        for (const line of document.querySelectorAll('[data-testid="editor"] .view-line')) {
          const box = line.getBoundingClientRect();
          if (Math.abs(box.top - top) > height / 2) continue;
          const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
          for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
            for (let i = 0; i < (node.textContent?.length ?? 0); i++) {
              const range = document.createRange();
              range.setStart(node, i);
              range.setEnd(node, i + 1);
              const { left: from, right: to } = range.getBoundingClientRect();
              if (from >= left - 1 && to <= right + 1) words.push(range.toString());
            }
          }
        }
        return words.join('');
      }),
    );
}

async function toldApart(page: Page): Promise<void> {
  await expect.poll(() => predictedWords(page)).toEqual(expect.arrayContaining(['舒克平', '发热']));
  const drawn = (): Promise<string[]> => highlightsOf(page).allTextContents();
  await expect.poll(drawn).toContain('发热'); // by the dictionary too
  expect(await drawn()).not.toContain('舒克平');
  await goToEdge(page, 'End');
  for (let i = 0; i < '两片口服。'.length + 1; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+i');
  const card = page.getByTestId('hover-card');
  await expect.poll(() => card.getByTestId('card-model').textContent()).toMatch(/ner-a.*drug.*\d+ %/);
  await page.keyboard.press('Escape');
}

/** The list can be narrowed to one source; the threshold hides the unsure, and is remembered. */
async function filteredAndHidden(page: Page): Promise<void> {
  await page.getByTestId('tab-mentions').click();
  const list = page.getByTestId('mention-list');
  const filter = page.getByTestId('source-filter');
  await filter.getByText('模型', { exact: true }).click();
  await list.getByText('舒克平').waitFor();
  expect(
    await list
      .locator('[data-source]')
      .evaluateAll((marks) => marks.map((m) => m.getAttribute('data-source'))),
  ).not.toContain('dictionary');
  await filter.getByText('两者', { exact: true }).click();
  await list.getByText('发热').first().waitFor();
  expect(await list.getByText('舒克平').count()).toBe(0);
  await filter.getByText('全部', { exact: true }).click();
  const [all, before] = [await mentionCount(page), await predictedCount(page)];
  await filter.getByRole('slider').focus();
  await page.keyboard.press('End');
  await expect.poll(() => predictedCount(page)).toBeLessThan(before);
  expect(await mentionCount(page)).toBeLessThan(all);
  await expect.poll(async () => (await ask(page, 'settings.get', {})).modelThreshold).toBe(0.95);
  await page.reload();
  await waitForHighlights(page);
  await expect.poll(() => page.getByTestId('status-model').count()).toBe(1);
  await expect.poll(() => predictedCount(page)).toBeLessThan(before);
  await ask(page, 'settings.set', { modelThreshold: 0 });
}

/** One flipped bit: the reason is said, the dictionary goes on, and so does the engine. */
async function damagedModel(home: Home, page: Page, id: number): Promise<void> {
  const { pid } = await ask(page, 'engine.status', {});
  const file = modelFile(home.workspace, id);
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
  await ask(page, 'models.use', { id, inUse: true });
  await page.locator('.status-model.is-failed').waitFor();
  expect(await page.getByTestId('status-model').getAttribute('title')).toMatch(/ner-a/);
  const before = await mentionCount(page);
  await appendText(page, '又出现咯血。');
  await expect.poll(() => mentionCount(page)).toBeGreaterThan(before);
  expect(await ask(page, 'engine.status', {})).toMatchObject({ state: 'ready', pid });
}
