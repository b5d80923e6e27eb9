/** Policies of administrators: they hold against everybody, and a broken one is told and changes nothing. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { App } from '../../../main/ipc/app.ts';
import { policyFiles, readPolicy } from '../../../main/workspace/policy.ts';
import { codeOf } from '../../helpers/accounts.ts';
import { FakeChild } from '../../helpers/fake-child.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

async function started(policy: unknown) {
  const dir = temporaryDir();
  const file = join(dir, 'policy.json');
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
  const where = {
    dir: join(dir, 'workspace'),
    configDir: join(dir, 'config'),
    policyFiles: [join(dir, 'none'), file],
  };
  const app = new App({ host: 'browser', ...where, spawn: () => new FakeChild(1), checkOutput: true });
  onTestFinished(() => app.stop());
  return { app, dir, file };
}

it('decides settings, executor, backups and the watched folder for everybody', async () => {
  const policy = {
    settings: { language: 'en', starterTagger: false },
    executor: 'onnx:cpu',
    backups: { every: 'day', keep: 3 },
    watch: { folder: null },
  };
  const { app } = await started(policy);
  await app.start();
  const value = async (method: string, input: unknown = {}) => {
    const reply = await app.invoke(method, input);
    return reply.ok ? reply.value : reply.error.code;
  };
  expect(await value('settings.get')).toMatchObject({
    language: 'en',
    starterTagger: false,
    theme: 'system',
  });
  expect(await value('settings.set', { language: 'zh' })).toBe('forbidden');
  expect(await value('settings.set', { theme: 'dark', language: 'en' })).toMatchObject({
    theme: 'dark',
    language: 'en',
  });
  expect(await value('backups.get')).toMatchObject({ plan: { every: 'day', keep: 3, folder: null } });
  expect(await value('backups.plan', { every: 'never' })).toBe('forbidden');
  expect(await value('watch.set', { folder: temporaryDir() })).toBe('forbidden');
  expect(await value('engine.pin', { executor: 'cpu' })).toBe('forbidden');
  expect(await value('app.info')).toMatchObject({
    locked: ['language', 'starterTagger', 'executor', 'backups', 'watch'],
  });
});

it.each([
  '{',
  '[]',
  '{"backup": {}}',
  '{"settings": {"language": "fr"}}',
  '{"settings": {"openDocuments": []}}',
])('that is broken, %s, is told by its file before anything is opened', async (text) => {
  const { app, dir, file } = await started(text);
  await expect(app.start()).rejects.toThrow(file);
  expect(existsSync(join(dir, 'workspace'))).toBe(false);
  expect(await codeOf(() => readPolicy([file]))).toBe('bad-input');
});

it('lies where only administrators write, whatever the environment says', () => {
  expect(policyFiles({ HOME: '/x', XDG_CONFIG_HOME: '/x' }, 'linux')[0]).toBe('/etc/meridian/policy.json');
  expect(readPolicy([join(temporaryDir(), 'none')])).toEqual({});
});
