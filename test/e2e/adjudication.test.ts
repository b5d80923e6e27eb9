/**
 * Three annotators' readings become gold without touching the mouse: picked, nested, merged, one's own, none; then the
 * majority decides the rest of the project, and that is taken back after a restart. In both hosts.
 */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../renderer/features/annotate/schema/schema-templates.ts';
import { type Item, wordsOf } from '../../shared/domain/annotation.ts';
import { GOLD } from '../../shared/domain/project.ts';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { selectByKeys } from '../helpers/desk.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, runCommand, skipTour, waitForHighlights } from '../helpers/screen.ts';

const TEXT =
  '主诉：患者反复胸痛三年，左、右下肢乏力。\n现病史：服用阿司匹林后缓解，否认高血压，夜间偶有气促。\n';
const PEOPLE = ['甲', '乙', '丙'] as const;

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`adjudicating in ${kind}`, { tags }, () => {
    it('is done with the keyboard alone, and the majority is taken back after a restart', () =>
      journey(kind));
  });
}

/** Mark of an annotator: a type, words (fragments joined by `…`), and an attribute. */
type Mark = readonly [type: string, words: string, assertion?: string];
interface Labels {
  readonly spans: readonly Mark[];
  readonly relations?: readonly (readonly [type: string, from: string, to: string])[];
  readonly label: string;
}

const COMMON: readonly Mark[] = [['症状', '气促']];
const MADE: Readonly<Record<(typeof PEOPLE)[number], Labels>> = {
  甲: {
    label: '住院',
    spans: [
      ...COMMON,
      ['症状', '胸痛'],
      ['部位', '左…下肢'],
      ['药物', '服用阿司匹林'],
      ['治疗', '后缓解'],
      ['疾病', '高血压', '否认'],
    ],
    relations: [['用于治疗', '服用阿司匹林', '高血压']],
  },
  乙: {
    label: '门诊',
    spans: [
      ...COMMON,
      ['症状', '胸痛'],
      ['部位', '胸'],
      ['部位', '左、右下肢'],
      ['药物', '阿司匹林'],
      ['治疗', '解'],
      ['疾病', '高血压'],
    ],
  },
  丙: {
    label: '门诊',
    spans: [
      ...COMMON,
      ['症状', '反复胸痛'],
      ['部位', '胸'],
      ['部位', '左…下肢'],
      ['药物', '用阿司匹林'],
      ['疾病', '否认高血压', '否认'],
      ['检查', '夜间'],
    ],
    relations: [['用于治疗', '用阿司匹林', '否认高血压']],
  },
};

function itemsOf({ spans, relations = [], label }: Labels, person: string, firstId: number): Item[] {
  const provenance = { kind: 'human' as const, name: person };
  const common = { note: '', status: 'accepted' as const, provenance };
  const items: Item[] = spans.map(([type, words, assertion], i) => {
    let from = 0;
    const fragments = words.split('…').map((part) => {
      const start = TEXT.indexOf(part, from);
      from = start + part.length;
      return { start, end: from };
    });
    const attributes: Record<string, string> = assertion === undefined ? {} : { assertion };
    return { kind: 'span', id: firstId + i, type, attributes, fragments, ...common };
  });
  const idOf = (words: string): number => firstId + spans.findIndex((mark) => mark[1] === words);
  for (const [type, from, to] of relations)
    items.push({
      kind: 'relation',
      id: firstId + items.length,
      type,
      attributes: {},
      from: idOf(from),
      to: idOf(to),
      ...common,
    });
  items.push({ kind: 'label', id: firstId + items.length, type: label, attributes: {}, ...common });
  return items;
}

/** A project of which everybody has finished every document. */
async function setUp(page: Page): Promise<{ projectId: number; ids: readonly number[] }> {
  const schema = {
    ...TEMPLATES.emr,
    labels: [
      { name: '住院', title: '', group: '就诊' },
      { name: '门诊', title: '', group: '就诊' },
    ],
  };
  const settings = { overlap: PEOPLE.length };
  const project = await ask(page, 'projects.create', {
    name: '裁决',
    schema,
    settings,
    members: [...PEOPLE],
  });
  const records: number[] = [];
  for (const title of ['一', '二', '三'])
    records.push((await ask(page, 'docs.create', { title, text: TEXT, origin: 'typed' })).id);
  await ask(page, 'projects.addDocuments', { projectId: project.id, documents: records });
  const ids = (await ask(page, 'annotation.queue', { projectId: project.id })).map(({ id }) => id);
  for (const documentId of ids)
    for (const person of PEOPLE) {
      const { layer } = await ask(page, 'annotation.open', { documentId, person });
      const changes = itemsOf(MADE[person], person, layer.nextItem).map((after) => ({
        id: after.id,
        before: null,
        after,
      }));
      await ask(page, 'annotation.apply', { layerId: layer.id, action: 'span.add', changes });
      await ask(page, 'annotation.setState', { layerId: layer.id, state: 'done' });
    }
  return { projectId: project.id, ids };
}

