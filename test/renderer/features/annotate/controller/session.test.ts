import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit, EditContext } from '../../../../../renderer/features/annotate/controller/edits.ts';
import * as edits from '../../../../../renderer/features/annotate/controller/edits.ts';
import { inverse, Layer } from '../../../../../renderer/features/annotate/controller/layer.ts';
import {
  type LayerApi,
  LayerSession,
} from '../../../../../renderer/features/annotate/controller/layer-session.ts';
import {
  addRelation,
  turnRelation,
} from '../../../../../renderer/features/annotate/controller/relation-edits.ts';
import type { Item } from '../../../../../shared/domain/annotation.ts';
import { AttributeType, LabelType } from '../../../../../shared/domain/annotation-schema.ts';
import type { EditResult, OpenLayer } from '../../../../../shared/domain/project.ts';
import { plainText } from '../../../../../shared/messages/message.ts';
import { AppError } from '../../../../../shared/result.ts';
import { span } from '../annotate-items.ts';

const TEXT = '患者发热三天，伴咳嗽、胸痛，否认发热病人接触史。';

/** Stands in for main: one layer, edits in order, each `before` checked. */
class Workspace {
  layer: Layer;
  version = 0;
  nextItem: number;
  done: Edit[] = [];
  undone: Edit[] = [];
  constructor(items: readonly Item[]) {
    this.layer = Layer.of(items);
    this.nextItem = Math.max(0, ...items.map(({ id }) => id)) + 1;
  }

  open(): OpenLayer {
    const { version, nextItem } = this;
    const items = structuredClone([...this.layer.items.values()]);
    return { id: 7, documentId: 3, person: '甲', state: 'open', version, nextItem, items };
  }

  apply(edit: Edit): EditResult {
    if (!this.layer.fits(edit.changes)) throw new AppError('conflict', plainText('changed meanwhile'));
    for (const { id, before } of edit.changes)
      if (before === null && id < this.nextItem) throw new AppError('conflict', plainText('the id is taken'));
    this.done.push(edit);
    this.undone = [];
    return this.#make(edit);
  }

  undo(): EditResult | null {
    const edit = this.done.pop();
    if (edit === undefined) return null;
    this.undone.push(edit);
    return this.#make({ ...edit, changes: inverse(edit.changes) });
  }

  redo(): EditResult | null {
    const edit = this.undone.pop();
    if (edit === undefined) return null;
    this.done.push(edit);
    return this.#make(edit);
  }

  #make({ action, changes }: Edit): EditResult {
    this.layer = this.layer.apply(changes);
    this.version++;
    this.nextItem = Math.max(this.nextItem, ...changes.map(({ id }) => id + 1));
    const { version, nextItem } = this;
    return {
      edit: {
        id: version,
        at: '',
        actor: '甲',
        action,
        detail: {},
        state: 'done',
        changes: changes.length,
        layers: 1,
      },
      layers: [
        { id: 7, documentId: 3, person: '甲', version, nextItem, changes: structuredClone([...changes]) },
      ],
    };
  }
}

interface Heard {
  lost: number;
  removed: number;
  reloaded: number;
  failed: unknown[];
  nothing: string[];
}

function start(workspace: Workspace, more: Partial<LayerApi> = {}): { session: LayerSession; heard: Heard } {
  const heard: Heard = { lost: 0, removed: 0, reloaded: 0, failed: [], nothing: [] };
  const api: LayerApi = {
    apply: async (_id, edit) => workspace.apply(edit),
    undo: async () => workspace.undo(),
    redo: async () => workspace.redo(),
    read: async () => workspace.open(),
    ...more,
  };
  const session = new LayerSession(workspace.open(), api, {
    lost: (edits) => {
      heard.lost += edits.length;
    },
    removed: (edits) => {
      heard.removed += edits.length;
    },
    reloaded: () => heard.reloaded++,
    failed: (error) => heard.failed.push(error),
    nothingLeft: (direction) => heard.nothing.push(direction),
  });
  return { session, heard };
}

const contextOf = (session: LayerSession): EditContext => ({
  layer: session.layer.get(),
  text: TEXT,
  nextItem: session.nextItem,
  person: '甲',
  at: '2026-01-02T03:04:05.000Z',
});

const itemsOf = (layer: Layer): unknown[] => [...layer.items.values()].sort((a, b) => a.id - b.id);

