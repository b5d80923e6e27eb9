/** A schema that changes: nothing is left without a type, and the change is one edit. */

import { describe, expect, it } from 'vitest';
import { addDocuments } from '../../../../../main/services/projects/documents.ts';
import { redo, undo } from '../../../../../main/services/projects/edits/undo.ts';
import { lockDocument, openDocument } from '../../../../../main/services/projects/layers.ts';
import { deleteProject, getProject, listProjects } from '../../../../../main/services/projects/projects.ts';
import { changeSchema, orphans } from '../../../../../main/services/projects/schema/schema-change.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import type { Item } from '../../../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../../../shared/domain/annotation-schema.ts';
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
import { verifyEdits } from '../../../../helpers/verify.ts';
import { openTestSession } from '../../../../helpers/workspace.ts';

const ITEMS: readonly Item[] = [
  span(1, 0, 2, { attributes: { assertion: 'absent' } }),
  span(2, 2, 4, { type: 'drug', status: 'suggested' }),
  span(3, 4, 5, { type: 'drug' }),
  relation(4, 3, 1, { type: 'treats', attributes: { sure: 'true' } }),
  label(5, 'male'),
  label(6, 'urgent'),
];

function open() {
  const session = openTestSession();
  const { projectId, documents } = makeProject(session, ['咳嗽发热，', '头痛两天。']);
  const people = ['tester', 'other', ''];
  for (const person of people) {
    const me = person === '' ? session : as(session, person);
    edit(me, openDocument(me, documents[0] ?? 0, person), ...ITEMS.map(add));
  }
  const items = (person = 'tester') =>
    itemsIn(as(session, person === '' ? 'tester' : person), documents[0] ?? 0, person);
  return { session, projectId, documents, people, items };
}

const without = (more: Partial<AnnotationSchema>) => AnnotationSchema.parse({ ...SCHEMA, ...more });
const CERTAINTY = {
  ...{ name: 'certainty', title: '', kind: 'choice' as const, types: [] },
  ...{ several: false, required: false },
};
const NO_DRUG = without({ spans: SCHEMA.spans.filter(({ name }) => name !== 'drug') });

