/** Searches for documents of a project by words, types, statuses and scores; exports of finished ones. */
import { describe, expect, it } from 'vitest';
import { setAssignment } from '../../../../main/db/repositories/annotation/documents.ts';
import { findInProject } from '../../../../main/services/projects/document-queue.ts';
import { suggest } from '../../../../main/services/projects/edits/bulk.ts';
import { exportProject } from '../../../../main/services/projects/exchange/export.ts';
import { openDocument, setState } from '../../../../main/services/projects/layers.ts';
import { removeDocuments } from '../../../../main/services/projects/removed-documents.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { DocumentSearch } from '../../../../shared/domain/project.ts';
import { person } from '../../../helpers/accounts.ts';
import { add, as, edit, makeProject, span } from '../../../helpers/projects.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

function begin() {
  const session = openTestSession();
  const texts = ['咳嗽三天', 'CT 示肺炎', '头痛，无 ct'];
  const { projectId, documents } = makeProject(session, texts, { members: ['tester', '甲'] });
  const [first = 0, second = 0, third = 0] = documents;
  const find = (search: object, by = session) =>
    findInProject(by, projectId, DocumentSearch.parse(search)).map((id) => documents.indexOf(id) + 1);
  return { session, projectId, first, second, third, find };
}

const scored = (id: number, confidence: number) =>
  span(id, 0, 2, { status: 'suggested', provenance: { kind: 'model', name: 'm', confidence } });

describe('a search in a project', () => {
  it('finds words in text or name, without regard to case', () => {
    const { find } = begin();
    expect(find({})).toEqual([1, 2, 3]);
    expect(find({ words: ' Ct 示 ' })).toEqual([2]);
    expect(find({ words: '，无 CT' })).toEqual([3]);
    expect(find({ words: '%' })).toEqual([]);
    expect(find({ words: '咳嗽' })).toEqual([1]);
  });

  it('finds items by type, status, score and person, in one item at once', () => {
    const { session, projectId, first, second, find } = begin();
    edit(session, openDocument(session, first, undefined), add(span(1, 2, 4, { type: 'symptom' })));
    suggest(session, projectId, [
      { documentId: first, person: 'tester', items: [scored(1, 0.3)] },
      { documentId: second, person: '甲', items: [scored(1, 0.9)] },
    ]);
    expect(find({ type: 'symptom', status: 'accepted' })).toEqual([1]);
    expect(find({ status: 'suggested' })).toEqual([1, 2]);
    expect(find({ status: 'suggested', person: '甲' })).toEqual([2]);
    expect(find({ least: 0.5 })).toEqual([2]);
    expect(find({ least: 0.3, most: 0.3 })).toEqual([1]);
    expect(find({ type: 'symptom', least: 0 })).toEqual([]);
    expect(find({ words: 'CT 示', most: 1 })).toEqual([2]);
    // A person alone is no condition on items.
    expect(find({ person: '甲' })).toEqual([1, 2, 3]);
    removeDocuments(session, projectId, [second]);
    expect(find({ status: 'suggested' })).toEqual([1]);
  });

  it('shows annotators their own documents and layers only', () => {
    const { session, projectId, first, second, third, find } = begin();
    person(session, 'root');
    person(session, '甲', 'annotator');
    person(session, '审', 'adjudicator');
    for (const [id, name] of [
      [first, '甲'],
      [second, '甲'],
      [third, '乙'],
    ] as const)
      setAssignment(dbOf(session), id, [name]);
    suggest(as(session, 'root'), projectId, [{ documentId: first, person: '乙', items: [scored(1, 0.9)] }]);
    expect(find({}, as(session, '甲'))).toEqual([1, 2]);
    expect(find({ least: 0.5, person: '乙' }, as(session, '甲'))).toEqual([]);
    expect(find({ least: 0.5, person: '乙' }, as(session, '审'))).toEqual([1]);
  });
});

describe('an export of finished documents', () => {
  it('leaves out the others and counts them', async () => {
    const { session, projectId, first, second } = begin();
    for (const id of [first, second]) openDocument(session, id, undefined);
    const { layer } = openDocument(session, second, undefined);
    setState(session, layer.id, 'done');
    const request = { projectId, format: 'meridian', deidentify: false } as const;
    expect(await exportProject(session, request)).toMatchObject({ documents: 2, losses: [] });
    expect(await exportProject(session, { ...request, finished: true })).toMatchObject({
      documents: 1,
      losses: [{ what: { id: 'losses.unfinished-documents' }, count: 1 }],
    });
  });
});
