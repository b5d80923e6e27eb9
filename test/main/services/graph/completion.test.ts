/** The review of predicted edges: made, explained, decided, taken back, and never evidence before. */
import { expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { loadEvidence } from '../../../../main/db/repositories/evidence.ts';
import { graphFingerprint, loadTriples } from '../../../../main/db/repositories/graph-triples.ts';
import * as completion from '../../../../main/services/graph/completion.ts';
import * as graph from '../../../../main/services/graph/graph.ts';
import { dbOf, type Session } from '../../../../main/services/session/session.ts';
import { trainGraphIntoWorkspace } from '../../../../main/services/vectors/train-graph-vectors.ts';
import { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { importFile, inconsistencies, snapshot, temporaryFile } from '../../../helpers/kg.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

/** 甲病 and 乙病 have two symptoms in common; 甲病 lacks one that 乙病 has. */
const TRIPLES = `head\trelation\ttail\thead_type\ttail_type
甲病\tHasSymptom\t发热\tdisease\tsymptom
甲病\tHasSymptom\t咳嗽\tdisease\tsymptom
乙病\tHasSymptom\t发热\tdisease\tsymptom
乙病\tHasSymptom\t咳嗽\tdisease\tsymptom
乙病\tHasSymptom\t寒战\tdisease\tsymptom
甲病\tInDepartment\t内科\tdisease\tdepartment
`;

async function open() {
  const session = openTestSession();
  await importFile(dbOf(session), temporaryFile('first.tsv', TRIPLES));
  const settings = { model: 'transe', dimension: 8, epochs: 3, threads: 1, heldOut: 0 };
  await trainGraphIntoWorkspace(session, 'v', GraphEmbeddingSettings.parse(settings), {
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
  expect(await completion.predict(session, { relation: 'HasSymptom', count: 9 })).toBe(1);
  const [prediction] = completion.predictions(session, { state: 'waiting', limit: 9 }).predictions;
  return { session, prediction: prediction! };
}

const idOf = (session: Session, name: string): number =>
  graph.searchGraph(session, name, { limit: 1 })[0]!.id;
const evidenceOf = (session: Session, head: number, tail: number) => {
  const { edges, predicted } = loadEvidence(dbOf(session));
  const found = edges.head.some((one, i) => one === head && edges.tail[i] === tail);
  return { found, predicted: predicted!.size };
};
const states = (session: Session) => completion.predictions(session, { state: 'waiting', limit: 1 }).counts;

it('predicts what is plausible and not known, once, and explains it', async () => {
  const { session, prediction } = await open();
  expect(prediction).toMatchObject({
    head: { name: '甲病', type: 'disease' },
    relation: 'HasSymptom',
    tail: { name: '寒战', type: 'symptom' },
    rank: 1,
    vectors: 'v',
    state: 'waiting',
  });
  expect(await completion.predict(session, { relation: 'HasSymptom', count: 9 })).toBe(0);
  const { paths, tails, heads } = await completion.explain(session, prediction.id);
  const words = paths.map((path) =>
    path.map(({ direction, entity }) => `${direction} ${entity.name}`).join(' '),
  );
  expect(new Set(words)).toEqual(new Set(['out 发热 in 乙病 out 寒战', 'out 咳嗽 in 乙病 out 寒战']));
  expect(new Set(tails.map(({ name }) => name))).toEqual(new Set(['发热', '咳嗽']));
  expect(heads.map(({ name }) => name)).toEqual(['乙病']);
  await expect(completion.explain(session, 999)).rejects.toMatchObject({ code: 'not-found' });
  await expect(completion.predict(session, { relation: '无', count: 9 })).rejects.toMatchObject({
    code: 'not-found',
  });
});

it('is evidence only while it is accepted, marked everywhere, and taken back without a trace', async () => {
  const { session, prediction } = await open();
  const db = dbOf(session);
  const [head, tail] = [prediction.head.id, prediction.tail.id];
  const before = snapshot(db);
  const fingerprint = graphFingerprint(loadTriples(db));
  expect(evidenceOf(session, head, tail)).toEqual({ found: false, predicted: 0 });
  for (const state of ['later', 'rejected'] as const) {
    expect(completion.decide(session, prediction.id, state)).toMatchObject({ state, decidedBy: 'tester' });
    expect(evidenceOf(session, head, tail)).toEqual({ found: false, predicted: 0 });
  }
  expect(snapshot(db)).toEqual(before);

  completion.decide(session, prediction.id, 'accepted');
  expect(evidenceOf(session, head, tail)).toEqual({ found: true, predicted: 1 });
  expect(inconsistencies(db)).toEqual([]);
  const edge = graph.entityPage(session, head, 50).edges.find(({ other }) => other.id === tail);
  expect(edge).toMatchObject({ predicted: true, rank: 2, sources: ['predicted, accepted by tester'] });
  expect(graph.entityPage(session, head, 0).names[0]?.sources).toEqual(['first.tsv']);
  expect(graphFingerprint(loadTriples(db))).toBe(fingerprint);
  expect(await completion.predict(session, { relation: 'HasSymptom', count: 9 })).toBe(0);

  expect(completion.decide(session, prediction.id, 'waiting')).not.toHaveProperty('decidedBy');
  expect(evidenceOf(session, head, tail)).toEqual({ found: false, predicted: 0 });
  expect(snapshot(db)).toEqual(before);
  expect(states(session)).toEqual({ waiting: 1, later: 0, accepted: 0, rejected: 0 });
  const decisions = listAudit(db, { limit: 9 }).filter(({ action }) => action === 'kg.decide');
  expect(decisions.map(({ detail }) => [detail.before, detail.after]).toReversed()).toEqual([
    ['waiting', 'later'],
    ['later', 'rejected'],
    ['rejected', 'accepted'],
    ['accepted', 'waiting'],
  ]);
});

it('is no prediction any more when a source imports it, and keeps entities that another source gives up', async () => {
  const { session, prediction } = await open();
  const db = dbOf(session);
  completion.decide(session, prediction.id, 'accepted');
  const [first] = graph.stats(session).sources;
  await importFile(
    db,
    temporaryFile(
      'more.tsv',
      'head\trelation\ttail\thead_type\ttail_type\n甲病\tHasSymptom\t寒战\tdisease\tsymptom\n',
    ),
  );
  const page = graph.entityPage(session, prediction.head.id, 50);
  expect(page.edges.find(({ other }) => other.id === prediction.tail.id)).not.toHaveProperty('predicted');
  expect(evidenceOf(session, prediction.head.id, prediction.tail.id)).toEqual({ found: true, predicted: 0 });
  await graph.undo(session, first!.id);
  expect(inconsistencies(db)).toEqual([]);
  expect(idOf(session, '寒战')).toBe(prediction.tail.id);
});

it('waits again when the source of accepted ones is undone', async () => {
  const { session, prediction } = await open();
  completion.decide(session, prediction.id, 'accepted');
  const source = graph.stats(session).sources.find(({ format }) => format === 'predicted');
  expect(source?.report.triples).toBe(1);
  await graph.undo(session, source!.id);
  expect(inconsistencies(dbOf(session))).toEqual([]);
  expect(states(session)).toMatchObject({ waiting: 1, accepted: 0 });
});