const FLAG = AttributeType.parse({ name: '拿不准', kind: 'flag' });
const ASSERTION = AttributeType.parse({ name: '断言', kind: 'choice', values: ['存在', '否认', '疑似'] });
const LABELS = [
  LabelType.parse({ name: '住院', group: '就诊' }),
  LabelType.parse({ name: '门诊', group: '就诊' }),
  LabelType.parse({ name: '教学' }),
];

/** Everything an annotator can do, by number, with what it needs chosen from what is there. */
function act(session: LayerSession, kind: number, a: number, b: number): void {
  const context = contextOf(session);
  const { spans, relations, items } = context.layer;
  const one = spans.spans[a % Math.max(1, spans.length)];
  const other = spans.spans[b % Math.max(1, spans.length)];
  const relation = relations[a % Math.max(1, relations.length)];
  const start = a % (TEXT.length - 4);
  const made = (): Edit | null => {
    switch (kind) {
      case 0:
        return edits.addSpan(context, '症状', [{ start, end: start + 1 + (b % 4) }]);
      case 1:
        return one ? edits.removeItems(context, [one.id]) : null;
      case 2:
        return one ? edits.resizeSpan(context, one, [...one.fragments, { start, end: start + 2 }]) : null;
      case 3:
        return one ? edits.setType(context, one, b % 2 === 0 ? '疾病' : '症状') : null;
      case 4:
        return one ? edits.setAttribute(context, one, FLAG, edits.nextValue(one, FLAG)) : null;
      case 5:
        return one && other ? addRelation(context, '位于', one, other, false) : null;
      case 6:
        return relation ? turnRelation(context, relation) : null;
      case 7:
        return edits.toggleLabel(context, LABELS[a % 3]!, LABELS);
      case 8:
        return edits.markAll(context, '疾病', '发热', [{ start, end: start + 2 }], true);
      default:
        return edits.decide(context, [...items.values()], b % 2 === 0 ? 'accept' : 'reject');
    }
  };
  const edit = made();
  if (edit !== null) session.do(edit);
}

const stepArb = fc.tuple(fc.nat(13), fc.nat(30), fc.nat(30));

