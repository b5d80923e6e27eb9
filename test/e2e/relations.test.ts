/** Relations in the record editor and on the annotation desk: found by a model, decided on by keys and mouse, kept. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { AnnotatedDocument } from '../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { deskShows, makeProject, stored } from '../helpers/desk.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { RELATED_TEXT, trainRelations } from '../helpers/related.ts';
import { ask, editorOf, openFromList, runCommand, skipTour, waitForHighlights } from '../helpers/screen.ts';
import { relatedDocuments } from '../main/engine/train/related-documents.ts';

for (const { kind, here } of HOSTS) {
  const tags = kind === 'browser' ? [] : ['long' as const];
  describe.skipIf(!here)(`relations in the editor under ${kind}`, { tags }, () => {
    it('are found, shown in the text, accepted, rejected, undone and kept', () => decideRelations(kind));
  });
  describe.skipIf(!here)(`relations on the desk under ${kind}`, { tags: ['long'] }, () => {
    it('are suggested, accepted, undone and exported', () => labelRelations(kind));
  });
}

const TITLE = '两种关系';
const rowsOf = (page: Page) => page.getByTestId('relation');

async function decideRelations(kind: HostKind): Promise<void> {
  const home = usedHome();
  const app = await startApp(kind, home);
  const { page } = app;
  await waitForHighlights(page);
  await skipTour(page);
  const { id } = await ask(page, 'docs.create', { title: TITLE, text: RELATED_TEXT, origin: 'typed' });
  await openFromList(page, TITLE);
  await page.getByTestId('tab-relations').click();
  await page.getByText('没有启用关系抽取模型').waitFor();
  await putToUse(page, await trainRelations(page, '关系'));

  await expect.poll(() => rowsOf(page).count()).toBe(2);
  const [treats, worsens] = [rowsOf(page).nth(0), rowsOf(page).nth(1)];
  expect(await treats.innerText()).toMatch(
    /肺炎[\s\S]*药物治疗[\s\S]*奥美拉唑[\s\S]*%[\s\S]*肺炎患者予奥美拉唑3天。/,
  );
  expect(await worsens.innerText()).toMatch(/胃炎[\s\S]*禁忌[\s\S]*布洛芬/);
  await seeBothEnds(page);
  await decideByKey(page, id);
  await decideByMouse(page, id);
  await page.reload();
  await keptWithTheRecord(page);
  await app.close();
}

/** Puts the model to use on its card. */
async function putToUse(page: Page, id: number): Promise<void> {
  await runCommand(page, '查看模型');
  const card = page.locator(`[data-testid="model-card"][data-id="${id}"]`);
  await card.getByTestId('model-use').click();
  await card.getByText('编辑器正在使用').waitFor();
  await page.getByTestId('view-editor').click();
}

async function seeBothEnds(page: Page): Promise<void> {
  const marked = (role: string) => editorOf(page).locator(`.moved-words.is-${role}`);
  await rowsOf(page).nth(1).hover();
  await marked('head').waitFor();
  await marked('tail').waitFor();
  const box = await marked('head').boundingBox();
  await rowsOf(page).nth(0).hover();
  await expect.poll(async () => (await marked('head').boundingBox())?.y).not.toBe(box?.y);
}

const decided = (page: Page, documentId: number) =>
  expect.poll(async () =>
    (await ask(page, 'relations.list', { documentId })).map(({ type, state }) => `${type} ${state}`).sort(),
  );

async function decideByKey(page: Page, id: number): Promise<void> {
  await rowsOf(page).first().click();
  await page.keyboard.press('a');
  await decided(page, id).toEqual(['药物治疗 accepted']);
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.getByTestId('relations').press('z');
  await decided(page, id).toEqual([]);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.getByTestId('relations').press('a');
  await decided(page, id).toEqual(['药物治疗 accepted']);
}

async function decideByMouse(page: Page, id: number): Promise<void> {
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await rowsOf(page).first().click();
  await page.getByTestId('relation-rejected').click();
  await decided(page, id).toEqual(['禁忌 rejected', '药物治疗 accepted']);
  await page.getByTestId('relation-undo').click();
  await decided(page, id).toEqual(['药物治疗 accepted']);
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.getByTestId('relation-rejected').click();
  await decided(page, id).toEqual(['禁忌 rejected', '药物治疗 accepted']);
  const audit = await ask(page, 'audit.list', { limit: 100, actions: ['document.relation'] });
  expect(audit).toHaveLength(6);
}

