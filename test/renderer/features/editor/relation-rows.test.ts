/** Rows of relations: found ones without a decision, and decided ones at the present places of their words. */
import { describe, expect, it } from 'vitest';
import { relationRows } from '../../../../renderer/features/editor/relation-rows.ts';
import type { DecidedRelation, RecordRelation } from '../../../../shared/domain/record-relations.ts';

const relation = (type: string, from: number, to: number): RecordRelation => ({
  type,
  head: { start: from, end: from + 2, text: '肺炎', type: '疾病' },
  tail: { start: to, end: to + 2, text: '头孢', type: '药物' },
  confidence: 0.9,
  evidence: '肺炎予头孢',
});
const decided = (one: RecordRelation, state: DecidedRelation['state']): DecidedRelation => ({
  ...{ ...one, state, model: 'before' },
  ...{ at: '2026-01-01T00:00:00Z', actor: '甲' },
});
const found = (...relations: RecordRelation[]) => ({ model: 'now', relations, version: 5 });

describe('relations of a record by state', () => {
  it('are found ones nobody decided on, and decided ones where they are found now', () => {
    const all = found(relation('治疗', 10, 13), relation('禁忌', 10, 13));
    const rows = relationRows(all, [decided(relation('治疗', 0, 3), 'accepted')], { text: '', version: 6 });
    expect(rows.waiting).toMatchObject([{ type: '禁忌', model: 'now', version: 5, state: 'waiting' }]);
    expect(rows.accepted).toMatchObject([
      { type: '治疗', model: 'before', version: 5, head: { start: 10 }, decided: { actor: '甲' } },
    ]);
    expect(rows.rejected).toEqual([]);
  });

  it('stand at the nearest of their words when no model finds them, and nowhere when these are gone', () => {
    const before = [decided(relation('治疗', 12, 15), 'rejected')];
    const text = '肺炎，头孢。　　　　今日肺炎，予头孢';
    const [row] = relationRows(null, before, { text, version: 8 }).rejected;
    expect(row).toMatchObject({ head: { start: 12, end: 14 }, tail: { start: 16, end: 18 }, version: 8 });
    const [gone] = relationRows(null, before, { text: '肺炎', version: 9 }).rejected;
    expect(gone).toMatchObject({ type: '治疗', evidence: '肺炎予头孢' });
    expect(gone).not.toHaveProperty('version');
  });
});
