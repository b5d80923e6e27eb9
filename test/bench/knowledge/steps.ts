/** Steps of a long bench in a workspace of its own: each is done once, however often the bench is started. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { appRoot } from '../../../main/resources.ts';

const Done = z.object({ name: z.string(), score: z.number().optional(), seconds: z.number() });
type Done = z.infer<typeof Done>;
const Best = z.object({ score: z.number() });
const Trained = z.object({ best: Best });
const Listed = z.array(z.object({ name: z.string(), state: z.string(), best: Best.optional() }));

/** Thrown before a step that would begin after the time of a slice; what is done stays. */
export class TimeIsUp extends Error {}

export class Steps {
  readonly #folder: string;
  readonly #file: string;
  readonly #done: Map<string, Done>;

  readonly #until: number;

  /**
   * @param folder keeps workspace and results; a second start goes on from it
   * @param minutes after which no further step begins
   */
  constructor(folder: string, minutes = Number.POSITIVE_INFINITY) {
    this.#until = performance.now() + 60_000 * minutes;
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#file = join(folder, 'done.jsonl');
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n').filter(Boolean) : [];
    this.#done = new Map(lines.map((line) => Done.parse(JSON.parse(line))).map((done) => [done.name, done]));
  }

  get done(): ReadonlyMap<string, Done> {
    return this.#done;
  }

  /** Runs a command, unless it was done before. */
  once(name: string, args: readonly string[]): void {
    if (!this.#done.has(name)) this.#keep(name, () => void this.#cli(args));
  }

  /** Trains a model of that name, unless it was done before; goes on with a run that was interrupted. Returns its score. */
  train(name: string, args: readonly string[]): number {
    if (!this.#done.has(name)) this.#keep(name, () => this.#trained(name, args));
    return this.#done.get(name)!.score!;
  }

  /** Deletes a model whose score is kept. */
  forget(name: string): void {
    this.once(`without ${name}`, ['models', 'delete', name]);
  }

  #trained(name: string, args: readonly string[]): number {
    const run = Listed.parse(JSON.parse(this.#cli(['runs', 'list', '--json']))).find(
      (one) => one.name === name,
    );
    if (run?.state === 'finished' && run.best !== undefined) return run.best.score;
    const how = run === undefined || run.state === 'failed' ? ['--out', name, ...args] : ['--resume', name];
    return Trained.parse(JSON.parse(this.#cli(['train', ...how, '--json']))).best.score;
  }

  #keep(name: string, work: () => number | undefined): void {
    const start = performance.now();
    if (start > this.#until) throw new TimeIsUp(`no time for ${name}`);
    console.error(`${new Date().toISOString().slice(11, 19)} ${name}`);
    const score = work();
    const seconds = (performance.now() - start) / 1000;
    const done: Done = { name, ...(score === undefined ? {} : { score }), seconds };
    appendFileSync(this.#file, `${JSON.stringify(done)}\n`);
    this.#done.set(name, done);
  }

  /** Returns what the command prints. @throws when it fails */
  #cli(args: readonly string[]): string {
    const home = (name: string) => join(this.#folder, name);
    const { status, stdout } = spawnSync(process.execPath, [join(appRoot, 'main', 'cli.ts'), ...args], {
      env: {
        ...process.env,
        ...{ HOME: this.#folder, XDG_CONFIG_HOME: home('config'), XDG_DATA_HOME: home('data') },
        ...{ MERIDIAN_WORKSPACE: home('workspace'), MERIDIAN_PASSPHRASE: '' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new Error(`meridian ${args.join(' ')} ended with ${status}`);
    return stdout.toString();
  }
}

/** Returns the mean of the values, with the deviation of several. */
export function meanAndDeviation(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return mean.toFixed(1);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return `${mean.toFixed(1)} ± ${Math.sqrt(squares / (values.length - 1)).toFixed(1)}`;
}
