/** Windows in which nobody is signed in get nothing of the workspace. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { App } from '../../../main/ipc/app.ts';
import { FakeChild } from '../../helpers/fake-child.ts';
import { openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

it('sends neither events nor names of files before somebody signs in', async () => {
  const dir = temporaryDir();
  const first = openWorkspace(dir);
  first.backup();
  first.close();
  const children: FakeChild[] = [];
  const app = new App({
    host: 'browser',
    dir: join(dir, 'workspace'),
    configDir: join(dir, 'config'),
    spawn: () => {
      const child = new FakeChild(1);
      children.push(child);
      return child;
    },
    checkOutput: true,
  });
  await app.start();
  onTestFinished(() => app.stop());
  const events: string[] = [];
  app.listen((event, data) => events.push(`${event} ${JSON.stringify(data)}`));
  const ask = (method: string, input: unknown) => app.invoke(method, input);
  const created = await ask('docs.create', { title: '机密标题', text: '文本', origin: 'test' });
  expect(JSON.stringify(created)).toMatch(/"ok":true/);
  await ask('settings.set', { openDocuments: [1], activeDocument: 1 });
  const added = await ask('accounts.add', {
    name: '管理员甲',
    roles: ['administrator'],
    password: 'a long password 1',
  });
  expect(added).toMatchObject({ ok: true });
  await ask('account.signOut', {});
  events.length = 0;
  const info = JSON.stringify(await ask('app.info', {}));
  expect(info).toContain('signed-out');
  expect(info).not.toMatch(/backup\.db|\.key"/);
  expect(await ask('settings.get', {})).toMatchObject({
    value: { openDocuments: [], activeDocument: null },
  });
  for (const child of children) child.kill();
  await Promise.resolve();
  expect(events.filter((event) => !event.startsWith('account.changed'))).toEqual([]);
});