/** Decisions come back with the record; one whose words are edited away says so. */
async function keptWithTheRecord(page: Page): Promise<void> {
  await waitForHighlights(page);
  await openFromList(page, TITLE);
  await page.getByTestId('tab-relations').click();
  await page.getByTestId('relation-list').getByText('已采纳 1').click();
  expect(await rowsOf(page).first().innerText()).toMatch(/肺炎[\s\S]*药物治疗[\s\S]*奥美拉唑/);
  await editorOf(page).locator('.moved-words.is-head').waitFor();
  await editorOf(page).locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('头痛三天。');
  await rowsOf(page).first().getByText('这条关系的文字已不在病历中').waitFor();
}

const SCHEMA = AnnotationSchema.parse({
  spans: [{ name: '疾病' }, { name: '药物', look: 1 }],
  relations: [{ name: '药物治疗', from: ['疾病'], to: ['药物'] }],
});
/** Two documents in which the words say that a drug treats a disease. */
const DOCUMENTS = [relatedDocuments(1, 1002)[0]!, relatedDocuments(1, 1004)[0]!];

async function labelRelations(kind: HostKind): Promise<void> {
  const app = await startApp(kind, usedHome());
  const { page } = app;
  await waitForHighlights(page);
  await skipTour(page);
  await trainRelations(page, '关系');
  const [first = 0, second = 0] = await makeProject(
    page,
    Object.fromEntries(DOCUMENTS.map(({ id, text }) => [id, text])),
    SCHEMA,
  );
  const projectId = (await ask(page, 'projects.list', {}))[0]!.id;
  for (const [i, documentId] of [first, second].entries()) await labelSpans(page, documentId, i);

  await page.getByTestId('view-annotate').click();
  await page.getByTestId('open-project').click();
  await page.getByRole('tab', { name: '学习' }).click();
  await page.locator('.suggest-form .ant-select').click();
  await page.locator('.ant-select-item-option').filter({ hasText: '关系' }).click();
  await page.getByTestId('suggest').click();
  const suggested = relationIn(0, true);
  await expect.poll(() => stored(page, second)).toContainEqual(relationIn(1, true));

  await page.getByTestId('start-labelling').click();
  await deskShows(page, first);
  await page.keyboard.press('F7');
  await page.locator('[data-testid="mode-line"][data-mode="review"]').waitFor();
  await page.keyboard.press('a');
  await expect.poll(() => stored(page, first)).toContainEqual(relationIn(0));
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(() => stored(page, first)).toContainEqual(suggested);
  await page.keyboard.press('F7');
  await page.keyboard.press('a');
  await expect.poll(() => stored(page, first)).toContainEqual(relationIn(0));

  await page.getByTestId('queue-row').nth(1).click();
  await deskShows(page, second);
  await page.getByTestId('item-row').filter({ hasText: '药物治疗' }).click();
  await page.getByTestId('mode-line').getByRole('button', { name: /接受$/ }).click();
  await expect.poll(() => stored(page, second)).toContainEqual(relationIn(1));

  const { actor } = await ask(page, 'app.info', {});
  const { file } = await ask(page, 'projects.export', {
    ...{ projectId, format: 'meridian', person: actor, deidentify: false },
  });
  const lines = Buffer.from(file.base64, 'base64').toString('utf8').trim().split('\n');
  const rows = lines.map((line): object => JSON.parse(line)).filter((row) => 'items' in row); // after the head
  const exported = rows.map((row) => AnnotatedDocument.parse(row));
  expect(exported.flatMap(({ items }) => items.filter((item) => item.kind === 'relation'))).toMatchObject(
    DOCUMENTS.map(() => ({
      type: '药物治疗',
      status: 'accepted',
      provenance: { kind: 'model', name: '关系' },
    })),
  );
  await app.close();
}

function relationIn(i: number, isSuggested = false): string {
  const { text, entities, relations } = DOCUMENTS[i]!;
  const words = (number: number) => text.slice(entities[number]!.start, entities[number]!.end);
  const { type, from, to } = relations[0]!;
  return `${type} ${words(from)} → ${words(to)}${isSuggested ? ' suggested' : ''}`;
}

/** Labels the mentions as a person would. */
async function labelSpans(page: Page, documentId: number, i: number): Promise<void> {
  const { actor } = await ask(page, 'app.info', {});
  const { layer } = await ask(page, 'annotation.open', { documentId });
  const provenance = { kind: 'human' as const, name: actor };
  const changes = DOCUMENTS[i]!.entities.map(({ start, end, type }, n) => {
    const id = layer.nextItem + n;
    return {
      id,
      before: null,
      after: { kind: 'span' as const, id, type, fragments: [{ start, end }], provenance },
    };
  });
  await ask(page, 'annotation.apply', { layerId: layer.id, action: 'span.add', changes });
}
