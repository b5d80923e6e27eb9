/** Imports of many documents: others are answered meanwhile, and whatever ends them, all of it is there or nothing. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../../../main/formats/annotations/index.ts';
import type { Watch } from '../../../../../main/services/background/background.ts';
import { queue } from '../../../../../main/services/projects/document-queue.ts';
import { undo } from '../../../../../main/services/projects/edits/undo.ts';
import { openDocument } from '../../../../../main/services/projects/layers.ts';
import { getProject, listProjects } from '../../../../../main/services/projects/projects.ts';
import { changeSchema } from '../../../../../main/services/projects/schema/schema-change.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import { AnnotationSchema } from '../../../../../shared/domain/annotation-schema.ts';
import { GOLD } from '../../../../../shared/domain/project.ts';
import type { WorkProgress } from '../../../../../shared/domain/work.ts';
import { importNamed } from '../../../../helpers/import-named.ts';
import { killScript } from '../../../../helpers/kill-script.ts';
import { manyDocuments } from '../../../../helpers/many-documents.ts';
import { add, edit, itemsIn, makeProject, SCHEMA, span } from '../../../../helpers/projects.ts';
import { verifyAudit, verifyEdits } from '../../../../helpers/verify.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../../helpers/workspace.ts';

const MANY = 1500;

function begin(count = MANY) {
  const session = openTestSession();
  const { projectId } = makeProject(session, [], { schema: SCHEMA });
  const { files } = formatOf('meridian').write(manyDocuments(count));
  const bring = (watch?: Watch) => importNamed(session, { projectId, files }, watch);
  const rows = (table: string) => dbOf(session).raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  return { session, projectId, bring, rows };
}

describe('an import of many documents', () => {
  it('lets others have their turn, tells how far it is, and is one edit', async () => {
    const { session, projectId, bring, rows } = begin();
    const told: WorkProgress[] = [];
    let turns = 0;
    let running = true;
    const count = () => {
      turns++;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    const imported = await bring({ onProgress: (progress) => void told.push(progress) });
    running = false;
    expect(imported).toMatchObject({ documents: MANY, items: 3 * MANY });
    expect(turns).toBeGreaterThan(MANY / 1000);
    const preparing = told.filter(({ stage }) => stage === 'preparing').map(({ done }) => done);
    expect(preparing).toEqual([...preparing].sort((a, b) => a - b));
    expect(new Set(preparing).size).toBeGreaterThan(1);
    expect(told.at(-1)).toEqual({ stage: 'keeping', done: MANY, total: MANY });
    expect(rows('edit')).toBe(1);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
    undo(session, projectId);
    expect(rows('item')).toBe(0);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });

  it('that is cancelled leaves nothing behind', async () => {
    const { projectId, session, bring, rows } = begin();
    const abort = new AbortController();
    const onProgress = ({ done }: WorkProgress) => {
      if (done > 0) abort.abort();
    };
    await expect(bring({ signal: abort.signal, onProgress })).rejects.toMatchObject({ code: 'cancelled' });
    for (const table of ['project_document', 'layer', 'item', 'edit', 'edit_change'])
      expect(rows(table)).toBe(0);
    expect(getProject(session, projectId).schema).toEqual(SCHEMA);
    expect(await bring()).toMatchObject({ documents: MANY });
  });

  it('goes by what is there when it is kept, not by what was there when it was made ready', async () => {
    const { session, projectId, bring } = begin(20);
    await bring();
    const [first, second] = queue(session, projectId);
    undo(session, projectId);
    const opened = openDocument(session, first?.id ?? 0);
    let meddled = false;
    // Between the last slice and the one transaction: somebody marks a span that the files have too.
    await bring({
      onProgress: () => {
        if (meddled) return;
        meddled = true;
        edit(session, opened, add(span(opened.layer.nextItem, 0, 1)));
      },
    });
    expect(meddled).toBe(true);
    expect(itemsIn(session, first?.id ?? 0)).toHaveLength(3);
    expect(itemsIn(session, second?.id ?? 0)).toHaveLength(3);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });

  it('is made ready again for a schema that was changed meanwhile', async () => {
    const { session, projectId, bring } = begin(20);
    const wider = AnnotationSchema.parse({ ...SCHEMA, spans: [...SCHEMA.spans, { name: 'sign' }] });
    let times = 0;
    await bring({
      onProgress: ({ stage }) => {
        if (stage === 'keeping' && times++ === 0) changeSchema(session, projectId, wider, []);
      },
    });
    expect(times).toBe(2);
    expect(getProject(session, projectId).schema.spans).toHaveLength(4);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });
});

describe('kill -9 in the middle of imports', () => {
  const killedAfter = async (ms: number) => {
    const dir = temporaryDir();
    openWorkspace(dir).close();
    const count = 400;
    const args = [join(dir, 'workspace'), join(dir, 'config'), `${count}`];
    await killScript('import-forever.ts', args, { ms });

    const session = openTestSession(openWorkspace(dir));
    const db = dbOf(session);
    expect(db.raw.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(verifyEdits(db).problems).toEqual([]);
    expect(verifyAudit(db).brokenAt).toBeUndefined();
    const projects = listProjects(session);
    expect(projects.length).toBeGreaterThan(0);
    for (const { id, documents } of projects) {
      expect([0, count]).toContain(documents);
      const items = queue(session, id).flatMap(({ layers }) => layers.map(({ accepted }) => accepted));
      expect(items).toEqual(Array(documents).fill(3));
    }
  };
  it('leaves each of them whole or not at all (killed 150 ms after one began)', () => killedAfter(150));
  it.each([10, 400, 900])(
    'leaves each of them whole or not at all (killed %i ms after one began)',
    { tags: ['long'] },
    killedAfter,
  );
});

describe('an import as finished work', () => {
  it('finishes the layers that it makes, and leaves alone what somebody has begun', async () => {
    const { session, projectId } = begin();
    const bring = (count: number, finished?: boolean) =>
      importNamed(session, {
        projectId,
        files: formatOf('meridian').write(manyDocuments(count)).files,
        finished,
      });
    const states = () => queue(session, projectId).map(({ layers }) => layers.map(({ state }) => state));
    await bring(1);
    expect(states()).toEqual([['open']]);
    const [{ id = 0 } = {}] = queue(session, projectId);
    edit(session, openDocument(session, id), add(span(90, 0, 1)));
    expect(await bring(3, true)).toMatchObject({ documents: 2, skipped: 1 });
    expect(states()).toEqual([['open'], ['done'], ['done']]);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });

  it('of a returned layer leaves documents open that nobody worked on', async () => {
    const { session, projectId } = begin();
    const [first, second] = manyDocuments(3);
    await importNamed(session, {
      projectId,
      files: formatOf('meridian').write(manyDocuments(3)).files,
      person: '甲',
    });
    const given = [first!, { ...second!, items: [] }];
    for (const person of ['乙', GOLD]) {
      const { files } = formatOf('meridian').write(given);
      await importNamed(session, { projectId, files, person, finished: true });
      const states = queue(session, projectId).map(
        ({ layers }) => layers.find((layer) => layer.person === person)?.state,
      );
      expect(states).toEqual(['done', 'open', undefined]);
    }
  });
});
