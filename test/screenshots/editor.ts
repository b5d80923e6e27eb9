/** The editor, the graph and the settings, on the sample records. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { type Correction, correctionOf } from '../../shared/domain/correction.ts';
import {
  appendText,
  ask,
  cardByPointing,
  openFromList,
  waitForHighlights,
  waitForSuggestions,
} from '../helpers/screen.ts';
import type { Views } from './stage.ts';

const VALUES =
  '\n2024-03-01 血钾6.8mmol/L，肌酐 356μmol/L，尿蛋白(++)。\n2024-03-02 复查血钾5.4mmol/L。\n2024-03-04 血钾4.2mmol/L。';

export const SAMPLE = '样例 急性心肌梗死';

export const editorViews: Views = {
  editor: async (page) => {
    await page.getByTestId('tab-mentions').click();
    await page.getByTestId('mention-list').locator('[data-entity]').first().waitFor();
  },
  values: async (page) => {
    await appendText(page, VALUES);
    await page.getByTestId('tab-values').click();
    await page.getByTestId('value-list').locator('tr.is-critical').first().waitFor();
    await page.locator('tr[data-analyte="k"] .icon-button').first().click();
    await page.getByTestId('value-trend').locator('canvas').waitFor();
  },
  'record-search': async (page) => {
    await page.getByTestId('doc-search').fill('胸痛 有, Hb<130');
    await page.getByTestId('doc-hits').locator('.hit-snippet').first().waitFor();
    await page.getByTestId('doc-searches').click();
    await page.getByText('"胸痛 2小时"').waitFor();
  },
  'hover-card': async (page) => {
    const card = await cardByPointing(page, '硝酸甘油');
    await card.locator('.entity-facts').first().waitFor();
  },
  corrections: async (page) => {
    const { id, revision, draft, text } = await recordOf(page);
    const { corrections = [] } = await ask(page, 'text.annotate', { text, documentId: id });
    const changes = correctionsOf(text).map((after) => ({ before: null, after }));
    if (corrections.length === 0)
      await ask(page, 'corrections.apply', { documentId: id, base: revision, draft, changes });
    await page.getByTestId('tab-mentions').click();
    await page.getByText(/^(已更正|Corrected) 3$/).click();
    await page.getByTestId('correction-row').nth(2).waitFor();
  },
  'correction-form': async (page) => {
    const card = await cardByPointing(page, '硝酸甘油');
    await card.getByTestId('card-correct').click();
    await page.getByTestId('correction-save').waitFor();
  },
  rules: async (page) => {
    for (const [words, type] of [
      ['除外', 'symptom'],
      ['阿司匹林', 'drug'],
      ['ACS', ''],
    ] as const)
      await ask(page, 'corrections.setRule', { words, type, active: true });
    await ask(page, 'corrections.setRule', { words: '阿司匹林', type: 'drug', active: false });
    await page.getByTestId('view-settings').click();
    await page.getByTestId('settings-nav-rules').click();
    await page.getByTestId('rule').nth(2).waitFor();
  },
  'editor-model': async (page) => {
    await switchModel(page, true);
    await page.getByTestId('tab-mentions').click();
    await page.getByTestId('source-filter').waitFor();
  },
  'hover-card-model': async (page) => {
    await switchModel(page, true);
    await page.getByTestId('tab-mentions').click();
    await page.getByTestId('source-filter').locator('.ant-segmented-item').nth(2).click();
    await page.getByTestId('mention-list').locator('.mention-entity').first().click();
    await page.keyboard.press('Control+i');
    await page.getByTestId('card-model').waitFor();
  },
  diagnosis: async (page) => {
    await page.getByTestId('candidate').nth(1).getByRole('button').first().click();
    await page.getByTestId('evidence-for').filter({ hasText: '胸痛' }).first().hover();
    await page.getByRole('tooltip').waitFor();
  },
  graph: async (page) => {
    await page.getByTestId('view-graph').click();
    await page.getByTestId('graph-search').fill('心肌梗死');
    await page.getByTestId('graph-hit').filter({ hasText: '急性心肌梗死' }).first().click();
    await page.getByTestId('neighbourhood').locator('canvas').waitFor();
  },
  patients: async (page) => {
    const { total } = await ask(page, 'patients.list', {});
    if (total === 0) {
      const files = ['results.json', 'document.json'].map((name) => ({
        name,
        base64: readFileSync(join(import.meta.dirname, '../fixtures/fhir', name)).toString('base64'),
      }));
      await ask(page, 'docs.import', { files });
    }
    await page.getByTestId('view-patients').click();
    await page.getByTestId('patient-item').first().click();
    await page.locator('.patient-course').first().waitFor();
  },
  workspace: async (page) => {
    const folder = mkdtempSync(join(tmpdir(), 'incoming-'));
    writeFileSync(join(folder, 'scan.pdf'), '%PDF-1.7');
    await ask(page, 'watch.set', { folder });
    await ask(page, 'backups.plan', { every: 'day', folder: null, keep: 14 });
    await ask(page, 'backups.run', {});
    await page.getByTestId('view-settings').click();
    await page.getByTestId('settings-nav-workspace').click();
    await page.getByTestId('watch-refusals').click({ timeout: 30_000 });
  },
  ranges: async (page) => {
    await ask(page, 'values.setRange', { analyte: 'k', range: { low: 3.4, high: 5.1 } });
    await page.getByTestId('view-settings').click();
    await page.getByTestId('settings-nav-ranges').click();
    await page.getByTestId('range-k').waitFor();
  },
  settings: async (page) => {
    await page.getByTestId('view-settings').click();
    await page.locator('.settings-section').first().waitFor();
  },
};

async function recordOf(page: Page) {
  const { documents } = await ask(page, 'docs.list', { title: SAMPLE });
  const [{ id } = { id: 0 }] = documents;
  return ask(page, 'docs.get', { id });
}

/** One highlight changed, one removed, one added. */
function correctionsOf(text: string): Correction[] {
  const on = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });
  const made = (found: Correction['found'], mention: Correction['mention']) =>
    correctionOf(text, { id: crypto.randomUUID(), found, mention });
  const uncertain = { assertion: 'uncertain', entity: null } as const;
  return [
    made({ ...on('胸痛'), type: 'symptom' }, { ...on('胸痛'), type: 'sign', ...uncertain }),
    made({ ...on('硝酸甘油'), type: 'drug' }, null),
    made(null, { ...on('患者'), type: 'other', ...uncertain }),
  ];
}

/** The editor with the sample in front and no model in use. */
export async function openSample(page: Page): Promise<void> {
  await switchModel(page, false);
  await page.reload();
  await page.mouse.move(720, 4);
  await waitForHighlights(page);
  await openFromList(page, SAMPLE);
  await waitForSuggestions(page);
}

/** Makes the editor highlight with a trained model, or with none. */
async function switchModel(page: Page, on: boolean): Promise<void> {
  const model = (await ask(page, 'models.list', {})).find(({ task }) => task === 'ner');
  if (model === undefined) return;
  await ask(page, 'models.use', { id: model.id, inUse: on });
  if (on) await page.locator('[data-testid="editor"][data-predicted]:not([data-predicted="0"])').waitFor();
}
