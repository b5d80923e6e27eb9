/** The diagnosis panel with a predictor in use. */
import type { Page } from 'playwright';
import { DULL_RECORD } from '../helpers/diagnoses.ts';
import { ask, editorOf, openFromList } from '../helpers/screen.ts';
import { openSample } from './editor.ts';
import type { Views } from './stage.ts';

export const PREDICTOR = 'dx-cnn-demo';

export const panelViews: Views = {
  'panel-model': async (page) => {
    await switchPredictor(page, true);
    const label = page.getByTestId('model-label').first();
    await label.getByRole('button').first().click();
    await label.getByTestId('moved-word').first().waitFor();
    await editorOf(page).locator('.moved-words').first().waitFor();
    await page.mouse.move(720, 4);
  },
  'panel-abstains': async (page) => {
    await switchPredictor(page, true);
    const title = '复诊';
    const { documents: listed } = await ask(page, 'docs.list', {});
    if (!listed.some((one) => one.title === title))
      await ask(page, 'docs.create', { title, text: DULL_RECORD, origin: 'typed' });
    await openFromList(page, title);
    await page.getByTestId('model-abstained').waitFor();
  },
};

/** The sample, with no predictor in use. */
export async function openWithoutPredictor(page: Page): Promise<void> {
  await switchPredictor(page, false);
  await openSample(page);
}

/** Makes the diagnosis panel use the predictor, or none. */
async function switchPredictor(page: Page, on: boolean): Promise<void> {
  const model = (await ask(page, 'models.list', {})).find(({ name }) => name === PREDICTOR);
  if (model === undefined) return;
  await ask(page, 'models.use', { id: model.id, inUse: on });
  if (on) await page.getByTestId('model-opinion').waitFor();
}