describe('a layer that somebody works on', () => {
  it('shows what the workspace will hold, whatever is done, undone and done again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArb, { maxLength: 30 }), async (steps) => {
        const workspace = new Workspace([span(1, [[2, 4]]), span(2, [[8, 10]])]);
        const { session, heard } = start(workspace);
        for (const [kind, a, b] of steps) {
          if (kind === 10 || kind === 11) session.undo();
          else if (kind === 12) session.redo();
          else if (kind === 13) await session.settled();
          else act(session, kind, a, b);
        }
        await session.settled();
        expect(itemsOf(session.layer.get())).toEqual(itemsOf(workspace.layer));
        for (const { from, to } of workspace.layer.relations)
          for (const end of [from, to]) expect(workspace.layer.items.has(end)).toBe(true);
        expect(heard).toMatchObject({ lost: 0, failed: [] });
      }),
    );
  });

  it('shows an edit before the workspace has answered', async () => {
    const workspace = new Workspace([]);
    let answer: () => void = () => undefined;
    const { session } = start(workspace, {
      apply: (_id, edit) => new Promise((done) => (answer = () => done(workspace.apply(edit)))),
    });
    session.do(edits.addSpan(contextOf(session), '症状', [{ start: 2, end: 4 }])!);
    expect(session.layer.get().spans.length).toBe(1);
    expect(session.state.get()).toBe('saving');
    session.undo();
    expect(session.layer.get().spans.length).toBe(0);
    answer();
    await session.settled();
    expect(workspace.version).toBe(2);
    expect(session.state.get()).toBe('saved');
  });

  it('undoes what was done before it was opened', async () => {
    const workspace = new Workspace([]);
    const before = start(workspace).session;
    before.do(edits.addSpan(contextOf(before), '症状', [{ start: 2, end: 4 }])!);
    await before.settled();
    const { session, heard } = start(workspace);
    session.undo();
    await session.settled();
    expect(session.layer.get().spans.length).toBe(0);
    session.undo();
    await session.settled();
    expect(heard.nothing).toEqual(['undo']);
  });

  it('takes over what another window did, and keeps its own edits beside it', async () => {
    const workspace = new Workspace([span(1, [[2, 4]])]);
    const { session, heard } = start(workspace);
    const other = start(workspace).session;
    other.do(edits.addSpan(contextOf(other), '疾病', [{ start: 8, end: 10 }])!);
    await other.settled();
    // Not heard of yet: both windows number their new item 2.
    session.do(edits.addSpan(contextOf(session), '症状', [{ start: 11, end: 13 }])!);
    session.do(addRelation(contextOf(session), '伴', get(session, 1), get(session, 2), false)!);
    await session.settled();
    expect(heard).toMatchObject({ lost: 0, reloaded: 1 });
    expect(itemsOf(session.layer.get())).toEqual(itemsOf(workspace.layer));
    const placed = workspace.layer.spans.spans.map(({ type, fragments }) => [type, fragments[0]?.start]);
    expect(placed).toEqual([
      ['症状', 2],
      ['疾病', 8],
      ['症状', 11],
    ]);
    const [relation] = workspace.layer.relations;
    expect(workspace.layer.get(relation?.to ?? 0)).toMatchObject({ fragments: [{ start: 11, end: 13 }] });
  });

  it('says how many edits were lost when both changed the same item', async () => {
    const workspace = new Workspace([span(1, [[2, 4]])]);
    const { session, heard } = start(workspace);
    const other = start(workspace).session;
    other.do(edits.removeItems(contextOf(other), [1])!);
    await other.settled();
    session.do(edits.setType(contextOf(session), get(session, 1), '疾病')!);
    session.do(edits.addSpan(contextOf(session), '症状', [{ start: 11, end: 13 }])!);
    await session.settled();
    expect(heard.lost).toBe(1);
    expect(itemsOf(session.layer.get())).toEqual(itemsOf(workspace.layer));
    expect(workspace.layer.spans.length).toBe(1);
  });

  it('tells an edit that is refused for what it is once, and not as changed elsewhere', async () => {
    const workspace = new Workspace([span(1, [[2, 4]])]);
    const { session, heard } = start(workspace, {
      apply: async (_id, edit) => {
        if (edit.action === 'span.type') throw new AppError('bad-request', plainText('not allowed'));
        return workspace.apply(edit);
      },
    });
    session.do(edits.setType(contextOf(session), get(session, 1), '疾病')!);
    session.do(edits.addSpan(contextOf(session), '症状', [{ start: 8, end: 10 }])!);
    await session.settled();
    expect(heard.failed).toHaveLength(1);
    expect(heard.lost).toBe(0);
    expect(get(session, 1).type).toBe('症状');
    expect(workspace.layer.spans.length).toBe(2);
  });

  it('tells an edit that is refused because another window took what it needs as changed elsewhere', async () => {
    const workspace = new Workspace([span(1, [[2, 4]])]);
    const { session, heard } = start(workspace, {
      apply: async (_id, edit) => {
        if (edit.action === 'span.type')
          throw new AppError('bad-request', plainText('the span is not there'));
        return workspace.apply(edit);
      },
    });
    const other = start(workspace).session;
    other.do(edits.removeItems(contextOf(other), [1])!);
    await other.settled();
    session.do(edits.setType(contextOf(session), get(session, 1), '疾病')!);
    session.do(edits.addSpan(contextOf(session), '症状', [{ start: 8, end: 10 }])!);
    await session.settled();
    expect(heard).toMatchObject({ lost: 1, failed: [] });
    expect(workspace.layer.spans.length).toBe(1);
  });

  it('ends when the document leaves its project, and tells the edits that were not kept', async () => {
    const workspace = new Workspace([]);
    const gone = (): never => {
      throw new AppError('conflict', 'projects.document-removed', { name: 'a', by: '审' });
    };
    const { session, heard } = start(workspace, {
      apply: async () => gone(),
      read: async () => gone(),
    });
    for (const start of [2, 5])
      session.do(edits.addSpan(contextOf(session), '症状', [{ start, end: start + 2 }])!);
    await session.settled();
    expect(heard).toEqual({ lost: 0, removed: 2, reloaded: 0, failed: [], nothing: [] });
    expect(workspace.version).toBe(0);
  });

  it('follows news of other windows, and reads the layer anew where some are missing', async () => {
    const workspace = new Workspace([]);
    const { session, heard } = start(workspace);
    const change = (start: number): EditResult =>
      workspace.apply(
        edits.addSpan(
          { ...contextOf(session), layer: workspace.layer, nextItem: workspace.nextItem },
          '症状',
          [{ start, end: start + 2 }],
        )!,
      );
    session.hear(change(2));
    expect(session.layer.get().spans.length).toBe(1);
    expect(heard.reloaded).toBe(0);
    change(8);
    session.hear(change(11));
    await session.settled();
    expect(heard.reloaded).toBe(1);
    expect(session.layer.get().spans.length).toBe(3);
  });

  it('does not take its own news for somebody else’s', async () => {
    const workspace = new Workspace([]);
    const session: LayerSession = start(workspace, {
      apply: async (_id, edit) => {
        const result = workspace.apply(edit);
        session.hear(result); // pushed before the answer
        await Promise.resolve();
        return result;
      },
    }).session;
    for (const start of [2, 5, 8])
      session.do(edits.addSpan(contextOf(session), '症状', [{ start, end: start + 2 }])!);
    await session.settled();
    expect(session.layer.get().spans.length).toBe(3);
    session.undo();
    expect(session.layer.get().spans.length).toBe(2); // still knows its own edits
    await session.settled();
  });

  it('keeps edits while the workspace cannot be reached', async () => {
    const workspace = new Workspace([]);
    let down = true;
    const { session, heard } = start(workspace, {
      apply: async (_id, edit) => {
        if (down) throw new AppError('engine-down', plainText('gone'));
        return workspace.apply(edit);
      },
    });
    session.do(edits.addSpan(contextOf(session), '症状', [{ start: 2, end: 4 }])!);
    await expect.poll(() => session.state.get()).toBe('failed');
    expect(heard.failed).toHaveLength(1);
    expect(session.layer.get().spans.length).toBe(1);
    down = false;
    session.do(edits.addSpan(contextOf(session), '症状', [{ start: 8, end: 10 }])!);
    await session.settled();
    expect(workspace.layer.spans.length).toBe(2);
  });
});

