/**
 * One encrypted workspace with 100,000 short records and a million audit entries: list, autosave, search, open,
 * verification and export. Processor time and longest block of the main process, size of the answers, peak memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { chainHash } from '../../main/db/repositories/audit-chain.ts';
import { textSum } from '../../main/db/repositories/records.ts';
import { EngineHost } from '../../main/inference/engine-host.ts';
import { documentHandlers } from '../../main/ipc/handlers/documents.ts';
import { systemHandlers } from '../../main/ipc/handlers/system.ts';
import { spawnNode } from '../../main/processes/spawn-node.ts';
import { BackgroundProcesses } from '../../main/services/background/processes.ts';
import { Jobs } from '../../main/services/jobs/jobs.ts';
import type { Session } from '../../main/services/session/session.ts';
import { Workspace } from '../../main/workspace/workspace.ts';
import { contract, type Out } from '../../shared/contract/index.ts';

const RECORDS = 100_000;
const ENTRIES = 1_000_000;

/** Returns a Markdown table. */
export async function run(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-scale-bench-'));
  try {
    fill(dir);
    return await measure(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const TITLE = (n: number): string => `第${n}份记录`;

/** Texts of about 100 characters; 患者 and 咳嗽 stand in all, the number in one. */
export function textOf(n: number): string {
  const days = 1 + (n % 9);
  return `主诉：咳嗽咳痰${days}天。患者${n}号，${20 + (n % 70)}岁，${days}天前受凉后出现咳嗽，咳白色黏痰，伴发热，体温最高${37 + (n % 30) / 10}℃，无胸痛、咯血，门诊以“肺部感染”收入院。${n % 50_000 === 7 ? '嗜铬细胞瘤待排。' : ''}`;
}

export function open(dir: string): Workspace {
  return Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config'), create: 'keyfile' });
}

/** Writes records and audit entries directly, since services would take minutes. */
export function fill(dir: string, records = RECORDS, entries = ENTRIES): void {
  const workspace = open(dir);
  const { db } = workspace;
  const at = '2026-01-01T00:00:00.000Z';
  let prev = '';
  const audit = (action: string, object: string, detail: object): void => {
    const row = { at, actor: 'bench', action, object, detail: JSON.stringify(detail), prev_hash: prev };
    prev = chainHash(row);
    db.run(
      'INSERT INTO audit (at, actor, action, object, detail, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...Object.values(row),
      prev,
    );
  };
  db.transaction(() => {
    for (let n = 1; n <= records; n++) {
      const text = textOf(n);
      const sha256 = textSum(text);
      db.run(
        'INSERT INTO document (title, origin, head, created_at, updated_at) VALUES (?, ?, 1, ?, ?)',
        TITLE(n),
        'bench',
        at,
        at,
      );
      db.run(
        `INSERT INTO revision (document_id, number, text, chars, sha256, at, actor, reason)
         VALUES (?, 1, ?, ?, ?, ?, 'bench', '')`,
        n,
        text,
        text.length,
        sha256,
        at,
      );
      db.run('INSERT INTO document_fts (rowid, text) VALUES (?, ?)', n, text);
      audit('document.create', `document:${n}`, {
        title: TITLE(n),
        origin: 'bench',
        chars: text.length,
        sha256,
      });
    }
    for (let n = records; n < entries; n++) audit('document.open', `document:${1 + (n % records)}`, { n });
  });
  workspace.close();
}

interface Cost {
  /** Processor time of the main process, milliseconds. */
  readonly cpu: number;
  /** Longest block of the main process, milliseconds. */
  readonly block: number;
  /** Characters of the answers as JSON. */
  readonly size: number;
  /** Memory of the main process at its highest above the start, MB. */
  readonly memory: number;
}

async function cost(work: () => Promise<number>): Promise<Cost> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  globalThis.gc?.();
  await sleep(50);
  const rss = process.memoryUsage().rss;
  let highest = rss;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 5);
  delay.enable();
  await sleep(5);
  const began = process.cpuUsage();
  const size = await work();
  const { user, system } = process.cpuUsage(began);
  await sleep(5); // a timer turn notes the last block
  delay.disable();
  clearInterval(watch);
  highest = Math.max(highest, process.memoryUsage().rss);
  return { cpu: (user + system) / 1000, block: delay.max / 1e6, size, memory: (highest - rss) / 2 ** 20 };
}

const sizeOf = (answer: unknown): number => JSON.stringify(answer).length;

export async function measure(dir: string): Promise<string> {
  const workspace = open(dir);
  let events: unknown[] = [];
  const session: Session = {
    workspace,
    engine: new EngineHost(() => {
      throw new Error('no engine here');
    }),
    actor: { name: 'bench' },
    background: new BackgroundProcesses(
      () => spawnNode('background'),
      () => ({ databaseFile: workspace.databaseFile, key: workspace.key }),
    ),
    jobs: new Jobs(() => undefined),
    emit: (event, data) => void events.push([event, data]),
    policy: {},
  };
  const ask = { ...documentHandlers(() => session), ...systemHandlers(() => session) };
  const list = () => ask['docs.list'](contract['docs.list'].input.parse({}));
  const rows: string[] = [];
  const step = async (name: string, work: () => Promise<number>): Promise<void> => {
    try {
      const { cpu, block, size, memory } = await cost(work);
      rows.push(`| ${name} | ${cpu.toFixed(0)} | ${block.toFixed(0)} | ${size} | ${memory.toFixed(0)} |`);
    } catch (error) {
      rows.push(`| ${name} | ${String(error)} | | | |`);
    }
    console.error(rows.at(-1));
  };
  try {
    for (const state of ['first', 'again']) await step(`list, ${state}`, async () => sizeOf(await list()));
    await step('open', async () => sizeOf(await ask['docs.get']({ id: 50_000, again: false })));
    await step('autosave with what the window asks for then', async () => {
      events = [];
      const saved = await ask['docs.saveDraft']({
        id: 50_000,
        text: `${textOf(50_000)}改`,
        base: 1,
        draft: 0,
      });
      return sizeOf([saved, events, await ask['docs.list']({ ids: [50_000], offset: 0, limit: 1 })]);
    });
    for (const [name, query] of [
      ['common, two characters', '咳嗽'],
      ['common, four characters', '肺部感染'],
      ['rare, two characters', '嗜铬'],
      ['rare, four characters', '嗜铬细胞'],
      ['nowhere, two characters', '龘龘'],
      ['one character', '痰'],
    ] as const)
      await step(`search: ${name}`, async () => sizeOf(await ask['docs.search']({ query, limit: 50 })));
    await step('audit list', async () => sizeOf(await ask['audit.list']({ limit: 200 })));
    await step('audit facets', async () => sizeOf(await ask['audit.facets']({})));
    await step('audit verify', async () => sizeOf(await ask['audit.verify']({})));
    for (const format of ['csv', 'jsonl'] as const)
      await step(`audit export, ${format}`, async () => {
        const { id } = await ask['audit.export']({ format });
        let size = 0;
        for (let after: number | undefined = 0; after !== undefined; ) {
          const part: Out<'audit.exportPart'> = await ask['audit.exportPart']({ id, after });
          size += part.text.length;
          after = part.next;
        }
        return size;
      });
  } finally {
    await session.background.stop();
    workspace.close();
  }
  return [
    `${RECORDS.toLocaleString('en')} records, ${ENTRIES.toLocaleString('en')} audit entries, encrypted. Main process only.`,
    '',
    '| step | processor, ms | longest block, ms | characters sent | memory, MB |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
