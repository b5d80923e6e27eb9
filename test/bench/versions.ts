/**
 * Two versions of the source folder, this one and that in `BENCH_BEFORE`, do the same work in turns: commands of the
 * command line, and requests to the browser host as the window sends them. Measures the processor time of all
 * processes of a version, which other work on the machine hardly lengthens. Linux only.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { formatOf } from '../../main/formats/annotations/index.ts';
import { appRoot } from '../../main/resources.ts';
import { Home, Program } from '../helpers/app.ts';
import { sessionProtocols } from '../helpers/host-session.ts';
import { largeText } from '../helpers/large-document.ts';
import { manyDocuments } from '../helpers/many-documents.ts';
import { descendants } from '../helpers/proc.ts';
import { nerDocuments } from '../main/engine/train/ner-documents.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Slower than this share of the time before is marked. */
const SLOWER = 1.1;
const RECORDS = 2000;
const TRIPLES = 50_000;
const KEYS = 40;
const EDITS = 200;
const REPEATS = 50;
/** Repeats of requests of about a millisecond, so that they take many ticks. */
const SHORT_REPEATS = 500;
const EDITS_OF_MANY = 4;

type Side = 'before' | 'now';
const SIDES: readonly Side[] = ['before', 'now'];
type Times = Map<string, Record<Side, number[]>>;

