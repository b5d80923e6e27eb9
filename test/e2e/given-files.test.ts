/** Files that the app is started with, or gets while it runs, as a file manager gives them. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { appRoot } from '../../main/resources.ts';
import { packProject } from '../../main/services/projects/exchange/write-project.ts';
import { ELECTRON } from '../helpers/app.ts';
import { newHome, startApp } from '../helpers/e2e.ts';
import { makeProject } from '../helpers/projects.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';
import { openTestSession } from '../helpers/workspace.ts';

describe.skipIf(ELECTRON === '')('files given to the app', { tags: ['long'] }, () => {
  it('open as records and projects; what is no file for it is refused by name', async () => {
    const home = newHome();
    const at = (name: string) => join(home.dir, name);
    writeFileSync(at('门诊记录.txt'), '主诉：咳嗽三天，发热一天。');
    writeFileSync(at('坏.docx'), 'no zip');
    const session = openTestSession();
    const { projectId } = makeProject(session, ['咳嗽发热', '头痛']);
    packProject(session, projectId, at('p.meridian.jsonl'));

    const { page } = await startApp('electron', home, { electron: [ELECTRON, appRoot, at('门诊记录.txt')] });
    await waitForHighlights(page);
    await skipTour(page);
    await page.locator('.tab-title', { hasText: '门诊记录' }).waitFor();

    const give = (...names: string[]) =>
      promisify(execFile)(ELECTRON, ['--no-sandbox', appRoot, ...names], { env: home.env, cwd: home.dir });
    await give('坏.docx');
    await page.getByRole('dialog').filter({ hasText: '坏.docx' }).waitFor();
    await page.keyboard.press('Escape');
    await give('p.meridian.jsonl');
    await expect.poll(() => ask(page, 'projects.list', {}).then(({ length }) => length)).toBe(1);
    await page.getByTestId('project-page').waitFor();
    const records = await ask(page, 'docs.list', {});
    expect(JSON.stringify(records).match(/"title":"门诊记录"/g)).toHaveLength(1);
  });
});
