/** The review of suspicious imports: what rules find, decisions one by one and of a kind, undo, and later imports. */
import { expect, it } from 'vitest';
import { suspectOf } from '../../../../main/kg/suspicious.ts';
import { turnEdit } from '../../../../main/services/graph/edits.ts';
import * as graph from '../../../../main/services/graph/graph.ts';
import { decideReview, repeatDecisions, reviewQueue } from '../../../../main/services/graph/review.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import type { ReviewKind } from '../../../../shared/domain/graph-review.ts';
import { importFile, inconsistencies, snapshot, temporaryFile } from '../../../helpers/kg.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const CRAWL = `head\trelation\ttail\thead_type\ttail_type
甲病\tHasSymptom\t咳嗽\tdisease\tsymptom
甲病\tTreatedByDrug\t咳嗽\tdisease\tdrug
甲病\tHasComplication\t3个月\tdisease\tdisease
甲病\tHasComplication\t2-10天\tdisease\tdisease
甲病\tTreatedBy\t85%\tdisease\ttreatment
甲病\tHasSymptom\t临床表现\tdisease\tsymptom
甲病\tTreatedBy\t卧床休息，多饮水，注意保暖\tdisease\ttreatment
甲病\tNeedsExam\t支气管炎\tdisease\texam
甲病\tHasSymptom\t甲病\tdisease\tsymptom
某药\tHasSymptom\t皮疹\tdrug\tsymptom
`;

async function open(): Promise<Session> {
  const session = openTestSession();
  await importFile(dbOf(session), temporaryFile('crawl.tsv', CRAWL));
  return session;
}

const found = async (session: Session, kind: ReviewKind) =>
  (await reviewQueue(session, { kind, limit: 99 })).items.map(({ entity, edge, suggestion }) =>
    [entity.name, edge?.relation, edge?.tail.name, suggestion].filter(Boolean).join(' '),
  );

it('lists what each rule finds, once', async () => {
  const session = await open();
  expect((await reviewQueue(session, { kind: 'ends', limit: 9 })).counts).toEqual({
    ...{ symbols: 1, duration: 2, heading: 1, long: 1, typed: 2, twice: 0, ends: 1, loop: 1 },
  });
  expect(await found(session, 'duration')).toEqual(['3个月', '2-10天']);
  expect(await found(session, 'typed')).toEqual(['咳嗽 symptom', '支气管炎 disease']);
  expect(await found(session, 'ends')).toEqual(['某药 HasSymptom 皮疹']);
  expect(await found(session, 'loop')).toEqual(['甲病 HasSymptom 甲病']);
});

it.each([
  ['急性支气管炎', 'disease'],
  ['2型糖尿病', 'disease'],
  ['阿莫西林胶囊', 'drug'],
  ['月经不调', 'disease'],
  ['百日咳', 'disease'],
  ['三叉神经痛', 'disease'],
  ['血常规', 'exam'],
  ['5-羟色胺综合征', 'disease'],
  ['抗感染治疗', 'treatment'],
] as const)('has nothing against %s as %s', (name, type) => {
  expect(suspectOf(name, type, () => false)).toBeUndefined();
});

it('keeps, retypes and removes, singly and all of a kind, and each can be undone', async () => {
  const session = await open();
  const before = snapshot(dbOf(session)).kg_entity;
  expect(await decideReview(session, { kind: 'duration', decision: 'remove' })).toEqual({ decided: 2 });
  expect(await found(session, 'duration')).toEqual([]);
  // There is a symptom of the name: the drug is merged into it.
  const [cough] = (await reviewQueue(session, { kind: 'typed', limit: 9 })).items;
  await decideReview(session, { kind: 'typed', keys: [cough!.key], decision: 'retype' });
  expect(graph.searchGraph(session, '咳嗽', { limit: 9 }).map(({ type }) => type)).toEqual(['symptom']);
  await decideReview(session, { kind: 'symbols', decision: 'keep' });
  expect(await found(session, 'symbols')).toEqual([]);
  await decideReview(session, { kind: 'ends', decision: 'remove' });
  await expect(decideReview(session, { kind: 'loop', decision: 'retype' })).rejects.toMatchObject({
    code: 'bad-request',
  });
  expect(inconsistencies(dbOf(session))).toEqual([]);
  for (let n = 0; n < 4; n++) turnEdit(session, { redo: false });
  expect(snapshot(dbOf(session)).kg_entity).toEqual(before);
  expect(await found(session, 'symbols')).toEqual(['85%']);
  expect(await found(session, 'duration')).toEqual(['3个月', '2-10天']);
});

it('stays decided when a later import brings the same again', async () => {
  const session = await open();
  await decideReview(session, { kind: 'duration', decision: 'remove' });
  await decideReview(session, { kind: 'typed', decision: 'retype' });
  await decideReview(session, { kind: 'symbols', decision: 'keep' });
  await importFile(
    dbOf(session),
    temporaryFile('again.tsv', CRAWL.replace('甲病\tHasSymptom\t甲病', '乙病\tHasSymptom\t发热')),
  );
  expect(graph.searchGraph(session, '3个月', { limit: 9 })).toHaveLength(1);
  expect(await repeatDecisions(session)).toBe(4);
  expect(await repeatDecisions(session)).toBe(0);
  for (const kind of ['duration', 'typed', 'symbols'] as const)
    expect(await found(session, kind)).toEqual([]);
  expect(graph.searchGraph(session, '3个月', { limit: 9 })).toEqual([]);
  expect(inconsistencies(dbOf(session))).toEqual([]);
});
