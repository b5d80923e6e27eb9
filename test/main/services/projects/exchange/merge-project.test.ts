/** Merging a project file into the project that it was written from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { itemJson } from '../../../../../main/db/repositories/annotation/items.ts';
import { verifyAll } from '../../../../../main/services/audit/verify.ts';
import { queue } from '../../../../../main/services/projects/document-queue.ts';
import { addDocuments } from '../../../../../main/services/projects/documents.ts';
import { undo } from '../../../../../main/services/projects/edits/undo.ts';
import { mergeLayer } from '../../../../../main/services/projects/exchange/merge-layer.ts';
import { mergeLines } from '../../../../../main/services/projects/exchange/merge-project.ts';
import { readProjectLines } from '../../../../../main/services/projects/exchange/read-project-lines.ts';
import { packProject } from '../../../../../main/services/projects/exchange/write-project.ts';
import { openDocument, setState } from '../../../../../main/services/projects/layers.ts';
import { listThreads, openThread, reply, resolve } from '../../../../../main/services/projects/threads.ts';
import { createRecord } from '../../../../../main/services/records/records.ts';
import { dbOf, type Session } from '../../../../../main/services/session/session.ts';
import type { Item } from '../../../../../shared/domain/annotation.ts';
import { ThreadAnchor } from '../../../../../shared/domain/thread.ts';
import {
  add,
  alter,
  as,
  drop,
  edit,
  itemsIn,
  makeProject,
  relation,
  span,
  unpackProject,
} from '../../../../helpers/projects.ts';
import { openTestSession, temporaryDir } from '../../../../helpers/workspace.ts';

const bytesOf = (session: Session, projectId: number): Buffer => {
  const path = join(temporaryDir(), 'p.jsonl');
  packProject(session, projectId, path);
  return readFileSync(path);
};

const merged = (
  session: Session,
  projectId: number,
  bytes: Uint8Array,
  apply = true,
  theirs: string[] = [],
) =>
  mergeLines(
    session,
    'p.jsonl',
    [...readProjectLines('p.jsonl', bytes)].map(({ line }) => line),
    { projectId, apply, theirs },
  );

const NOTHING = {
  documents: 0,
  layers: 0,
  items: 0,
  states: 0,
  threads: 0,
  comments: 0,
  conflicts: [],
  untouched: [],
};
const own = (id: number, start: number, end: number) =>
  span(id, start, end, { provenance: { kind: 'human', name: 'tester' } });

/** The same project in two workspaces, with one annotated document. */
function twoCopies() {
  const here = as(openTestSession(), 'tester');
  const { projectId, documents } = makeProject(here, ['肺炎三天发热咳嗽', '头痛']);
  const [first] = documents as [number]; // safe: two texts
  edit(here, openDocument(here, first), add(own(1, 0, 2)), add(own(2, 4, 6)), add(own(3, 6, 8)));
  const there = as(openTestSession(), 'tester');
  const copy = unpackProject(there, { name: 'p', bytes: bytesOf(here, projectId) }).id;
  const [other] = queue(there, copy).map(({ id }) => id) as [number]; // safe: as many as here
  const change = (session: Session, id: number, item: number, more: Partial<Item> | null) => {
    const opened = openDocument(session, id);
    const before = opened.layer.items.find((one) => one.id === item)!;
    edit(session, opened, more === null ? drop(before) : alter(before, more as never)); // safe: spans
  };
  return { here, there, projectId, copy, first, other, change };
}