describe('a schema', () => {
  it('that takes a type away is refused until a rule says what becomes of it; nothing is lost', () => {
    const { session, projectId, people, items } = open();
    expect(orphans(session, projectId, NO_DRUG)).toEqual({
      items: [{ what: 'span', name: 'drug', count: 6, documents: 1, names: ['project 0'] }],
      total: 6,
    });
    const change = (...rules: Parameters<typeof changeSchema>[3]) =>
      changeSchema(session, projectId, NO_DRUG, rules);
    expect(refusal(() => change())).toMatch(/^bad-request: 6 annotations .*drug \(6\)/);
    expect(getProject(session, projectId).schema).toEqual(SCHEMA);
    expect(items()).toEqual(ITEMS);
    expect(refusal(() => change({ what: 'span', name: 'drug', to: 'person' }))).toMatch(
      /the schema has no person/,
    );
    // `treats` goes from drugs only: turned into symptoms they orphan the relation.
    expect(refusal(() => change({ what: 'span', name: 'drug', to: 'symptom' }))).toMatch(
      /3 annotations .*treats \(3\)/,
    );
    change(
      { what: 'span', name: 'drug', to: 'symptom' },
      { what: 'relation', name: 'treats', to: 'near' },
      { what: 'attribute', name: 'sure', to: null },
    );
    for (const person of people)
      expect(items(person)).toMatchObject([
        { id: 1, type: 'disease' },
        { id: 2, type: 'symptom', status: 'suggested' },
        { id: 3, type: 'symptom' },
        { id: 4, type: 'near', attributes: {} },
        { id: 5 },
        { id: 6 },
      ]);
    expect(undo(session, projectId)?.edit).toMatchObject({ detail: { action: 'schema' }, layers: 3 });
    for (const person of people) expect(items(person)).toEqual(ITEMS);
    expect(getProject(session, projectId).schema).toEqual(SCHEMA);
    redo(session, projectId);
    expect(getProject(session, projectId).schema).toEqual(NO_DRUG);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });

  it('tells before it is changed how much is left in how many documents once rules are followed', () => {
    const { session, projectId, documents, items } = open();
    edit(session, openDocument(session, documents[1] ?? 0), add(span(1, 0, 2, { type: 'drug' })));
    const left = (...rules: Parameters<typeof orphans>[3] & object) =>
      orphans(session, projectId, NO_DRUG, rules);
    expect(left().items).toEqual([
      { what: 'span', name: 'drug', count: 7, documents: 2, names: ['project 0', 'project 1'] },
    ]);
    const toSymptom = { what: 'span' as const, name: 'drug', to: 'symptom' };
    expect(left(toSymptom)).toEqual({
      items: [{ what: 'relation', name: 'treats', count: 3, documents: 1, names: ['project 0'] }],
      total: 3,
    });
    expect(left(toSymptom, { what: 'relation', name: 'treats', to: 'near' }).items).toMatchObject([
      { what: 'attribute', name: 'sure' },
    ]);
    expect(left({ what: 'span', name: 'drug', to: null })).toEqual({ items: [], total: 0 });
    expect(items()).toEqual(ITEMS);
  });

  it('may remove items with a type, and the relations that end in them', () => {
    const { session, projectId, items } = open();
    changeSchema(session, projectId, NO_DRUG, [{ what: 'span', name: 'drug', to: null }]);
    expect(items().map(({ id }) => id)).toEqual([1, 5, 6]);
    undo(session, projectId);
    expect(items()).toEqual(ITEMS);
  });

  it('may move values of attributes, and labels into a group', () => {
    const { session, projectId, items } = open();
    const schema = without({
      attributes: [{ ...CERTAINTY, values: ['yes', 'no'] }],
      labels: [
        { name: 'man', title: '', group: 'sex' },
        { name: 'female', title: '', group: 'sex' },
        { name: 'urgent', title: '', group: 'sex' },
      ],
    });
    expect(orphans(session, projectId, schema).items).toMatchObject([
      { what: 'attribute', name: 'assertion', count: 3 },
      { what: 'label', name: 'male', count: 3 },
      { what: 'attribute', name: 'sure', count: 3 },
    ]);
    const rules = [
      { what: 'attribute' as const, name: 'assertion', to: 'certainty' },
      { what: 'attribute' as const, name: 'sure', to: null },
      { what: 'label' as const, name: 'male', to: 'man' },
    ];
    expect(refusal(() => changeSchema(session, projectId, schema, rules))).toMatch(
      /certainty=absent \(3\), urgent \(3\)/,
    );
    const more = [
      { what: 'attribute' as const, name: 'certainty=absent', to: 'no' },
      { what: 'label' as const, name: 'urgent', to: null },
    ];
    changeSchema(session, projectId, schema, [...rules, ...more]);
    expect(items()).toMatchObject([
      { attributes: { certainty: 'no' } },
      {},
      {},
      { id: 4, attributes: {} },
      { type: 'man' },
    ]);
  });

  it('that only grows changes no item; its undo is refused once something of it is in use', () => {
    const { session, projectId, documents, items } = open();
    const grown = without({
      spans: [...SCHEMA.spans, { name: 'test', title: '', look: 3, group: '', description: '' }],
    });
    changeSchema(session, projectId, grown, []);
    expect(items()).toEqual(ITEMS);
    const other = as(session, 'other');
    edit(other, openDocument(other, documents[1] ?? 0), add(span(1, 0, 1, { type: 'test' })));
    expect(refusal(() => undo(session, projectId))).toMatch(/^conflict: .*test \(1\)/);
    expect(getProject(session, projectId).schema).toEqual(grown);
    undo(other, projectId);
    undo(session, projectId);
    expect(getProject(session, projectId).schema).toEqual(SCHEMA);
    expect(refusal(() => redo(other, projectId))).toMatch(/^conflict: .*no span type test/);
  });

  it('does not reach into archived documents', () => {
    const { session, projectId, documents, items } = open();
    lockDocument(session, documents[0] ?? 0, true, '');
    expect(
      refusal(() => changeSchema(session, projectId, NO_DRUG, [{ what: 'span', name: 'drug', to: null }])),
    ).toMatch(/archived/);
    expect(items()).toEqual(ITEMS);
    expect(refusal(() => deleteProject(session, projectId))).toMatch(/1 documents of project are archived/);
  });
});

describe('a project', () => {
  it('that is deleted takes everything with it, and the rest stays verifiable', () => {
    const { session, projectId } = open();
    undo(session, projectId);
    const other = makeProject(session, ['肺炎'], { name: 'another' });
    edit(session, openDocument(session, other.documents[0] ?? 0), add(span(1, 0, 2)));
    deleteProject(session, projectId);
    expect(listProjects(session).map(({ name }) => name)).toEqual(['another']);
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
    const db = dbOf(session).raw;
    const left = (table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get();
    for (const table of ['project', 'project_document', 'layer', 'item', 'edit', 'edit_change'])
      expect(left(table)).toEqual({ n: 1 });
    expect(addDocuments(session, other.projectId, [1])).toMatchObject({ documents: 1 });
  });
});
