/** Documents removed from a project and put back: everything that counts, lists or exports documents agrees. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setOrder } from '../../../../main/db/repositories/annotation/learning.ts';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { rankingOf } from '../../../../main/services/learning/order.ts';
import { beginAdjudication } from '../../../../main/services/projects/adjudication/adjudication.ts';
import { agreementOf } from '../../../../main/services/projects/adjudication/agreement.ts';
import { decidedBy } from '../../../../main/services/projects/adjudication/decided-items.ts';
import {
  projectDifferences,
  takeMajority,
} from '../../../../main/services/projects/adjudication/majority.ts';
import { nextDocument, queue } from '../../../../main/services/projects/document-queue.ts';
import { addDocuments } from '../../../../main/services/projects/documents.ts';
import { decide, markAll } from '../../../../main/services/projects/edits/bulk.ts';
import { apply } from '../../../../main/services/projects/edits/edits.ts';
import { history } from '../../../../main/services/projects/edits/history.ts';
import { redo, undo, undoState } from '../../../../main/services/projects/edits/undo.ts';
import { annotatedDocuments } from '../../../../main/services/projects/exchange/write-layer.ts';
import { packProject } from '../../../../main/services/projects/exchange/write-project.ts';
import { lockDocument, openDocument, setState } from '../../../../main/services/projects/layers.ts';
import { deleteProject, getProject, setMembers } from '../../../../main/services/projects/projects.ts';
import {
  putBackDocuments,
  removalOf,
  removeDocuments,
  removedDocuments,
} from '../../../../main/services/projects/removed-documents.ts';
import { changeSchema, orphans } from '../../../../main/services/projects/schema/schema-change.ts';
import { projectStats } from '../../../../main/services/projects/type-counts.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { person } from '../../../helpers/accounts.ts';
import { importNamed } from '../../../helpers/import-named.ts';
import {
  add,
  as,
  edit,
  itemsIn,
  makeProject,
  refusal,
  SCHEMA,
  span,
  unpackProject,
} from '../../../helpers/projects.ts';
import { verifyEdits } from '../../../helpers/verify.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

const TEXTS = ['反复胸痛三年', '头痛两天', '咳嗽一周'];

/** Three documents of two annotators, who have finished the first two. */
function setUp() {
  const session = openTestSession();
  const { projectId, documents } = makeProject(session, TEXTS, { members: ['甲', '乙'], overlap: 2 });
  const [first, second, third] = documents as [number, number, number]; // safe: three texts
  for (const [name, end] of [
    ['甲', 4],
    ['乙', 3],
  ] as const)
    for (const id of [first, second]) {
      const own = as(session, name);
      const opened = openDocument(own, id);
      edit(own, opened, add(span(1, 0, end, { type: 'symptom' })));
      setState(own, opened.layer.id, 'done');
    }
  return { session, projectId, first, second, third };
}

const names = (session: Session, projectId: number) => queue(session, projectId).map(({ id }) => id);
const removedIds = (session: Session, projectId: number) =>
  removedDocuments(session, projectId).map(({ id }) => id);

/** Everything about a project that counts or lists documents. */
async function seen(session: Session, projectId: number) {
  const { documents, chars, assigned, done, gold, mine } = getProject(as(session, '甲'), projectId);
  const exported = annotatedDocuments(dbOf(session), { projectId, person: '甲', documents: undefined });
  return {
    ...{ documents, chars, assigned, done, gold, mine },
    queue: names(session, projectId),
    next: nextDocument(as(session, '甲'), projectId, undefined).documentId,
    exported: exported.map(({ name }) => name),
    agreement: agreementOf(dbOf(session), projectId).documents,
    differences: (await projectDifferences(session, projectId)).map(({ documentId }) => documentId),
    types: projectStats(session, projectId).types,
    order: [...rankingOf(session, projectId).keys()],
  };
}

