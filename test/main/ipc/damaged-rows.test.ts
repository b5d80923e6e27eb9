/** Rows that hold what no version wrote: the request is answered or refused in short words, and the next one is answered. */
import { expect, it } from 'vitest';
import { annotationHandlers } from '../../../main/ipc/handlers/annotation.ts';
import { documentHandlers } from '../../../main/ipc/handlers/documents.ts';
import { systemHandlers } from '../../../main/ipc/handlers/system.ts';
import { route } from '../../../main/ipc/router.ts';
import { Uploads } from '../../../main/services/data/uploads.ts';
import { openDocument } from '../../../main/services/projects/layers.ts';
import { createRecord } from '../../../main/services/records/records.ts';
import { dbOf } from '../../../main/services/session/session.ts';
import type { Handlers, Method } from '../../../shared/contract/index.ts';
import { add, edit, makeProject, span } from '../../helpers/projects.ts';
import { openTestSession } from '../../helpers/workspace.ts';

const DEEP = '['.repeat(200_000) + ']'.repeat(200_000);
const LONG = JSON.stringify('长'.repeat(5_000_001));
const MANY = JSON.stringify(Array(200_000).fill({ kind: 'none' }));

it.each<[string, Method, object]>([
  ['UPDATE project_document SET meta = ?', 'annotation.open', { documentId: 1 }],
  ['UPDATE item SET data = ?', 'annotation.open', { documentId: 1 }],
  ['UPDATE project SET schema = ?', 'projects.get', { projectId: 1 }],
  ['UPDATE project SET settings = ?', 'projects.get', { projectId: 1 }],
  ['UPDATE setting SET value = ?', 'settings.get', {}],
  ['UPDATE document SET title = ?', 'docs.list', {}],
])('%s', async (sql, method, input) => {
  const session = openTestSession();
  const uploads = new Uploads();
  // safe: only these are asked for
  const handlers = {
    ...annotationHandlers(() => session, uploads),
    ...documentHandlers(() => session),
    ...systemHandlers(() => session),
  } as unknown as Handlers;
  const ask = (asked: Method, given: unknown) => route(handlers, asked, given, { checkOutput: false });
  const { documents } = makeProject(session, ['肺炎三天']);
  edit(session, openDocument(session, documents[0]!), add(span(1, 0, 2)));
  await ask('settings.set', { fontSize: 12 });
  for (const damage of [DEEP, LONG, MANY, '{', 'null', '7']) {
    dbOf(session).run(sql, damage);
    const reply = await ask(method, input);
    if (!reply.ok) expect(JSON.stringify(reply).length, damage.slice(0, 9)).toBeLessThan(10_000);
  }
  expect(await ask('docs.create', { title: 'x', text: 'x', origin: 'typed' })).toMatchObject({ ok: true });
  expect(createRecord(session, { title: 'y', text: 'y', origin: 'typed' }).title).toBe('y');
});
