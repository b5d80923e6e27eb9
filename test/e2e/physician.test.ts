/** A physician's day: a bundle opened, values seen, a suggestion accepted, a highlight corrected, the report as PDF. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, cardByPointing, skipTour, waitForHighlights, waitForSuggestions } from '../helpers/screen.ts';

for (const { kind, here } of HOSTS)
  describe.skipIf(!here)(`a physician under ${kind}`, { tags: ['long'] }, () => {
    it('opens a bundle, sees values, accepts, corrects, prints, and finds all records of the patient', () =>
      work(kind));
  });

const bundle = (name: string) => ({
  name,
  mimeType: 'application/json',
  buffer: readFileSync(join(import.meta.dirname, '../fixtures/fhir', name)),
});

async function work(kind: HostKind): Promise<void> {
  const { page } = await startApp(kind, usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  await page.getByTestId('doc-file-input').setInputFiles(['results.json', 'document.json'].map(bundle));
  const left = page.getByTestId('refused-files');
  await left.waitFor();
  expect(await left.textContent()).not.toContain('其余文件');
  await page.locator('.ant-modal-confirm-btns button').click();
  const { documents } = await ask(page, 'docs.list', { words: '检查检验' });
  const id = documents[0]!.id;
  await page.getByTestId('doc-item').filter({ hasText: '检查检验' }).click();
  await page.getByTestId('tab-values').click();
  await page.locator('tr.is-critical[data-analyte="k"]').waitFor();
  await page.getByTestId('tab-diagnosis').click();
  await waitForSuggestions(page);
  await page.getByTestId('accept').first().click();
  await expect.poll(async () => (await ask(page, 'diagnosis.decisions', { documentId: id })).length).toBe(1);
  const card = await cardByPointing(page, '肺结核');
  await card.getByTestId('card-remove').click();
  await expect
    .poll(async () => (await ask(page, 'audit.list', { limit: 1, actions: ['document.correct'] })).length)
    .toBe(1);
  await printed(page, kind, id);
  await readScan(page);
  await seePatient(page);
}

/** Electron prints into a PDF of pages with numbers; the browser host gives the page to print. */
async function printed(page: Page, kind: HostKind, id: number): Promise<void> {
  for (const format of ['pdf', 'record-pdf'] as const) {
    const file = await ask(page, 'docs.export', { ids: [id], format, deidentify: false });
    const bytes = Buffer.from(file.base64, 'base64');
    if (kind === 'electron') {
      expect(file.name).toMatch(/\.pdf$/);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(Number(/\/Count (\d+)/.exec(bytes.toString('latin1'))?.[1])).toBeGreaterThan(0);
      if (format === 'record-pdf')
        await expectReadBack(page, file.base64, (await ask(page, 'docs.get', { id })).text);
    } else {
      expect(file.name).toMatch(/\.html$/);
      expect(bytes.toString()).toContain('counter(page)');
    }
    expect(bytes.toString().includes('<script')).toBe(false);
  }
}

/** Opens the printed record: every line of its text is in the new one, which is removed again. */
async function expectReadBack(page: Page, base64: string, text: string): Promise<void> {
  const squeezed = (words: string): string => words.replace(/\s+/g, '');
  const { created } = await ask(page, 'docs.import', { files: [{ name: 'printed.pdf', base64 }] });
  const { id } = created[0]!;
  const read = squeezed((await ask(page, 'docs.get', { id })).text);
  for (const line of text.split('\n')) expect(read).toContain(squeezed(line));
  await ask(page, 'docs.delete', { id });
}

/** Opens a picture of a page: its text says where it comes from until somebody has checked it. */
async function readScan(page: Page): Promise<void> {
  await page
    .getByTestId('doc-file-input')
    .setInputFiles(join(import.meta.dirname, '../fixtures/scans/page.jpg'));
  await page.getByTestId('scan-note').waitFor();
  const { documents } = await ask(page, 'docs.list', { words: 'page' });
  expect((await ask(page, 'docs.get', { id: documents[0]!.id })).text).toContain('血压正常');
  await page.getByTestId('scan-checked').click();
  await page.getByTestId('scan-note').waitFor({ state: 'detached' });
  const actions = ['document.scan-checked'] as const;
  expect(await ask(page, 'audit.list', { limit: 1, actions: [...actions] })).toHaveLength(1);
}

async function seePatient(page: Page): Promise<void> {
  await page.getByTestId('view-patients').click();
  await page.getByTestId('patient-search').fill('80421');
  await page.getByTestId('patient-item').first().click();
  await page.getByTestId('patient-record').nth(1).waitFor();
  await page.locator('.patient-disease.is-accepted').waitFor();
  await page.locator('.patient-course[data-analyte="k"]').waitFor();
  await page.getByTestId('patient-open').first().click();
  await waitForHighlights(page);
}
