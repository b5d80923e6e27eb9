/** Files that cannot be read and a locked workspace: each is named and explained, and everything else goes on. */
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CHROMIUM, HOSTS, type Home, type HostKind } from '../helpers/app.ts';
import { cli } from '../helpers/cli.ts';
import { newHome, startApp, usedHome } from '../helpers/e2e.ts';
import {
  appendText,
  ask,
  skipTour,
  tabOf,
  visibleText,
  waitForFrontTab,
  waitForHighlights,
  waitForSaved,
} from '../helpers/screen.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
/** Valid in neither UTF-8 nor GB18030. */
const BROKEN = new Uint8Array([0xe8, 0x83, 0xb8, 0xff, 0xff, 0xfe, 0x31]);

describe.skipIf(CHROMIUM === '')('files that cannot be read', () => {
  it('are refused by name with a reason, and the others are opened', async () => {
    const home = usedHome();
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    await page
      .getByTestId('doc-file-input')
      .setInputFiles([
        file(home, '影像.txt', PNG),
        file(home, '第一份.txt', '主诉：咳嗽、咳痰3天。'),
        file(home, '空文件.txt', ''),
        file(home, '乱码.txt', BROKEN),
        file(home, '损坏.docx', PNG),
        large(home, '过大.txt', 65),
        large(home, '极大.txt', 300),
        file(home, '第二份.txt', '主诉：胸痛3小时。'),
      ]);
    expect(await refusedFiles(page)).toEqual({
      '影像.txt': expect.stringContaining('文本'),
      '空文件.txt': expect.stringContaining('文件为空'),
      '乱码.txt': expect.stringMatching(/UTF-8.*GB18030/),
      '损坏.docx': expect.stringContaining('docx'),
      '过大.txt': expect.stringContaining('64 MB'),
      '极大.txt': expect.stringContaining('64 MB'),
    });
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
    await waitForFrontTab(page, '第一份');
    await waitForHighlights(page);
    const titles = (await ask(page, 'docs.list', {})).documents.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['第一份', '第二份']));
    expect(titles).toHaveLength(14);
    await stillWorks(page);
  });

  it('are refused when dropped, too', { tags: ['long'] }, async () => {
    const { page } = await startApp('browser', usedHome());
    await waitForHighlights(page);
    await skipTour(page);
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array([0, 1, 2, 3, 0])], '二进制.txt'));
      transfer.items.add(new File(['主诉：发热2天。'], '拖入.txt'));
      return transfer;
    });
    await page.dispatchEvent('[data-testid="editor"]', 'dragover', { dataTransfer });
    await page.getByText('松开即可打开文件').waitFor();
    await page.dispatchEvent('[data-testid="editor"]', 'drop', { dataTransfer });
    expect(await refusedFiles(page)).toEqual({ '二进制.txt': expect.stringContaining('文本') });
    await page.keyboard.press('Escape');
    await waitForFrontTab(page, '拖入');
    await expect.poll(() => visibleText(page)).toBe('主诉：发热2天。');
  });

  it('as graphs are refused by name, and the graph stays as it was', { tags: ['long'] }, async () => {
    const home = usedHome();
    const { page } = await startApp('browser', home);
    await waitForHighlights(page);
    await skipTour(page);
    const before = await ask(page, 'kg.stats', {});
    await page.getByTestId('view-graph').click();
    for (const [name, content, reason] of [
      ['图.tsv', PNG, /UTF-8|文本|text/],
      ['空.tsv', '', /空/],
      ['散文.txt', '这是一段文字。它不是词表；也不是三元组。\n第二行，也一样。\n', /found|格式|词表/],
    ] as const) {
      await page.getByTestId('kg-file-input').setInputFiles(file(home, name, content));
      const job = page.locator('[data-testid="job"][data-state="failed"]').filter({ hasText: name });
      await job.waitFor();
      expect(await job.textContent()).toMatch(reason);
    }
    expect(await ask(page, 'kg.stats', {})).toEqual(before);
  });
});

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`a locked workspace under ${kind}`, { tags }, () => {
    it('asks for its passphrase, refuses a wrong one and opens with the right one', () => unlock(kind));
  });
}

async function unlock(kind: HostKind): Promise<void> {
  const home = newHome();
  const passphrase = '正确 horse 电池';
  const record = file(home, '锁着的病历.txt', '主诉：咯血1天。');
  const made = cli(home, ['docs', 'import', record], { env: { MERIDIAN_PASSPHRASE: passphrase } });
  expect(made.code, made.err).toBe(0);
  const { page } = await startApp(kind, home, { env: { MERIDIAN_PASSPHRASE: '' } });
  const form = page.getByTestId('unlock-form');
  await form.waitFor();
  await expect(ask(page, 'docs.list', {})).rejects.toThrow('locked');
  const submit = form.locator('button[type="submit"]');
  expect(await submit.isDisabled()).toBe(true);
  await form.locator('input').fill('错误的口令');
  await form.locator('input').press('Enter');
  await form.getByRole('alert').waitFor();
  expect(await form.getByRole('alert').textContent()).toMatch(/口令/);
  await form.locator('input').fill(passphrase);
  await submit.click();
  await page.getByTestId('doc-item').filter({ hasText: '锁着的病历' }).click();
  await waitForHighlights(page);
  expect(await form.count()).toBe(0);
  await skipTour(page);
  await stillWorks(page);
}

function file(home: Home, name: string, content: string | Uint8Array): string {
  const path = join(home.dir, name);
  writeFileSync(path, content);
  return path;
}

/** A file of that size that takes no room on the disk. */
function large(home: Home, name: string, megabytes: number): string {
  const path = join(home.dir, name);
  const descriptor = openSync(path, 'w');
  ftruncateSync(descriptor, megabytes * 2 ** 20);
  closeSync(descriptor);
  return path;
}

/** Reasons by file name, as shown. */
async function refusedFiles(page: Page): Promise<Record<string, string>> {
  const items = page.getByTestId('refused-files').locator('li');
  await items.first().waitFor();
  const rows = await items.evaluateAll((nodes) =>
    nodes.map((node): [string, string] => [
      node.querySelector('strong')?.textContent ?? '',
      node.querySelector('div')?.textContent ?? '',
    ]),
  );
  return Object.fromEntries(rows);
}

async function stillWorks(page: Page): Promise<void> {
  await appendText(page, '\n补充：发热。');
  await waitForSaved(page);
  expect(await tabOf(page, '').count()).toBeGreaterThan(0);
}
