/**
 * Long work of the workbench in the window: it says how far it is, can be cancelled, survives the death of its process,
 * and the app answers meanwhile.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../main/formats/annotations/index.ts';
import { AnnotatedDocument } from '../../shared/domain/annotation.ts';
import { HOSTS, type Home, type HostKind } from '../helpers/app.ts';
import { cli } from '../helpers/cli.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { largeText } from '../helpers/large-document.ts';
import { span } from '../helpers/projects.ts';
import { ask, skipTour, waitForHighlights } from '../helpers/screen.ts';

for (const { kind, here, tags } of HOSTS) {
  describe.skipIf(!here || process.platform !== 'linux')(`long work in ${kind}`, { tags }, () => {
    it('of de-identification can be watched, cancelled and killed', () => deidentify(kind));
    it('of agreement says how far it is and can be cancelled', { tags: ['long'] }, () => agree(kind));
  });
}

async function deidentify(kind: HostKind): Promise<void> {
  const app = await startApp(kind, usedHome());
  const { page } = app;
  await waitForHighlights(page);
  await skipTour(page);
  await ask(page, 'docs.create', { title: '很长的病历', text: largeText(1_500_000), origin: 'typed' });

  const before = descendants(app.pid);
  await openReview(page);
  const cancel = page.getByTestId('work-cancel');
  await page.getByTestId('work-bar').getByText('查找身份信息').waitFor();
  expect((await ask(page, 'app.info', {})).engine.state).toBe('ready'); // answered while that goes on
  expect(await cancel.isVisible()).toBe(true);
  const working = descendants(app.pid).filter((pid) => !before.includes(pid) && isBackground(pid));
  expect(working).not.toEqual([]);
  await cancel.click();
  await page.getByTestId('deid-review').waitFor({ state: 'detached' });
  await expect.poll(() => working.every((pid) => descendants(app.pid).includes(pid))).toBe(false);

  // Its process is killed: the dialog says what happened, and the next question is answered.
  await openReview(page);
  await page.getByTestId('work-bar').getByText('查找身份信息').waitFor();
  for (const pid of descendants(app.pid)) if (!before.includes(pid)) process.kill(pid, 'SIGKILL');
  await page.getByText('后台进程在处理时意外停止').waitFor();
  const { findings } = await ask(page, 'deid.preview', { text: '姓名：王建国' });
  expect(findings).toMatchObject([{ start: 3, end: 6, field: 'name' }]);
  await app.close();
}

async function agree(kind: HostKind): Promise<void> {
  const home = usedHome();
  prepare(home);
  const app = await startApp(kind, home);
  const { page } = app;
  await skipTour(page);
  const [project] = await ask(page, 'projects.list', {});
  const projectId = project?.id ?? 0;

  // As a window asks: under a ticket, which takes the request back.
  const ended: string[] = [];
  const report = ask(page, 'agreement.report', { projectId, ticket: 'mine' }).then(
    () => ended.push('report'),
    (error: unknown) => ended.push(String(error)),
  );
  await ask(page, 'app.info', {});
  ended.push('ping');
  await ask(page, 'requests.cancel', { ticket: 'mine' });
  await report;
  expect(ended).toEqual(['ping', expect.stringMatching(/cancelled/)]);

  await page.getByTestId('view-annotate').click();
  await page.getByTestId('open-project').first().click();
  const before = descendants(app.pid);
  await page.getByRole('tab', { name: '一致性' }).click();
  const cancelled = await holdNew(page, app.pid, before);
  await page.getByTestId('work-cancel').click();
  await page.getByText('已取消，没有改动任何内容').waitFor();
  await expect.poll(() => cancelled.every((pid) => descendants(app.pid).includes(pid))).toBe(false);
  resume(cancelled, descendants(app.pid));
  await page.getByRole('button', { name: '重新计算' }).click();
  const working = await holdNew(page, app.pid, before);
  await page.getByTestId('work-bar').waitFor();
  resume(working, descendants(app.pid));
  await page.getByTestId('agreement-overall').waitFor();
  expect(await page.getByTestId('work').count()).toBe(0);
  await app.close();
}

/** Two people who label much, with many types: many coefficients, each with its interval. */
function prepare(home: Home): void {
  const people = ['甲', '乙'];
  const created = cli(home, ['project', 'create', '长', '--members', people.join(), '--overlap', '2']);
  expect(created.err + created.out).not.toMatch(/error/i);
  for (const [who, person] of people.entries()) {
    const documents = Array.from({ length: 40 }, (_, n) =>
      AnnotatedDocument.parse({
        name: `文档${n}`,
        text: '咳嗽发热'.repeat(300),
        meta: {},
        items: Array.from({ length: 150 }, (_, i) =>
          span(i + 1, 4 * i, 4 * i + 2 + ((n + who + i) % 2), { type: `类型${(i + n) % 100}` }),
        ),
      }),
    );
    const [file] = formatOf('meridian').write(documents).files;
    const path = join(home.dir, `${who}.jsonl`);
    writeFileSync(path, file?.bytes ?? '');
    const done = cli(home, ['project', 'import', '长', path, '--person', person, '--finished']);
    expect(done.code, done.err).toBe(0);
  }
}

async function openReview(page: Page): Promise<void> {
  await page.getByTestId('doc-item').filter({ hasText: '很长的病历' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '去标识化与导出…' }).click();
}

/**
 * Stops background processes that were not there before until the work shows, so that it lasts until they are continued.
 * Other background work can begin at the same time, hence several.
 */
async function holdNew(page: Page, pid: number, before: readonly number[]): Promise<number[]> {
  const held: number[] = [];
  let shown = false;
  const showing = page
    .getByTestId('work-cancel')
    .waitFor()
    .then(() => {
      shown = true;
    });
  while (!shown || held.length === 0) {
    for (const child of descendants(pid)) {
      if (before.includes(child) || held.includes(child) || !isBackground(child)) continue;
      process.kill(child, 'SIGSTOP');
      held.push(child);
    }
    await setImmediate();
  }
  await showing;
  return held;
}

function resume(held: readonly number[], alive: readonly number[]): void {
  for (const pid of held) if (alive.includes(pid)) process.kill(pid, 'SIGCONT');
}

/** Whether a process does background work: forked by the host, or a utility process of Electron. */
function isBackground(pid: number): boolean {
  try {
    return /background\.[jt]s|node\.mojom\.NodeService/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false; // it has just ended
  }
}

/** Processes below one, as the system sees them. */
function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state !== 'Z') parents.set(Number(name), Number(parent));
    } catch {
      // it has just ended
    }
  }
  const below = (child: number): boolean => {
    const parent = parents.get(child);
    return parent !== undefined && (parent === pid || below(parent));
  };
  return [...parents.keys()].filter(below);
}
