/** Measuring the peers of one case in turns. */
import { cpus } from 'node:os';
import { type Command, Peer, type Ready, type Turn } from './peer.ts';
import type { Figures } from './torch.ts';

const WARM_UP = 3;
/** Steps of a peer before the other has its turn take about this long. */
const TURN_MS = 4000;
/** Share of the processor that others may take before more turns are worth their time. */
const QUIET = 0.05;
/** Limit of the search for quiet turns, in milliseconds. */
const TIMEOUT_MS = 1000 * Number(process.env.BENCH_PATIENCE ?? 60);

export interface Measured {
  readonly figures: readonly Figures[];
  /** Share of the processor that other processes took at most in the turns that count. */
  readonly others: number;
}

/** A turn of a peer, and what others took of the processor meanwhile. */
interface Sample extends Turn {
  readonly others: number;
}

/**
 * At least `steps` steps of every command, in turns, after a warm-up. Where other processes disturb, there are more
 * turns, and those count in which they took least.
 */
export async function measure(commands: readonly Command[], steps: number): Promise<Measured> {
  const started: { peer: Peer; ready: Ready; samples: Sample[] }[] = [];
  for (const command of commands) started.push({ ...(await Peer.start(command)), samples: [] });
  const warm = [];
  for (const { peer } of started) warm.push(quantile((await peer.run(WARM_UP)).times, 0.5));
  const turn = Math.max(1, Math.min(steps, Math.round(TURN_MS / Math.max(...warm))));
  const needed = Math.ceil(steps / turn);
  const end = performance.now() + TIMEOUT_MS;
  const quietEnough = () =>
    started.every(({ samples }) => (quietest(samples, needed).at(-1)?.others ?? 1) < QUIET);
  while (started[0]!.samples.length < needed || (!quietEnough() && performance.now() < end))
    for (const { peer, samples } of started) samples.push(await sampled(peer, turn));
  for (const { peer } of started) await peer.end();
  const kept = started.map(({ samples }) => quietest(samples, needed));
  return {
    figures: started.map(({ ready }, index) => figuresOf(kept[index]!, ready)),
    others: Math.max(...kept.flat().map(({ others }) => others)),
  };
}

async function sampled(peer: Peer, steps: number): Promise<Sample> {
  const [begin, before] = [performance.now(), processorTime()];
  const turn = await peer.run(steps);
  const capacity = (performance.now() - begin) * cpus().length;
  const own = turn.cpu.reduce((sum, ms) => sum + ms, 0);
  return { ...turn, others: Math.max(0, (processorTime() - before - own) / capacity) };
}

const quietest = (samples: readonly Sample[], count: number): readonly Sample[] =>
  samples.toSorted((a, b) => a.others - b.others).slice(0, count);

function figuresOf(samples: readonly Sample[], { first, start }: Ready): Figures {
  const times = samples.flatMap((sample) => sample.times);
  return {
    median: quantile(times, 0.5),
    low: quantile(times, 0.25),
    high: quantile(times, 0.75),
    cpu: quantile(
      samples.flatMap(({ cpu }) => cpu),
      0.5,
    ),
    first,
    start,
    peak: Math.max(...samples.map(({ peak }) => peak)),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}

/** Milliseconds that the machine's processors have worked, all processes together. */
function processorTime(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
