/** The records most similar to the one in front are listed with what they share, follow what is typed, and open. */
import { describe, expect, it } from 'vitest';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { appendText, ask, skipTour, waitForFrontTab, waitForHighlights } from '../helpers/screen.ts';

for (const { kind, here } of HOSTS) {
  describe.skipIf(!here)(`similar records under ${kind}`, { tags: ['long'] }, () => {
    it('are listed, follow what is typed, and open', () => openSimilar(kind));
  });
}

const TITLE = '相似的病历';
const TEXT = '骑马时摔下，右腕肿胀畸形，活动受限。';

async function openSimilar(kind: HostKind): Promise<void> {
  const { page } = await startApp(kind, usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  await ask(page, 'docs.create', { title: TITLE, text: TEXT, origin: 'test' });
  await page.getByTestId('tab-similar').click();
  const hits = page.getByTestId('similar-hit');
  await hits.first().waitFor();
  expect(await page.locator('.similar-entity').count()).toBeGreaterThan(0);
  await appendText(page, `\n${TEXT.repeat(20)}`);
  const first = hits.first().filter({ hasText: TITLE });
  await first.waitFor();
  expect(await first.locator('.similar-words').textContent()).toContain('骑马时摔下');
  await first.click();
  await waitForFrontTab(page, TITLE);
}
