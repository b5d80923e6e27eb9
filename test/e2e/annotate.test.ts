/** A document labelled from its first span to its last without touching the mouse, in both hosts. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../renderer/features/annotate/schema/schema-templates.ts';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { deskShows, facts, makeProject as makeProjectOf, selectByKeys, stored } from '../helpers/desk.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';

const FIRST =
  '主诉：发热伴咳嗽3天。\n现病史：患者𠮷某3天前受凉后出现发热，咳嗽，无胸痛，左、右下肢乏力。予阿莫西林口服，发热稍退。\n';
const SECOND = '主诉：头痛1天。\n';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`annotating in ${kind}`, { tags }, () => {
    it('is done with the keyboard alone, and is stored as it was done', () => labelByKeyboard(kind));
  });
}

function makeProject(page: Page): Promise<readonly number[]> {
  const schema = {
    ...TEMPLATES.emr,
    labels: [
      { name: '住院', title: '', group: '就诊' },
      { name: '门诊', title: '', group: '就诊' },
    ],
  };
  return makeProjectOf(page, { 发热: FIRST, 头痛: SECOND }, schema);
}

async function labelByKeyboard(kind: HostKind): Promise<void> {
  const { page } = await startApp(kind, usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  const [first = 0, second = 0] = await makeProject(page);
  const press = (keys: string) => page.keyboard.press(keys);

  await press('Alt+2');
  await page.getByTestId('start-labelling').waitFor();
  for (let tries = 0; tries < 40; tries++) {
    await press('Tab');
    const at = await page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
    if (at === 'start-labelling') break;
  }
  await press('Enter');
  await deskShows(page, first);

  // The caret's own keys: 发热 from the third to the fifth place of the first line.
  await press('ControlOrMeta+Home');
  for (let n = 0; n < 3; n++) await press('ArrowRight');
  for (let n = 0; n < 2; n++) await press('Shift+ArrowRight');
  await press('2');
  await expect.poll(() => facts(page, 'items')).toBe('1');
  await press('ControlOrMeta+S'); // Means nothing here, and must not harm.

  // All other places of it, one by one: yes, no; then back by undo.
  await press('=');
  await expect.poll(() => facts(page, 'items')).toBe('3');
  await press('a');
  await press('r');
  await expect.poll(() => facts(page, 'items')).toBe('2');
  await press('ControlOrMeta+Z');
  await expect.poll(() => facts(page, 'items')).toBe('3');
  await press('F7');
  await press('Shift+A');
  await expect.poll(() => stored(page, first)).toEqual(['症状 29 发热', '症状 3 发热', '症状 55 发热']);

  // Nested: the whole, the part of the body in it; then the edge moves by one character.
  await selectByKeys(page, '胸痛');
  await press('2');
  await press('Shift+1'); // assertion: 否认
  await press('Shift+ArrowLeft');
  await press('Escape');
  await selectByKeys(page, '胸');
  await press('9');
  await expect.poll(() => facts(page, 'items')).toBe('5');
  await press(']');
  await press('}');

  // Discontinuous: 左 … 下肢.
  await selectByKeys(page, '左');
  await press('9');
  await selectByKeys(page, '下肢');
  await press('+');

  // A drug that treats a fever: a relation from what is chosen to what is chosen next.
  await selectByKeys(page, '阿莫西林');
  await press('7');
  await press('-');
  await press('Tab');
  await press('-');
  await expect.poll(() => stored(page, first)).toContain('用于治疗 阿莫西林 → 发热');

  // Note and link of the drug, and a label of the document.
  await press('Shift+Tab');
  await press('Shift+Tab');
  await press('Tab');
  await press(',');
  await page.keyboard.insertText('口服');
  await press('Enter');
  await press('/');
  await page.locator('[data-testid="link-search"]:focus').waitFor();
  await page.keyboard.insertText('没有这种东西');
  await page.getByTestId('link-choice').first().waitFor();
  await expect.poll(() => page.getByTestId('link-choice').count()).toBe(1);
  await press('Enter');
  await page.getByTestId('link-dialog').waitFor({ state: 'detached' });
  await press(';');
  await press('ArrowRight');
  await press('Space');
  await press('Escape');

  const done = [
    '用于治疗 阿莫西林 → 发热',
    '症状 3 发热',
    '症状 29 发热',
    '症状 36 胸痛 assertion=否认',
    '症状 55 发热',
    '药物 48 阿莫西林 note=口服 link=nil',
    '部位 36 胸',
    '部位 39 左 … 下肢',
    '门诊 document',
  ].sort();
  await expect.poll(() => stored(page, first)).toEqual(done);

  // Everything can be taken back and done again.
  for (let n = 0; n < 4; n++) await press('ControlOrMeta+Z');
  await expect.poll(() => stored(page, first)).not.toContain('药物 48 阿莫西林 note=口服 link=nil');
  for (let n = 0; n < 4; n++) await press('ControlOrMeta+Shift+Z');
  await expect.poll(() => stored(page, first)).toEqual(done);

  await press('ControlOrMeta+Enter');
  await deskShows(page, second);
  const queue = await ask(page, 'annotation.queue', { projectId: 1 });
  expect(queue.find(({ id }) => id === first)?.layers[0]?.state).toBe('done');
}
