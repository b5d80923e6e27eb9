/** Files of annotations into projects and out of them by the window, in both hosts; what is wrong with one is shown. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { unpack } from '../../main/services/annotation-files/unpack.ts';
import { zipOf } from '../../main/services/annotation-files/zip-write.ts';
import { TEMPLATES } from '../../renderer/features/annotate/schema/schema-templates.ts';
import { type Item, wordsOf } from '../../shared/domain/annotation.ts';
import { HOSTS, type Home, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { xlsxOf } from '../helpers/office.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here)(`files of annotations in ${kind}`, { tags }, () => {
    it('come in chosen or dropped, files, folders and archives alike, and leave as they came', () =>
      comeAndGo(kind));
    it(
      'that are wrong are refused with place and reason in both languages, and nothing of them stays',
      { tags: ['long'] },
      () => refuse(kind),
    );
    it('that are tables come in by columns that people choose', () => tables(kind));
    it('may be a whole project, whole or not at all', { tags: ['long'] }, () => wholeProject(kind));
  });
  describe.skipIf(!here)(`a schema that would orphan annotations in ${kind}`, { tags }, () => {
    it('asks what becomes of them, by document, and can be taken back', () => orphanAndUndo(kind));
  });
}

/** A window with a project in front. */
async function open(kind: HostKind, schema = TEMPLATES.empty) {
  const home = usedHome();
  const { page } = await startApp(kind, home);
  await waitForHighlights(page);
  await skipTour(page);
  const { actor } = await ask(page, 'app.info', {});
  const { id: projectId } = await ask(page, 'projects.create', { name: '进出', schema, members: [actor] });
  await page.keyboard.press('Alt+2');
  await page.getByTestId('open-project').click();
  await page.getByTestId('project-page').waitFor();
  return { home, page, projectId, actor };
}

function put(home: Home, name: string, content: string | Uint8Array): string {
  const path = join(home.dir, 'files', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const line = (text: string, start: number, end: number, type: string) =>
  `${JSON.stringify({ text, entities: [{ start, end, type, text: text.slice(start, end) }] })}\n`;
const CCKS = line('腹痛三天。', 0, 2, '症状') + line('否认𠮷热，咳嗽。', 6, 8, '症状');
const CONLL = '头\tB-症状\n痛\tI-症状\n一\tO\n天\tO\n\n';
const BRAT: Readonly<Record<string, string>> = {
  '2.txt': '左、右下肢乏力，胸痛。',
  '2.ann': 'T1\t部位 0 1;3 5\t左 下肢\nT2\t症状 8 10\t胸痛\nR1\t位于 Arg1:T2 Arg2:T1\t\n',
  '10.txt': '无异常。',
  '10.ann': '',
};
const zip = (files: Readonly<Record<string, string>>) =>
  zipOf(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));

/** Describes the items of every document, by name. */
async function contents(page: Page, projectId: number): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { id, name } of await ask(page, 'annotation.queue', { projectId })) {
    const { text, layer } = await ask(page, 'annotation.open', { documentId: id });
    const byId = new Map(layer.items.map((item) => [item.id, item]));
    const words = (item: Item | undefined): string => (item?.kind === 'span' ? wordsOf(text, item) : '?');
    all[name] = layer.items.map((item) =>
      item.kind === 'relation'
        ? `${item.type} ${words(byId.get(item.from))} → ${words(byId.get(item.to))}`
        : `${item.type} ${words(item)}`,
    );
  }
  return all;
}

/** Drags paths of the real file system over the window and lets go. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const at = { x: 600, y: 500, data: { items: [], files: [...paths], dragOperationsMask: 1 } };
  await devtools.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await devtools.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  await page.locator('.drop-overlay').waitFor();
  await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at });
  await devtools.detach();
}

/** The file that the window hands out: a real download, or under Electron, which would ask where to, what is in it. */
async function handedOut(kind: HostKind, page: Page, act: () => Promise<void>) {
  if (kind === 'browser') {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) };
  }
  await page.evaluate(() => {
    const taken: { name: string; blob: Blob | null } = { name: '', blob: null };
    Reflect.set(window, 'handedOut', taken);
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob | MediaSource) => {
      if (blob instanceof Blob) taken.blob = blob;
      return make(blob);
    };
    HTMLAnchorElement.prototype.click = function click() {
      taken.name = this.download;
    };
  });
  await act();
  await page.waitForFunction(() => (Reflect.get(window, 'handedOut') as { name: string }).name !== '');
  const { name, bytes } = await page.evaluate(async () => {
    const taken = Reflect.get(window, 'handedOut') as { name: string; blob: Blob };
    return { name: taken.name, bytes: [...new Uint8Array(await taken.blob.arrayBuffer())] };
  });
  return { name, bytes: new Uint8Array(bytes) };
}

