/** Edits of one layer: what they change, and what is refused without a change. */
import { describe, expect, it, vi } from 'vitest';
import { setRoles } from '../../../../../main/db/repositories/accounts.ts';
import { listAudit } from '../../../../../main/db/repositories/audit.ts';
import { nextDocument, queue } from '../../../../../main/services/projects/document-queue.ts';
import { addDocuments } from '../../../../../main/services/projects/documents.ts';
import { redo, undo, undoState } from '../../../../../main/services/projects/edits/undo.ts';
import { lockDocument, openDocument, setState } from '../../../../../main/services/projects/layers.ts';
import { createRecord } from '../../../../../main/services/records/records.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import { person } from '../../../../helpers/accounts.ts';
import {
  add,
  alter,
  as,
  drop,
  edit,
  itemsIn,
  label,
  makeProject,
  refusal,
  relation,
  span,
} from '../../../../helpers/projects.ts';
import { openTestSession } from '../../../../helpers/workspace.ts';

const TEXT = '患者咳嗽三天，𠮷诊断肺炎，予阿莫西林。';

function open() {
  const session = openTestSession();
  const { projectId, documents } = makeProject(session, [TEXT, '头痛两天。']);
  const document = openDocument(session, documents[0] ?? 0);
  return { session, projectId, documents, document, items: () => itemsIn(session, document.id) };
}

