/** Relations of a record: one decision a triple, taken back, audited without words, closed in archived records. */
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { archive } from '../../../../main/services/records/archive.ts';
import { decideRelation, listRelations } from '../../../../main/services/records/record-relations.ts';
import { createRecord } from '../../../../main/services/records/records.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import type { RelationState } from '../../../../shared/domain/record-relations.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const TEXT = '肺炎，予头孢。';
const relation = {
  type: '药物治疗',
  head: { start: 0, end: 2, text: '肺炎', type: '疾病' },
  tail: { start: 4, end: 6, text: '头孢', type: '药物' },
  confidence: 0.9,
  evidence: TEXT,
};

function openRecord() {
  const session = openTestSession();
  const documentId = createRecord(session, { title: '病历', text: TEXT, origin: 'test' }).id;
  const decide = (state: RelationState, one = relation) =>
    decideRelation(session, { documentId, relation: one, model: 'm', state });
  const audited = () =>
    listAudit(dbOf(session), { limit: 9 }).filter(({ action }) => action === 'document.relation');
  return { session, documentId, decide, audited };
}

describe('relations of a record', () => {
  it('are kept with the newest decision a triple of words, wherever the words stand', () => {
    const { session, documentId, decide, audited } = openRecord();
    decide('accepted');
    const moved = { ...relation, head: { ...relation.head, start: 7, end: 9 } };
    decide('rejected', moved);
    decide('accepted', { ...relation, type: '禁忌' });
    expect(listRelations(session, documentId)).toMatchObject([
      { type: '禁忌', state: 'accepted', model: 'm', actor: session.actor.name },
      { ...moved, state: 'rejected' },
    ]);
    decide('waiting', moved);
    expect(listRelations(session, documentId)).toHaveLength(1);
    decide('waiting', moved); // again: nothing to audit
    expect(audited().map(({ detail }) => detail)).toMatchObject([
      { before: 'rejected', after: 'waiting' },
      { before: 'waiting', after: 'accepted' },
      { before: 'accepted', after: 'rejected' },
      { before: 'waiting', after: 'accepted' },
    ]);
    expect(JSON.stringify(audited())).not.toMatch(/肺炎|头孢/);
  });

  it('of an archived or unknown record take no decision', () => {
    const { session, documentId, decide, audited } = openRecord();
    archive(session, documentId, '');
    expect(() => decide('accepted')).toThrow(/archived/);
    expect(() =>
      decideRelation(session, { documentId: 99, relation, model: 'm', state: 'accepted' }),
    ).toThrow(/99/);
    expect(listRelations(session, documentId)).toEqual([]);
    expect(audited()).toEqual([]);
  });
});
