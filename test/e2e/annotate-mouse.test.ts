/** The annotator's desk with the mouse: spans, their edges, nested ones, fragments and relations, in both hosts. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../renderer/features/annotate/schema/schema-templates.ts';
import { LINES_HEIGHT, linePitch } from '../../renderer/lib/annotation-css.ts';
import { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import {
  boxOf,
  centre,
  clickWords,
  deskShows,
  drag,
  dragTo,
  facts,
  makeProject,
  mark,
  type Point,
  selectWords,
  stored,
} from '../helpers/desk.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { skipTour, waitForHighlights } from '../helpers/screen.ts';

const TEXT = [
  '主诉：发热伴咳嗽3天。',
  '现病史：患者𠮷某3天前受凉后出现发热，左、右下肢乏力，右下肺癌术后。予阿莫西林口服。',
  ...Array.from({ length: 30 }, (_, i) => `第${i + 1}日病程：一般情况可，续观。`),
  '出院：双肺湿啰音消失，仍有乏力。',
].join('\n');

/** Two types of relation fit a drug and a symptom. */
const SCHEMA = AnnotationSchema.parse({
  ...TEMPLATES.emr,
  relations: [...TEMPLATES.emr.relations, { name: '引起', from: ['药物', '疾病'], to: ['症状'], key: 'c' }],
});

for (const { kind, here } of HOSTS) {
  describe.skipIf(!here)(`the desk with the mouse in ${kind}`, { tags: ['long'] }, () => {
    it('marks, resizes and picks spans', () => spans(kind));
    it('draws, moves, retypes and removes relations', () => relations(kind));
  });
}

