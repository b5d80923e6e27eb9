/** Reference ranges of a workspace's own laboratory: what they change, whom they concern, and what is refused. */
import { expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { readOwnRanges } from '../../../../main/db/repositories/own-ranges.ts';
import { listRanges, setRange } from '../../../../main/services/records/own-ranges.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { loadValueReader } from '../../../../main/text/values/read-values.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const flags = (text: string, session: ReturnType<typeof openTestSession>) =>
  loadValueReader(readOwnRanges(dbOf(session)))
    .read(text, /男/.test(text) ? { sex: '男', ageYears: /(\d+)岁/.test(text) ? 3 : 40 } : { ageYears: 40 })
    .map(({ flag, range, rangeFrom }) => [flag, range, rangeFrom]);

it('an own range stands in for the table, a range of the text for both, and the table comes back', () => {
  const session = openTestSession();
  const text = '血钾 5.2mmol/L';
  expect(flags(text, session)).toMatchObject([['normal', { low: 3.5, high: 5.3 }, 'table']]);
  setRange(session, { analyte: 'k', range: { low: 3.4, high: 5.1 } });
  expect(flags(text, session)).toEqual([['high', { low: 3.4, high: 5.1 }, 'workspace']]);
  expect(flags('血钾 5.2mmol/L（3.5-5.5）', session)).toMatchObject([['normal', {}, 'text']]);
  setRange(session, { analyte: 'k', range: { high: 5.5 } });
  expect(flags(text, session)).toEqual([['normal', { high: 5.5 }, 'workspace']]);
  setRange(session, { analyte: 'k', range: null });
  setRange(session, { analyte: 'k', range: null });
  expect(flags(text, session)).toMatchObject([['normal', {}, 'table']]);
  const audited = listAudit(dbOf(session), { limit: 9, actions: ['range.set'] });
  expect(audited.map(({ detail }) => detail)).toEqual([
    { before: '-5.5', after: null },
    { before: '3.4-5.1', after: '-5.5' },
    { before: null, after: '3.4-5.1' },
  ]);
});

it('by sex where the table tells men from women, and for adults where it tells children', () => {
  const session = openTestSession();
  const rows = () => listRanges(session).filter(({ analyte }) => analyte === 'hb');
  expect(rows().map(({ sex, own }) => [sex, own])).toEqual([
    ['男', undefined],
    ['女', undefined],
  ]);
  setRange(session, { analyte: 'hb', sex: '男', range: { low: 140, high: 180 } });
  expect(rows().map(({ own }) => own)).toEqual([{ low: 140, high: 180 }, undefined]);
  expect(flags('男，血红蛋白 135g/L', session)).toMatchObject([['low', {}, 'workspace']]);
  expect(flags('男，3岁，血红蛋白 135g/L', session)).toMatchObject([['normal', {}, 'table']]);
});

it.each([
  [{ analyte: 'nothing', range: { low: 1 } }, 'values.no-range'],
  [{ analyte: 'hb', range: { low: 1 } }, 'values.no-range'],
  [{ analyte: 'k', sex: '男' as const, range: { low: 1 } }, 'values.no-range'],
  [{ analyte: 'k', range: {} }, 'values.range-order'],
  [{ analyte: 'k', range: { low: 5, high: 5 } }, 'values.range-order'],
  [{ analyte: 'k', range: { low: 3.5, high: 5300 } }, 'values.range-implausible'],
])('%o is refused', (request, id) => {
  const session = openTestSession();
  expect(() => setRange(session, request)).toThrow(
    expect.objectContaining({ localized: expect.objectContaining({ id }) }),
  );
  expect(readOwnRanges(dbOf(session))).toEqual([]);
});
