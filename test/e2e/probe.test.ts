/** Journey: probing, similarity of names and attention on pages of the training console. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { ProbeReport } from '../../shared/domain/probe.ts';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { cli } from '../helpers/cli.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { runCommand, skipTour, waitForHighlights } from '../helpers/screen.ts';

for (const { kind, here } of HOSTS) {
  const tags = kind === 'browser' ? [] : ['long' as const];
  describe.skipIf(!here)(`tests of an encoder against the graph under ${kind}`, { tags }, () => {
    it('start, are stopped, tell answers and misses, and are exported', () => test(kind));
  });
}

async function test(kind: HostKind): Promise<void> {
  const home = usedHome();
  const corpus = join(home.dir, 'corpus.txt');
  writeFileSync(corpus, '肺炎的症状有发热咳嗽胸痛。急性心肌梗死的治疗药物有阿司匹林。'.repeat(20));
  const init = ['models', 'init', '--name', '小编码器', '--size', 'tiny', '--corpus', corpus];
  const made = cli(home, [...init, '--vocab-size', '200']);
  expect(made.code, made.err).toBe(0);
  const { page } = await startApp(kind, home);
  await waitForHighlights(page);
  await skipTour(page);
  await runCommand(page, '查看模型');
  await page.getByTestId('model-probe').click();
  await stopProbe(page);
  await seeReport(page);
  if (kind === 'browser') await exportReport(page);
  await page.getByTestId('back').click();
  await page.getByTestId('model-similarity').click();
  await page.getByLabel('最多名称对').fill('20');
  await page.getByTestId('graph-test-start').click();
  await page.getByTestId('similarity-sets').getByText('全部名称对').waitFor();
  expect(await page.getByTestId('similarity-sets').locator('tbody tr').first().innerText()).toMatch(
    /^D1.*20\t/,
  );
  await page.getByTestId('back').click();
  await page.getByTestId('model-attention').click();
  await seeAttention(page, kind === 'browser');
}

/** Pictures of a text with an entity that has a synonym; files hold what they show. */
async function seeAttention(page: Page, exports: boolean): Promise<void> {
  await page.getByTestId('attention-text').fill('患者因急性心肌梗死入院。');
  await page.getByTestId('attention-start').click();
  const map = page.getByTestId('attention-heat-map');
  await map.waitFor();
  await expect.poll(() => page.getByTestId('attention-curve').count()).toBe(3);
  const box = await map.boundingBox();
  await page.mouse.move(box!.x + 49 + 8, box!.y + 49 + 24);
  await page.getByText(/患 → \[CLS\]：0\.\d+/).waitFor();
  if (!exports) return;
  const files = { '热图（PNG）': '\x89PNG', '曲线（SVG）': '<svg', '数值（CSV）': '\uFEFF,[CLS],患,者' };
  for (const [name, begins] of Object.entries(files)) {
    await page.getByTestId('attention-export').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText(name, { exact: true }).click(),
    ]);
    const file = readFileSync(await download.path());
    const start = file.toString(name.includes('PNG') ? 'latin1' : 'utf8').slice(0, begins.length);
    expect(start, name).toBe(begins);
  }
}

/** A probe of every edge with twenty masks is stopped; one of few queries goes on while another page is looked at. */
async function stopProbe(page: Page): Promise<void> {
  await page.getByLabel('每种关系的题数').fill('10000');
  await page.getByLabel('最多掩码数').fill('20');
  await page.getByTestId('graph-test-start').click();
  await page.getByTestId('work-bar').getByText('询问模型').waitFor();
  await page.getByTestId('work-cancel').click();
  await page.getByTestId('graph-test-start').waitFor();
  expect(await page.getByTestId('probe-scores').count()).toBe(0);
  await page.getByLabel('每种关系的题数').fill('3');
  await page.getByLabel('最多掩码数').fill('1');
  await page.getByTestId('graph-test-start').click();
  await page.getByTestId('train-nav-runs').click();
  await page.getByTestId('train-nav-models').click();
  await page.getByTestId('model-probe').click();
  await page.getByTestId('probe-scores').waitFor();
}

async function seeReport(page: Page): Promise<void> {
  const relations = page.getByTestId('probe-relation');
  const symptoms = relations.filter({ hasText: '症状' }).first();
  expect(await relations.count()).toBeGreaterThan(3);
  await symptoms.getByRole('button').click();
  const queries = page.getByTestId('probe-query');
  await expect.poll(() => queries.count()).toBe(3);
  expect(await queries.first().innerText()).toContain('[MASK]');
  const misses = await page.locator('[data-testid="probe-query"][data-right="false"]').count();
  await page.getByTestId('probe-misses').click();
  await expect.poll(() => queries.count()).toBe(misses);
}

async function exportReport(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('graph-test-export').click(),
  ]);
  const report = ProbeReport.parse(JSON.parse(readFileSync(await download.path(), 'utf8')));
  expect(report.queries.length).toBeGreaterThan(9);
}
