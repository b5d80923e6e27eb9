/**
 * Measures the annotation store: single edits in large layers, bulk edits over many documents, undo, imports,
 * verification.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatOf } from '../../main/formats/annotations/index.ts';
import { queue } from '../../main/services/projects/document-queue.ts';
import { addDocuments } from '../../main/services/projects/documents.ts';
import { decide, markAll, suggest } from '../../main/services/projects/edits/bulk.ts';
import { apply } from '../../main/services/projects/edits/edits.ts';
import { redo, undo } from '../../main/services/projects/edits/undo.ts';
import { openDocument } from '../../main/services/projects/layers.ts';
import { createProject } from '../../main/services/projects/projects.ts';
import { createRecord } from '../../main/services/records/records.ts';
import { dbOf, type Session } from '../../main/services/session/session.ts';
import { Workspace } from '../../main/workspace/workspace.ts';
import { AnnotatedDocument } from '../../shared/domain/annotation.ts';
import { GOLD, ProjectSettings } from '../../shared/domain/project.ts';
import { importNamed } from '../helpers/import-named.ts';
import { add, alter, SCHEMA, span } from '../helpers/projects.ts';
import { sessionOf } from '../helpers/session.ts';
import { verifyEdits } from '../helpers/verify.ts';

const CHARS = 50_000;
const SPANS = 5_000;
const EDITS = 200;
const DOCUMENTS = 1_000;
const PER_DOCUMENT = 100;

export async function run(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-bench-'));
  const workspace = Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config') });
  const session = sessionOf(workspace, 'bench');
  try {
    return [
      'Encrypted workspace, `synchronous = FULL`; every edit with its history, audit entry and sums. Processor time of the program itself (user), and how long it took.',
      '',
      '| step | processor | wall |',
      '|---|---:|---:|',
      ...singleEdits(session),
      ...bulkEdits(session),
      ...(await imports(session)),
    ].join('\n');
  } finally {
    workspace.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function project(session: Session, name: string, texts: readonly string[]) {
  const settings = ProjectSettings.parse({});
  const { id } = createProject(session, { name, schema: SCHEMA, settings, members: [] });
  const documents = texts.map(
    (text, n) => createRecord(session, { title: `${name} ${n}`, text, origin: 'b' }).id,
  );
  addDocuments(session, id, documents);
  return { id, documents: queue(session, id).map((entry) => entry.id) };
}

interface Time {
  /** Processor time of this process, which other programs on the machine hardly lengthen. */
  readonly user: number;
  readonly wall: number;
}

/** Milliseconds since now. */
function clock(): () => Time {
  const began = process.cpuUsage();
  const at = performance.now();
  return () => ({ user: process.cpuUsage(began).user / 1000, wall: performance.now() - at });
}

function timed<T>(body: () => T): Time & { value: T } {
  const time = clock();
  const value = body();
  return { ...time(), value };
}

