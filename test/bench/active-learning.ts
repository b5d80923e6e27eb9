/** Labels saved by active learning: strategies against random order, simulated on a labelled set. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseNext, type Strategy } from '../../main/engine/active-learning/select.ts';
import { openExecutor } from '../../main/engine/runtime/executors.ts';
import type { Executor } from '../../main/engine/runtime/program.ts';
import { NerPredictor } from '../../main/engine/tasks/ner/predictor.ts';
import { readLabelled } from '../../main/formats/read-labelled.ts';
import { type LabelledDocument, NerSettings } from '../../shared/domain/training.ts';
import { setPath } from '../helpers/public-data.ts';
import { finish, memoryStorage } from '../main/engine/train/runs.ts';

const SET = process.env.BENCH_SET ?? 'ner_cmedqaner';
const FOLDER = process.env.BENCH_DATA ?? setPath(SET);
const FIRST = Number(process.env.BENCH_FIRST ?? 100);
const STEP = Number(process.env.BENCH_STEP ?? 100);
const LAST = Number(process.env.BENCH_LAST ?? 800);
const SEEDS = (process.env.BENCH_SEEDS ?? '1,2,3').split(',').map(Number);
const ALL: readonly Strategy[] = ['random', 'entropy', 'margin', 'diversity', 'mixed'];
/** Random order and those named; all unless some are. */
const STRATEGIES = ALL.filter(
  (strategy) => strategy === 'random' || (process.env.BENCH_STRATEGIES ?? String(ALL)).includes(strategy),
);

/** At least so many updates, so that a model of few documents is not under-trained, and so many epochs for one of many. */
const UPDATES = 400;
const EPOCHS = 20;
const BATCH = 16;

function settingsFor(documents: number, seed: number) {
  const epochs = Math.max(EPOCHS, Math.round((UPDATES * BATCH) / documents));
  return NerSettings.parse({
    task: 'ner',
    network: 'bilstm-crf',
    hiddenSize: 64,
    layers: 1,
    batchSize: BATCH,
    epochs,
    seed,
  });
}

interface Learnt {
  readonly f1: number;
  readonly predictor: NerPredictor;
}

async function learn(
  train: readonly LabelledDocument[],
  dev: readonly LabelledDocument[],
  { seed, executor }: { readonly seed: number; readonly executor: Executor },
): Promise<Learnt> {
  const { result } = await finish({
    settings: settingsFor(train.length, seed),
    train,
    dev,
    devName: 'dev',
    executor: 'onnx:cpu',
    storage: memoryStorage(),
  });
  if (result.kind !== 'finished' || result.report.task !== 'ner') throw new Error('the training did not end');
  return { f1: result.report.scores.f1, predictor: await NerPredictor.open(executor, result.model) };
}

interface Point {
  readonly documents: number;
  /** Entities in them: what a person had to mark. */
  readonly labels: number;
  readonly f1: number;
}

/** Labels documents as the strategy says, round after round; the first ones are the same for all strategies. */
async function simulate(
  pool: readonly LabelledDocument[],
  dev: readonly LabelledDocument[],
  {
    strategy,
    seed,
    executor,
  }: { readonly strategy: Strategy; readonly seed: number; readonly executor: Executor },
): Promise<Point[]> {
  const bare = pool.map(({ text }) => ({ text }));
  const labelled = new Set(chooseNext(bare, { strategy: 'random', count: FIRST, seed }));
  const points: Point[] = [];
  for (;;) {
    const train = [...labelled].map((number) => pool[number]!);
    const { f1, predictor } = await learn(train, dev, { seed, executor });
    points.push({
      documents: train.length,
      labels: train.reduce((sum, { entities }) => sum + entities.length, 0),
      f1,
    });
    process.stderr.write(`${strategy}, seed ${seed}: ${train.length} documents, F1 ${f1.toFixed(4)}\n`);
    if (labelled.size >= Math.min(LAST, pool.length)) {
      await predictor.dispose();
      return points;
    }
    const rest = [...pool.keys()].filter((number) => !labelled.has(number));
    const texts = rest.map((number) => pool[number]!.text);
    const { uncertainty } = await predictor.scan(texts);
    await predictor.dispose();
    const candidates = texts.map((text, i) => ({ text, ...uncertainty[i]! }));
    for (const i of chooseNext(candidates, { strategy, count: STEP, seed: seed + labelled.size }))
      labelled.add(rest[i]!);
  }
}

/** Returns where a curve first reaches a value, interpolated; undefined when it never does. */
function reached(points: readonly Point[], f1: number, by: 'documents' | 'labels'): number | undefined {
  const at = points.findIndex((point) => point.f1 >= f1);
  if (at < 0) return undefined;
  const [before, after] = [points[at - 1], points[at]!];
  if (before === undefined) return after[by];
  return before[by] + ((f1 - before.f1) / (after.f1 - before.f1)) * (after[by] - before[by]);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function meanCurve(curves: readonly (readonly Point[])[]): Point[] {
  return curves[0]!.map((_, i) => ({
    documents: mean(curves.map((points) => points[i]!.documents)),
    labels: mean(curves.map((points) => points[i]!.labels)),
    f1: mean(curves.map((points) => points[i]!.f1)),
  }));
}

function saved(curve: readonly Point[], random: readonly Point[], by: 'documents' | 'labels'): string {
  const last = random.at(-1)!;
  const needed = reached(curve, last.f1, by);
  return needed === undefined ? 'not reached' : `${(100 * (1 - needed / last[by])).toFixed(0)} %`;
}

export async function run(): Promise<string> {
  const file = (part: string) => join(FOLDER, `${part}.jsonl.gz`);
  if (!existsSync(file('train'))) return `Skipped: there is no labelled set ${SET}.`;
  const [pool, dev] = [await readLabelled(file('train'), 'train'), await readLabelled(file('dev'), 'dev')];
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  const curves = new Map<Strategy, Point[]>();
  for (const strategy of STRATEGIES) {
    const ofSeeds: Point[][] = [];
    for (const seed of SEEDS) ofSeeds.push(await simulate(pool, dev, { strategy, seed, executor }));
    curves.set(strategy, meanCurve(ofSeeds));
  }
  await executor.dispose();
  const random = curves.get('random')!;
  const rounds = random.map(({ documents }) => documents);
  const rows = [...curves].map(([strategy, curve]) => {
    const scores = curve.map(({ f1 }) => (100 * f1).toFixed(2));
    return `| ${[strategy, ...scores, curve.at(-1)!.labels.toFixed(0), saved(curve, random, 'documents'), saved(curve, random, 'labels')].join(' | ')} |`;
  });
  return [
    `${SET}: ${pool.length} documents to choose from, dev F1 (percent) after so many labelled ones, mean of ${SEEDS.length} seeds. BiLSTM-CRF, 64 units, random weights each round. Saved: what the strategy needs less than random order to reach the F1 that random order has at the end, in documents and in entities marked.`,
    '',
    `| strategy | ${rounds.join(' | ')} | entities marked | documents saved | entities saved |`,
    `|---|${'---|'.repeat(rounds.length + 3)}`,
    ...rows,
  ].join('\n');
}
