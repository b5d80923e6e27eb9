/** From layers of several people to a gold layer, with the edits that everything else is made of. */
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../../../main/formats/annotations/index.ts';
import {
  beginAdjudication,
  documentGroups,
} from '../../../../../main/services/projects/adjudication/adjudication.ts';
import { projectAgreement } from '../../../../../main/services/projects/adjudication/agreement.ts';
import { decidedBy } from '../../../../../main/services/projects/adjudication/decided-items.ts';
import {
  projectDifferences,
  takeMajority,
} from '../../../../../main/services/projects/adjudication/majority.ts';
import { apply } from '../../../../../main/services/projects/edits/edits.ts';
import { redo, undo } from '../../../../../main/services/projects/edits/undo.ts';
import { exportProject } from '../../../../../main/services/projects/exchange/export.ts';
import { mergeItems } from '../../../../../main/services/projects/exchange/merge-items.ts';
import { lockDocument, openDocument, setState } from '../../../../../main/services/projects/layers.ts';
import { SchemaIndex } from '../../../../../main/services/projects/schema/schema-index.ts';
import type { Session } from '../../../../../main/services/session/session.ts';
import { AnnotatedDocument, type Item } from '../../../../../shared/domain/annotation.ts';
import { GOLD } from '../../../../../shared/domain/project.ts';
import { importNamed } from '../../../../helpers/import-named.ts';
import {
  add,
  as,
  edit,
  itemsIn,
  label,
  makeProject,
  refusal,
  relation,
  SCHEMA,
  span,
} from '../../../../helpers/projects.ts';
import { openTestSession } from '../../../../helpers/workspace.ts';

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
    expect(long?.provenance.readings).toEqual([{ annotator: '乙', item: 1 }]);
    expect(long?.provenance.acceptedBy).toBeUndefined();
  });

  const linked = (code: string, system = 'icd-10') =>
    span(1, 2, 4, { type: 'symptom', link: { system, code, name: '胸痛' } });

  it('keeps readings apart that differ by their link, and the link of each', () => {
    const { session, documentId } = setUp();
    finish(session, '甲', documentId, linked('R07.4'));
    finish(session, '乙', documentId, linked('R07.3'));
    const { layer } = beginAdjudication(session, documentId);
    const links = layer.items.map((item) => item.kind === 'span' && item.link?.code);
    expect(links.toSorted()).toEqual(['R07.3', 'R07.4']);
    expect(documentGroups(session, documentId)[0]?.differs).toEqual(['link']);
  });

  it.each([
    ['another link', linked('R07.3')],
    ['a link of another system', linked('R07.4', 'kg')],
    ['no link', span(1, 2, 4, { type: 'symptom' })],
  ])('suggests a reading with %s beside gold from a file', async (_case, other) => {
    const { session, projectId, documentId } = setUp();
    const gold = AnnotatedDocument.parse({ name: 'project 0', text: TEXT, items: [linked('R07.4')] });
    const { files } = formatOf('meridian').write([gold]);
    await importNamed(session, { projectId, files, person: GOLD });
    const opened = openDocument(session, documentId, GOLD);
    setState(session, opened.layer.id, 'open');
    finish(session, '甲', documentId, other);
    finish(session, '乙', documentId, other);
    expect(beginAdjudication(session, documentId).layer.items).toHaveLength(2);
  });

  it('leaves documents without a decision out of an export of gold, and counts them', async () => {
    const { session, projectId, documents } = twoUndecided();
    const written = () =>
      exportProject(session, { projectId, format: 'cmeee', person: GOLD, deidentify: false });
    await expect(written()).rejects.toMatchObject({ code: 'not-found' });
    const { layer } = beginAdjudication(session, documents[0]!);
    setState(session, layer.id, 'done');
    const { documents: count, losses } = await written();
    expect(count).toBe(1);
    expect(losses).toContainEqual({
      what: { id: 'losses.undecided-documents', params: {} },
      count: 1,
      example: 'project 1',
    });
  });

  function twoUndecided() {
    const session = openTestSession();
    const { projectId, documents } = makeProject(session, [TEXT, `${TEXT}二`], {
      members: ['甲', '乙'],
      overlap: 2,
    });
    for (const id of documents) {
      finish(session, '甲', id, span(1, 2, 4));
      finish(session, '乙', id, span(1, 0, 4));
      beginAdjudication(session, id);
    }
    return { session, projectId, documents };
  }

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
    const decided = openDocument(session, documentId, GOLD).layer.items;
    expect(decided).toHaveLength(1);
    expect(decided[0]?.provenance.acceptedBy).toBe('tester');
    // Beginning again changes nothing.
    expect(beginAdjudication(session, documentId).layer.items).toEqual(decided);
    undo(session, projectId);
    expect(openDocument(session, documentId, GOLD).layer.items).toEqual(layer.items);
    // To open a document was no decision: there is nothing to take back.
    expect(undo(session, projectId)).toBeNull();
    expect(openDocument(session, documentId, GOLD).layer.items).toEqual(layer.items);
  });

  it('brings in who finishes later, and nothing that was decided against', () => {
    const { session, documentId } = setUp();
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
    finish(session, '丙', documentId, span(1, 0, 4), span(2, 9, 13, { type: 'drug' }));
    const { layer: again } = beginAdjudication(session, documentId);
    expect(words(again.items)).toEqual([
      [words([first])[0]![0], 'disease', 'accepted'],
      ['阿司匹林', 'drug', 'suggested'],
    ]);
    expect(again.items[1]?.provenance.readings).toEqual([{ annotator: '丙', item: 2 }]);
    setState(session, again.id, 'done');
    finish(session, '丁', documentId, span(1, 14, 15));
    expect(beginAdjudication(session, documentId).layer.items).toHaveLength(2); // it was said to be complete
  });

  it('keeps whose readings gold was when it comes in from a file, and not of which items elsewhere', () => {
    const readings = [{ annotator: '乙', item: 1 }, { annotator: '甲' }];
    const item = span(1, 2, 4, { provenance: { kind: 'human', name: '乙', readings } });
    const { changes } = mergeItems([], 7, [item], new SchemaIndex(SCHEMA), 'd');
    expect(changes[0]?.after?.provenance.readings).toEqual([{ annotator: '乙' }, { annotator: '甲' }]);
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

/** Three people over two documents that they finish, and a third that one of them does. */
function threePeople() {
  const session = openTestSession();
  const { projectId, documents } = makeProject(session, [TEXT, TEXT, TEXT], {
    members: ['甲', '乙', '丙'],
    overlap: 3,
  });
  const common = [span(2, 9, 13, { type: 'drug' }), relation(3, 1, 2)];
  const end = (type: string) => span(5, 14, 16, { type });
  for (const documentId of documents.slice(0, 2)) {
    finish(session, '甲', documentId, span(1, 2, 4), ...common, label(4, 'male'), end('symptom'));
    finish(
      session,
      '乙',
      documentId,
      span(1, 2, 4),
      ...common,
      label(4, 'female'),
      end('drug'),
      span(6, 4, 6),
    );
    finish(session, '丙', documentId, span(1, 0, 4), ...common, label(4, 'female'), end('disease'));
  }
  finish(session, '甲', documents[2]!, span(1, 2, 4));
  return { session, projectId, documents, both: documents.slice(0, 2) };
}

const goldWords = (session: Session, documentId: number) =>
  words(itemsIn(session, documentId, GOLD))
    .map((one) => one.join(' '))
    .sort();

const BY_MAJORITY = [
  'label female accepted',
  'relation near accepted', // all had it, between what is settled now
  '缓解 disease suggested',
  '缓解 drug suggested',
  '缓解 symptom suggested',
  '胸痛 disease accepted',
  '阿司匹林 drug accepted',
];

describe('the majority', () => {
  it('decides what it can in a whole project as one edit, and is taken back as one', async () => {
    const { session, projectId, both } = threePeople();
    const before = await projectDifferences(session, projectId);
    expect(before).toEqual(both.map((documentId) => ({ documentId, differences: 5, open: 5 })));
    const taken = takeMajority(session, projectId, undefined);
    expect(taken).toMatchObject({ documents: 2, decided: 8, open: 2 });
    for (const documentId of both) expect(goldWords(session, documentId)).toEqual(BY_MAJORITY);
    const after = both.map((documentId) => ({ documentId, differences: 5, open: 1 }));
    expect(await projectDifferences(session, projectId)).toEqual(after);
    // Nothing is left that it could decide.
    expect(takeMajority(session, projectId, undefined)).toEqual({
      edit: null,
      documents: 2,
      decided: 0,
      open: 2,
    });
    undo(session, projectId);
    expect(await projectDifferences(session, projectId)).toEqual(before);
    redo(session, projectId);
    expect(await projectDifferences(session, projectId)).toEqual(after);
  });

  it('gives way to one annotator, whose readings and gaps are taken everywhere', async () => {
    const { session, projectId, both } = threePeople();
    const before = await projectDifferences(session, projectId);
    for (const name of ['甲', '乙', '丙']) {
      const taken = takeMajority(session, projectId, undefined, name);
      expect(taken).toMatchObject({ documents: 2, decided: 10, open: 0 });
      for (const documentId of both) {
        const theirs = openDocument(session, documentId, name).layer.items;
        const gold = openDocument(session, documentId, GOLD).layer.items;
        const told = (items: readonly Item[]) =>
          items
            .map((item) => JSON.stringify([item.kind, item.type, item.kind === 'span' ? item.fragments : '']))
            .sort();
        expect(told(gold)).toEqual(told(theirs));
        expect(gold.every(({ status }) => status === 'accepted')).toBe(true);
      }
      undo(session, projectId);
      expect(await projectDifferences(session, projectId)).toEqual(before);
    }
    expect(takeMajority(session, projectId, undefined, '无此人')).toMatchObject({
      edit: null,
      decided: 0,
      open: 10,
    });
  });

  it('tells afterwards what it took and what it let go', () => {
    const { session, projectId, both } = threePeople();
    const { edit } = takeMajority(session, projectId, [both[1]!]);
    const { items, total, edit: summary } = decidedBy(session, edit!);
    expect(summary).toMatchObject({
      state: 'done',
      actor: 'tester',
      detail: { take: 'majority', count: 4 },
    });
    expect(total).toBe(6);
    expect(
      items.map(({ documentId, words: what, item, taken }) => {
        const names = item.provenance.readings?.map(({ annotator }) => annotator).sort();
        return [documentId, what, item.type, taken, names?.length];
      }),
    ).toEqual([
      [both[1], '', 'female', true, 2],
      [both[1], '', 'male', false, 1],
      [both[1], '反复胸痛', 'disease', false, 1],
      [both[1], '胸痛', 'disease', true, 2],
      [both[1], '胸痛 → 阿司匹林', 'near', true, 3],
      [both[1], '三年', 'disease', false, 1],
    ]);
    undo(session, projectId);
    expect(decidedBy(session, edit!)).toMatchObject({ total: 6, edit: { state: 'undone' } });
  });

  it('leaves alone what somebody decided, is finished, is archived, or is not labelled by all yet', () => {
    const { session, projectId, documents, both } = threePeople();
    const { layer } = beginAdjudication(session, both[0]!);
    const male = layer.items.find(({ type }) => type === 'male')!;
    apply(session, {
      layerId: layer.id,
      action: 'adjudicate',
      detail: {},
      changes: [{ id: male.id, before: male, after: { ...male, status: 'accepted' } }],
    });
    lockDocument(session, both[1]!, true, '');
    expect(takeMajority(session, projectId, undefined)).toMatchObject({ documents: 1, decided: 2 });
    expect(goldWords(session, both[0]!)).toContain('label male accepted');
    expect(goldWords(session, both[0]!)).toContain('label female suggested');
    expect(refusal(() => takeMajority(session, projectId, [both[1]!]))).toMatch(/conflict: .* archived/);
    setState(session, layer.id, 'done');
    expect(takeMajority(session, projectId, undefined).documents).toBe(0);
    expect(refusal(() => takeMajority(session, projectId, [documents[2]! + 999]))).toMatch(/not-found/);
    expect(refusal(() => takeMajority(session, projectId + 999, undefined))).toMatch(/not-found/);
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