function get(session: LayerSession, id: number) {
  const item = session.layer.get().get(id);
  if (item?.kind !== 'span') throw new Error(`no span ${id}`);
  return item;
}

describe('edits', () => {
  const layer = Layer.of([span(1, [[2, 4]]), { ...span(2, [[8, 10]]), status: 'suggested' }]);
  const context: EditContext = { layer, text: TEXT, nextItem: 3, person: '乙', at: '2026-01-02T03:04:05Z' };

  it('make no second span of the same type in the same place', () => {
    expect(edits.addSpan(context, '症状', [{ start: 2, end: 4 }])).toBeNull();
    expect(edits.addSpan(context, '疾病', [{ start: 2, end: 4 }])?.changes).toHaveLength(1);
  });

  it('keep who suggested an item when somebody accepts it', () => {
    const edit = edits.decide(context, [...layer.items.values()], 'accept');
    expect(edit?.changes).toMatchObject([
      { id: 2, after: { status: 'accepted', provenance: { name: '甲', acceptedBy: '乙' } } },
    ]);
  });

  it('keep the default of a choice as no value, and walk through the others', () => {
    const seen: (string | null)[] = [];
    let item: Item = layer.get(1)!;
    for (let n = 0; n < 3; n++) {
      const value = edits.nextValue(item, ASSERTION);
      seen.push(value);
      const edit = edits.setAttribute(context, item, ASSERTION, value);
      item = edit?.changes[0]?.after ?? item;
    }
    expect(seen).toEqual(['否认', '疑似', null]);
    expect(item.attributes).toEqual({});
  });

  it('leave one label of a group', () => {
    let labels = layer;
    let nextItem = 3;
    for (const label of [LABELS[0]!, LABELS[2]!, LABELS[1]!])
      labels = labels.apply(
        edits.toggleLabel({ ...context, layer: labels, nextItem: nextItem++ }, label, LABELS).changes,
      );
    expect(labels.labels.map(({ type }) => type).sort()).toEqual(['教学', '门诊']);
  });

  it('take the relations of a removed span away with it', () => {
    const related = layer.apply(
      addRelation(context, '伴', layer.spans.spans[0]!, layer.spans.spans[1]!, false)!.changes,
    );
    const edit = edits.removeItems({ ...context, layer: related }, [1]);
    expect(edit?.changes.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('make a symmetric relation once', () => {
    const [a, b] = [layer.spans.spans[0]!, layer.spans.spans[1]!];
    const related = layer.apply(addRelation(context, '伴', a, b, true)!.changes);
    const again = { ...context, layer: related, nextItem: 4 };
    expect(addRelation(again, '伴', b, a, true)).toBeNull();
    expect(addRelation(again, '伴', b, a, false)).not.toBeNull();
    expect(addRelation(again, '伴', a, a, false)).toBeNull();
  });
});
