/** Discussions: who sees them, who may be mentioned, and how they go on. */
import { describe, expect, it } from 'vitest';
import { setAssignment } from '../../../../main/db/repositories/annotation/documents.ts';
import { beginAdjudication } from '../../../../main/services/projects/adjudication/adjudication.ts';
import { queue } from '../../../../main/services/projects/document-queue.ts';
import { openDocument, setState } from '../../../../main/services/projects/layers.ts';
import { deleteProject } from '../../../../main/services/projects/projects.ts';
import { listThreads, openThread, reply, resolve } from '../../../../main/services/projects/threads.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { ThreadAnchor } from '../../../../shared/domain/thread.ts';
import { codeOf, person } from '../../../helpers/accounts.ts';
import { as, makeProject } from '../../../helpers/projects.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const WHOLE = ThreadAnchor.parse({ kind: 'document' });
const PLACE = ThreadAnchor.parse({ kind: 'span', type: 'disease', fragments: [{ start: 0, end: 2 }] });

function open() {
  const session = openTestSession();
  person(session, 'root');
  for (const name of ['甲', '乙', '丙']) person(session, name, 'annotator');
  person(session, '审', 'adjudicator');
  const lead = as(session, '审');
  const { projectId, documents } = makeProject(lead, ['肺炎三天'], { members: ['甲', '乙'] });
  const [documentId] = documents as [number]; // safe: one text
  setAssignment(dbOf(session), documentId, ['甲', '乙']);
  return { session, lead, own: as(session, '甲'), other: as(session, '乙'), projectId, documentId };
}

describe('a discussion', () => {
  it('is seen by leads and by who takes part, so that others work blindly, until the document is adjudicated', () => {
    const { lead, own, other, documentId, projectId } = open();
    const { id, comments } = openThread(own, { documentId, anchor: PLACE, text: '  疑问  ', mentions: [] });
    expect(comments).toMatchObject([{ author: '甲', text: '  疑问  ', mentions: [] }]);
    expect([lead, own, other].map((one) => listThreads(one, documentId).length)).toEqual([1, 1, 0]);
    expect([lead, own, other].map((one) => queue(one, projectId)[0]?.threads)).toEqual([1, 1, undefined]);
    reply(lead, { threadId: id, text: '请看', mentions: ['乙', '乙'] });
    expect(listThreads(other, documentId)[0]?.comments.at(-1)).toMatchObject({ mentions: ['乙'] });
    openThread(own, { documentId, anchor: WHOLE, text: '另一件', mentions: [] });
    for (const one of [own, other]) setState(one, openDocument(one, documentId).layer.id, 'done');
    expect(listThreads(other, documentId)).toHaveLength(1);
    setState(lead, beginAdjudication(lead, documentId).layer.id, 'done');
    expect(listThreads(other, documentId)).toHaveLength(2);
  });

  it('is resolved, and open again with the next comment; every step is audited without its words', () => {
    const { lead, own, documentId, projectId } = open();
    const { id } = openThread(own, { documentId, anchor: WHOLE, text: '机密的话', mentions: [] });
    expect(resolve(lead, id, true)).toMatchObject({ resolvedBy: '审' });
    expect(queue(own, projectId)[0]?.threads).toBeUndefined();
    expect(reply(own, { threadId: id, text: '还有', mentions: [] }).resolvedAt).toBeNull();
    const trail = JSON.stringify(
      dbOf(lead).all({ parse: (row: unknown) => row } as never, 'SELECT * FROM audit'),
    );
    expect(trail).toContain('thread.resolve');
    expect(trail).not.toContain('机密的话');
    deleteProject(as(lead, 'root'), projectId);
  });

  it.each([
    ['of nobody that reads the document', '甲', { anchor: WHOLE, mentions: ['丙'] }, 'bad-request'],
    ['of nobody at all', '甲', { anchor: WHOLE, mentions: ['无此人'] }, 'bad-request'],
    ['beyond the text', '甲', { anchor: { ...PLACE, fragments: [{ start: 0, end: 99 }] } }, 'bad-request'],
    ['of a span without a place', '甲', { anchor: { ...PLACE, fragments: [] } }, 'bad-request'],
    [
      'of a relation without an end',
      '甲',
      { anchor: { ...PLACE, kind: 'relation' as const } },
      'bad-request',
    ],
    ['by somebody else', '丙', { anchor: WHOLE }, 'forbidden'],
  ])('is refused %s', async (_what, name, given, code) => {
    const { session, documentId } = open();
    const asked = () => openThread(as(session, name), { documentId, text: 'x', mentions: [], ...given });
    expect(await codeOf(asked)).toBe(code);
  });

  it('of others can neither be answered nor resolved', async () => {
    const { own, other, documentId } = open();
    const { id } = openThread(own, { documentId, anchor: WHOLE, text: 'x', mentions: [] });
    expect(await codeOf(() => reply(other, { threadId: id, text: 'y', mentions: [] }))).toBe('not-found');
    expect(await codeOf(() => resolve(other, id, true))).toBe('not-found');
  });
});
