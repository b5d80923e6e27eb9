/** A lead's view of people, reminders, work sent back, and suggestions pushed to assignees. */
import { describe, expect, it } from 'vitest';
import { setAssignment } from '../../../../main/db/repositories/annotation/documents.ts';
import { suggest } from '../../../../main/services/learning/suggest.ts';
import { beginAdjudication } from '../../../../main/services/projects/adjudication/adjudication.ts';
import { assignDocuments } from '../../../../main/services/projects/assignment.ts';
import { activeMinutes, projectBoard, remind, reopen } from '../../../../main/services/projects/board.ts';
import { queue } from '../../../../main/services/projects/document-queue.ts';
import { undo } from '../../../../main/services/projects/edits/undo.ts';
import { openDocument, setState } from '../../../../main/services/projects/layers.ts';
import { getProject } from '../../../../main/services/projects/projects.ts';
import { listThreads } from '../../../../main/services/projects/threads.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { codeOf, person } from '../../../helpers/accounts.ts';
import { add, as, edit, itemsIn, makeProject, span } from '../../../helpers/projects.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

function open(texts = ['肺炎三天', '头痛'], members = ['甲', '乙']) {
  const session = openTestSession();
  person(session, 'root');
  for (const name of ['甲', '乙', '丙']) person(session, name, 'annotator');
  person(session, '审', 'adjudicator', 'annotator');
  const lead = as(session, '审');
  const { projectId, documents } = makeProject(lead, texts, { members });
  for (const id of documents) setAssignment(dbOf(session), id, members);
  return { session, lead, own: as(session, '甲'), other: as(session, '乙'), projectId, documents };
}

const mark = (name: string, id: number, start: number, end: number) =>
  add(span(id, start, end, { provenance: { kind: 'human', name } }));

describe('the board', () => {
  it('tells of each person documents, items, and agreement with what was adjudicated', () => {
    const { lead, own, other, projectId, documents } = open();
    const [first, second] = documents as [number, number]; // safe: two texts
    for (const [one, name, ...ends] of [
      [own, '甲', 2, 4],
      [other, '乙', 2],
    ] as const) {
      const document = openDocument(one, first);
      edit(one, document, ...ends.map((end, n) => mark(name, n + 1, 0, end)));
      setState(one, document.layer.id, 'done');
    }
    openDocument(own, second); // opened only is not begun
    const gold = beginAdjudication(lead, first);
    setState(lead, gold.layer.id, 'done');
    const { people, ...counts } = projectBoard(lead, projectId);
    expect(counts).toEqual({ documents: 2, unassigned: 0, ready: 0, gold: 1, threads: 0 });
    expect(
      people.map(({ person: name, assigned, done, open: begun, items, week }) => [
        name,
        assigned,
        done,
        begun,
        items,
        week,
      ]),
    ).toEqual([
      ['乙', 2, 1, 0, 1, 1],
      ['甲', 2, 1, 0, 2, 1],
    ]);
    // Gold holds what both marked; the other reading of 甲 is a suggestion that nobody took.
    expect(people.map(({ agreement }) => agreement)).toEqual([
      { f1: 1, documents: 1 },
      { f1: 2 / 3, documents: 1 },
    ]);
  });

  it('counts pauses of less than five minutes as work, as the sum over consecutive edits of a person', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString();
    const edits = [0, 2, 6, 30, 31, 36].map((minute) => ({ actor: '甲', at: at(minute) }));
    expect(activeMinutes([...edits, { actor: '乙', at: at(36) }])).toEqual(new Map([['甲', 2 + 4 + 1]]));
  });
});

describe('a reminder', () => {
  it('stands until its person has finished a document, and is for members only', async () => {
    const { lead, own, other, projectId, documents } = open();
    remind(lead, projectId, ['甲']);
    expect(getProject(own, projectId).reminded).toMatchObject({ by: '审' });
    expect(getProject(other, projectId).reminded).toBeUndefined();
    expect(projectBoard(lead, projectId).people.map(({ remindedAt }) => remindedAt !== null)).toEqual([
      false,
      true,
    ]);
    setState(own, openDocument(own, documents[0]!).layer.id, 'done');
    expect(getProject(own, projectId).reminded).toBeUndefined();
    expect(await codeOf(() => remind(lead, projectId, ['丙']))).toBe('bad-request');
  });
});

describe('finished work', () => {
  it('is sent back with a comment that its person sees', async () => {
    const { lead, own, other, documents } = open();
    const { layer } = openDocument(own, documents[0]!);
    expect(await codeOf(() => reopen(lead, layer.id, '漏标'))).toBe('conflict');
    setState(own, layer.id, 'done');
    expect(reopen(lead, layer.id, '漏标').state).toBe('open');
    expect(listThreads(own, documents[0]!)).toMatchObject([
      {
        anchor: { kind: 'document', layer: '甲' },
        comments: [{ author: '审', text: '漏标', mentions: ['甲'] }],
      },
    ]);
    expect(listThreads(other, documents[0]!)).toEqual([]);
  });
});

describe('documents given by rule', () => {
  it('go to so many people each, to those with least to do first; what is begun stays', () => {
    const { lead, own, projectId, documents } = open(
      Array.from({ length: 12 }, (_, n) => `第${n}篇`),
      ['甲', '乙', '丙'],
    );
    for (const [n, id] of documents.entries()) setAssignment(dbOf(lead), id, n < 6 ? ['甲'] : []);
    const begun = openDocument(own, documents[0]!);
    edit(own, begun, mark('甲', 1, 0, 1));
    assignDocuments(lead, projectId, documents.slice(6), ['甲', '乙', '丙'], 2);
    const loads = (name: string) =>
      queue(lead, projectId).filter(({ assigned }) => assigned.includes(name)).length;
    expect(['甲', '乙', '丙'].map(loads)).toEqual([6, 6, 6]);
    assignDocuments(lead, projectId, documents.slice(0, 1), ['甲', '乙', '丙'], 1);
    expect(queue(lead, projectId)[0]?.assigned).toEqual(['甲']);
  });
});

describe('suggestions to all assignees', () => {
  it('copy a layer to everybody who has not finished, once, and are undone as one', async () => {
    const { session, lead, own, other, projectId, documents } = open();
    const [first, second] = documents as [number, number]; // safe: two texts
    assignDocuments(lead, projectId, [first, second], ['甲', '乙']);
    const source = openDocument(lead, first);
    edit(lead, source, mark('审', 1, 0, 2));
    const kept = openDocument(other, first);
    setState(other, kept.layer.id, 'done');
    const request = {
      projectId,
      source: { kind: 'layer', person: '审' },
      for: 'assigned',
      threshold: 0,
    } as const;
    expect(await suggest(lead, { ...request, documents: undefined })).toEqual({ documents: 1, items: 1 });
    expect(itemsIn(own, first)).toMatchObject([{ status: 'suggested', provenance: { name: '审' } }]);
    expect(itemsIn(other, first)).toEqual([]);
    expect(await suggest(lead, { ...request, documents: undefined })).toEqual({ documents: 0, items: 0 });
    expect(undo(lead, projectId)?.layers).toHaveLength(1);
    expect(itemsIn(own, first)).toEqual([]);
    const asked = () => suggest(as(session, '甲'), { ...request, documents: undefined });
    await expect(asked()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
