/** Whole trainings of graph embeddings: what they learn, and that neither pauses nor threads change them. */
import { describe, expect, it } from 'vitest';
import {
  type GraphEvent,
  type GraphInput,
  type GraphResult,
  trainGraphVectors,
} from '../../../../../main/engine/embeddings/graph/train-graph.ts';
import { GraphEmbeddingSettings } from '../../../../../shared/domain/graph-embeddings.ts';
import { memoryStorage } from '../../train/runs.ts';

/** A grid of places: east and south neighbours, and two steps each. */
const SIDE = 8;
function gridTriples() {
  const triples: [number, number, number][] = [];
  const steps = [
    [0, 1],
    [1, 0],
    [0, 2],
    [2, 0],
  ] as const;
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++)
      steps.forEach(([down, right], relation) => {
        if (row + down < SIDE && column + right < SIDE)
          triples.push([row * SIDE + column, relation, (row + down) * SIDE + column + right]);
      });
  const column = (i: 0 | 1 | 2) => Int32Array.from(triples, (triple) => triple[i]);
  return { heads: column(0), relations: column(1), tails: column(2) };
}

function input(changes: Record<string, unknown> = {}, more: Partial<GraphInput> = {}): GraphInput {
  const settings = GraphEmbeddingSettings.parse({
    ...{ model: 'transe', dimension: 16, epochs: 120, batchSize: 64, negatives: 8, learningRate: 0.02 },
    ...{ heldOut: 0.1, evaluateEvery: 20, patience: 3, threads: 1, loss: 'self-adversarial', margin: 4 },
    ...changes,
  });
  return {
    settings,
    entities: SIDE * SIDE,
    relationNames: ['east', 'south', 'east twice', 'south twice'],
    triples: gridTriples(),
    fingerprint: 'grid',
    storage: memoryStorage(),
    ...more,
  };
}

/** Trains to the end; `until` may abort at an event. */
async function run(given: GraphInput, until: (event: GraphEvent) => boolean = () => false) {
  const stop = new AbortController();
  const steps = trainGraphVectors(given, stop.signal);
  const events: GraphEvent[] = [];
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return { events, result: step.value };
    events.push(step.value);
    if (until(step.value)) stop.abort();
  }
}

function finished(result: GraphResult) {
  if (result.kind !== 'finished') throw new Error('the training is not finished');
  return result;
}

const MODELS = [
  { model: 'transe', loss: 'margin', margin: 1 },
  { model: 'transe', norm: 'l1', margin: 6 },
  { model: 'transe' },
  { model: 'transr', loss: 'margin', margin: 1, epochs: 60 },
  { model: 'distmult', margin: 0 },
  { model: 'complex', margin: 0 },
  { model: 'complex', loss: 'softmax' },
  { model: 'rotate' },
];

describe.each(MODELS)('%o', (changes) => {
  it('ranks far better than frequencies do', async () => {
    const { facts, vectors } = finished((await run(input(changes))).result);
    expect(vectors.entities).toHaveLength(SIDE * SIDE * 16);
    expect(facts.scores!.both.count).toBe(2 * facts.test);
    expect(facts.scores!.both.mrr).toBeGreaterThan(2 * facts.frequencyMrr!);
  });
});

describe('training', () => {
  it('gives the same vectors on any number of threads', async () => {
    const [one, three] = await Promise.all(
      [1, 3].map(async (threads) => finished((await run(input({ threads, epochs: 20 }))).result)),
    );
    expect(three!.vectors).toEqual(one!.vectors);
    expect(three!.facts.scores).toEqual(one!.facts.scores);
  });

  it('gives the same vectors when it was paused at every checkpoint and validation', async () => {
    const short = { epochs: 6, evaluateEvery: 3 };
    const whole = finished((await run(input(short))).result);
    const paused = input(short, { checkpointSeconds: 0.001 });
    const pauses = new Set<string>();
    for (let times = 0; times < 500; times++) {
      const { result } = await run(paused, (event) => {
        if (event.kind !== 'checkpoint' && event.kind !== 'evaluated') return false;
        pauses.add(event.kind);
        return true;
      });
      if (result.kind === 'paused') continue;
      expect(result.vectors).toEqual(whole.vectors);
      expect(result.facts.scores).toEqual(whole.facts.scores);
      expect([...pauses].toSorted()).toEqual(['checkpoint', 'evaluated']);
      return;
    }
    expect.fail('it never finished');
  });

  it('refuses a checkpoint of other settings or of another graph', async () => {
    const first = input({ epochs: 10 }, { checkpointSeconds: 0.001 });
    await run(first, ({ kind }) => kind === 'checkpoint');
    const other = { ...input({ epochs: 10, margin: 5 }), storage: first.storage };
    await expect(run(other)).rejects.toMatchObject({ code: 'conflict' });
    await expect(run({ ...first, fingerprint: 'other' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses a graph without edges', async () => {
    const none = { heads: new Int32Array(0), relations: new Int32Array(0), tails: new Int32Array(0) };
    await expect(run(input({}, { triples: none }))).rejects.toMatchObject({ code: 'bad-input' });
  });

  it.each(MODELS)('learns a graph of one relation and of one edge: %o', async (changes) => {
    const { heads, relations, tails } = gridTriples();
    const east = [...relations.keys()].filter((i) => relations[i] === 0);
    for (const places of [east, east.slice(0, 1)]) {
      const of = (column: Int32Array) => Int32Array.from(places, (place) => column[place]!);
      const triples = { heads: of(heads), relations: of(relations), tails: of(tails) };
      const given = input({ ...changes, epochs: 2 }, { triples, relationNames: ['east'] });
      const { vectors, facts } = finished((await run(given)).result);
      expect(vectors.entities.every(Number.isFinite)).toBe(true);
      expect(facts.triples + facts.validation + facts.test).toBe(places.length);
    }
  });

  it('ends when validation stops improving, with the best vectors', async () => {
    const { result, events } = await run(input({ epochs: 400, evaluateEvery: 5, patience: 2 }));
    const evaluated = events.filter((event) => event.kind === 'evaluated');
    const best = evaluated.findLast((event) => event.best);
    expect(evaluated.at(-1)!.epoch).toBe(best!.epoch + 10);
    expect(finished(result).facts.epoch).toBe(best!.epoch);
  });

  it('trains on everything when nothing is held out', async () => {
    const { facts } = finished((await run(input({ epochs: 2, heldOut: 0 }))).result);
    expect(facts).toMatchObject({ triples: gridTriples().heads.length, validation: 0, test: 0, epoch: 2 });
    expect(facts.scores).toBeUndefined();
  });
});
