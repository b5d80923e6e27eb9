/** Measuring the peers of one case in turns. */
import { cpus } from 'node:os';
import { alternate, type Command, Peer, type Ready } from './peer.ts';
import type { Figures } from './torch.ts';

const WARM_UP = 3;
/** Steps of a peer before the other has its turn take about this long. */
const TURN_MS = 1500;

export interface Measured {
  readonly figures: readonly Figures[];
  readonly steps: number;
  /** Share of the processor that neither peer used. */
  readonly others: number;
}

/** At least `steps` steps of every command, in turns, after a warm-up. */
export async function measure(commands: readonly Command[], steps: number): Promise<Measured> {
  const started: { peer: Peer; ready: Ready }[] = [];
  for (const command of commands) started.push(await Peer.start(command));
  const peers = started.map(({ peer }) => peer);
  await alternate(peers, 1, WARM_UP);
  const slowest = Math.max(...peers.map(({ times }) => quantile(times, 0.5)));
  for (const peer of peers) peer.warm();
  const turn = Math.max(1, Math.min(steps, Math.round(TURN_MS / slowest)));
  const before = processorTime();
  const begin = performance.now();
  await alternate(peers, Math.ceil(steps / turn), turn);
  const capacity = (performance.now() - begin) * cpus().length;
  const used = peers.flatMap(({ cpu }) => cpu).reduce((sum, ms) => sum + ms, 0);
  const others = Math.max(0, (processorTime() - before - used) / capacity);
  const figures = started.map(({ peer, ready }) => figuresOf(peer, ready));
  for (const peer of peers) await peer.end();
  return { figures, steps: Math.ceil(steps / turn) * turn, others };
}

function figuresOf({ times, cpu, peak }: Peer, { first, start }: Ready): Figures {
  return {
    median: quantile(times, 0.5),
    low: quantile(times, 0.25),
    high: quantile(times, 0.75),
    cpu: quantile(cpu, 0.5),
    first,
    start,
    peak,
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