async function open(kind: HostKind): Promise<{ page: Page; id: number }> {
  const { page } = await startApp(kind, usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  const [id = 0] = await makeProject(page, { 鼠标: TEXT }, SCHEMA);
  await page.getByTestId('view-annotate').click();
  await page.getByTestId('start-labelling').click();
  await deskShows(page, id);
  return { page, id };
}

/** The middle of a handle, which must be what the pointer meets there. */
async function handle(page: Page, testId: string): Promise<Point> {
  const found = page.getByTestId(testId);
  await found.hover();
  const box = await found.boundingBox();
  if (box === null) throw new Error(`${testId} is not on screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Acts, waits until another item than before is chosen, and returns its number. */
async function chosenAfter(page: Page, act: () => Promise<void>): Promise<string> {
  const before = await facts(page, 'chosen');
  await act();
  await expect.poll(() => facts(page, 'chosen')).not.toBe(before);
  return (await facts(page, 'chosen')) ?? '';
}

/** Double-clicks until `seen` holds the words: on a busy machine the editor can take the two clicks for single ones. */
async function doubleClick(
  page: Page,
  { x, y }: Point,
  seen: () => Promise<string | null>,
  words: string,
): Promise<void> {
  await expect
    .poll(async () => {
      await page.mouse.dblclick(x, y);
      return seen();
    })
    .toContain(words);
}

/** Something is done; it can be taken back with the button and done again with the keys. */
async function isUndoable(page: Page, id: number, before: string[], after: string[]): Promise<void> {
  await expect.poll(() => stored(page, id)).toEqual(after.toSorted());
  await page.getByTestId('undo-edit').click();
  await expect.poll(() => stored(page, id)).toEqual(before.toSorted());
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect.poll(() => stored(page, id)).toEqual(after.toSorted());
}

async function spans(kind: HostKind): Promise<void> {
  const { page, id } = await open(kind);

  // Words selected by dragging, a type by its key.
  await mark(page, '发热', '2');
  await isUndoable(page, id, [], ['症状 3 发热']);
  await clickWords(page, '发热');

  // An edge follows the pointer; Escape leaves it where it was, and the span chosen.
  const after = await boxOf(page, '咳嗽');
  const edge = await handle(page, 'edge-end');
  await page.mouse.down();
  await dragTo(page, { x: after.right, y: edge.y });
  await expect.poll(() => cursorAt(page, { x: after.right, y: edge.y })).toBe('ew-resize');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await facts(page, 'chosen')).toBe('1');
  expect(await stored(page, id)).toEqual(['症状 3 发热']);
  await drag(page, await handle(page, 'edge-end'), { x: after.right, y: edge.y });
  await isUndoable(page, id, ['症状 3 发热'], ['症状 3 发热伴咳嗽']);
  await drag(page, await handle(page, 'edge-start'), { x: (await boxOf(page, '伴')).left, y: edge.y });
  await isUndoable(page, id, ['症状 3 发热伴咳嗽'], ['症状 5 伴咳嗽']);
  // Far to the right of the line means its end.
  await drag(page, await handle(page, 'edge-end'), { x: after.right + 400, y: edge.y });
  await expect.poll(() => stored(page, id)).toEqual(['症状 5 伴咳嗽3天。']);
  await page.keyboard.press('ControlOrMeta+Z');

  // Nested ones: the innermost, with another click the next one outwards, or what is hit itself: a line, a letter.
  await mark(page, '右下肺癌', '1');
  const disease = (await facts(page, 'chosen')) ?? '';
  await mark(page, '右下肺', '9');
  const part = (await facts(page, 'chosen')) ?? '';
  await mark(page, '肺', '9');
  const lung = (await facts(page, 'chosen')) ?? '';
  const right = await boxOf(page, '右下肺癌');
  const cancer = await boxOf(page, '癌');
  await page.mouse.click(cancer.right - 2, centre(cancer).y); // the right half of the last character
  await expect.poll(() => facts(page, 'chosen')).toBe(disease);
  expect(await chosenAfter(page, () => clickWords(page, '右下', 1))).toBe(part);
  expect(await chosenAfter(page, () => clickWords(page, '右下', 1))).toBe(disease);
  expect(await chosenAfter(page, () => clickWords(page, '肺'))).toBe(lung);
  const blank = await boxOf(page, '第1日');
  await page.mouse.click(blank.right + 500, centre(blank).y);
  await expect.poll(() => facts(page, 'chosen')).toBe('');
  // Lines can be clicked at their upper and their lower edge, though the lowest one reaches into the next row.
  const lines = await linesBelow(page, '肺');
  const pitch = linePitch(3);
  for (const edge of [0.5, pitch - 0.5]) {
    const click = (lane: number) => page.mouse.click(lines.x, lines.y + lane * pitch + edge);
    expect(await chosenAfter(page, () => click(2))).toBe(disease);
    expect(await chosenAfter(page, () => click(1))).toBe(part);
    expect(await chosenAfter(page, () => click(0))).toBe(lung);
  }
  // Letters can be clicked although the knob of a span that begins beside them lies over them.
  // Its distance to the words depends on the font. It is drawn anew with each choice, and has no box meanwhile.
  const knobBox = () => page.getByTestId('relation-knob').boundingBox();
  await expect.poll(knobBox).not.toBeNull();
  const knob = (await knobBox())!;
  const letter = { x: right.left + 5, y: knob.y + knob.height - 2 };
  for (const [x, meant] of [
    [letter.x + 13, part],
    [letter.x, disease],
  ] as const) {
    await knobAt(page, { x, y: letter.y });
    expect(await chosenAfter(page, () => page.mouse.click(x, letter.y))).toBe(meant);
  }

  // A double click takes a word, or the span that is one.
  const legs = centre(await boxOf(page, '乏力'));
  await doubleClick(page, legs, () => page.getByTestId('mode-line').textContent(), '乏力');
  await page.keyboard.press('2');
  await expect.poll(() => stored(page, id)).toContain('症状 37 乏力');
  const weak = (await facts(page, 'chosen')) ?? '';
  await page.mouse.click(blank.right + 500, centre(blank).y);
  await doubleClick(page, legs, () => facts(page, 'chosen'), weak);
  await page.keyboard.press('3');
  await expect.poll(() => stored(page, id)).toContain('体征 37 乏力');

  // A further fragment: dragged over with Ctrl or ⌘, or by the button beside what is selected.
  await mark(page, '左', '9');
  const before = await stored(page, id);
  const joined = [...before.filter((one) => one !== '部位 32 左'), '部位 32 左 … 下肢'];
  await page.keyboard.down('ControlOrMeta');
  const leg = await boxOf(page, '下肢');
  await drag(page, { x: leg.left + 1, y: centre(leg).y }, { x: leg.right - 1, y: centre(leg).y });
  await page.keyboard.up('ControlOrMeta');
  await isUndoable(page, id, before, joined);
  await page.keyboard.press('ControlOrMeta+Z');
  await selectWords(page, '下肢');
  await page.getByTestId('add-fragment').click();
  await isUndoable(page, id, before, joined);

  // A press is a click again, not a drag, when an edge was let go where it was.
  expect(await facts(page, 'items')).toBe(String(joined.length));
}

/** The shape of the pointer there. */
const cursorAt = (page: Page, point: Point): Promise<string> =>
  page.evaluate(({ x, y }) => {
    const element = document.elementFromPoint(x, y);
    return element === null ? '' : getComputedStyle(element).cursor;
  }, point);

/** Returns the upper end of the lines below words, once nothing lies over the words any more. */
async function linesBelow(page: Page, words: string): Promise<Point> {
  const { x, y } = centre(await boxOf(page, words));
  const bottom = await page.waitForFunction(
    ([atX = 0, atY = 0]) =>
      document.elementFromPoint(atX, atY)?.closest('.ann-piece')?.getBoundingClientRect().bottom,
    [x, y],
  );
  return { x, y: Number(await bottom.jsonValue()) - LINES_HEIGHT };
}

/** Waits until the knob of the chosen span is what the pointer meets there. */
const knobAt = (page: Page, { x, y }: Point): Promise<unknown> =>
  page.waitForFunction(
    ([atX = 0, atY = 0]) => document.elementFromPoint(atX, atY)?.matches('[data-testid="relation-knob"]'),
    [x, y],
  );

/** Wholly, so that it can be clicked. */
async function isOnScreen(page: Page, words: string): Promise<boolean> {
  const pane = await page.getByTestId('annotate-text').boundingBox();
  const box = await boxOf(page, words).catch(() => null);
  return pane !== null && box !== null && box.top > pane.y + 20 && box.bottom < pane.y + pane.height - 20;
}

async function wheelTo(page: Page, words: string, direction: 1 | -1): Promise<void> {
  await page.getByTestId('annotate-text').hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 400 * direction);
      return isOnScreen(page, words);
    })
    .toBe(true);
}

/** Waits until what was asked to be drawn is drawn. */
const frameDrawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/** Drags to the end of words in a text that scrolls until the pointer leaves its edge. */
async function dragToEndOf(page: Page, words: string): Promise<void> {
  for (;;) {
    const before = await boxOf(page, words);
    await dragTo(page, { x: before.right - 6, y: centre(before).y });
    await frameDrawn(page);
    const after = await boxOf(page, words);
    if (after.top === before.top) return;
  }
}

async function relations(kind: HostKind): Promise<void> {
  const { page, id } = await open(kind);
  await mark(page, '发热', '2', 1);
  await mark(page, '乏力', '2');
  await mark(page, '阿莫西林', '7');
  await mark(page, '右下肺', '9');
  const marked = await stored(page, id);
  const after = (...more: string[]): string[] => [...marked, ...more];

  // From span to span; a line follows the pointer and says what would come of it; Escape lets it be.
  await clickWords(page, '阿莫西林');
  const fever = centre(await boxOf(page, '发热', 1));
  await handle(page, 'relation-knob');
  await page.mouse.down();
  await dragTo(page, fever);
  const rubber = page.getByTestId('arcs').locator('.arc-rubber');
  await expect.poll(() => rubber.getAttribute('class')).toContain('is-fitting');
  expect((await rubber.boundingBox())?.width).toBeGreaterThan(20);
  expect(await page.getByTestId('arcs').locator('.arc-rubber-words').textContent()).toContain('引起');
  await dragTo(page, centre(await boxOf(page, '右下肺')));
  await expect.poll(() => rubber.getAttribute('class')).toContain('is-refused');
  await page.keyboard.press('Escape');
  expect(await rubber.getAttribute('d')).toBeNull();
  await page.mouse.up();
  expect(await stored(page, id)).toEqual(marked);

  // Two types fit: the button of one.
  await clickWords(page, '阿莫西林');
  await drag(page, await handle(page, 'relation-knob'), fever);
  await page.getByTestId('relation-key').filter({ hasText: '引起' }).click();
  await isUndoable(page, id, marked, after('引起 阿莫西林 → 发热'));

  // Chosen by its name, another type by its button, an end carried to another span.
  await clickWords(page, '乏力');
  await page.getByTestId('arc-label').click();
  await page.getByTestId('arc').locator('.arc-line').first().waitFor();
  await page.getByTestId('relation-key').filter({ hasText: '用于治疗' }).click();
  await isUndoable(page, id, after('引起 阿莫西林 → 发热'), after('用于治疗 阿莫西林 → 发热'));
  const weak = centre(await boxOf(page, '乏力'));
  await drag(page, await handle(page, 'arc-end-to'), weak);
  await isUndoable(page, id, after('用于治疗 阿莫西林 → 发热'), after('用于治疗 阿莫西林 → 乏力'));
  // Not where it may not be.
  await drag(page, await handle(page, 'arc-end-to'), centre(await boxOf(page, '右下肺')));
  await drag(page, await handle(page, 'arc-end-from'), weak);
  expect(await stored(page, id)).toEqual(after('用于治疗 阿莫西林 → 乏力').toSorted());

  // Chosen by its line, removed by its button.
  await clickWords(page, '发热');
  await expect.poll(() => facts(page, 'chosen')).toBe('');
  await frameDrawn(page);
  const line = page.getByTestId('arc').locator('.arc-hit');
  const at = await line.evaluate((path) => {
    if (!(path instanceof SVGPathElement)) throw new Error('no path');
    const { x, y } = path.getPointAtLength(12).matrixTransform(path.getScreenCTM() ?? undefined);
    return { x, y };
  });
  await page.mouse.click(at.x, at.y);
  await page.getByTestId('remove-item').click();
  await isUndoable(page, id, after('用于治疗 阿莫西林 → 乏力'), marked);

  // To a span far below: the text moves while the pointer waits at its edge.
  await wheelTo(page, '仍有乏力', 1);
  const last = await boxOf(page, '仍有乏力');
  await drag(
    page,
    { x: last.left + (last.right - last.left) / 2 + 1, y: centre(last).y },
    { x: last.right - 1, y: centre(last).y },
  );
  await page.keyboard.press('2');
  await expect.poll(() => facts(page, 'items')).toBe(String(marked.length + 1));
  await wheelTo(page, '阿莫西林', -1);
  await clickWords(page, '阿莫西林');
  const pane = await page.getByTestId('annotate-text').boundingBox();
  await handle(page, 'relation-knob');
  await page.mouse.down();
  await dragTo(page, { x: weak.x, y: (pane?.y ?? 0) + (pane?.height ?? 0) - 4 });
  await expect.poll(() => isOnScreen(page, '仍有乏力')).toBe(true);
  await dragToEndOf(page, '仍有乏力');
  await page.mouse.up();
  await page.getByTestId('relation-key').filter({ hasText: '用于治疗' }).click();
  await expect.poll(() => stored(page, id)).toContain('用于治疗 阿莫西林 → 乏力');
}