/** Picks a format in the menu; where it cannot hold everything, says yes after a look. */
async function exportAs(page: Page, item: string, confirm?: string): Promise<void> {
  await page.getByTestId('export-project').click();
  await page.getByRole('menuitem', { name: item }).first().click();
  if (confirm !== undefined) await page.getByRole('dialog').getByRole('button', { name: confirm }).click();
}

async function identified(page: Page): Promise<void> {
  await page.getByRole('switch', { name: '去标识' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '导出原文' }).click();
}

async function comeAndGo(kind: HostKind): Promise<void> {
  const { home, page, projectId } = await open(kind);
  const files = page.getByTestId('project-file-input');
  const holds = (wanted: Record<string, string[]>) =>
    expect.poll(() => contents(page, projectId)).toMatchObject(wanted);

  await files.setInputFiles([put(home, 'yidu.jsonl', CCKS)]);
  await page.getByTestId('project-document').nth(1).waitFor();
  await files.setInputFiles([put(home, '头痛.bio', CONLL)]);
  await page.getByTestId('project-document').nth(2).waitFor();
  expect(Object.values(await contents(page, projectId)).sort()).toEqual([
    ['症状 咳嗽'],
    ['症状 头痛'],
    ['症状 腹痛'],
  ]);

  // A folder by its own picker; numbers in their order, an empty .ann is a document in which nothing was found.
  const folder = join(home.dir, 'files', 'brat');
  for (const [name, text] of Object.entries(BRAT)) put(home, `brat/丙${name}`, text);
  put(home, 'brat/.DS_Store', 'x');
  await page.getByTestId('project-folder-input').setInputFiles(folder);
  const found = ['部位 左 … 下肢', '症状 胸痛', '位于 胸痛 → 左 … 下肢'];
  const brat = { 丙2: found, 丙10: [] };
  await holds(brat);
  const names = (await ask(page, 'annotation.queue', { projectId })).map(({ name }) => name);
  expect(names.slice(-2)).toEqual(['丙2', '丙10']);

  // Dropped: an archive, then a folder in a folder.
  const renamed = Object.entries(BRAT).map(([name, text]) => [`甲${name}`, text] as const);
  await drop(page, [put(home, '打包.zip', zip(Object.fromEntries(renamed)))]);
  await holds({ ...brat, 甲2: found, 甲10: [] });
  for (const [name, text] of Object.entries(BRAT)) put(home, `外/内/乙${name}`, text);
  await drop(page, [join(home.dir, 'files', '外')]);
  await holds({ ...brat, '内/乙2': found, '内/乙10': [] });
  const all = await contents(page, projectId);
  expect(Object.keys(all)).toHaveLength(9);

  // Out, and into a project of its own: everything is there again.
  await identified(page);
  const meridian = await handedOut(kind, page, () => exportAs(page, 'Meridian JSONL（全部内容）'));
  await page.getByTestId('to-projects').click();
  const { actor } = await ask(page, 'app.info', {});
  const copy = await ask(page, 'projects.create', {
    name: '回读',
    schema: TEMPLATES.empty,
    members: [actor],
  });
  await page
    .locator(`[data-testid="project-card"][data-id="${copy.id}"]`)
    .getByTestId('open-project')
    .click();
  await page.getByTestId('project-file-input').setInputFiles([put(home, meridian.name, meridian.bytes)]);
  await expect.poll(() => contents(page, copy.id)).toEqual(all);

  // Losses of a format are shown before the export. Declining writes no file.
  await identified(page);
  await page.getByTestId('export-project').click();
  await page.getByRole('menuitem', { name: 'CoNLL（BIO）' }).first().click();
  const losses = page.getByTestId('losses');
  await losses.waitFor();
  expect(await losses.textContent()).toMatch(/3.*位于|位于|关系/);
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await losses.waitFor({ state: 'detached' });
  const archive = await handedOut(kind, page, () => exportAs(page, 'brat 标注'));
  expect(archive.name).toBe('回读.zip');
  expect(unpack(archive.name, archive.bytes).map(({ name }) => name)).toContain('内/乙10.ann');
  await page.getByTestId('to-projects').click();
  const third = await ask(page, 'projects.create', {
    name: '再读',
    schema: TEMPLATES.empty,
    members: [actor],
  });
  await page
    .locator(`[data-testid="project-card"][data-id="${third.id}"]`)
    .getByTestId('open-project')
    .click();
  await page.getByTestId('project-page').waitFor();
  await drop(page, [put(home, archive.name, archive.bytes)]);
  await expect.poll(() => contents(page, third.id)).toEqual(all);
}