describe('removing documents', () => {
  it('are verified: a mark of removal set, moved or taken away past the app is found', () => {
    const { session, projectId, first, second, third } = setUp();
    removeDocuments(as(session, '主任'), projectId, [first, third]);
    putBackDocuments(session, projectId, [third]);
    const file = join(temporaryDir(), 'copy.meridian-project');
    packProject(session, projectId, file);
    unpackProject(session, { name: 'copy', bytes: readFileSync(file) }, 'copy');
    const found = () => verifyEdits(dbOf(session)).problems.map(({ object }) => object);
    expect(found()).toEqual([]);
    const mark = (id: number, at: string | null, by: string | null) =>
      dbOf(session).run(
        'UPDATE project_document SET removed_at = ?, removed_by = ? WHERE id = ?',
        at,
        by,
        id,
      );
    mark(first, null, null);
    mark(second, '2026-01-01T00:00:00.000Z', '主任');
    mark(third, '2026-01-01T00:00:00.000Z', '主任');
    expect(found()).toEqual([first, second, third].map((id) => `project-document:${id}`));
    mark(first, '2026-01-01T00:00:00.000Z', '他人');
    expect(found()).toContain(`project-document:${first}`);
  });

  it('says before what it takes out of sight, and changes nothing yet', async () => {
    const { session, projectId, first, third } = setUp();
    const before = await seen(session, projectId);
    expect(removalOf(session, projectId, [first, third])).toEqual({
      ...{ documents: 2, annotators: 2, items: 2, gold: 0 },
    });
    expect(await seen(session, projectId)).toEqual(before);
  });

  it('takes them out of queue, progress, exports, agreement, adjudication, order and counts', async () => {
    const { session, projectId, first, second, third } = setUp();
    const order = [first, second, third].map((documentId, place) => ({
      ...{ documentId, place, entropy: null, margin: null, modelName: null, strategy: 'mixed' },
    }));
    setOrder(dbOf(session), projectId, order, '2026-01-01T00:00:00.000Z');
    const before = await seen(session, projectId);
    removeDocuments(session, projectId, [first]);
    expect(await seen(session, projectId)).toMatchObject({
      ...{ documents: 2, chars: 8, assigned: 4, done: 2, mine: { assigned: 2, done: 1 } },
      ...{ queue: [second, third], exported: ['project 1'], agreement: 1, differences: [second] },
      types: [
        { person: '乙', accepted: 1 },
        { person: '甲', accepted: 1 },
      ],
      order: [second, third],
    });
    putBackDocuments(session, projectId, [first]);
    expect(await seen(session, projectId)).toEqual(before);
    expect(itemsIn(session, first, '甲')).toHaveLength(1);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });

  it('lists them with who removed them and the work on them', () => {
    const { session, projectId, first } = setUp();
    removeDocuments(as(session, '审'), projectId, [first]);
    expect(removedDocuments(session, projectId)).toEqual([
      {
        ...{ id: first, name: 'project 0', chars: 6, annotators: 2, items: 2, gold: 0 },
        ...{ removedBy: '审', removedAt: expect.any(String) },
      },
    ]);
  });

  it('is audited with the ids, and tells the windows', () => {
    const { session, projectId, first, second } = setUp();
    session.events.length = 0;
    removeDocuments(session, projectId, [first, second]);
    putBackDocuments(session, projectId, [second]);
    const entries = listAudit(dbOf(session), { object: `project:${projectId}`, limit: 2 });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['project.put-back', { documents: 1, ids: [[second, second]] }],
      ['project.remove', { documents: 2, annotators: 2, items: 4, gold: 0, ids: [[first, second]] }],
    ]);
    expect(session.events).toEqual(['projects.changed', 'projects.changed']);
  });

  it('is refused for archived, removed and foreign documents; nothing changes then', () => {
    const { session, projectId, first, second, third } = setUp();
    const other = makeProject(session, ['发热'], { name: 'other' });
    const tryTo = (...ids: number[]) => refusal(() => removeDocuments(session, projectId, ids));
    lockDocument(session, third, true, '');
    expect(tryTo(first, third)).toMatch(/^conflict: .*archived/);
    expect(tryTo(first, other.documents[0]!)).toMatch(/^not-found/);
    expect(tryTo(first, 999)).toMatch(/^not-found/);
    removeDocuments(session, projectId, [second]);
    expect(tryTo(first, second)).toBe('conflict: project 1 was removed from the project by tester.');
    expect(names(session, projectId)).toEqual([first, third]);
    expect(refusal(() => putBackDocuments(session, projectId, [second, other.documents[0]!]))).toMatch(
      /^not-found/,
    );
    expect(removedIds(session, projectId)).toEqual([second]);
  });
});

