/**
 * The server with 50 people who annotate and 10 who read, over WebSockets as browsers open them: time from an edit to its
 * answer, and until somebody else has heard of it. Afterwards every answered edit must be stored, and the audit whole.
 */
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { insertAccount } from '../../main/db/repositories/accounts.ts';
import { setAssignment } from '../../main/db/repositories/annotation/documents.ts';
import { itemsOf } from '../../main/db/repositories/annotation/items.ts';
import { findLayerOf } from '../../main/db/repositories/annotation/layers.ts';
import { appRoot } from '../../main/resources.ts';
import { dbOf } from '../../main/services/session/session.ts';
import type { Role } from '../../shared/domain/account.ts';
import { Home, Program } from '../helpers/app.ts';
import { largeText } from '../helpers/large-document.ts';
import { PASSWORD, quickHash } from '../helpers/passwords.ts';
import { add, as, makeProject, span } from '../helpers/projects.ts';
import { RemoteWindow } from '../helpers/remote-window.ts';
import { openSession } from '../helpers/session.ts';

const EDITORS = 50;
const READERS = 10;
/** Two people annotate each document. */
const DOCUMENTS = EDITORS / 2;
const SECONDS = 60;
/** Time from an answer to the next edit, as somebody who labels quickly takes it. */
const THINKING_MS = 1000;
const CHARS = 2000;

const editor = (n: number) => `editor ${n}`;
const reader = (n: number) => `reader ${n}`;

