/** A project trains its model, which orders and pre-annotates what is left; a bulk decision is taken back after a restart. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';
import { nerDocuments } from '../main/engine/train/ner-documents.ts';

const DOCUMENTS = nerDocuments(28);
const FINISHED = 18;
const SCHEMA = AnnotationSchema.parse({ spans: [{ name: '症状' }, { name: '药物', look: 1 }] });

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`learning from a project in ${kind}`, { tags }, () => {
    it('trains, names its model, brings what it is unsure of next, suggests, and is undone after a restart', () =>
      loop(kind));
  });
}

async function loop(kind: HostKind): Promise<void> {
  const home = usedHome();
  const { page, close } = await startApp(kind, home);
  await waitForHighlights(page);
  await skipTour(page);
  const { projectId, ids } = await labelledProject(page);

  await page.getByTestId('view-annotate').click();
  await page.getByTestId('open-project').click();
  await page.getByRole('tab', { name: '学习' }).click();
  await page.getByTestId('train-project').click();
  await page.getByTestId('learning-rounds').getByText('已启用').waitFor();
  await page.getByTestId('learning-model').filter({ hasText: '发热门诊 1' }).waitFor();
  await expect
    .poll(() => ask(page, 'learning.get', { projectId }).then(({ ordered }) => ordered))
    .toBe(DOCUMENTS.length - FINISHED);

  const { settings } = await ask(page, 'projects.get', { projectId });
  await ask(page, 'projects.settings', { projectId, settings: { ...settings, order: 'uncertainty' } });
  const next = await ask(page, 'annotation.next', { projectId });
  expect(next.reason).toMatchObject({ order: 'uncertainty', model: '发热门诊 1' });
  expect(ids.slice(FINISHED)).toContain(next.documentId);

  await page.getByTestId('suggest').click();
  await expect.poll(() => countSuggested(page, projectId)).toBeGreaterThan(10);
  await page.getByTestId('start-labelling').click();
  // The document that the model is least sure of is the one in front.
  await page
    .locator(`[data-testid="desk-facts"][data-document="${next.documentId}"]`)
    .waitFor({ state: 'attached' });

  const suggested = await countSuggested(page, projectId);
  await ask(page, 'annotation.decide', { projectId, decision: 'accept' });
  expect(await countSuggested(page, projectId)).toBe(0);
  await close();
  const again = await startApp(kind, home);
  await waitForHighlights(again.page);
  await ask(again.page, 'annotation.undo', { projectId });
  expect(await countSuggested(again.page, projectId)).toBe(suggested);
  await again.close();
}

async function labelledProject(page: Page) {
  const { actor } = await ask(page, 'app.info', {});
  const project = await ask(page, 'projects.create', { name: '发热门诊', schema: SCHEMA, members: [actor] });
  const records: number[] = [];
  for (const [i, { text }] of DOCUMENTS.entries())
    records.push((await ask(page, 'docs.create', { title: `第${i + 1}份`, text, origin: 'typed' })).id);
  await ask(page, 'projects.addDocuments', { projectId: project.id, documents: records });
  const ids = (await ask(page, 'annotation.queue', { projectId: project.id })).map(({ id }) => id);
  for (let i = 0; i < FINISHED; i++) {
    const { layer } = await ask(page, 'annotation.open', { documentId: ids[i]! });
    const changes = DOCUMENTS[i]!.entities.map(({ start, end, type }, n) => ({
      id: layer.nextItem + n,
      before: null,
      after: {
        kind: 'span' as const,
        id: layer.nextItem + n,
        type,
        fragments: [{ start, end }],
        provenance: { kind: 'human' as const, name: actor },
      },
    }));
    await ask(page, 'annotation.apply', { layerId: layer.id, action: 'span.add', changes });
    await ask(page, 'annotation.setState', { layerId: layer.id, state: 'done' });
  }
  return { projectId: project.id, ids };
}

async function countSuggested(page: Page, projectId: number): Promise<number> {
  const queue = await ask(page, 'annotation.queue', { projectId });
  return queue.reduce(
    (sum, { layers }) => sum + layers.reduce((own, { suggested }) => own + suggested, 0),
    0,
  );
}
