/** Checks that nothing is lost or altered unseen: killed processes, tampering, two processes, damaged project files. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyAll } from '../../../../../main/services/audit/verify.ts';
import { queue } from '../../../../../main/services/projects/document-queue.ts';
import { markAll } from '../../../../../main/services/projects/edits/bulk.ts';
import { history } from '../../../../../main/services/projects/edits/history.ts';
import { redo, undo, undoState } from '../../../../../main/services/projects/edits/undo.ts';
import { packProject } from '../../../../../main/services/projects/exchange/write-project.ts';
import {
  documentLayers,
  lockDocument,
  openDocument,
  setState,
} from '../../../../../main/services/projects/layers.ts';
import { deleteProject, getProject, listProjects } from '../../../../../main/services/projects/projects.ts';
import { changeSchema } from '../../../../../main/services/projects/schema/schema-change.ts';
import { dbOf, type Session } from '../../../../../main/services/session/session.ts';
import { AnnotationSchema } from '../../../../../shared/domain/annotation-schema.ts';
import { words } from '../../../../../shared/messages/words.ts';
import { killScript } from '../../../../helpers/kill-script.ts';
import {
  add,
  alter,
  as,
  edit,
  itemsIn,
  makeProject,
  refusal,
  relation,
  SCHEMA,
  span,
  unpackProject,
} from '../../../../helpers/projects.ts';
import { verifyAudit, verifyEdits } from '../../../../helpers/verify.ts';
import { saying } from '../../../../helpers/words.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../../helpers/workspace.ts';

describe('kill -9 in the middle of bulk edits', () => {
  const killedAfter = async (ms: number) => {
    const dir = temporaryDir();
    const before = openTestSession(openWorkspace(dir));
    const texts = Array.from({ length: 60 }, (_, n) => `第${n}例：${'咳嗽，'.repeat(15)}`);
    const { projectId, documents } = makeProject(before, texts);
    before.workspace.close();
    await killScript('annotate-forever.ts', [join(dir, 'workspace'), join(dir, 'config')], { ms });

    const session = openTestSession(openWorkspace(dir));
    const db = dbOf(session);
    expect(db.raw.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(verifyEdits(db).problems).toEqual([]);
    expect(verifyAudit(db).brokenAt).toBeUndefined();
    // Every bulk edit touches all documents alike.
    const counts = documents.map((id) => itemsIn(session, id).length);
    expect(new Set(counts).size).toBe(1);
    // All edits can be undone to the empty layer and redone.
    const states = () => documents.map((id) => itemsIn(session, id));
    const now = states();
    let taken = 0;
    while (undo(session, projectId) !== null) taken++;
    expect(states().flat()).toEqual([]);
    for (let n = 0; n < taken; n++) redo(session, projectId);
    expect(states()).toEqual(now);
  };
  it('leaves each of them whole or not at all (killed 130 ms after the first)', () => killedAfter(130));
  it.each([40, 310, 620])(
    'leaves each of them whole or not at all (killed %i ms after the first)',
    { tags: ['long'] },
    killedAfter,
  );
});

describe('two processes on one document', () => {
  it('see each other’s edits, and the slower one is refused', () => {
    const dir = temporaryDir();
    const one = openTestSession(openWorkspace(dir));
    const { projectId, documents } = makeProject(one, ['咳嗽发热']);
    const other = openTestSession(openWorkspace(dir));
    const document = openDocument(one, documents[0] ?? 0);
    edit(one, document, add(span(1, 0, 2)));
    edit(other, document, alter(span(1, 0, 2), { note: 'from the other' }));
    expect(refusal(() => edit(one, document, alter(span(1, 0, 2), { type: 'drug' })))).toMatch(/^conflict/);
    expect(refusal(() => edit(one, document, add(span(1, 2, 4))))).toMatch(/^conflict/);
    // It is the same person's stack in both.
    expect(undo(one, projectId)?.layers[0]?.changes).toMatchObject([{ after: { note: '' } }]);
    expect(undoState(other, projectId).redo).not.toBeNull();
  });
});

/** A project with something of everything. */
function rich(session: Session) {
  const texts = ['咳嗽发热，𠮷肺炎。', '头痛两天\r\n咳嗽。'];
  const made = makeProject(session, texts, { members: ['anna', 'bo', 'tester'], overlap: 2 });
  const { projectId, documents } = made;
  const [anna, bo] = [as(session, 'anna'), as(session, 'bo')];
  const first = openDocument(anna, documents[0] ?? 0);
  edit(anna, first, add(span(1, 0, 2, { note: 'tab\there' })), add(span(2, 2, 4)), add(relation(3, 1, 2)));
  edit(bo, openDocument(bo, documents[1] ?? 0), add(span(1, 0, 2)));
  markAll(anna, { projectId, words: '咳嗽', type: 'symptom', ignoreCase: true });
  undo(anna, projectId);
  const grown = AnnotationSchema.parse({ ...SCHEMA, spans: [...SCHEMA.spans, { name: 'sign' }] });
  changeSchema(session, projectId, grown, []);
  edit(session, openDocument(session, documents[0] ?? 0, ''), add(span(1, 7, 9, { type: 'sign' })));
  setState(anna, first.layer.id, 'done');
  lockDocument(session, documents[1] ?? 0, true, '');
  return made;
}