describe('an edit', () => {
  it('makes, changes and removes items, counts versions and ids, and is audited with the sum of its changes', () => {
    const { session, document, items } = open();
    const first = edit(session, document, add(span(1, 2, 4)), add(span(2, 10, 12)), add(relation(3, 1, 2)));
    expect(first.layers).toMatchObject([{ version: 1, nextItem: 4 }]);
    const longer = alter(span(1, 2, 4), { fragments: [{ start: 0, end: 4 }] });
    expect(edit(session, document, longer).layers[0]?.version).toBe(2);
    edit(session, document, drop(span(2, 10, 12)), drop(relation(3, 1, 2)));
    expect(items()).toEqual([longer.after]);
    const layer = openDocument(session, document.id).layer;
    expect(layer).toMatchObject({ version: 3, nextItem: 4 });
    const entries = listAudit(dbOf(session), { object: `project-document:${document.id}`, limit: 10 });
    expect(entries.map(({ detail }) => detail)).toMatchObject([
      { action: 'span.add', changes: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { changes: 1 },
      { edit: first.edit.id, changes: 3 },
    ]);
  });

  it('reads its document, which may be long, once', () => {
    const { session, document } = open();
    const reads = vi.spyOn(session.workspace.db, 'get');
    edit(session, document, add(span(1, 2, 4)));
    expect(
      reads.mock.calls.filter(([, sql]) => /\btext\b[\s\S]*FROM project_document/.test(sql)),
    ).toHaveLength(1);
    reads.mockRestore();
  });

  it('is refused when somebody changed an item meanwhile, and says who', () => {
    const { session, document, items } = open();
    edit(session, document, add(span(1, 2, 4)));
    const mine = alter(span(1, 2, 4), { type: 'symptom' });
    edit(session, document, alter(span(1, 2, 4), { note: 'other window' }));
    expect(refusal(() => edit(session, document, add(span(2, 0, 1)), mine))).toMatch(
      /^conflict: .*tester at 2/,
    );
    expect(refusal(() => edit(session, document, add(span(1, 0, 1))))).toMatch(/^conflict/);
    expect(items()).toMatchObject([{ id: 1, note: 'other window' }]);
  });

  it('never gives an id twice', () => {
    const { session, document } = open();
    edit(session, document, add(span(1, 2, 4)));
    edit(session, document, drop(span(1, 2, 4)));
    expect(refusal(() => edit(session, document, add(span(1, 2, 4))))).toMatch(/^conflict/);
    expect(refusal(() => edit(session, document, add(span(9_000_000_000, 2, 4))))).toMatch(/^conflict/);
  });

  it.each([
    ['outside of the text', add(span(1, 0, 99))],
    ['inside a character', add(span(1, 7, 8))],
    ['inside a character', add(span(1, 8, 10))],
    [
      'overlaps',
      add(
        span(1, 0, 1, {
          fragments: [
            { start: 3, end: 5 },
            { start: 0, end: 2 },
          ],
        }),
      ),
    ],
    [
      'overlaps',
      add(
        span(1, 0, 1, {
          fragments: [
            { start: 0, end: 3 },
            { start: 2, end: 4 },
          ],
        }),
      ),
    ],
    ['no span type', add(span(1, 0, 1, { type: 'person' }))],
    ['no relation', add(relation(1, 1, 1, { type: 'loves' }))],
    ['no label', add(label(1, 'sad'))],
    ['may not have', add(span(1, 0, 1, { attributes: { assertion: 'maybe' } }))],
    ['may not have', add(span(1, 0, 1, { attributes: { sure: 'true' } }))],
    ['needs both', add(relation(1, 5, 6))],
  ])('that is %s is refused', (reason, change) => {
    const { session, document, items } = open();
    expect(refusal(() => edit(session, document, change))).toMatch(new RegExp(`^bad-request: .*${reason}`));
    expect(items()).toEqual([]);
  });

  it('keeps relations whole: their ends exist, are of the types allowed, and are accepted', () => {
    const { session, document, items } = open();
    const drug = span(1, 14, 18, { type: 'drug' });
    const disease = span(2, 10, 12);
    const treats = relation(3, 1, 2, { type: 'treats', attributes: { sure: 'true' } });
    expect(
      refusal(() => edit(session, document, add(disease), add(drug), add({ ...treats, from: 2, to: 1 }))),
    ).toMatch(/treats may not go from disease to drug/);
    edit(session, document, add(drug), add(disease), add(treats));
    expect(refusal(() => edit(session, document, drop(drug)))).toMatch(/remove it together/);
    expect(refusal(() => edit(session, document, alter(disease, { type: 'symptom' })))).toMatch(/may not go/);
    const unsure = { status: 'suggested' as const };
    expect(refusal(() => edit(session, document, alter(disease, unsure)))).toMatch(/only when both/);
    edit(session, document, drop(drug), drop(treats));
    expect(items()).toEqual([disease]);
  });

  it('gives a document one label of a group', () => {
    const { session, document } = open();
    edit(session, document, add(label(1, 'male')), add(label(2, 'urgent')));
    expect(refusal(() => edit(session, document, add(label(3, 'female'))))).toMatch(/has the label male/);
    expect(refusal(() => edit(session, document, add(label(3, 'urgent'))))).toMatch(/has the label urgent/);
    edit(session, document, drop(label(1, 'male')), add(label(3, 'female')));
  });

  it('keeps where an item came from and adds who accepted it', () => {
    const { session, document } = open();
    const model = { kind: 'model' as const, name: 'm', version: '2', confidence: 0.7 };
    const suggested = span(1, 2, 4, { status: 'suggested', provenance: model });
    edit(session, document, add(suggested));
    const forged = alter(suggested, { provenance: { kind: 'human', name: 'x' } });
    expect(refusal(() => edit(session, document, forged))).toMatch(/came from cannot be changed/);
    edit(session, document, alter(suggested, { status: 'accepted' }));
    expect(openDocument(session, document.id).layer.items).toMatchObject([
      { provenance: { ...model, acceptedBy: 'tester', acceptedAt: expect.any(String) } },
    ]);
  });

  it('leaves archived documents alone', () => {
    const { session, documents, document } = open();
    lockDocument(session, document.id, true, '');
    expect(refusal(() => edit(session, document, add(span(1, 2, 4))))).toMatch(/^conflict: .*archived/);
    expect(refusal(() => setState(session, document.layer.id, 'done'))).toMatch(/archived/);
    expect(refusal(() => lockDocument(session, document.id, false, ' '))).toMatch(/needs a reason/);
    lockDocument(session, document.id, false, 'a mistake in the name');
    edit(session, document, add(span(1, 2, 4)));
    const actions = listAudit(dbOf(session), { object: `project-document:${documents[0]}`, limit: 10 });
    expect(actions.map(({ action }) => action)).toEqual([
      'annotation.edit',
      'annotation.unlock',
      'annotation.lock',
    ]);
  });

  it('leaves other people’s layers alone, and gold to adjudicators', () => {
    const { session, document, projectId } = open();
    edit(session, document, add(span(1, 2, 4)));
    person(session, 'root', 'administrator');
    person(session, 'tester', 'annotator');
    person(session, 'anna', 'annotator');
    person(session, 'judy', 'adjudicator');
    const [anna, judy] = [as(session, 'anna'), as(session, 'judy')];
    const gold = openDocument(judy, document.id, '');
    for (const who of [anna, judy])
      expect(refusal(() => edit(who, document, add(span(2, 0, 1))))).toMatch(
        /^forbidden: .*annotations of tester/,
      );
    expect(refusal(() => edit(session, gold, add(span(1, 0, 1))))).toMatch(/^forbidden: .*adjudicator/);
    expect(refusal(() => openDocument(anna, document.id, 'tester'))).toMatch(/^forbidden/);
    expect(itemsIn(judy, document.id, 'tester')).toHaveLength(1);
    expect(refusal(() => openDocument(judy, document.id, 'anna'))).toMatch(/^not-found: anna has not begun/);
    edit(judy, gold, add(span(1, 0, 1, { provenance: { kind: 'human', name: 'judy' } })));
    // Whoever is no longer an adjudicator does not take back what they decided as one.
    setRoles(dbOf(session), 'judy', ['annotator']);
    expect(refusal(() => undo(judy, projectId))).toMatch(/^forbidden/);
  });
});

describe('undo', () => {
  it('goes back and forth over documents, forgets what was undone once something else is done', () => {
    const { session, projectId, documents, document, items } = open();
    const second = openDocument(session, documents[1] ?? 0);
    edit(session, document, add(span(1, 2, 4)));
    edit(session, second, add(span(1, 0, 2)));
    expect(undo(session, projectId)?.layers).toMatchObject([{ documentId: second.id }]);
    expect(undo(session, projectId)?.edit).toMatchObject({ action: 'undo', detail: { action: 'span.add' } });
    expect(undo(session, projectId)).toBeNull();
    expect(items()).toEqual([]);
    expect(redo(session, projectId)?.layers).toMatchObject([{ documentId: document.id }]);
    expect(items()).toEqual([span(1, 2, 4)]);
    expect(undoState(session, projectId)).toMatchObject({
      undo: { state: 'done' },
      redo: { state: 'undone' },
    });
    edit(session, document, add(span(2, 0, 1)));
    expect(redo(session, projectId)).toBeNull();
    expect(itemsIn(session, second.id)).toEqual([]);
  });

  it('is each person’s own', () => {
    const { session, projectId, document } = open();
    edit(session, document, add(span(1, 2, 4)));
    const other = as(session, 'other');
    edit(other, openDocument(other, document.id), add(span(1, 0, 1)));
    expect(undo(session, projectId)?.layers).toMatchObject([{ person: 'tester' }]);
    expect(undoState(other, projectId)).toMatchObject({ undo: { actor: 'other' }, redo: null });
  });
});

describe('the queue', () => {
  it('tells who is to label what and how far they are; next passes over what is done or archived', () => {
    const { session, projectId, documents, document } = open();
    edit(session, document, add(span(1, 2, 4)), add(span(2, 0, 1, { status: 'suggested' })));
    expect(queue(session, projectId)).toMatchObject([
      { name: 'project 0', assigned: ['tester'], layers: [{ person: 'tester', accepted: 1, suggested: 1 }] },
      { name: 'project 1', assigned: ['tester'], layers: [] },
    ]);
    expect(nextDocument(session, projectId, undefined).documentId).toBe(documents[0]);
    setState(session, document.layer.id, 'done');
    expect(nextDocument(session, projectId, documents[1])).toMatchObject({ documentId: null });
    expect(nextDocument(session, projectId, documents[0])).toMatchObject({ documentId: documents[1] });
    lockDocument(session, documents[1] ?? 0, true, '');
    expect(nextDocument(session, projectId, undefined)).toEqual({ documentId: null, reason: null });
  });

  it('takes EMR documents once', () => {
    const { session, projectId } = open();
    const same = createRecord(session, { title: 'project 0', text: 'another', origin: 'x' });
    expect(addDocuments(session, projectId, [1, 2, same.id])).toMatchObject({ documents: 1, skipped: 2 });
    expect(addDocuments(session, projectId, [same.id])).toMatchObject({ documents: 0, skipped: 1 });
    expect(queue(session, projectId).map(({ name }) => name)).toEqual([
      'project 0',
      'project 1',
      `project 0 #${same.id}`,
    ]);
  });
});