/** Returns the text of the latest notice and closes it. */
async function complaint(page: Page): Promise<string> {
  const notice = page.locator('.ant-notification-notice').last();
  await notice.waitFor();
  const text = (await notice.textContent()) ?? '';
  await notice.locator('.ant-notification-notice-close').click();
  await notice.waitFor({ state: 'detached' });
  return text;
}

const WRONG: readonly (readonly [name: string, content: string | Uint8Array, zh: RegExp, en: RegExp])[] = [
  [
    '坏.ann.jsonl',
    `${CCKS}{"text": "腹痛", "entities": [}\n`,
    /坏\.ann\.jsonl:3:\d+.*(值|JSON)/,
    /坏\.ann\.jsonl:3:\d+.*value/,
  ],
  ['越界.jsonl', line('腹痛', 0, 9, '症状'), /越界\.jsonl:1:\d+/, /越界\.jsonl:1:\d+/],
  ['乱.bio', '头\tB-症状\n痛\tI-部位\n\n', /乱\.bio:2:\d+/, /乱\.bio:2:\d+/],
  ['截断.zip', zip(BRAT).subarray(0, 150), /截断\.zip.*(压缩包无法读取|中断|损坏)/, /截断\.zip.*cut off/],
  ['空.jsonl', '', /空\.jsonl.*文件为空/, /空\.jsonl is empty/],
];

async function refuse(kind: HostKind): Promise<void> {
  const { home, page, projectId } = await open(kind);
  const files = page.getByTestId('project-file-input');
  const bring = async (name: string, content: string | Uint8Array) => {
    await files.setInputFiles([put(home, name, content)]);
    return complaint(page);
  };
  for (const [name, content, zh] of WRONG) {
    const said = await bring(name, content);
    expect(said, name).toMatch(zh);
    expect(said, name).toMatch(/已保留: .*未导入任何内容|未导入/);
  }
  await ask(page, 'settings.set', { language: 'en' });
  await page.reload();
  await waitForHighlights(page);
  await page.keyboard.press('Alt+2');
  await page.getByTestId('open-project').or(page.getByTestId('project-page')).first().waitFor();
  if ((await page.getByTestId('project-page').count()) === 0) await page.getByTestId('open-project').click();
  await page.getByRole('tab', { name: /^Documents/ }).waitFor();
  for (const [name, content, , en] of WRONG) {
    const said = await bring(name, content);
    expect(said, name).toMatch(en);
    expect(said, name).toMatch(/Nothing was imported/);
    expect(said.replaceAll(name, ''), name).not.toMatch(/无法|文件|未导入/);
  }
  expect(await ask(page, 'annotation.queue', { projectId })).toEqual([]);
  // It goes on: the good file comes in.
  await files.setInputFiles([put(home, '好.jsonl', CCKS)]);
  await page.getByTestId('project-document').nth(1).waitFor();
}

