/** Undo against a naive model of it, over documents, people, bulk edits and restarts; and against other windows. */

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decide, markAll, suggest } from '../../../../../main/services/projects/edits/bulk.ts';
import { diff, history, itemsAt, restore } from '../../../../../main/services/projects/edits/history.ts';
import { redo, undo, undoState } from '../../../../../main/services/projects/edits/undo.ts';
import { openDocument } from '../../../../../main/services/projects/layers.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import { type Item, SpanItem } from '../../../../../shared/domain/annotation.ts';
import type { Change } from '../../../../../shared/domain/project.ts';
import {
  add,
  alter,
  as,
  drop,
  edit,
  itemsIn,
  makeProject,
  refusal,
  relation,
  span,
  timeless,
} from '../../../../helpers/projects.ts';
import { verifyAudit, verifyEdits } from '../../../../helpers/verify.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../../helpers/workspace.ts';

const TEXTS = ['咳嗽发热，咳嗽咳嗽。', 'ＣＴ示肺炎；ct复查，𠮷Ct。', '咳嗽咳 ct'];
const PEOPLE = ['anna', 'bo'];

type Layers = Map<string, Map<number, Item>>;
interface ModelEdit {
  readonly changes: readonly { layer: string; id: number; before: Item | null; after: Item | null }[];
}

/** Reference model of undo in its simplest form: whole copies, one stack a person. */
class Model {
  layers: Layers = new Map();
  readonly next = new Map<string, number>();
  readonly done = new Map<string, ModelEdit[]>(PEOPLE.map((person) => [person, []]));
  readonly undone = new Map<string, ModelEdit[]>(PEOPLE.map((person) => [person, []]));

  layer(person: string, document: number): Map<number, Item> {
    const key = `${person}/${document}`;
    const layer = this.layers.get(key) ?? new Map<number, Item>();
    this.layers.set(key, layer);
    return layer;
  }

  items(person: string, document: number): Item[] {
    return [...this.layer(person, document).values()].sort((a, b) => a.id - b.id);
  }

  perform(person: string, edit: ModelEdit): void {
    if (edit.changes.length === 0) return;
    for (const { layer, id, after } of edit.changes) {
      this.put(layer, id, after);
      this.next.set(layer, Math.max(this.next.get(layer) ?? 1, id + 1));
    }
    this.done.get(person)?.push(edit);
    this.undone.set(person, []);
  }

  put(layer: string, id: number, item: Item | null): void {
    const items = this.layers.get(layer) ?? new Map<number, Item>();
    this.layers.set(layer, items);
    if (item === null) items.delete(id);
    else items.set(id, item);
  }

  /** Returns whether the edit was undone; nothing changes when an item is not as the edit left it. */
  move(person: string, way: 'undo' | 'redo'): 'nothing' | 'conflict' | 'moved' {
    const [from, to] = way === 'undo' ? [this.done, this.undone] : [this.undone, this.done];
    const edit = from.get(person)?.at(-1);
    if (edit === undefined) return 'nothing';
    const steps = edit.changes.map(({ layer, id, before, after }) =>
      way === 'undo' ? { layer, id, is: after, shall: before } : { layer, id, is: before, shall: after },
    );
    const same = (a: Item | null, b: Item | null): boolean => JSON.stringify(a) === JSON.stringify(b);
    if (!steps.every(({ layer, id, is }) => same(this.layers.get(layer)?.get(id) ?? null, is)))
      return 'conflict';
    for (const { layer, id, shall } of steps) this.put(layer, id, shall);
    from.get(person)?.pop();
    to.get(person)?.push(edit);
    return 'moved';
  }
}