export async function run(): Promise<string> {
  const home = new Home();
  try {
    const documents = prepare(home);
    const command = [process.execPath, join(appRoot, 'main', 'cli.ts'), 'serve', '--lang', 'en'];
    const server = new Program([...command, '--address', '127.0.0.1', '--port', '0'], home.env);
    const origin = await server.printed(/at (https:\/\/127\.0\.0\.1:\d+)\//);
    const usage = () =>
      execFileSync('ps', ['-o', 'rss=,time=', '-p', String(server.pid)], { encoding: 'utf8' })
        .trim()
        .split(/\s+/);
    const { times, used } = await load(origin, documents)
      .then((times) => ({ times, used: usage() }))
      .finally(() => server.end('SIGTERM'));
    const { stored, verdict } = check(home, documents);
    return report(times, stored, verdict, used);
  } finally {
    home.remove();
  }
}

/** Makes accounts and a project whose documents have two people each. Returns the document of each editor. */
function prepare(home: Home): number[] {
  const session = openSession(home.workspace, join(home.dir, 'config', 'meridian'), 'lead');
  const db = dbOf(session);
  const password = quickHash(PASSWORD); // the server's own takes half a second a sign-in
  const person = (name: string, ...roles: Role[]) =>
    insertAccount(db, { name, roles, password, mustChange: false, createdBy: 'bench' });
  person('lead', 'administrator', 'adjudicator');
  for (let n = 0; n < EDITORS; n++) person(editor(n), 'annotator');
  for (let n = 0; n < READERS; n++) person(reader(n), 'adjudicator');
  const text = largeText(CHARS).replace(/[\u{10000}-\u{10ffff}]/gu, ''); // no span may cut a pair
  const texts = Array.from({ length: DOCUMENTS }, (_, n) => `第${n}份。${text}`);
  const members = Array.from({ length: EDITORS }, (_, n) => editor(n));
  const { documents } = makeProject(as(session, 'lead'), texts, { members, overlap: 2 });
  const own = members.map((_, n) => documents[n % DOCUMENTS] ?? 0);
  for (const [n, document] of documents.entries())
    setAssignment(db, document, [editor(n), editor(n + DOCUMENTS)]);
  session.workspace.close();
  return own;
}

interface Times {
  readonly edits: number[];
  /** From sending an edit until a reader's window has heard of it. */
  readonly heard: number[];
  readonly reads: number[];
  readonly refused: number;
  readonly loadAverage: number;
}

async function load(origin: string, documents: readonly number[]): Promise<Times> {
  const names = [
    ...documents.map((_, n) => editor(n)),
    ...Array.from({ length: READERS }, (_, n) => reader(n)),
  ];
  const windows = await Promise.all(names.map((name) => RemoteWindow.signedIn(origin, name)));
  const [editors, readers] = [windows.slice(0, documents.length), windows.slice(documents.length)];
  const [edits, heard, reads]: number[][] = [[], [], []];
  const sent = new Map<string, number>();
  readers[0]?.onEvent('annotation.changed', (data) => {
    const { edit, layers } = data as { edit: { actor: string }; layers: { version: number }[] }; // safe: an edit
    const at = sent.get(`${edit.actor} ${layers[0]?.version}`);
    if (at !== undefined) heard?.push(performance.now() - at);
  });
  let refused = 0;
  const end = performance.now() + SECONDS * 1000;
  const work = editors.map(async (window, n) => {
    const { layer } = await window.ask('annotation.open', { documentId: documents[n] ?? 0 });
    await pause((THINKING_MS * n) / EDITORS);
    for (let id = 1; performance.now() < end; id++) {
      const at = (id * 7) % (CHARS - 10);
      const item = span(id, at, at + 2, { provenance: { kind: 'human', name: editor(n) } });
      const start = performance.now();
      sent.set(`${editor(n)} ${id}`, start);
      const input = { layerId: layer.id, action: 'span.add' as const, changes: [add(item)] };
      await window.ask('annotation.apply', input).then(
        () => edits?.push(performance.now() - start),
        () => refused++,
      );
      await pause(THINKING_MS);
    }
  });
  const reading = readers.map(async (window, n) => {
    while (performance.now() < end) {
      const start = performance.now();
      await window.ask('annotation.layers', { documentId: documents[n] ?? 0 });
      reads?.push(performance.now() - start);
      await pause(THINKING_MS);
    }
  });
  await Promise.all([...work, ...reading]);
  const [loadAverage = 0] = loadavg();
  for (const window of [...editors, ...readers]) window.socket.close();
  return { edits: edits ?? [], heard: heard ?? [], reads: reads ?? [], refused, loadAverage };
}

const pause = (ms: number): Promise<void> => new Promise((later) => setTimeout(later, ms));

/** Counts stored items and verifies the audit, in the workspace that the server has closed. */
function check(
  home: Home,
  documents: readonly number[],
): { readonly stored: number; readonly verdict: string } {
  const session = openSession(home.workspace, join(home.dir, 'config', 'meridian'));
  const db = dbOf(session);
  const layers = documents.flatMap((document, n) => findLayerOf(db, document, editor(n)) ?? []);
  const stored = layers.reduce((sum, { id }) => sum + itemsOf(db, id).length, 0);
  session.workspace.close();
  const command = [join(appRoot, 'main', 'cli.ts'), 'audit', 'verify', '--lang', 'en'];
  const said = execFileSync(process.execPath, command, { env: home.env, encoding: 'utf8' });
  return { stored, verdict: said.split('\n')[0] ?? '' };
}

function report(times: Times, stored: number, verdict: string, usage: readonly string[]): string {
  const { edits, heard, reads, refused, loadAverage } = times;
  const [kib = '0', cpu = ''] = usage;
  return [
    `${EDITORS} annotators and ${READERS} adjudicators signed in on one server for ${SECONDS} s, a WebSocket over TLS each, all from a process on the same machine, which shares its processors. Every annotator adds a span to a layer of their own (${DOCUMENTS} documents of ${CHARS} characters, two people each) and waits ${THINKING_MS} ms after each answer; every adjudicator reads all layers of a document as often. Times are taken at the sender. Load average of the machine at the end: ${loadAverage.toFixed(1)}.`,
    '',
    '| what | n | median ms | p95 ms | worst ms |',
    '|---|---|---|---|---|',
    row('edit until its answer', edits),
    row("edit until an adjudicator's window has it", heard),
    row('all layers of a document', reads),
    '',
    `Edits answered: ${edits.length}; refused: ${refused}; stored afterwards: ${stored}. ${verdict}. The server took ${Math.round(Number(kib) / 1024)} MiB and ${cpu} of processor time.`,
  ].join('\n');
}

function row(what: string, values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(1);
  return `| ${what} | ${values.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
}
