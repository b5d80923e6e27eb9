/** A peer of the engine bench: a process that prepares one case and runs as many steps as it is asked to. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { z } from 'zod';

const Ready = z.object({
  /** Milliseconds from opening the executor to the end of the first step. */
  first: z.number(),
  /** The same from the start of the process. */
  start: z.number(),
});
export type Ready = z.infer<typeof Ready>;

const Turn = z.object({
  /** Milliseconds a step. */
  times: z.array(z.number()),
  /** Processor milliseconds a step, all threads. */
  cpu: z.array(z.number()),
  /** Real tokens a step, where the case counts them. */
  tokens: z.array(z.number()).default([]),
  /** Most bytes the process held. */
  peak: z.number(),
});
export type Turn = z.infer<typeof Turn>;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export class Peer {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly reader: Interface;
  private readonly lines: AsyncIterator<string>;
  private complaints = '';
  readonly times: number[] = [];
  readonly cpu: number[] = [];
  readonly tokens: number[] = [];
  peak = 0;

  private constructor({ program, args, env }: Command) {
    this.child = spawn(program, args, { env: { ...process.env, ...env } });
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.complaints = `${this.complaints}${chunk}`.slice(-2000);
    });
    this.child.on('error', (error) => {
      this.complaints = error.message;
    });
    this.reader = createInterface({ input: this.child.stdout });
    this.lines = this.reader[Symbol.asyncIterator]();
  }

  /** Waits for the first step. */
  static async start(command: Command): Promise<{ peer: Peer; ready: Ready }> {
    const peer = new Peer(command);
    return { peer, ready: Ready.parse(await peer.line()) };
  }

  /** @throws Error with the last line of what the process complained about, if it ended */
  private async line(): Promise<unknown> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error(this.complaints.trim().split('\n').at(-1) || 'it ended without a word');
    return JSON.parse(value);
  }

  async run(steps: number): Promise<Turn> {
    this.child.stdin.write(`${steps}\n`);
    const turn = Turn.parse(await this.line());
    this.times.push(...turn.times);
    this.cpu.push(...turn.cpu);
    this.tokens.push(...turn.tokens);
    this.peak = turn.peak;
    return turn;
  }

  /** Drops the figures of a warm-up. */
  forget(): void {
    for (const figures of [this.times, this.cpu, this.tokens]) figures.length = 0;
  }

  async end(): Promise<void> {
    const closed = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin.end();
    await closed;
    this.reader.close();
  }
}

/** Each takes its turn, so that all see the same moods of the machine. */
export async function alternate(peers: readonly Peer[], rounds: number, stepsARound: number): Promise<void> {
  for (let round = 0; round < rounds; round++) for (const peer of peers) await peer.run(stepsARound);
}