/** Describes the items of the gold layer; `?` stands for an undecided group. */
async function goldOf(page: Page, documentId: number): Promise<string[]> {
  const items = (await ask(page, 'annotation.layers', { documentId })).find(
    ({ person }) => person === GOLD,
  )?.items;
  const byId = new Map((items ?? []).map((item) => [item.id, item]));
  const words = (item: Item | undefined): string =>
    item?.kind === 'span'
      ? wordsOf(TEXT, item)
      : item?.kind === 'relation'
        ? `${words(byId.get(item.from))} → ${words(byId.get(item.to))}`
        : '';
  return (items ?? [])
    .map((item) => {
      const waits = item.status === 'suggested' ? '?' : '';
      return [item.type, words(item), ...Object.values(item.attributes)].join(' ').trim() + waits;
    })
    .sort();
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-testid'));

/** Walks with Tab, as one does without a mouse. */
async function tabTo(page: Page, testId: string): Promise<void> {
  await page.getByTestId(testId).first().waitFor();
  for (let tries = 0; tries < 60; tries++) {
    if ((await focused(page)) === testId) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${testId}`);
}

async function openDesk(page: Page): Promise<void> {
  await page.keyboard.press('Alt+2');
  await tabTo(page, 'open-project');
  await page.keyboard.press('Enter');
  await tabTo(page, 'project-document');
  await page.keyboard.press('Enter');
  await page.getByTestId('differences').waitFor();
  await page.getByTestId('annotate-text').locator('.view-line').first().waitFor();
}

const chosen = (page: Page) => page.locator('[data-testid="difference"][data-chosen="true"]');
const left = (page: Page) => page.getByTestId('differences').getAttribute('data-open');

/** The number of the reading of the chosen difference whose words these are. */
async function takes(page: Page, words: string): Promise<void> {
  const rows = await chosen(page).getByTestId('reading').locator('.item-words').allTextContents();
  const number = rows.indexOf(words) + 1;
  expect(rows).toContain(words);
  await page.keyboard.press(String(number));
}

async function journey(kind: HostKind): Promise<void> {
  const home = usedHome();
  const { page, close } = await startApp(kind, home);
  await waitForHighlights(page);
  await skipTour(page);
  const { projectId, ids } = await setUp(page);
  const [first = 0, second = 0, third = 0] = ids;
  await openDesk(page);
  await decideByHand(page, first);

  // Finishing leads to the next document that waits; from there the majority decides all that is left.
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.locator(`[data-testid="desk-facts"][data-document="${second}"]`).waitFor({ state: 'attached' });
  await page.getByTestId('differences').waitFor();
  await runCommand(page, '整个项目按多数');
  await reviewed(page, [second, third]);
  for (const id of [second, third]) expect(await goldOf(page, id)).toEqual(BY_MAJORITY);
  const byHand = await goldOf(page, first);
  await close();

  // One undo takes all of it back, also after a restart, and what was decided by hand stays.
  const again = await startApp(kind, home);
  await waitForHighlights(again.page);
  await openDesk(again.page);
  await again.page.keyboard.press('ControlOrMeta+Z');
  await expect
    .poll(async () => (await goldOf(again.page, second)).filter((one) => one.endsWith('?')).length)
    .toBe(17);
  expect((await goldOf(again.page, third)).filter((one) => one.endsWith('?'))).toHaveLength(17);
  expect(await goldOf(again.page, first)).toEqual(byHand);
  await again.page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect.poll(() => goldOf(again.page, second)).toEqual(BY_MAJORITY);
  const left = await ask(again.page, 'adjudication.differences', { projectId });
  expect(left.map(({ open }) => open)).toEqual([0, 4, 4]);
  await again.close();
}

/** Every way to decide, each on one difference. */
async function decideByHand(page: Page, documentId: number): Promise<void> {
  const press = (keys: string) => page.keyboard.press(keys);
  expect(await left(page)).toBe('10');
  expect(await page.getByTestId('left-in-project').getAttribute('data-left')).toBe('30');

  // Labels come first: not this one; that one. They exclude each other.
  await press('n');
  await expect.poll(() => left(page)).toBe('9');
  await press('1');
  await expect.poll(() => left(page)).toBe('8');

  // One reading is kept while the other still waits, which then goes; what two have nested in it is another difference.
  await expect.poll(() => chosen(page).getByTestId('reading').count()).toBe(2);
  await press('k');
  await expect.poll(() => goldOf(page, documentId)).toContain('症状 胸痛');
  expect(await left(page)).toBe('8');
  await press('n');
  await expect.poll(() => left(page)).toBe('7');
  await takes(page, '胸');
  await expect.poll(() => left(page)).toBe('6');

  // Discontinuous, as two of three have it.
  await takes(page, '左 … 下肢');
  await expect.poll(() => left(page)).toBe('5');

  // Take the reading that all three share.
  await press('Shift+M');
  await expect.poll(() => goldOf(page, documentId)).toContain('药物 阿司匹林');

  // One's own words instead.
  await selectByKeys(page, '缓解');
  await press('o');
  await expect.poll(() => goldOf(page, documentId)).toContain('治疗 缓解');

  // All words of any, with the attribute that most gave; then back and as it was again.
  await press('m');
  await expect.poll(() => goldOf(page, documentId)).toContain('疾病 否认高血压 否认');
  await press('ControlOrMeta+Z');
  await expect.poll(() => left(page)).toBe('3');
  await press('ControlOrMeta+Shift+Z');
  await expect.poll(() => left(page)).toBe('2');

  // Pass over the reading of a single annotator, come back to it and drop it. Then take the relation.
  await press('F9');
  await press('Shift+F9');
  await expect.poll(() => chosen(page).innerText()).toContain('夜间');
  await press('n');
  await expect.poll(() => left(page)).toBe('1');
  await press('1');
  await expect.poll(() => left(page)).toBe('0');

  expect(await goldOf(page, documentId)).toEqual(
    [
      '门诊',
      '症状 气促',
      '症状 胸痛',
      '部位 胸',
      '部位 左 … 下肢',
      '药物 阿司匹林',
      '治疗 缓解',
      '疾病 否认高血压 否认',
      '用于治疗 阿司匹林 → 否认高血压',
    ].sort(),
  );
  const { layer } = await ask(page, 'annotation.open', { documentId, person: GOLD });
  const drug = layer.items.find(({ type }) => type === '药物');
  const { actor } = await ask(page, 'app.info', {});
  expect(drug?.provenance).toMatchObject({ kind: 'human', name: actor });
  expect(drug?.provenance.readings?.map(({ annotator }) => annotator).sort()).toEqual([...PEOPLE].sort());
  const pain = layer.items.find((item) => item.kind === 'span' && wordsOf(TEXT, item) === '胸痛');
  expect(pain?.provenance).toMatchObject({ acceptedBy: actor });
  expect(pain?.provenance.readings?.map(({ annotator }) => annotator).sort()).toEqual(['乙', '甲'].sort());
}

const BY_MAJORITY = [
  '门诊',
  '症状 气促',
  '症状 胸痛',
  '部位 胸',
  '部位 左 … 下肢',
  '药物 服用阿司匹林?',
  '药物 阿司匹林?',
  '药物 用阿司匹林?',
  '治疗 后缓解?',
  '治疗 解?',
  '疾病 否认高血压 否认?',
  '疾病 高血压?',
  '疾病 高血压 否认?',
  '用于治疗 用阿司匹林 → 否认高血压?',
].sort();

/** The list of what it did: walked with the arrow keys, each row leads to its words. */
async function reviewed(page: Page, documents: readonly number[]): Promise<void> {
  await page.getByTestId('decided-list').waitFor();
  await expect.poll(() => focused(page)).toBe('decided-list');
  const rows = page.getByTestId('decided-row');
  expect(await rows.filter({ hasText: '反复胸痛' }).count()).toBe(documents.length);
  expect(await rows.filter({ hasText: '反复胸痛' }).first().getAttribute('data-taken')).toBe('false');
  expect(await rows.filter({ hasText: '左 … 下肢' }).first().getAttribute('data-taken')).toBe('true');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page
    .locator(`[data-testid="desk-facts"][data-document="${documents.at(-1)}"]`)
    .waitFor({ state: 'attached' });
  await expect.poll(() => left(page)).toBe('4');
}
