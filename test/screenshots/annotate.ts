/** Annotation: the desk, projects, what people and models agree on; and people and the audit table. */
import type { Page } from 'playwright';
import { waitForHighlights } from '../helpers/screen.ts';
import { OWN_PROJECT, TEAM_PROJECT } from './annotate-team.ts';
import { SAMPLE } from './editor.ts';
import type { Views } from './stage.ts';

export const annotateViews: Views = {
  'annotate-projects': async (page) => {
    await page.getByTestId('view-annotate').click();
    await page.getByTestId('project-card').first().waitFor();
  },
  'annotate-document': async (page) => {
    await openDesk(page);
    await page.keyboard.press('ControlOrMeta+Home');
    for (let n = 0; n < 3; n++) await page.keyboard.press('Tab');
    await page.getByTestId('provenance').waitFor();
  },
  'annotate-review': async (page) => {
    await openDesk(page);
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('F7');
    await page.locator('[data-testid="mode-line"][data-mode="review"]').waitFor();
  },
  'annotate-new': async (page) => {
    await page.getByTestId('view-annotate').click();
    await page.getByTestId('new-project').click();
    await page.getByTestId('project-name').fill('出院小结');
  },
  'annotate-project': async (page) => {
    await openProject(page, 'documents');
    await page.getByTestId('project-document').first().waitFor();
  },
  'annotate-schema': (page) => openProject(page, 'schema'),
  'annotate-guidelines': async (page) => {
    await openProject(page, 'schema');
    await page.getByTestId('tab-guidelines').click();
  },
  'annotate-members': (page) => openProject(page, 'members'),
  'annotate-agreement': async (page) => {
    await openProject(page, 'agreement');
    await page.getByTestId('agreement').waitFor();
  },
  'annotate-agreement-documents': async (page) => {
    await openProject(page, 'agreement');
    await page.getByTestId('agreement-documents').scrollIntoViewIfNeeded();
  },
  'annotate-learning': async (page) => {
    await openProject(page, 'learning');
    await page.getByTestId('learning-curve').locator('canvas').waitFor();
  },
  'annotate-adjudicate': async (page) => {
    await openProject(page, 'documents');
    const documents = page.getByTestId('project-document');
    await documents
      .filter({ has: page.locator('.ready-mark') })
      .first()
      .click();
    await page.getByTestId('differences').waitFor();
    await page.keyboard.press('1');
  },
  'annotate-gold': async (page) => {
    await openProject(page, 'documents');
    await page
      .getByTestId('project-document')
      .filter({ hasText: /金标准|Gold/ })
      .first()
      .click();
    await page.getByTestId('differences').waitFor();
    await page.keyboard.press('Alt+h');
    await page.getByTestId('edit-history').waitFor();
  },
  'cheat-sheet': async (page) => {
    await openDesk(page);
    await page.keyboard.press('?');
    await page.getByTestId('cheat-sheet-print').waitFor();
  },
  people: async (page) => {
    await page.getByTestId('view-settings').click();
    await page.getByTestId('settings-nav-people').click();
    await page.getByTestId('people-table').waitFor();
  },
  share: async (page) => {
    await openNetwork(page);
    if (await page.getByTestId('share-start').isVisible()) {
      await page.getByTestId('share-address').locator('input').fill('127.0.0.1');
      await page.getByTestId('share-port').fill('0');
      await page.getByTestId('share-start').click();
    }
    await page.getByTestId('share-url').waitFor();
  },
  connect: async (page) => {
    await openNetwork(page);
    const url = await page.getByTestId('share-url').textContent();
    await page.getByTestId('server-choose').click();
    await page.getByTestId('server-address').fill(url ?? '');
    await page.getByTestId('server-address').press('Enter');
    await page.getByTestId('server-compared').waitFor();
  },
  board: (page) => openProject(page, 'board'),
  audit: async (page) => {
    await page.getByTestId('view-settings').click();
    await page.getByTestId('settings-nav-audit').click();
    await page.getByTestId('audit-verify').click();
    await page.getByTestId('audit-verdict').waitFor();
  },
};

async function openNetwork(page: Page): Promise<void> {
  await page.getByTestId('view-settings').click();
  await page.getByTestId('settings-nav-network').click();
  await page.getByTestId('share-start').or(page.getByTestId('share-url')).first().waitFor();
}

/** The window anew, on the editor. */
export async function openWindow(page: Page): Promise<void> {
  await page.reload();
  await page.mouse.move(720, 4);
  await waitForHighlights(page);
}

async function openProject(page: Page, tab: string): Promise<void> {
  await page.getByTestId('view-annotate').click();
  await page.getByTestId('open-project').filter({ hasText: TEAM_PROJECT }).click();
  await page.getByTestId(`tab-${tab}`).click();
}

async function openDesk(page: Page): Promise<void> {
  await page.getByTestId('view-annotate').click();
  await page
    .getByTestId('project-card')
    .filter({ hasText: OWN_PROJECT })
    .getByTestId('start-labelling')
    .click();
  await page.getByTestId('queue-row').filter({ hasText: SAMPLE }).click();
  await page.getByTestId('annotate-text').locator('.ann-piece').first().waitFor();
  await page.getByTestId('annotate-text').locator('.view-line').first().click();
}
