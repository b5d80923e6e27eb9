/** Training in the real app: beside the editor, through crashes of the trainer, the app's end and its death. */
import { describe, expect, it } from 'vitest';
import { trainerOf } from '../../main/services/runs/run-folder.ts';
import { runFolder } from '../../main/services/runs/run-storage.ts';
import { HOSTS, type HostKind } from '../helpers/app.ts';
import { startApp, usedHome } from '../helpers/e2e.ts';
import { nerReport } from '../helpers/reports.ts';
import {
  appendText,
  ask,
  mentionCount,
  skipTour,
  waitForHighlights,
  waitForSaved,
} from '../helpers/screen.ts';
import { runPasses, runReaches, startSmallRun } from '../helpers/train-in-app.ts';

/** Some seconds of training. */
const LONG = 25;

for (const { kind, here } of HOSTS) {
  describe.skipIf(!here)(`training under ${kind}`, { tags: ['long'] }, () => {
    it('ends in a model, while somebody writes', () => trainWhileWriting(kind));
    it('outlasts the death of its process, the end of the app and its death', () =>
      killTrainerEndAndKillApp(kind));
  });
}

async function trainWhileWriting(kind: HostKind): Promise<void> {
  const { page } = await startApp(kind, usedHome());
  await waitForHighlights(page);
  await skipTour(page);
  const id = await startSmallRun(page, 5);
  const before = await mentionCount(page);
  await appendText(page, '\n昨日起咳嗽、咳痰，伴呼吸困难。');
  await expect.poll(() => mentionCount(page)).toBeGreaterThanOrEqual(before + 3);
  await waitForSaved(page);
  await runReaches(page, id, 'finished');
  const { report, best, modelId } = await ask(page, 'runs.get', { id });
  expect(best?.score).toBeGreaterThan(0.5);
  expect(nerReport(report).scores.f1).toBe(best?.score);
  const [model] = await ask(page, 'models.list', {});
  expect(model).toMatchObject({ id: modelId, name: 'ner-a', runId: id });
  const [curve] = await ask(page, 'runs.points', { ids: [id] });
  expect(curve?.points).toHaveLength(65); // 60 steps and 5 evaluations
  const { name, base64 } = await ask(page, 'runs.report', { id, format: 'html' });
  const html = Buffer.from(base64, 'base64').toString('utf8');
  expect(name).toBe('ner-a.html');
  expect(html).toContain('<svg');
  expect(html).not.toMatch(/https?:\/\/|<script|<link|<img|<iframe|@import|url\(|\son\w+=/i);
}

async function killTrainerEndAndKillApp(kind: HostKind): Promise<void> {
  const home = usedHome();
  const first = await startApp(kind, home);
  const { page } = first;
  await waitForHighlights(page);
  const engine = await ask(page, 'engine.status', {});
  const id = await startSmallRun(page, LONG);
  await runPasses(page, id, 20);
  process.kill(trainerOf(runFolder(home.workspace, id)), 'SIGKILL');
  await runReaches(page, id, 'interrupted');
  expect((await ask(page, 'runs.get', { id })).error?.code).toBe('engine-down');
  expect(await ask(page, 'engine.status', {})).toMatchObject({ state: 'ready', pid: engine.pid });
  expect((await ask(page, 'runs.control', { id, action: 'resume' })).state).toBe('running');
  await runPasses(page, id, 30);
  await first.close();

  const second = await startApp(kind, home);
  await waitForHighlights(second.page);
  const paused = await ask(second.page, 'runs.get', { id });
  expect(paused.state).toBe('paused');
  expect(paused.progress?.step).toBeGreaterThanOrEqual(30);
  await ask(second.page, 'runs.control', { id, action: 'resume' });
  await runPasses(second.page, id, (paused.progress?.step ?? 0) + 20);
  await second.kill();

  const third = await startApp(kind, home);
  await waitForHighlights(third.page);
  expect((await ask(third.page, 'runs.get', { id })).state).toBe('interrupted');
  await ask(third.page, 'runs.control', { id, action: 'resume' });
  await runReaches(third.page, id, 'finished');
  const [curve] = await ask(third.page, 'runs.points', { ids: [id] });
  const steps = (curve?.points ?? []).filter(({ dev }) => dev === undefined).map(({ step }) => step);
  expect(steps.at(-1)).toBe(LONG * 12);
  expect(new Set(steps).size).toBe(steps.length);
}