async function wholeProject(kind: HostKind): Promise<void> {
  const { home, page, projectId } = await open(kind);
  await page.getByTestId('project-file-input').setInputFiles([put(home, 'yidu.jsonl', CCKS)]);
  await page.getByTestId('project-document').nth(1).waitFor();
  const all = await contents(page, projectId);
  const { name, bytes } = await handedOut(kind, page, () =>
    exportAs(page, '项目文件（全部标注层和历史）', '导出项目文件'),
  );
  expect(name).toBe('进出.meridian.jsonl');

  // It is no file of annotations, and says where it belongs.
  await page.getByTestId('project-file-input').setInputFiles([put(home, name, bytes)]);
  expect(await complaint(page)).toMatch(/整个项目.*项目列表/);
  await page.getByTestId('to-projects').click();
  const whole = page.getByTestId('project-file-whole');

  // Damaged: cut off, a flipped bit, a line missing, a newer version, another kind of file.
  const text = Buffer.from(bytes).toString();
  const lines = text.split('\n');
  const flipped = Buffer.from(bytes);
  flipped[text.length >> 1]! ^= 1;
  const cases: readonly (readonly [string | Uint8Array, RegExp])[] = [
    [bytes.subarray(0, bytes.length - 30), /:\d+.*文件在此处中断/],
    [flipped, /:\d+.*内容与写出时不符|UTF-8/],
    [lines.toSpliced(3, 1).join('\n'), /:4.*内容与写出时不符/],
    [CCKS, /不是项目文件.*打开项目后加入/],
  ];
  for (const [content, reason] of cases) {
    await whole.setInputFiles([put(home, '坏.jsonl', content)]);
    const said = await complaint(page);
    expect(said).toMatch(reason);
    expect(said).toMatch(/未导入任何内容/);
  }
  expect(await ask(page, 'projects.list', {})).toHaveLength(1);

  // Whole: its name is taken, so another one is asked for.
  await whole.setInputFiles([put(home, name, bytes)]);
  const dialog = page.getByTestId('project-name-taken');
  await dialog.locator('input').fill('搬来的');
  await dialog.locator('input').press('Enter');
  await page.getByTestId('project-page').getByText('搬来的').waitFor();
  const copy = (await ask(page, 'projects.list', {})).find((each) => each.name === '搬来的');
  expect(await contents(page, copy?.id ?? 0)).toEqual(all);
  // Dropped on the list it comes in as well, once the name is free.
  await page.getByTestId('to-projects').click();
  await ask(page, 'projects.delete', { projectId });
  await drop(page, [join(home.dir, 'files', name)]);
  await page.getByTestId('project-page').getByText('进出').waitFor();
}

async function orphanAndUndo(kind: HostKind): Promise<void> {
  const { home, page, projectId } = await open(kind);
  await page
    .getByTestId('project-file-input')
    .setInputFiles([
      put(home, '甲.txt', BRAT['2.txt']!),
      put(home, '甲.ann', BRAT['2.ann']!),
      put(home, '乙.txt', '腹痛。'),
      put(home, '乙.ann', 'T1\t症状 0 2\t腹痛\n'),
    ]);
  await page.getByTestId('project-document').nth(1).waitFor();
  const before = await contents(page, projectId);
  const schema = async () => (await ask(page, 'projects.get', { projectId })).schema;
  const was = await schema();
  await page.getByRole('tab', { name: '标注规范' }).click();
  const tab = page.locator('.schema-tab');
  await tab.getByRole('button', { name: '删除 症状' }).click();
  await page.getByTestId('save-schema').click();
  const dialog = page.getByTestId('orphans-dialog');
  await dialog.getByTestId('orphan').first().waitFor();
  const row = dialog.getByTestId('orphan').filter({ hasText: '症状' });
  expect(await row.textContent()).toMatch(/2 处，在 2 篇文档中：.*甲/);
  const save = dialog.getByRole('button', { name: '保存规范' });
  // Nothing is chosen for anybody: no rule, no saving. Refusing leaves everything.
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: '不改规范' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await schema()).toEqual(was);
  expect(await contents(page, projectId)).toEqual(before);

  const choose = async (what: string, choice: string) => {
    await dialog.getByTestId('orphan').filter({ hasText: what }).getByRole('combobox').click();
    await page.locator('.ant-select-dropdown:visible').getByText(choice, { exact: true }).click();
  };
  const undo = async () => {
    await page.getByTestId('undo-schema').click();
    await expect.poll(() => contents(page, projectId)).toEqual(before);
    expect(await schema()).toEqual(was);
  };

  // Turned into another type.
  await page.getByTestId('save-schema').click();
  await choose('症状', '改为 部位');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => contents(page, projectId))
    .toEqual({ 甲: ['部位 左 … 下肢', '部位 胸痛', '位于 胸痛 → 左 … 下肢'], 乙: ['部位 腹痛'] });
  expect((await schema()).spans.map(({ name }) => name)).toEqual(['部位']);
  await undo();

  // Removed, with the relation that ends in it.
  await tab.getByRole('button', { name: '删除 症状' }).click();
  await page.getByTestId('save-schema').click();
  await choose('症状', '删除这些标注');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => contents(page, projectId)).toEqual({ 甲: ['部位 左 … 下肢'], 乙: [] });
  await undo();

  // Renamed: the new name is proposed.
  const name = tab
    .getByTestId('span-type-row')
    .filter({ has: page.locator('input[value="症状"]') })
    .locator('input')
    .nth(1);
  await name.fill('征象').catch(() => undefined);
  if ((await tab.locator('input[value="征象"]').count()) > 0) {
    await page.getByTestId('save-schema').click();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await contents(page, projectId)).乙).toEqual(['征象 腹痛']);
    await undo();
  }
}