describe('verifying', () => {
  const tampered: [string, string, RegExp][] = [
    [
      'an item',
      `UPDATE item SET data = replace(data, 'disease', 'symptom'), type = 'symptom' WHERE kind = 'span'`,
      /is not what the edits made it/,
    ],
    [
      'its columns alone',
      `UPDATE item SET status = 'suggested' WHERE id = 1`,
      /is not what the edits made it/,
    ],
    ['a lost item', 'DELETE FROM item WHERE id = 2', /item 2 is missing/],
    ['a change', `UPDATE edit_change SET after = replace(after, 'tab', 'cab')`, /edit 1 was altered/],
    ['a sum', `UPDATE edit SET sha256 = 'x' WHERE id = 2`, /edit 2/],
    ['who did it', `UPDATE edit SET actor = 'nobody' WHERE id = 1`, /edit 1 is not what was written down/],
    [
      'what it was',
      `UPDATE edit SET action = 'item.note' WHERE id = 1`,
      /edit 1 is not what was written down/,
    ],
    [
      'a lost edit',
      'DELETE FROM edit_change WHERE edit_id = 2; DELETE FROM edit WHERE id = 2',
      /edit 2 is missing/,
    ],
    ['a schema', `UPDATE project SET schema = replace(schema, 'sign', 'sine')`, /schema is not/],
    ['a text', `UPDATE project_document SET text = '咳嗽' WHERE position = 1`, /text was altered/],
    [
      'a text with its sum',
      `UPDATE project_document SET text = 'x', sha256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'`,
      /exchanged or removed/,
    ],
  ];
  it.each(tampered)('finds %s that was changed past Meridian', (_what, sql, reason) => {
    const session = openTestSession();
    rich(session);
    const db = dbOf(session);
    expect(verifyEdits(db).problems).toEqual([]);
    db.raw.pragma('foreign_keys = OFF');
    db.raw.exec(sql);
    const { problems } = verifyEdits(db);
    expect(problems.map((each) => words(each.reason, 'en')).join('\n')).toMatch(reason);
  });

  it('is part of verifying the audit table', async () => {
    const session = openTestSession();
    rich(session);
    const db = dbOf(session);
    expect((await verifyAll(() => db)).problems).toEqual([]);
    db.raw.exec('DELETE FROM item WHERE id = 2');
    expect((await verifyAll(() => db)).problems).toMatchObject([
      { kind: 'content', reason: saying('item 2 is missing') },
    ]);
  });
});

