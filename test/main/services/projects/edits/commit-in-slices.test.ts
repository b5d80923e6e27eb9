/** Edits of very many changes: made in slices between which others are answered, and whole or not at all. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEditOf, takeBackOpenEdits } from '../../../../../main/db/repositories/annotation/open-edits.ts';
import { decideInSlices, markAllInSlices } from '../../../../../main/services/projects/edits/bulk.ts';
import { applyInSlices } from '../../../../../main/services/projects/edits/edits.ts';
import { moveInSlices } from '../../../../../main/services/projects/edits/undo.ts';
import { openDocument } from '../../../../../main/services/projects/layers.ts';
import { deleteProject } from '../../../../../main/services/projects/projects.ts';
import { dbOf, type Session } from '../../../../../main/services/session/session.ts';
import { killScript } from '../../../../helpers/kill-script.ts';
import { add, edit, itemsIn, makeProject, refusal, relation, span } from '../../../../helpers/projects.ts';
import { verifyAudit, verifyEdits } from '../../../../helpers/verify.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../../helpers/workspace.ts';

const SPANS = 3000;
const TEXT = '咳嗽'.repeat(SPANS);
const spans = Array.from({ length: SPANS }, (_, n) => span(n + 1, n * 2, n * 2 + 2));

function annotated(): { session: Session; projectId: number; documentId: number; layerId: number } {
  const session = openTestSession(openWorkspace(temporaryDir()));
  const { projectId, documents } = makeProject(session, [TEXT, '发热']);
  const [documentId = 0] = documents;
  return { session, projectId, documentId, layerId: openDocument(session, documentId).layer.id };
}

/** Runs `work` and, at every turn meanwhile, `look`; returns what was seen. */
async function during<T>(work: Promise<unknown>, look: () => T): Promise<T[]> {
  const seen: T[] = [];
  let goes = true;
  const turn = (): void => {
    if (!goes) return;
    seen.push(look());
    setImmediate(turn);
  };
  setImmediate(turn);
  await work.finally(() => {
    goes = false;
  });
  return seen;
}

describe('a large edit', () => {
  it('is made, undone and redone between other requests, which see the state before it', async () => {
    const { session, projectId, documentId, layerId } = annotated();
    const count = () => openDocument(session, documentId).layer.items.length;
    const changes = spans.map(add);
    const made = applyInSlices(session, { layerId, action: 'span.add', detail: {}, changes });
    const seen = await during(made, count);
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen)).toEqual(new Set([0]));
    expect(itemsIn(session, documentId)).toEqual(spans);
    expect((await made).edit.changes).toBe(SPANS);

    expect(new Set(await during(moveInSlices(session, projectId, 'undo'), count))).toEqual(new Set([SPANS]));
    expect(count()).toBe(0);
    expect(new Set(await during(moveInSlices(session, projectId, 'redo'), count))).toEqual(new Set([0]));
    expect(itemsIn(session, documentId)).toEqual(spans);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
    expect(verifyAudit(dbOf(session)).brokenAt).toBeUndefined();
  });

  it('marks, accepts and rejects as the edits at once do, and is undone', async () => {
    const { session, projectId, documentId } = annotated();
    await markAllInSlices(session, { projectId, words: '咳嗽', type: 'symptom', ignoreCase: true });
    const status = () => Object.groupBy(itemsIn(session, documentId), (item) => item.status);
    expect(status().suggested).toHaveLength(SPANS);
    await decideInSlices(session, { projectId, decision: 'accept' });
    expect(status().accepted).toHaveLength(SPANS);
    await moveInSlices(session, projectId, 'undo');
    await decideInSlices(session, { projectId, decision: 'reject' });
    expect(itemsIn(session, documentId)).toEqual([]);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });

  it('that is refused leaves nothing behind', async () => {
    const { session, projectId, documentId, layerId } = annotated();
    const changes = [...spans, relation(SPANS + 1, 1, SPANS + 5)].map(add);
    const request = { layerId, action: 'span.add', detail: {}, changes } as const;
    await expect(applyInSlices(session, request)).rejects.toThrow();
    expect(itemsIn(session, documentId)).toEqual([]);
    expect(openEditOf(dbOf(session), projectId)).toBeUndefined();
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
    await applyInSlices(session, { ...request, changes: spans.map(add) });
    expect(itemsIn(session, documentId)).toEqual(spans);
  });

  it('keeps other edits of its project waiting, or refuses them', async () => {
    const { session, projectId, layerId, documentId } = annotated();
    const large = applyInSlices(session, {
      layerId,
      action: 'span.add',
      detail: {},
      changes: spans.map(add),
    });
    const small = applyInSlices(session, {
      layerId,
      action: 'span.add',
      detail: {},
      changes: [add(span(SPANS + 1, 0, 1))],
    });
    const refused = await during(large, () => {
      if (openEditOf(dbOf(session), projectId) === undefined) return [];
      const change = add(span(1, 0, 1));
      return [
        refusal(() => edit(session, openDocument(session, documentId), change)),
        refusal(() => deleteProject(session, projectId)),
      ];
    });
    expect(refused.flat().length).toBeGreaterThan(2);
    expect(refused.flat().every((words) => words.startsWith('conflict'))).toBe(true);
    await small;
    expect(itemsIn(session, documentId)).toHaveLength(SPANS + 1);
    expect(takeBackOpenEdits(dbOf(session))).toBe(0);
  });
});

describe('kill -9 in the middle of large edits', () => {
  const killedAfter = async (ms: number) => {
    const dir = temporaryDir();
    const before = openTestSession(openWorkspace(dir));
    const { documents } = makeProject(before, [TEXT, TEXT]);
    before.workspace.close();
    const args = [join(dir, 'workspace'), join(dir, 'config'), 'in-slices'];
    await killScript('annotate-forever.ts', args, { ms });

    const session = openTestSession(openWorkspace(dir));
    const db = dbOf(session);
    takeBackOpenEdits(db); // as every start does
    expect(verifyEdits(db).problems).toEqual([]);
    expect(verifyAudit(db).brokenAt).toBeUndefined();
    const items = documents.map((id) => itemsIn(session, id));
    for (const layer of items) {
      expect([0, SPANS]).toContain(layer.length);
      expect(layer).toHaveLength(items[0]?.length ?? -1);
      expect(new Set(layer.map(({ status, type }) => `${status} ${type}`)).size).toBeLessThan(2);
    }
  };
  it('leaves each of them whole or not at all (killed 200 ms after the first)', () => killedAfter(200));
  it.each([20, 600, 1500])(
    'leaves each of them whole or not at all (killed %i ms after the first)',
    { tags: ['long'] },
    killedAfter,
  );
});