async function tables(kind: HostKind): Promise<void> {
  const { home, page, projectId } = await open(kind);
  const path = join(home.dir, '入院.xlsx');
  const predicted = '[{"start":0,"end":2,"type":"症状","score":0.75}]';
  writeFileSync(
    path,
    xlsxOf({
      说明: [['只有一格']],
      病历: [
        ['编号', '现病史', '科室', '预测'],
        ['x1', '咳嗽三天', '呼吸科', predicted],
        ['x2', '头痛', '神经科', null],
        ['x3', '腹痛', '消化科', '[{"start":0,"end":9,"type":"症状"}]'],
      ],
    }),
  );
  await page.getByTestId('project-file-input').setInputFiles([path]);
  const outcome = page.getByTestId('table-outcome');
  await expect.poll(() => outcome.textContent()).toMatch(/共 2 篇文档、2 个标签、1 个实体；其中 1 个带得分/);
  await expect.poll(() => outcome.textContent()).toMatch(/第 4 行：/);

  // Without the column of entities every row can be read.
  const spans = page.getByTestId('table-spans');
  await spans.hover();
  await spans.locator('.ant-select-clear').click();
  await expect.poll(() => outcome.textContent()).toMatch(/共 3 篇文档、3 个标签、0 个实体/);
  await spans.getByRole('combobox').click();
  await page.getByTitle('预测').last().click();
  await expect.poll(() => outcome.textContent()).toMatch(/共 2 篇文档/);
  await page.getByTestId('table-import').click();
  await page.getByRole('dialog').getByRole('button', { name: '仍然加入' }).click();
  await expect
    .poll(() => contents(page, projectId))
    .toEqual({ x1: ['呼吸科 ?', '症状 咳嗽'], x2: ['神经科 ?'] });

  // Found by a word of its text; the filter is kept under a name.
  const rows = page.getByTestId('project-document');
  await page.getByTestId('filter-words').fill('头痛');
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('x2')]);
  await page.getByTestId('saved-filters').click();
  await page.getByRole('menuitem', { name: '保存当前筛选' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('头疼的');
  await page.keyboard.press('Enter');
  await page.getByTestId('filter-clear').click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByTestId('saved-filters').click();
  await page.getByRole('menuitem', { name: '头疼的' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByTestId('filter-clear').click();

  // One step accepts what has the score.
  const suggested = async () =>
    (await ask(page, 'annotation.queue', { projectId })).map(({ layers }) =>
      layers.map((one) => one.suggested),
    );
  expect(await suggested()).toEqual([[1], [0]]);
  await page.getByTestId('decide-suggestions').click();
  await page.getByTestId('decide-score').getByRole('spinbutton').fill('75');
  await page.getByRole('dialog').locator('.ant-btn-primary').click();
  await expect.poll(suggested).toEqual([[0], [0]]);

  // Nothing is finished yet.
  await page.getByTestId('export-project').click();
  await page.getByRole('menuitem', { name: '选择文档和标注者…' }).click();
  const leaving = page.getByRole('dialog').locator('.ant-btn-primary');
  await expect.poll(() => leaving.textContent()).toBe('导出 2 篇');
  await page.getByRole('radio', { name: '仅已完成的' }).check();
  await expect.poll(() => leaving.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');

  // Called off, nothing is kept.
  await page.getByTestId('project-file-input').setInputFiles([put(home, '表.csv', '病历\n发热\n')]);
  await page.getByTestId('table-dialog').getByRole('button', { name: '取消' }).click();
  await page.getByTestId('table-dialog').waitFor({ state: 'hidden' });
  expect(Object.keys(await contents(page, projectId))).toEqual(['x1', 'x2']);
}