describe('a project file', () => {
  /** Describes a project without its ids. */
  function portrait(session: Session, projectId: number) {
    const { id: _id, ...project } = getProject(session, projectId);
    const documents = queue(session, projectId).map(({ id, ...entry }) => ({
      ...entry,
      text: openDocument(session, id, '').text,
      layers: documentLayers(session, id)
        .filter(({ version }) => version > 0)
        .map(({ id: layer, documentId: _document, ...rest }) => ({
          ...rest,
          history: history(session, layer, undefined, 100).map(
            ({ id: _edit, detail: { documentId: _d, ...detail }, ...told }) => ({ ...told, detail }),
          ),
        })),
    }));
    return { project, documents };
  }

  const packed = (session: Session, projectId: number) => {
    const path = join(temporaryDir(), 'project.jsonl');
    packProject(session, projectId, path);
    return { path, bytes: readFileSync(path) };
  };

  it('brings a whole project into another workspace, with its history and everybody’s undo', () => {
    const session = openTestSession();
    const { projectId } = rich(session);
    const { bytes } = packed(session, projectId);
    const elsewhere = openTestSession();
    makeProject(elsewhere, ['x'], { name: 'another' });
    edit(elsewhere, openDocument(elsewhere, 1), add(span(1, 0, 1)));
    const { id } = unpackProject(elsewhere, { name: 'p.jsonl', bytes });
    expect(portrait(elsewhere, id)).toEqual(portrait(session, projectId));
    expect(verifyEdits(dbOf(elsewhere)).problems).toEqual([]);
    const anna = as(elsewhere, 'anna');
    const archived = queue(elsewhere, id).find(({ lockedAt }) => lockedAt !== null);
    expect(refusal(() => redo(anna, id))).toMatch(/archived by tester/);
    lockDocument(elsewhere, archived?.id ?? 0, false, 'to go on');
    expect(redo(anna, id)?.edit.detail).toMatchObject({ action: 'span.mark-all' });
  });

  it('comes back into the same workspace under another name, or once the project is deleted', () => {
    const session = openTestSession();
    const { projectId, documents } = rich(session);
    const { bytes } = packed(session, projectId);
    expect(refusal(() => unpackProject(session, { name: 'p', bytes }))).toMatch(
      /^conflict: There is a project called/,
    );
    const copy = unpackProject(session, { name: 'p', bytes }, 'copy');
    expect(listProjects(session).map(({ name }) => name)).toEqual(['project', 'copy']);
    lockDocument(session, documents[1] ?? 0, false, 'to delete it');
    deleteProject(session, projectId);
    unpackProject(session, { name: 'p', bytes });
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
    dbOf(session).raw.exec(`UPDATE edit SET sha256 = 'x' WHERE project_id = ${copy.id}`);
    expect(verifyEdits(dbOf(session)).problems.length).toBeGreaterThan(0);
  });

  it('that is damaged anywhere is refused with the line, and nothing of it is kept', () => {
    const session = openTestSession();
    const { projectId } = rich(session);
    const { bytes } = packed(session, projectId);
    const target = openTestSession();
    const lines = Buffer.from(bytes).toString().split('\n');
    const lineAt = (at: number) => Buffer.from(bytes.subarray(0, at)).toString('latin1').split('\n').length;
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        const said = refusal(() => unpackProject(target, { name: 'p', bytes: damaged }));
        expect(said).toMatch(/^bad-input: p:\d+: /);
        expect(Number(/^bad-input: p:(\d+)/.exec(said)?.[1])).toBe(lineAt(at));
      }),
      { numRuns: 60 },
    );
    const without = (n: number) => Buffer.from(lines.toSpliced(n, 1).join('\n'));
    for (const cut of [
      bytes.subarray(0, bytes.length - 1),
      bytes.subarray(0, 5000),
      without(3),
      without(lines.length - 2),
      new Uint8Array(),
    ])
      expect(refusal(() => unpackProject(target, { name: 'p', bytes: cut }))).toMatch(/^bad-input: p:\d+: /);
    const swapped = Buffer.from([...lines.slice(0, 2), lines[3], lines[2], ...lines.slice(4)].join('\n'));
    expect(refusal(() => unpackProject(target, { name: 'p', bytes: swapped }))).toMatch(/^bad-input: p:3: /);
    expect(listProjects(target)).toEqual([]);
    for (const table of ['project_document', 'layer', 'item', 'edit', 'edit_change'])
      expect(dbOf(target).raw.prepare(`SELECT count(*) AS n FROM ${table}`).get()).toEqual({ n: 0 });
  });

  it('is the old one or the new one when writing it fails in the middle', () => {
    const session = openTestSession();
    const { projectId } = rich(session);
    const { path, bytes } = packed(session, projectId);
    dbOf(session).raw.exec(`UPDATE edit SET detail = 'no JSON' WHERE id = 4`);
    expect(() => packProject(session, projectId, path)).toThrow();
    expect(readFileSync(path)).toEqual(bytes);
    expect(readdirSync(join(path, '..'))).toEqual(['project.jsonl']);
    const folder = join(temporaryDir(), 'there');
    mkdirSync(folder);
    writeFileSync(join(folder, 'x'), '');
    expect(() => packProject(session, projectId, folder)).toThrow();
    expect(readdirSync(join(folder, '..'))).toEqual(['there']);
  });
});