describe('a project file', () => {
  it('brings what is new: documents, items, finished marks, discussions; twice in a row changes nothing', async () => {
    const { here, there, projectId, copy, first, other, change } = twoCopies();
    const record = createRecord(there, { title: '新', text: '胸痛', origin: 'test' });
    addDocuments(there, copy, [record.id]);
    change(there, other, 1, { type: 'symptom' });
    change(there, other, 2, null);
    edit(
      there,
      openDocument(there, other),
      add(own(4, 2, 4)),
      add(relation(5, 1, 4, { provenance: { kind: 'human', name: 'tester' } })),
    );
    edit(here, openDocument(here, first), add(own(4, 1, 3))); // another item under the same id
    setState(there, openDocument(there, other).layer.id, 'done');
    const anchor = ThreadAnchor.parse({ kind: 'span', fragments: [{ start: 0, end: 2 }] });
    const thread = openThread(there, { documentId: other, anchor, text: '为何', mentions: [] });
    const bytes = bytesOf(there, copy);
    const preview = merged(here, projectId, bytes, false);
    expect(preview).toEqual({
      ...NOTHING,
      ...{ applied: false, documents: 1, layers: 1, items: 4, states: 1, threads: 1, comments: 1 },
    });
    expect(itemsIn(here, first)).toHaveLength(4);
    expect(merged(here, projectId, bytes)).toEqual({ ...preview, applied: true });
    const items = itemsIn(here, first).map((item) => [
      item.kind,
      item.type,
      'fragments' in item ? item.fragments[0]?.start : 0,
    ]);
    expect(items).toEqual([
      ['span', 'symptom', 0],
      ['span', 'disease', 6],
      ['span', 'disease', 1],
      ['span', 'disease', 2],
      ['relation', 'near', 0],
    ]);
    expect(openDocument(here, first).layer.state).toBe('done');
    expect(queue(here, projectId)).toHaveLength(3);
    expect(listThreads(here, first)).toMatchObject([{ comments: [{ text: '为何' }] }]);
    expect(merged(here, projectId, bytes)).toEqual({ ...NOTHING, applied: true });
    reply(there, { threadId: thread.id, text: '因为', mentions: [] });
    resolve(there, thread.id, true);
    expect(merged(here, projectId, bytesOf(there, copy))).toMatchObject({ comments: 1, items: 0 });
    expect(listThreads(here, first)[0]?.resolvedAt).not.toBeNull();
    // Back again, the two are equal.
    merged(there, copy, bytesOf(here, projectId));
    expect(merged(here, projectId, bytesOf(there, copy))).toEqual({ ...NOTHING, applied: true });
    expect((await verifyAll(() => dbOf(here))).problems).toEqual([]);
  });

  it('keeps a document finished that was changed on the other side in the same millisecond, on either side', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { here, there, projectId, copy, first, other } = twoCopies();
      edit(here, openDocument(here, first), add(own(4, 1, 3)));
      setState(there, openDocument(there, other).layer.id, 'done');
      merged(here, projectId, bytesOf(there, copy));
      merged(there, copy, bytesOf(here, projectId));
      expect(openDocument(here, first).layer.state).toBe('done');
      expect(openDocument(there, other).layer.state).toBe('done');
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves conflicts to a person, item by item; what was decided stays decided', () => {
    const { here, there, projectId, copy, first, other, change } = twoCopies();
    change(here, first, 1, { type: 'symptom' });
    change(there, other, 1, { type: 'drug' });
    change(here, first, 2, null);
    change(there, other, 2, { note: '改' });
    const bytes = bytesOf(there, copy);
    const { conflicts, items } = merged(here, projectId, bytes, false);
    expect(items).toBe(0);
    expect(conflicts.map(({ ours, theirs }) => [ours, theirs])).toEqual([
      ['symptom · 肺炎', 'drug · 肺炎'],
      [null, 'disease · 发热 · 改'],
    ]);
    expect(merged(here, projectId, bytes).conflicts).toHaveLength(2);
    const types = () => itemsIn(here, first).map(({ id, type }) => [id, type]);
    expect(types()).toEqual([
      [1, 'symptom'],
      [3, 'disease'],
    ]);
    merged(here, projectId, bytes, true, [conflicts[0]!.key, conflicts[1]!.key]);
    expect(types()).toEqual([
      [1, 'drug'],
      [2, 'disease'],
      [3, 'disease'],
    ]);
    expect(merged(here, projectId, bytes)).toEqual({ ...NOTHING, applied: true });
    undo(here, projectId);
    expect(types()).toHaveLength(2);
  });

  it('of another project, or damaged, changes nothing', () => {
    const { here, projectId } = twoCopies();
    const stranger = as(openTestSession(), 'stranger');
    const bytes = bytesOf(stranger, makeProject(stranger, ['别的']).projectId);
    expect(() => merged(here, projectId, bytes)).toThrow(expect.objectContaining({ code: 'conflict' }));
    const cut = bytesOf(here, projectId).subarray(0, -10);
    expect(() => merged(here, projectId, cut)).toThrow(expect.objectContaining({ code: 'bad-input' }));
    expect(queue(here, projectId)).toHaveLength(2);
  });
});

describe('layers', () => {
  it('merge to one state from either side, without conflicts, when each item changes on one side only', () => {
    const states = (made: readonly [number, readonly number[]][]) => {
      const history = new Map(
        made.map(([id, ends]) => [
          id,
          new Set(ends.map((end) => (end === 0 ? null : itemJson(own(id, 0, end))))),
        ]),
      );
      const items = new Map(
        made.flatMap(([id, ends]) =>
          ends.at(-1) ? [[id, itemJson(own(id, 0, ends.at(-1)!))] as const] : [],
        ),
      );
      return { items, history };
    };
    const place = (id: number, version: number) => 1 + id * 10 + version;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('ours', 'theirs', 'removed', 'neither'), { maxLength: 8 }),
        (who) => {
          const side = (name: 'ours' | 'theirs') =>
            states(
              who.map((by, i) => {
                const changed = by === name || (by === 'removed' && name === 'theirs');
                const base = place(i, 0);
                return [i + 1, changed ? [base, by === 'removed' ? 0 : place(i, 1)] : [base]];
              }),
            );
          const { changes, conflicts } = mergeLayer(
            side('ours'),
            side('theirs'),
            who.length + 1,
            () => false,
          );
          expect(conflicts).toEqual([]);
          expect(changes.map(({ id }) => id)).toEqual(
            who.flatMap((by, i) => (by === 'theirs' || by === 'removed' ? [i + 1] : [])),
          );
        },
      ),
      { seed: 18 },
    );
  });
});
