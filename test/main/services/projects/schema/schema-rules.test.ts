/** Rules of a schema: several values, required values, ends of relations; on the desk, in imports, in verification. */
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../../../main/formats/annotations/index.ts';
import { verifyAll } from '../../../../../main/services/audit/verify.ts';
import { queue } from '../../../../../main/services/projects/document-queue.ts';
import { openDocument, setState } from '../../../../../main/services/projects/layers.ts';
import { getProject } from '../../../../../main/services/projects/projects.ts';
import { changeSchema } from '../../../../../main/services/projects/schema/schema-change.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import { AnnotationSchema, joinValues, valuesOf } from '../../../../../shared/domain/annotation-schema.ts';
import { importNamed } from '../../../../helpers/import-named.ts';
import { add, edit, itemsIn, makeProject, refusal, relation, span } from '../../../../helpers/projects.ts';
import { verifyEdits } from '../../../../helpers/verify.ts';
import { openTestSession } from '../../../../helpers/workspace.ts';

const SCHEMA = AnnotationSchema.parse({
  spans: [
    { name: 'disease', group: 'findings' },
    { name: 'drug', group: 'treatment' },
  ],
  attributes: [
    { name: 'site', kind: 'choice', values: ['left', 'right', 'both'], several: true, types: ['disease'] },
    { name: 'stage', kind: 'choice', values: ['I', 'II'], required: true, types: ['disease'] },
    { name: 'evidence', kind: 'text', required: true, types: ['treats'] },
  ],
  relations: [{ name: 'treats', from: ['drug'], to: ['disease'] }],
});

function open() {
  const session = openTestSession();
  const { projectId, documents } = makeProject(session, ['咳嗽发热，服药三天。'], { schema: SCHEMA });
  const documentId = documents[0] ?? 0;
  const layer = () => openDocument(session, documentId);
  return { session, projectId, documentId, layer };
}

const disease = (attributes: Record<string, string>, more = {}) => span(1, 0, 2, { attributes, ...more });

describe('several values', () => {
  it('are kept in the order of the schema, each once, and no others are taken', () => {
    const { session, documentId, layer } = open();
    const site = joinValues({ values: ['left', 'right', 'both'] }, ['both', 'left', 'both']) ?? '';
    expect(valuesOf(site)).toEqual(['left', 'both']);
    for (const wrong of ['both|left', 'left|left', 'left|', 'up', ''])
      expect(refusal(() => edit(session, layer(), add(disease({ site: wrong }))))).toMatch(
        /may not have site/,
      );
    edit(session, layer(), add(disease({ site })));
    expect(itemsIn(session, documentId)[0]?.attributes).toEqual({ site });
  });

  it('are no values of a choice that has one, and a value of several holds no separator', () => {
    const { session, layer } = open();
    expect(refusal(() => edit(session, layer(), add(disease({ stage: 'I|II' }))))).toMatch(
      /may not have stage/,
    );
    const unfit = { name: 'x', kind: 'choice', values: ['a|b'], several: true };
    expect(AnnotationSchema.safeParse({ attributes: [unfit] }).success).toBe(false);
    expect(AnnotationSchema.safeParse({ attributes: [{ ...unfit, several: false }] }).success).toBe(true);
  });
});

describe('a document', () => {
  it('is finished only once every accepted item, relations too, has its required values', () => {
    const { session, layer } = open();
    const { id } = layer().layer;
    edit(
      session,
      layer(),
      add(disease({})),
      add(span(2, 5, 7, { type: 'drug' })),
      add(relation(3, 2, 1, { type: 'treats' })),
      add(span(4, 2, 4, { status: 'suggested' })),
    );
    const refused = refusal(() => setState(session, id, 'done'));
    expect(refused).toMatch(/2 annotations lack a value.*stage of disease first/);
    expect(layer().layer.state).toBe('open');
    const [first, , third] = layer().layer.items;
    if (first?.kind !== 'span' || third?.kind !== 'relation') throw new Error('items');
    edit(
      session,
      layer(),
      { id: 1, before: first, after: { ...first, attributes: { stage: 'II' } } },
      { id: 3, before: third, after: { ...third, attributes: { evidence: 'trial' } } },
    );
    expect(setState(session, id, 'done').state).toBe('done');
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });
});

describe('an import', () => {
  it('orders several values, widens the choices by single ones, and counts what is missing', async () => {
    const { session, projectId } = open();
    const items = [disease({ site: 'both|up|left', stage: 'I' }), span(2, 2, 4)];
    const { files } = formatOf('meridian').write([{ name: '新', text: '咳嗽发热', meta: {}, items }]);
    const { losses } = await importNamed(session, { projectId, files, person: 'tester', finished: true });
    expect(losses.map(({ what, count }) => [what.id, count])).toContainEqual(['losses.required-values', 1]);
    const brought = queue(session, projectId).find(({ name }) => name === '新');
    expect(brought?.layers.map(({ state }) => state)).toEqual(['open']);
    const site = getProject(session, projectId).schema.attributes.find(({ name }) => name === 'site');
    expect(site).toMatchObject({ values: ['left', 'right', 'both', 'up'], several: true });
    expect(verifyEdits(dbOf(session)).problems).toEqual([]);
  });

  it('in a format whose schema has no such rules counts them', () => {
    const document = { name: 'a', text: '咳嗽', meta: {}, items: [disease({ stage: 'I' })] };
    const lost = formatOf('brat').write([document], { schema: SCHEMA }).losses;
    expect(lost.find(({ what }) => what.id === 'losses.schema-rules')?.count).toBe(5);
    const kept = formatOf('meridian').write([document], { schema: SCHEMA });
    expect(kept.losses.map(({ what }) => what.id)).not.toContain('losses.schema-rules');
  });
});

describe('verification', () => {
  it('lists layers that were finished before a value was required, as no damage', async () => {
    const { session, projectId, layer } = open();
    edit(session, layer(), add(disease({ stage: 'I' })));
    setState(session, layer().id, 'done');
    expect(verifyEdits(dbOf(session))).toMatchObject({ problems: [], notes: [] });
    const attributes = SCHEMA.attributes.map((one) =>
      one.name === 'site' ? { ...one, required: true } : one,
    );
    changeSchema(session, projectId, { ...SCHEMA, attributes }, []);
    const verdict = await verifyAll(() => dbOf(session));
    expect(verdict).toMatchObject({ found: 0, problems: [], noted: 1 });
    expect(JSON.stringify(verdict.notes)).toMatch(/required-missing.*"count":1,"attribute":"site"/);
    setState(session, layer().id, 'open');
    expect(verifyEdits(dbOf(session))).toMatchObject({ problems: [], notes: [] });
  });

  it('finds items that the schema does not allow, such as ends of a relation', () => {
    const { session, projectId, layer } = open();
    edit(
      session,
      layer(),
      add(disease({ stage: 'I' })),
      add(span(2, 5, 7, { type: 'drug' })),
      add(relation(3, 2, 1, { type: 'treats', attributes: { evidence: 'x' } })),
    );
    const narrow = { ...SCHEMA, relations: [{ ...SCHEMA.relations[0], to: ['drug'] }] };
    dbOf(session)
      .raw.prepare('UPDATE project SET schema = ? WHERE id = ?')
      .run(JSON.stringify(narrow), projectId);
    const reasons = verifyEdits(dbOf(session)).problems.map(({ reason }) => JSON.stringify(reason));
    expect(reasons.join()).toContain('projects.not-in-schema');
  });
});