/** Returns a Markdown table. */
export async function run(): Promise<string> {
  const before = process.env.BENCH_BEFORE;
  if (before === undefined) throw new Error('BENCH_BEFORE names the folder of the version to compare with');
  const roots: Record<Side, string> = { before, now: appRoot };
  const files = mkdtempSync(join(tmpdir(), 'meridian-versions-bench-'));
  const times: Times = new Map();
  try {
    writeFiles(files);
    for (let round = 0; round < ROUNDS; round++)
      for (const side of SIDES) {
        const home = new Home();
        process.env.XDG_CACHE_HOME = join(files, side); // compiled code is kept between a user's runs
        try {
          const keep = (step: string, ms: number): void => {
            const both = times.get(step) ?? { before: [], now: [] };
            both[side].push(ms);
            times.set(step, both);
          };
          commands(roots[side], home, files, side, keep);
          await requests(roots[side], home, side, keep);
        } finally {
          home.remove();
        }
      }
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
  return table(times, commitOf(before));
}

type Keep = (step: string, ms: number) => void;

function commitOf(folder: string): string {
  return spawnSync('git', ['-C', folder, 'rev-parse', '--short', 'HEAD']).stdout.toString().trim();
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function table(times: Times, commit: string): string {
  const rows = [...times].map(([step, sides]) => {
    const [before, now] = [median(sides.before), median(sides.now)];
    const slower = now > before * SLOWER ? ' **slower**' : '';
    return `| ${step} | ${before.toFixed(0)} | ${now.toFixed(0)} | ${(now / before).toFixed(2)}${slower} |`;
  });
  return [
    `\`BENCH_BEFORE=FOLDER npm run bench -- versions\`: a checkout of ${commit} and this version in turns; processor time (user and system) of all processes, medians of ${ROUNDS}.`,
    '',
    '| step | before, ms | now, ms | now / before |',
    '|---|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function textOf(n: number): string {
  return `主诉：咳嗽咳痰${1 + (n % 9)}天。患者${n}号，${20 + (n % 70)}岁，受凉后出现咳嗽，咳白色黏痰，伴发热，无胸痛、咯血，门诊以“肺部感染”收入院。`;
}

function writeFiles(dir: string): void {
  const records = Array.from({ length: RECORDS }, (_, n) => ({ title: `第${n}份`, text: textOf(n) }));
  const triples = Array.from({ length: TRIPLES }, (_, n) =>
    [`甲${n % 5000}病`, 'Disease', 'HasSymptom', `乙${n % 7919}症`, 'Symptom'].join('\t'),
  );
  const [annotations] = formatOf('meridian').write(manyDocuments(RECORDS)).files;
  writeFileSync(join(dir, 'records.jsonl'), lines(records));
  writeFileSync(join(dir, 'few.jsonl'), lines(records.slice(0, 300)));
  writeFileSync(
    join(dir, 'triples.tsv'),
    `head\thead_type\trelation\ttail\ttail_type\n${triples.join('\n')}\n`,
  );
  writeFileSync(join(dir, 'annotations.jsonl'), annotations?.bytes ?? '');
  writeFileSync(join(dir, 'train.jsonl'), lines(nerDocuments(400)));
  writeFileSync(join(dir, 'dev.jsonl'), lines(nerDocuments(50, 1000)));
}

/** Runs commands as processes of their own in the order of a user's first day. */
function commands(root: string, home: Home, files: string, side: Side, keep: Keep): void {
  const file = (name: string): string => join(files, name);
  const out = join(home.dir, 'out');
  const train = ['--train', file('train.jsonl'), '--dev', file('dev.jsonl'), '--out', 'tagger'];
  const sizes = ['--hidden-size', '128', '--layers', '2', '--embedding-size', '100', '--batch-size', '32'];
  const network = ['--network', 'bilstm-crf', ...sizes, '--epochs', '3', '--threads', '1'];
  if (side === 'now') network.push('--lexicon', 'none'); // earlier versions know no lexicon
  const steps: [string, string[]][] = [
    ['help', ['--help']],
    ['new workspace with the starter graph', ['docs', 'list']],
    [`import ${RECORDS} records`, ['docs', 'import', file('records.jsonl')]],
    ['list them', ['docs', 'list']],
    ['export them', ['docs', 'export', '--format', 'jsonl', '--out', `${out}.jsonl`, '--identified']],
    ['de-identify 300 records', ['deid', file('few.jsonl'), '--out', `${out}.deid.jsonl`]],
    ['link 300 records', ['link', file('few.jsonl'), '--json']],
    ['diagnose 300 records', ['diagnose', file('few.jsonl'), '--json']],
    [
      `convert ${RECORDS} annotated documents`,
      ['convert', file('annotations.jsonl'), '--to', 'brat', '--out', `${out}.zip`],
    ],
    ['new project', ['project', 'create', 'p']],
    [`import ${RECORDS} annotated documents`, ['project', 'import', 'p', file('annotations.jsonl')]],
    ['export them', ['project', 'export', 'p', '--out', `${out}.annotations.jsonl`, '--identified']],
    [`import ${TRIPLES} triples`, ['kg', 'import', file('triples.tsv')]],
    ['search the graph', ['kg', 'search', '肺炎']],
    ['train a tagger, 39 steps', ['train', '--task', 'ner', ...train, ...network]],
    ['predict with it', ['predict', '--model', 'tagger', file('few.jsonl'), '--json']],
    ['verify the audit table', ['audit', 'verify']],
    ['export the audit table', ['audit', 'export', '--format', 'csv', '--out', `${out}.csv`]],
    ['back up the workspace', ['workspace', 'backup']],
  ];
  for (const [step, args] of steps) keep(`command: ${step}`, command(root, home, args));
}

/** Runs one command; returns the processor time of it and its children, in milliseconds. */
function command(root: string, home: Home, args: readonly string[]): number {
  const node = [process.execPath, join(root, 'main', 'cli.ts'), ...args];
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="cpu %U %S"; time "$@" >/dev/null', 'bash', ...node],
    {
      cwd: root,
      env: home.env,
      maxBuffer: 2 ** 26,
    },
  );
  const used = /cpu ([\d.]+) ([\d.]+)\s*$/.exec(stderr.toString());
  if (status !== 0 || used === null) throw new Error(`${root}: ${args.join(' ')}: ${stderr}`);
  return 1000 * (Number(used[1]) + Number(used[2]));
}

/** Ticks of `/proc` are hundredths of a second. */
const TICK_MS = 10;

/** Returns the processor time of a process and all that it started, in milliseconds. */
export function used(pid: number): number {
  const ticks = [pid, ...descendants(pid).map((child) => child.pid)].map((one) => {
    const stat = readFileSync(`/proc/${one}/stat`, 'utf8');
    // utime, stime, and both of the children that have ended
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return fields.reduce((sum, field) => sum + Number(field), 0);
  });
  return TICK_MS * ticks.reduce((sum, one) => sum + one, 0);
}

/** Sends the requests of a window to the browser host of a version, on the workspace that the commands have filled. */
async function requests(root: string, home: Home, side: Side, keep: Keep): Promise<void> {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, NODE_ENV: _test, ...env } = home.env; // tests check answers
  const program = new Program([process.execPath, join(root, 'main', 'index.ts')], env);
  try {
    const address = await program.printed(/(http:\/\/127\.0\.0\.1:\d+\/[#?]token=[0-9a-f]+)/);
    const window = await Window.open(address);
    const measure = async (step: string, work: () => Promise<unknown>): Promise<void> => {
      const began = used(program.pid);
      await work();
      keep(`window: ${step}`, used(program.pid) - began);
    };
    const text = largeText(20_000);
    await window.ask('text.annotate', { text });
    keep('window: start until a text is highlighted', used(program.pid));
    if (side === 'now') await window.ask('settings.set', { starterTagger: false, starterClassifier: false });
    await measure(`first page of ${RECORDS} records, ${REPEATS} times`, () =>
      repeat(() => window.ask('docs.list', {})),
    );
    await measure(`search for a common word, ${REPEATS} times`, () =>
      repeat(() => window.ask('docs.search', { query: '咳嗽', limit: 50 })),
    );
    await editing(window, text, measure);
    await annotating(window, measure);
    await measure(`audit list, ${SHORT_REPEATS} times`, () =>
      repeat(() => window.ask('audit.list', { limit: 200 }), SHORT_REPEATS),
    );
    window.close();
  } finally {
    await program.end('SIGTERM');
  }
}

type Measure = (step: string, work: () => Promise<unknown>) => Promise<void>;

async function repeat(work: () => Promise<unknown>, times = REPEATS): Promise<void> {
  for (let n = 0; n < times; n++) await work();
}

async function editing(window: Window, text: string, measure: Measure): Promise<void> {
  const { id } = Numbered.parse(await window.ask('docs.create', { title: 'a', text, origin: 'typed' }));
  await measure(`open a record of 20,000 characters, ${SHORT_REPEATS} times`, () =>
    repeat(() => window.ask('docs.get', { id }), SHORT_REPEATS),
  );
  let draft = 0;
  await measure(`${KEYS} keys in it, each highlighted, ranked and saved`, () =>
    repeat(async () => {
      const typed = text.slice(0, 9000) + '咳'.repeat(draft + 1) + text.slice(9000);
      await window.ask('text.annotate', { text: typed });
      await window.ask('diagnosis.rank', { text: typed, top: 10 });
      const saved = await window.ask('docs.saveDraft', { id, text: typed, base: 1, draft });
      draft = z.object({ draft: z.number() }).parse(saved).draft;
    }, KEYS),
  );
}

const Numbered = z.object({ id: z.number() });

/** Adds 20,000 spans to one layer, then single edits in it. */
async function annotating(window: Window, measure: Measure): Promise<void> {
  const text = '患者咳嗽三天。'.repeat(7000);
  const record = Numbered.parse(await window.ask('docs.create', { title: 'b', text, origin: 'typed' }));
  const { actor } = z.object({ actor: z.string() }).parse(await window.ask('app.info', {}));
  const schema = { spans: [{ name: 'symptom' }], attributes: [], relations: [], labels: [] };
  const project = Numbered.parse(
    await window.ask('projects.create', { name: 'q', schema, members: [actor] }),
  );
  await window.ask('projects.addDocuments', { projectId: project.id, documents: [record.id] });
  const [first] = z.array(Numbered).parse(await window.ask('annotation.queue', { projectId: project.id }));
  const open = () => window.ask('annotation.open', { documentId: first?.id ?? 0 });
  const { layer } = z.object({ layer: Numbered }).parse(await open());
  const add = (from: number, count: number) =>
    window.ask('annotation.apply', {
      layerId: layer.id,
      action: 'span.add',
      detail: {},
      changes: Array.from({ length: count }, (_, n) => ({
        id: from + n,
        before: null,
        after: span(from + n, actor),
      })),
    });
  let next = 1;
  await measure(`5,000 annotations as one edit, ${EDITS_OF_MANY} times`, () =>
    repeat(async () => {
      await add(next, 5000);
      next += 5000;
    }, EDITS_OF_MANY),
  );
  await measure(`open them, ${REPEATS} times`, () => repeat(open));
  await measure(`save ${EDITS} single annotations`, () => repeat(() => add(next++, 1), EDITS));
}

function span(id: number, name: string): object {
  const start = (id * 7) % 40_000;
  return {
    kind: 'span',
    id,
    type: 'symptom',
    attributes: {},
    note: '',
    status: 'accepted',
    provenance: { kind: 'human', name, at: new Date().toISOString() },
    fragments: [{ start, end: start + 2 + (id % 3) }],
  };
}

const Frame = z.object({
  id: z.number(),
  reply: z.object({ ok: z.boolean(), value: z.unknown(), error: z.unknown() }).partial(),
});

/** A window's connection to the browser host of either version. */
export class Window {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#take(String(data)));
  }

  static async open(address: string): Promise<Window> {
    const { origin } = new URL(address);
    const url = `${origin.replace('http', 'ws')}/ws`;
    // versions before the secret of a session was handed over as a subprotocol set a cookie
    const socket = address.includes('?token=')
      ? new WebSocket(url, { headers: { origin, cookie: await sessionCookie(address) } })
      : new WebSocket(url, await sessionProtocols(address), { headers: { origin } });
    await once(socket, 'open');
    return new Window(socket);
  }

  #take(text: string): void {
    const frame = Frame.safeParse(JSON.parse(text));
    if (!frame.success) return; // an event
    const { id, reply } = frame.data;
    const waiting = this.#waiting.get(id);
    if (reply.ok === true) waiting?.resolve(reply.value);
    else waiting?.reject(new Error(JSON.stringify(reply.error)));
  }

  async ask(method: string, input: object): Promise<unknown> {
    const id = ++this.#last;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#socket.send(JSON.stringify({ id, method, input }));
    return waiting.promise;
  }

  close(): void {
    this.#socket.close();
  }
}

async function sessionCookie(address: string): Promise<string> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
