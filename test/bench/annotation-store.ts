/** What is stored of annotations: single edits in large layers, bulk edits over many documents, undo, verification. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineHost } from '../../main/engine/host.ts';
import { backgroundHere } from '../../main/services/background/background.ts';
import { createDocument } from '../../main/services/documents.ts';
import { Jobs } from '../../main/services/jobs.ts';
import { decide, markAll, suggest } from '../../main/services/projects/bulk.ts';
import { addDocuments } from '../../main/services/projects/documents.ts';
import { apply } from '../../main/services/projects/edits.ts';
import { openDocument } from '../../main/services/projects/layers.ts';
import { createProject } from '../../main/services/projects/projects.ts';
import { queue } from '../../main/services/projects/queue.ts';
import { redo, undo } from '../../main/services/projects/undo.ts';
import { verifyEdits } from '../../main/services/projects/verify.ts';
import { dbOf, type Session } from '../../main/services/session.ts';
import { Workspace } from '../../main/workspace/workspace.ts';
import { ProjectSettings } from '../../shared/domain/project.ts';
import { add, alter, SCHEMA, span } from '../helpers/projects.ts';

const CHARS = 50_000;
const SPANS = 5_000;
const EDITS = 200;
const DOCUMENTS = 1_000;
const PER_DOCUMENT = 100;

export async function run(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-bench-'));
  const workspace = Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config') });
  const session: Session = {
    workspace,
    engine: new EngineHost(() => {
      throw new Error('no engine here');
    }),
    actor: { name: 'bench' },
    background: backgroundHere(() => workspace.db),
    jobs: new Jobs(() => undefined),
    emit: () => undefined,
  };
  try {
    return [
      'Encrypted workspace, `synchronous = FULL`; every edit with its history, audit entry and sums. Processor time.',
      '',
      '| step | time |',
      '|---|---:|',
      ...singleEdits(session),
      ...bulkEdits(session),
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
    (text, n) => createDocument(session, { title: `${name} ${n}`, text, origin: 'b' }).id,
  );
  addDocuments(session, id, documents);
  return { id, documents: queue(session, id).map((entry) => entry.id) };
}

/** Processor time of this process, which other programs on the machine do not lengthen. */
function timed<T>(body: () => T): { ms: number; value: T } {
  const began = process.cpuUsage();
  const value = body();
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, value };
}

const row = (step: string, ms: number): string =>
  `| ${step} | ${ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(1)} ms`} |`;

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
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
  const added = Array.from(
    { length: EDITS },
    (_, n) => timed(() => edit(add(span(SPANS + 1 + n, n, n + 3)))).ms,
  );
  const changed = items.slice(0, EDITS).map((item) => timed(() => edit(alter(item, { type: 'symptom' }))).ms);
  const undone = Array.from({ length: EDITS }, () => timed(() => undo(session, id)).ms);
  return [
    row(
      `${SPANS.toLocaleString('en')} spans in ${CHARS.toLocaleString('en')} characters as one edit`,
      filling.ms,
    ),
    row('open that document', opening.ms),
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
    row(`mark all in ${DOCUMENTS.toLocaleString('en')} documents, ${total} suggestions`, marking.ms),
    row(`accept ${total} suggestions`, accepting.ms),
    row('undo that', undoing.ms),
    row('redo it', redoing.ms),
    row(`one suggestion in each of ${DOCUMENTS.toLocaleString('en')} documents`, suggesting.ms),
    row('queue of that project', queued.ms),
    row('verify all edits and items', verifying.ms),
  ];
}