describe('a removed document', () => {
  it('refuses work on it, by name and remover, and keeps what was stored', () => {
    const { session, projectId, first } = setUp();
    const own = as(session, '甲');
    const { layer } = openDocument(own, first);
    removeDocuments(as(session, '审'), projectId, [first]);
    const said = 'conflict: project 0 was removed from the project by 审.';
    const late = add(span(2, 4, 6));
    const tries: (() => unknown)[] = [
      () => apply(own, { layerId: layer.id, action: 'span.add', detail: {}, changes: [late] }),
      () => openDocument(own, first),
      () => setState(own, layer.id, 'open'),
      () => history(own, layer.id, undefined, 9),
      () => lockDocument(session, first, true, ''),
      () => beginAdjudication(session, first),
      () => annotatedDocuments(dbOf(session), { projectId, person: '甲', documents: [first] }),
    ];
    expect(tries.map(refusal)).toEqual(tries.map(() => said));
    expect(refusal(() => takeMajority(session, projectId, [first]))).toMatch(/^not-found/);
    expect(
      refusal(() =>
        markAll(own, { projectId, documents: [first], words: '痛', type: 'symptom', ignoreCase: true }),
      ),
    ).toMatch(/^not-found/);
    putBackDocuments(session, projectId, [first]);
    expect(edit(own, openDocument(own, first), late).layers[0]?.version).toBe(2);
  });

  it('is hidden from those who have no part in it', () => {
    const { session, projectId, first } = setUp();
    person(session, 'root');
    for (const name of ['甲', '丙']) person(session, name, 'annotator');
    removeDocuments(as(session, 'root'), projectId, [first]);
    expect(refusal(() => openDocument(as(session, '丙'), first))).toMatch(/^forbidden/);
    expect(refusal(() => openDocument(as(session, '甲'), first))).toMatch(/^conflict/);
  });

  it('is reached by no undo of its own, and by the undo of an edit of several documents', () => {
    const { session, projectId, first, second, third } = setUp();
    const own = as(session, '甲');
    markAll(own, { projectId, words: '天', type: 'disease', ignoreCase: true });
    const all = markAll(own, { projectId, words: '痛', type: 'drug', ignoreCase: true });
    expect(all?.layers.map(({ documentId }) => documentId)).toEqual([first, second]);
    edit(own, openDocument(own, third), add(span(1, 0, 2)));
    removeDocuments(session, projectId, [first, third]);
    expect(undoState(own, projectId).undo?.id).toBe(all?.edit.id);
    expect(undo(own, projectId)?.layers.map(({ documentId }) => documentId)).toEqual([first, second]);
    expect(redo(own, projectId)?.layers).toHaveLength(2);
    undo(own, projectId);
    putBackDocuments(session, projectId, [first, third]);
    expect(itemsIn(own, first)).toHaveLength(1);
    expect(itemsIn(own, third)).toHaveLength(1);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });

  it('takes part in changes of the schema, so that it fits when it comes back', () => {
    const { session, projectId, first, second } = setUp();
    removeDocuments(session, projectId, [first, second]);
    const schema = { ...SCHEMA, spans: SCHEMA.spans.filter(({ name }) => name !== 'symptom') };
    expect(orphans(session, projectId, schema, []).total).toBe(4);
    changeSchema(session, projectId, schema, [{ what: 'span', name: 'symptom', to: 'disease' }]);
    putBackDocuments(session, projectId, [first, second]);
    expect(itemsIn(session, first, '甲').map(({ type }) => type)).toEqual(['disease']);
  });

  it('comes back to its people, and to new members where there is room', () => {
    const { session, projectId, third } = setUp();
    removeDocuments(session, projectId, [third]);
    setMembers(session, projectId, ['甲', '丙']);
    putBackDocuments(session, projectId, [third]);
    expect(queue(session, projectId).find(({ id }) => id === third)?.assigned).toEqual(['丙', '甲'].sort());
  });

  it('is put back by an import or a record of the same name and text', async () => {
    const { session, projectId, first, second, third } = setUp();
    removeDocuments(session, projectId, [first, second, third]);
    const files = (name: string, text: string) => [{ name: `${name}.txt`, bytes: Buffer.from(text) }];
    const bring = (name: string, text: string) =>
      importNamed(session, { projectId, files: files(name, text), format: 'text' });
    const refused = await bring('project 0', '另一份').catch(String);
    expect(refused).toMatch(/removed from the project has the name project 0 and another text/);
    expect(await bring('project 0', TEXTS[0]!)).toMatchObject({ documents: 0, skipped: 0, restored: 1 });
    expect(names(session, projectId)).toEqual([first]);
    // The records of the workspace from which the documents came.
    expect(addDocuments(session, projectId, [1, 2])).toMatchObject({
      ...{ documents: 0, skipped: 1, restored: 1 },
    });
    expect(names(session, projectId)).toEqual([first, second]);
    expect(itemsIn(session, second, '甲')).toHaveLength(1);
    expect(removedIds(session, projectId)).toEqual([third]);
  });

  it('leaves the review of a bulk decision', () => {
    const { session, projectId, first, second } = setUp();
    const taken = takeMajority(session, projectId, undefined);
    const own = as(session, '甲');
    const marked = markAll(own, { projectId, words: '痛', type: 'drug', ignoreCase: true });
    const accepted = decide(own, { projectId, decision: 'accept' });
    expect(taken.documents).toBe(2);
    expect(marked?.layers).toHaveLength(2);
    removeDocuments(session, projectId, [second]);
    const items = decidedBy(session, accepted?.edit.id ?? 0).items;
    expect(items.map(({ documentId }) => documentId)).toEqual([first]);
  });

  it('travels with a project file, in which it is still removed', () => {
    const { session, projectId, first, third } = setUp();
    const path = join(temporaryDir(), 'project.jsonl');
    const version = () => JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '{}').data.version;
    packProject(session, projectId, path);
    expect(version()).toBe(1);
    removeDocuments(session, projectId, [first, third]);
    expect(packProject(session, projectId, path)).toMatchObject({ documents: 3, layers: 4 });
    expect(version()).toBe(3);
    const bytes = readFileSync(path);
    const other = openTestSession();
    const copy = unpackProject(other, { name: 'project.jsonl', bytes });
    expect(copy.documents).toBe(1);
    expect(removedDocuments(other, copy.id)).toMatchObject([
      { name: 'project 0', items: 2, removedBy: 'tester' },
      { name: 'project 2', items: 0, removedBy: 'tester' },
    ]);
    const [kept] = removedIds(other, copy.id);
    putBackDocuments(other, copy.id, [kept ?? 0]);
    expect(itemsIn(other, kept ?? 0, '甲')).toHaveLength(1);
    expect(verifyEdits(dbOf(other)).problems).toEqual([]);
  });

  it('goes with its project', () => {
    const { session, projectId, first } = setUp();
    removeDocuments(session, projectId, [first]);
    deleteProject(session, projectId);
    const { n } = dbOf(session).raw.prepare('SELECT count(*) AS n FROM project_document').get() as {
      n: number;
    }; // safe: one row
    expect(n).toBe(0);
  });
});