const operation = fc.record({
  what: fc.constantFrom(
    'add',
    'add',
    'change',
    'remove',
    'mark',
    'accept',
    'reject',
    'undo',
    'undo',
    'redo',
    'reopen',
    'gold',
  ),
  person: fc.constantFrom(...PEOPLE),
  document: fc.nat(2),
  pick: fc.nat(50),
  words: fc.constantFrom('咳嗽', 'ct', 'ＣＴ', '。', '无'),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const AT = '2024-05-05T00:00:00.000Z';

function play(operations: readonly Operation[]): void {
  const dir = temporaryDir();
  let session = openTestSession(openWorkspace(dir));
  const { projectId, documents } = makeProject(session, TEXTS, { members: PEOPLE, overlap: 2 });
  const model = new Model();
  for (const { what, person, document: n, pick, words } of operations) {
    const me = as(session, person);
    const document = documents[n] ?? 0;
    const owner = what === 'gold' ? '' : person;
    const layer = `${owner}/${n}`;
    const items = model.items(owner, n);
    const item = items[pick % Math.max(1, items.length)];
    const next = model.next.get(layer) ?? 1;
    const perform = (...changes: Change[]): void => {
      edit(me, openDocument(me, document, owner), ...changes);
      model.perform(person, { changes: changes.map((change) => ({ layer, ...change })) });
    };
    const several = (make: (document: number) => Omit<Change, 'layer'>[]): ModelEdit => ({
      changes: TEXTS.flatMap((_, d) => make(d).map((change) => ({ layer: `${person}/${d}`, ...change }))),
    });
    switch (what) {
      case 'add':
        perform(
          add(span(next, pick % 3, 3)),
          add(span(next + 2, 0, 2, { type: 'symptom', note: `${pick}` })),
        );
        break;
      case 'gold':
        // A layer that both change: undo of one may meet what the other did.
        if (item === undefined || pick % 3 === 0) perform(add(span(next, 0, 2)));
        else perform(pick % 3 === 1 ? drop(item) : alter(item, { note: `${person} ${pick}` }));
        break;
      case 'change':
        if (item?.status === 'accepted')
          perform(alter(item, { attributes: { assertion: 'absent' }, note: `${pick}` }));
        break;
      case 'remove':
        if (item !== undefined) perform(drop(item));
        break;
      case 'mark': {
        const made = markAll(me, { projectId, words, type: 'drug', ignoreCase: pick % 2 === 0 });
        const naive = several((d) =>
          naiveMarks(
            model.items(person, d),
            TEXTS[d] ?? '',
            words,
            pick % 2 === 0,
            model.next.get(`${person}/${d}`) ?? 1,
            person,
            AT,
          ),
        );
        expect(made === null).toBe(naive.changes.length === 0);
        model.perform(person, naive);
        break;
      }
      case 'accept':
      case 'reject': {
        decide(me, { projectId, decision: what });
        const naive = several((d) =>
          model
            .items(person, d)
            .filter(({ status }) => status === 'suggested')
            .map((before) => ({
              id: before.id,
              before,
              after: what === 'reject' ? null : accepted(before, person),
            })),
        );
        model.perform(person, naive);
        break;
      }
      case 'undo':
      case 'redo': {
        const outcome = model.move(person, what);
        const move = () => (what === 'undo' ? undo : redo)(me, projectId);
        if (outcome === 'conflict') expect(refusal(move)).toMatch(/^conflict: .*(anna|bo) at /);
        else expect(move() === null).toBe(outcome === 'nothing');
        break;
      }
      case 'reopen':
        session.workspace.close();
        session = openTestSession(openWorkspace(dir));
        break;
    }
    for (const [key, expected] of model.layers) {
      const [owner = '', d = '0'] = key.split('/');
      const seen = itemsIn(as(session, owner === '' ? 'anna' : owner), documents[Number(d)] ?? 0, owner);
      expect(seen).toEqual([...expected.values()].map(timeless).sort((a, b) => a.id - b.id));
    }
    for (const name of PEOPLE) {
      const state = undoState(as(session, name), projectId);
      expect([state.undo !== null, state.redo !== null]).toEqual([
        (model.done.get(name)?.length ?? 0) > 0,
        (model.undone.get(name)?.length ?? 0) > 0,
      ]);
    }
  }
  expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  expect(verifyAudit(dbOf(session)).brokenAt).toBeUndefined();
}

function accepted(item: Item, person: string): Item {
  return {
    ...item,
    status: 'accepted',
    provenance: { ...item.provenance, acceptedBy: person, acceptedAt: AT },
  };
}

/** Position by position, with the case of single characters only. */
function naiveMarks(
  items: readonly Item[],
  text: string,
  words: string,
  ignoreCase: boolean,
  next: number,
  person: string,
  at: string,
): Change[] {
  const narrow = (s: string): string =>
    ignoreCase
      ? s.replace(/[Ａ-Ｚａ-ｚ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).toLowerCase()
      : s;
  const changes: Change[] = [];
  let id = next;
  for (let start = 0; start + words.length <= text.length; ) {
    const end = start + words.length;
    if (narrow(text.slice(start, end)) !== narrow(words)) {
      start++;
      continue;
    }
    const holds = (item: Item): boolean =>
      item.kind === 'span' &&
      item.type === 'drug' &&
      item.fragments.some((f) => f.start <= start && f.end >= end);
    if (!items.some(holds)) {
      const provenance = { kind: 'human' as const, name: person, at };
      changes.push(
        add(
          SpanItem.parse({
            kind: 'span',
            id: id++,
            type: 'drug',
            fragments: [{ start, end }],
            status: 'suggested',
            provenance,
          }),
        ),
      );
    }
    start = end;
  }
  return changes;
}

describe('undo and redo', () => {
  it('do what a naive model does, whatever is done in between', () => {
    vi.useFakeTimers({ now: new Date(AT), toFake: ['Date'] });
    try {
      fc.assert(fc.property(fc.array(operation, { minLength: 12, maxLength: 40 }), play), { numRuns: 12 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('are refused whole, saying who and when, once somebody else changed one of the items', () => {
    const session = openTestSession();
    const { projectId, documents } = makeProject(session, TEXTS);
    const [anna, bo] = [as(session, 'anna'), as(session, 'bo')];
    const gold = () => openDocument(anna, documents[0] ?? 0, '');
    const [first, second] = [span(1, 0, 2), span(2, 2, 4)];
    edit(anna, gold(), add(first), add(second));
    edit(bo, gold(), alter(second, { note: 'bo was here' }));
    const before = gold().layer;
    expect(refusal(() => undo(anna, projectId))).toMatch(/^conflict: .*by bo at 2\d{3}-/);
    expect(gold().layer).toEqual(before);
    expect(undoState(anna, projectId).undo).not.toBeNull();
    undo(bo, projectId);
    expect(undo(anna, projectId)).not.toBeNull();
    expect(gold().layer.items).toEqual([]);
    redo(anna, projectId);
    edit(bo, gold(), drop(first));
    expect(refusal(() => undo(anna, projectId))).toMatch(/^conflict: .*by bo/);
    expect(gold().layer.items).toMatchObject([second]);
  });

  it('never leave a relation of somebody else without its ends', () => {
    const session = openTestSession();
    const { projectId, documents } = makeProject(session, TEXTS);
    const [anna, bo] = [as(session, 'anna'), as(session, 'bo')];
    const gold = () => openDocument(anna, documents[0] ?? 0, '');
    edit(anna, gold(), add(span(1, 0, 2)), add(span(2, 2, 4)));
    edit(bo, gold(), add(relation(3, 1, 2)));
    expect(refusal(() => undo(anna, projectId))).toMatch(/^conflict: Edit \d+ .*since by bo at .*needs both/);
    edit(bo, gold(), drop(relation(3, 1, 2)));
    edit(anna, gold(), drop(span(2, 2, 4)));
    // It would bring the relation back, one of whose ends has gone.
    expect(refusal(() => undo(bo, projectId))).toMatch(/^conflict: Edit \d+ cannot be taken back/);
    undo(anna, projectId);
    undo(bo, projectId);
    expect(gold().layer.items.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('go by the order of edits, not by the clock, which goes back', () => {
    vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z'), toFake: ['Date'] });
    try {
      const session = openTestSession();
      const { projectId, documents } = makeProject(session, TEXTS);
      const document = openDocument(session, documents[0] ?? 0);
      for (let n = 1; n <= 5; n++) {
        vi.setSystemTime(new Date(`20${30 - n}-01-01T00:00:00Z`));
        edit(session, document, add(span(n, 0, 1)));
      }
      for (let n = 5; n > 0; n--)
        expect(undo(session, projectId)?.layers[0]?.changes).toMatchObject([drop(span(n, 0, 1))]);
      vi.setSystemTime(new Date('1999-01-01T00:00:00Z'));
      expect(redo(session, projectId)?.layers[0]?.changes).toMatchObject([add(span(1, 0, 1))]);
      expect(verifyEdits(dbOf(session)).problems).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('suggestions and marks', () => {
  const model = { kind: 'model' as const, name: 'm' };
  const items = [
    span(1, 0, 2, { provenance: { ...model, confidence: 0.9 } }),
    span(2, 2, 4, { provenance: { ...model, confidence: 0.2 } }),
    relation(3, 1, 2),
  ];

  it('come once, are taken back by one undo after a restart, and go with their relations', () => {
    const dir = temporaryDir();
    const session = openTestSession(openWorkspace(dir));
    const { projectId, documents } = makeProject(session, TEXTS);
    const proposals = documents.map((documentId) => ({ documentId, person: 'tester', items }));
    expect(suggest(session, projectId, proposals, { model: 'm' })?.edit).toMatchObject({
      changes: 9,
      layers: 3,
    });
    expect(suggest(session, projectId, proposals)).toBeNull();
    // The relation stays a suggestion as long as one of its ends is one.
    decide(session, { projectId, decision: 'accept', threshold: 0.5 });
    const statuses = itemsIn(session, documents[0] ?? 0).map(({ status }) => status);
    expect(statuses).toEqual(['accepted', 'suggested', 'suggested']);
    expect(decide(session, { projectId, decision: 'reject', threshold: 0.5 })?.edit.changes).toBe(6);
    session.workspace.close();
    const again = openTestSession(openWorkspace(dir));
    undo(again, projectId);
    undo(again, projectId);
    expect(itemsIn(again, documents[2] ?? 0)).toMatchObject(
      items.map(({ id }) => ({ id, status: 'suggested' })),
    );
    const one = [documents[1] ?? 0];
    expect(decide(again, { projectId, decision: 'accept', documents: one })?.edit.changes).toBe(3);
  });

  it('by nobody stay off the stack of the person', () => {
    const session = openTestSession();
    const { projectId, documents } = makeProject(session, TEXTS);
    edit(session, openDocument(session, documents[0] ?? 0), add(span(1, 0, 1)));
    const proposal = { documentId: documents[1] ?? 0, person: 'tester', items };
    suggest(session, projectId, [proposal], {}, 'app:opening');
    expect(undo(session, projectId)?.layers[0]?.documentId).toBe(documents[0]);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });

  it('are refused for what the schema lacks', () => {
    const session = openTestSession();
    const { projectId } = makeProject(session, TEXTS);
    const request = { projectId, words: '咳', type: 'person', ignoreCase: true };
    expect(refusal(() => markAll(session, request))).toMatch(/no span type person/);
    expect(refusal(() => markAll(session, { ...request, words: '\ud840' }))).toMatch(/half a character/);
  });
});

describe('history', () => {
  it('tells what a layer was after any edit, and goes back to it by an edit that can be undone', () => {
    const session = openTestSession();
    const { projectId, documents } = makeProject(session, TEXTS);
    const document = openDocument(session, documents[0] ?? 0);
    const states: { edit: number; items: Item[] }[] = [];
    const items = () => openDocument(session, document.id).layer.items;
    const note = (edit: number) => states.push({ edit, items: items() });
    const [a, b] = [span(1, 0, 2), span(2, 2, 4)];
    note(edit(session, document, add(a), add(b)).edit.id);
    note(edit(session, document, alter(a, { note: 'x' })).edit.id);
    note(edit(session, document, drop(b), add(relation(3, 1, 1))).edit.id);
    note(undo(session, projectId)?.edit.id ?? 0);
    note(edit(session, document, drop({ ...a, note: 'x' })).edit.id);
    const { id } = document.layer;
    for (const state of states) expect(itemsAt(session, id, state.edit)).toEqual(state.items);
    expect(diff(session, id, null, states[0]?.edit ?? 0)).toMatchObject([add(a), add(b)]);
    expect(diff(session, id, states[1]?.edit ?? 0, null)).toMatchObject([{ id: 1, after: null }]);
    restore(session, id, states[2]?.edit ?? 0);
    expect(items()).toEqual(states[2]?.items);
    expect(refusal(() => restore(session, id, states[2]?.edit ?? 0))).toMatch(/as it was then already/);
    undo(session, projectId);
    expect(items()).toEqual(states[4]?.items);
    const names = history(session, id, undefined, 3).map(({ action }) => action);
    expect(names).toEqual(['undo', 'restore', 'span.add']);
    expect(history(session, id, states[1]?.edit, 10)).toHaveLength(1);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });
});
