/** Two processes act on one workspace in a random order, and are killed at random, also in the middle of an action. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { listAudit } from '../../main/db/repositories/audit.ts';
import { createRecord, listRecords } from '../../main/services/records/records.ts';
import { dbOf } from '../../main/services/session/session.ts';
import { randomFrom } from './mutate.ts';
import { damageOf, openBelow } from './session.ts';

const ACTIONS = ['create', 'create', 'edit', 'edit', 'backup', 'key', 'restore', 'close'];
/** Refusals that another process or an ended one explains: held by it, changed by it. */
const EXPECTED = ['locked', 'conflict', 'not-found'];

class Actor {
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #asked = 0;
  #heard = Promise.withResolvers<void>();

  constructor(dir: string) {
    const script = join(import.meta.dirname, 'act-on-request-and-die.ts');
    this.#child = spawn(process.execPath, [script, dir], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdin?.on('error', () => undefined); // it was killed before it read the request
    const lines = createInterface({ input: this.#child.stdout! });
    lines.on('line', (line) => {
      this.lines.push(line);
      this.#heard.resolve();
    });
    this.#closed = once(lines, 'close').then(() => this.#heard.resolve());
  }

  ask(line: string): void {
    this.#asked++;
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Resolves when every request has its outcome. */
  async idle(): Promise<void> {
    while (
      this.lines.length < this.#asked &&
      this.#child.exitCode === null &&
      this.#child.signalCode === null
    ) {
      await this.#heard.promise;
      this.#heard = Promise.withResolvers();
    }
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }
}

/** Returns what a schedule broke, as text. @param seed of the order */
export async function schedule(seed: number, steps = 20): Promise<string[]> {
  const random = randomFrom(seed);
  const dir = mkdtempSync(join(tmpdir(), 'meridian-pairs-'));
  try {
    const first = openBelow(dir);
    createRecord(first, { title: 'r0', text: '咳嗽', origin: 'test' });
    first.workspace.close();
    const outcomes: string[] = [];
    const actors = [new Actor(dir), new Actor(dir)];
    for (let step = 1; step <= steps; step++) {
      const which = random(2);
      actors[which]!.ask(`${ACTIONS[random(ACTIONS.length)]} r${step}`);
      if (random(6) === 0) {
        if (random(2) === 0) await actors[which]!.idle();
        await actors[which]!.kill();
        outcomes.push(...actors[which]!.lines);
        actors[which] = new Actor(dir);
      } else if (random(3) > 0) await actors[which]!.idle();
    }
    for (const actor of actors) {
      await actor.idle();
      await actor.kill();
      outcomes.push(...actor.lines);
    }
    return await brokenBy(outcomes, dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function brokenBy(outcomes: readonly string[], dir: string): Promise<string[]> {
  const broken = outcomes.filter(
    (line) => !['done', ...EXPECTED].some((code) => line.startsWith(`${code} `)),
  );
  const created = outcomes.flatMap((line) => /^done create (r\d+)$/.exec(line)?.[1] ?? []);
  const session = openBelow(dir);
  try {
    for (const problem of Object.values(await damageOf(session, dir))) if (problem) broken.push(problem);
    const audited = JSON.stringify(listAudit(dbOf(session), { limit: 999, actions: ['document.create'] }));
    const titles = listRecords(session).map(({ title }) => title);
    const isRestored = listAudit(dbOf(session), { limit: 1, actions: ['workspace.restore'] }).length > 0;
    for (const title of created) {
      if (!audited.includes(`"${title}"`)) broken.push(`no audit entry of ${title}`);
      if (!isRestored && !titles.includes(title)) broken.push(`no record ${title}`);
    }
  } finally {
    session.workspace.close();
  }
  return broken;
}
