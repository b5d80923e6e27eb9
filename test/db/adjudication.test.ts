/** From layers of several people to a gold layer, with the edits that everything else is made of. */
import { describe, expect, it } from 'vitest';
import { beginAdjudication, documentGroups } from '../../main/services/projects/adjudication.ts';
import { projectAgreement } from '../../main/services/projects/agreement.ts';
import { apply } from '../../main/services/projects/edits.ts';
import { openDocument, setState } from '../../main/services/projects/layers.ts';
import { undo } from '../../main/services/projects/undo.ts';
import type { Session } from '../../main/services/session.ts';
import type { Item } from '../../shared/domain/annotation.ts';
import { GOLD } from '../../shared/domain/project.ts';
import { add, as, edit, itemsIn, makeProject, refusal, relation, span } from '../helpers/projects.ts';
import { openTestSession } from '../helpers/workspace.ts';

const TEXT = '反复胸痛三年，服用阿司匹林后缓解。';

function finish(session: Session, person: string, documentId: number, ...items: Item[]): void {
  const own = as(session, person);
  const opened = openDocument(own, documentId);
  if (items.length > 0) edit(own, opened, ...items.map(add));
  setState(own, opened.layer.id, 'done');
}

function setUp() {
  const session = openTestSession();
  const { projectId, documents } = makeProject(session, [TEXT, TEXT], { members: ['甲', '乙'], overlap: 2 });
  return { session, projectId, documentId: documents[0]! };
}

const words = (items: readonly Item[]) =>
  items.map((item) => [
    item.kind === 'span' ? item.fragments.map(({ start, end }) => TEXT.slice(start, end)).join() : item.kind,
    item.type,
    item.status,
  ]);

describe('adjudication', () => {
  it('accepts what all agree on and suggests everything else', () => {
    const { session, documentId } = setUp();
    finish(session, '甲', documentId, span(1, 2, 4, { type: 'symptom' }), span(2, 9, 13, { type: 'drug' }));
    finish(session, '乙', documentId, span(1, 0, 4, { type: 'symptom' }), span(2, 9, 13, { type: 'drug' }));
    const { layer } = beginAdjudication(session, documentId);
    expect(layer.person).toBe(GOLD);
    expect(words(layer.items).sort()).toEqual([
      ['反复胸痛', 'symptom', 'suggested'],
      ['胸痛', 'symptom', 'suggested'],
      ['阿司匹林', 'drug', 'accepted'],
    ]);
    const drug = layer.items.find(({ type }) => type === 'drug');
    expect(drug?.provenance).toMatchObject({ kind: 'human', acceptedBy: 'tester' });
    const long = layer.items.find((item) => item.kind === 'span' && item.fragments[0]?.start === 0);
    expect(long?.provenance).toMatchObject({ kind: 'human', name: '乙' });
    expect(long?.provenance.acceptedBy).toBeUndefined();
  });

  it('is an edit: decided with edits, undone as edits', () => {
    const { session, projectId, documentId } = setUp();
    finish(session, '甲', documentId, span(1, 2, 4));
    finish(session, '乙', documentId, span(1, 0, 4));
    const { layer } = beginAdjudication(session, documentId);
    const [first, second] = layer.items as [Item, Item]; // safe: two readings
    apply(session, {
      layerId: layer.id,
      action: 'adjudicate',
      detail: {},
      changes: [
        { id: first.id, before: first, after: { ...first, status: 'accepted' } },
        { id: second.id, before: second, after: null },
      ],
    });
    const decided = itemsIn(session, documentId, GOLD);
    expect(decided).toHaveLength(1);
    expect(decided[0]?.provenance.acceptedBy).toBe('tester');
    // Beginning again changes nothing.
    expect(beginAdjudication(session, documentId).layer.items).toEqual(decided);
    undo(session, projectId);
    expect(itemsIn(session, documentId, GOLD)).toEqual(layer.items);
    undo(session, projectId);
    expect(itemsIn(session, documentId, GOLD)).toEqual([]);
  });

  it('settles no relation before its spans', () => {
    const { session, documentId } = setUp();
    const both = relation(3, 1, 2);
    finish(session, '甲', documentId, span(1, 2, 4), span(2, 9, 13, { type: 'drug' }), both);
    finish(session, '乙', documentId, span(1, 0, 4), span(2, 9, 13, { type: 'drug' }), both);
    const { layer } = beginAdjudication(session, documentId);
    expect(words(layer.items).filter(([kind]) => kind === 'relation')).not.toContainEqual([
      'relation',
      'near',
      'accepted',
    ]);
    for (const item of layer.items)
      if (item.kind === 'relation')
        expect(layer.items.filter(({ id }) => id === item.from || id === item.to)).toHaveLength(2);
  });

  it('needs somebody who has finished', () => {
    const { session, documentId } = setUp();
    openDocument(as(session, '甲'), documentId);
    expect(refusal(() => beginAdjudication(session, documentId))).toMatch(/bad-request: Nobody has finished/);
    expect(refusal(() => documentGroups(session, documentId))).toMatch(/bad-request: Nobody has finished/);
  });
});

describe('agreement of a project', () => {
  it('is over documents that two people have finished', async () => {
    const { session, projectId, documentId } = setUp();
    await expect(projectAgreement(session, projectId)).rejects.toMatchObject({ code: 'bad-input' });
    finish(session, '甲', documentId, span(1, 2, 4), span(2, 9, 13));
    finish(session, '乙', documentId, span(1, 2, 4));
    const report = await projectAgreement(session, projectId);
    expect(report.documents).toBe(1);
    expect(report.overall.exact.value).toBeCloseTo(2 / 3, 5);
    expect(documentGroups(session, documentId).map(({ differs }) => differs)).toEqual([[], ['presence']]);
  });
});