const told = (ms: number): string => (ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(1)} ms`);
const row = (step: string, { user, wall }: Time): string => `| ${step} | ${told(user)} | ${told(wall)} |`;

function median(times: readonly Time[]): Time {
  const middle = (of: keyof Time): number =>
    times.map((time) => time[of]).sort((a, b) => a - b)[times.length >> 1] ?? 0;
  return { user: middle('user'), wall: middle('wall') };
}

function singleEdits(session: Session): string[] {
  const { id, documents } = project(session, 'large', ['患者咳嗽三天。'.repeat(CHARS / 7)]);
  const document = openDocument(session, documents[0] ?? 0);
  const items = Array.from({ length: SPANS }, (_, n) => span(n + 1, n * 7, n * 7 + 2 + (n % 5)));
  const { layer } = document;
  const edit = (...changes: ReturnType<typeof add>[]) =>
    apply(session, { layerId: layer.id, action: 'span.add', detail: {}, changes });
  const filling = timed(() => edit(...items.map(add)));
  const opening = timed(() => openDocument(session, document.id));
  const added = Array.from({ length: EDITS }, (_, n) =>
    timed(() => edit(add(span(SPANS + 1 + n, n, n + 3)))),
  );
  const changed = items.slice(0, EDITS).map((item) => timed(() => edit(alter(item, { type: 'symptom' }))));
  const undone = Array.from({ length: EDITS }, () => timed(() => undo(session, id)));
  return [
    row(
      `${SPANS.toLocaleString('en')} spans in ${CHARS.toLocaleString('en')} characters as one edit`,
      filling,
    ),
    row('open that document', opening),
    row('add a span to it, median', median(added)),
    row('change a type in it, median', median(changed)),
    row('undo in it, median', median(undone)),
  ];
}

function bulkEdits(session: Session): string[] {
  const texts = Array.from(
    { length: DOCUMENTS },
    (_, n) => `第${n}例：${'咳嗽，'.repeat(PER_DOCUMENT)}发热。`,
  );
  const { id, documents } = project(session, 'many', texts);
  const total = (DOCUMENTS * PER_DOCUMENT).toLocaleString('en');
  const marking = timed(() =>
    markAll(session, { projectId: id, words: '咳嗽', type: 'symptom', ignoreCase: true }),
  );
  const accepting = timed(() => decide(session, { projectId: id, decision: 'accept' }));
  const undoing = timed(() => undo(session, id));
  const redoing = timed(() => redo(session, id));
  undo(session, id);
  const rejecting = timed(() => decide(session, { projectId: id, decision: 'reject' }));
  undo(session, id);
  redo(session, id);
  const suggesting = timed(() =>
    suggest(
      session,
      id,
      documents.map((documentId) => ({ documentId, person: 'bench', items: [span(1, 0, 3)] })),
    ),
  );
  const queued = timed(() => queue(session, id));
  const verifying = timed(() => verifyEdits(dbOf(session)));
  if (verifying.value.problems.length > 0) throw new Error('the edits do not verify');
  return [
    row(`mark all in ${DOCUMENTS.toLocaleString('en')} documents, ${total} suggestions`, marking),
    row(`accept ${total} suggestions`, accepting),
    row('undo that', undoing),
    row('redo it', redoing),
    row(`reject ${total} suggestions`, rejecting),
    row(`one suggestion in each of ${DOCUMENTS.toLocaleString('en')} documents`, suggesting),
    row('queue of that project', queued),
    row('verify all edits and items', verifying),
  ];
}

/** Writes as many gold documents and spans as the training part of CMeEE has. */
async function imports(session: Session): Promise<string[]> {
  const settings = ProjectSettings.parse({});
  const { id } = createProject(session, { name: 'import', schema: SCHEMA, settings, members: ['bench'] });
  const documents = Array.from({ length: 13_484 }, (_, n) =>
    AnnotatedDocument.parse({
      name: `${n}`,
      text: `第${n}例，患者咳嗽发热三天，肺部闻及湿啰音，考虑肺炎，予抗感染治疗后好转。`,
      items: Array.from({ length: n < 1561 ? 5 : 4 }, (_, k) => span(k + 1, k * 4, k * 4 + 2 + (n % 3))),
    }),
  );
  const { files } = formatOf('meridian').write(documents);
  const lap = { read: clock(), prepare: clock(), keep: clock() };
  const took: { -readonly [K in keyof typeof lap]?: Time } = {};
  const bring = () =>
    importNamed(
      session,
      { projectId: id, files, person: GOLD },
      {
        onProgress: ({ stage }) => {
          if (took.read === undefined) {
            took.read = lap.read();
            lap.prepare = clock();
          }
          if (stage !== 'keeping') return;
          took.prepare = lap.prepare();
          lap.keep = clock();
        },
      },
    );
  const { items } = await bring();
  took.keep = lap.keep();
  const undoing = timed(() => undo(session, id));
  if (verifyEdits(dbOf(session)).problems.length > 0) throw new Error('the import does not verify');
  const none = { user: 0, wall: 0 };
  const what = `${documents.length.toLocaleString('en')} documents with ${items.toLocaleString('en')} spans`;
  return [
    row(`import ${what}: read, and the first slice`, took.read ?? none),
    row('make them ready, in slices of 20 ms', took.prepare ?? none),
    row('keep them: one transaction', took.keep),
    row('undo that', undoing),
  ];
}
