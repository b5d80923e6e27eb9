/** Actions of the processes that are ended: one row a scenario. Every step is acknowledged once it has returned. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openConnection } from '../../main/db/connection.ts';
import { migrate, readMigrations } from '../../main/db/migrate.ts';
import { appendAudit } from '../../main/db/repositories/audit.ts';
import { listSources } from '../../main/db/repositories/graph-read.ts';
import { insertRecord, textSum } from '../../main/db/repositories/records.ts';
import { getRun, insertRun } from '../../main/db/repositories/runs.ts';
import { formatOf } from '../../main/formats/annotations/index.ts';
import { importFile, undo as undoImport } from '../../main/services/graph/graph.ts';
import { deleteModel, saveModel } from '../../main/services/models/models.ts';
import { queue } from '../../main/services/projects/document-queue.ts';
import { markAll } from '../../main/services/projects/edits/bulk.ts';
import { redo, undo } from '../../main/services/projects/edits/undo.ts';
import { packProject } from '../../main/services/projects/exchange/write-project.ts';
import { openDocument } from '../../main/services/projects/layers.ts';
import {
  commitRecord,
  createRecord,
  importFiles,
  removeRecord,
  saveDraft,
} from '../../main/services/records/records.ts';
import { RunRecorder } from '../../main/services/runs/run-recorder.ts';
import { runFolder, runStorage } from '../../main/services/runs/run-storage.ts';
import { dbOf, type Session } from '../../main/services/session/session.ts';
import {
  backupWorkspace,
  changeKey,
  restoreWorkspace,
} from '../../main/services/workspace/backup-and-key.ts';
import { fileKeyOf } from '../../main/workspace/file-key.ts';
import { writeKeyFile } from '../../main/workspace/key.ts';
import { importNamed as importAnnotations } from '../helpers/import-named.ts';
import { manyDocuments } from '../helpers/many-documents.ts';
import { add, edit, makeProject, span, unpackProject } from '../helpers/projects.ts';
import { rekeyInPlaceAndDie } from '../helpers/rekey-in-place.ts';
import { devPoint, newRun } from '../helpers/runs.ts';
import { taggerFiles } from '../helpers/tagger.ts';
import { openBelow } from './session.ts';

interface Scenario {
  readonly name: string;
  /** Makes the workspace below `dir`. */
  readonly prepare: (dir: string) => unknown;
  readonly steps: readonly ((session: Session) => unknown)[];
  /** Passphrases that the person has. */
  readonly passphrases?: readonly string[];
  /** Returns whether a state between two steps is as promised. Default: none is. */
  readonly between?: (state: State) => boolean;
}

/** Part of what `stateOf` returns. */
export interface State {
  readonly backups: number;
  readonly actions: readonly [string, number][];
  readonly records: readonly unknown[];
}

const actor = { name: 'tester' };
const PASSPHRASE = 'a passphrase of nine words';
const OLD_TEXT = '患者李某，头痛';
const GRAPH = Array.from({ length: 300 }, (_, n) => `病${n}\tHasSymptom\t痛${n % 40}\n`).join('');
const RECORDS = Array.from(
  { length: 40 },
  (_, n) => `${JSON.stringify({ title: `例${n}`, text: `第${n}例，咳嗽` })}\n`,
);

const entriesOf = ({ actions }: State, name: string): number =>
  actions.find(([action]) => action === name)?.[1] ?? 0;

async function prepared(dir: string, more: (session: Session) => unknown = () => undefined): Promise<void> {
  const session = openBelow(dir);
  createRecord(session, { title: 'early', text: '患者张某，咳嗽三天', origin: 'test' });
  await more(session);
  session.workspace.close();
}

const withProject = (dir: string): Promise<void> =>
  prepared(dir, (session) => makeProject(session, ['咳嗽发热', '头痛两天，咳嗽']));

function loadGraph(session: Session): Promise<unknown> {
  const path = join(session.workspace.temporaryDir(), 'a.tsv');
  writeFileSync(path, GRAPH);
  return importFile(session, { name: 'a.tsv', path }, { format: 'triples' }, () => undefined);
}

/** A workspace as the version with six migrations left it. */
async function prepareOld(dir: string): Promise<void> {
  await prepared(dir);
  const { workspace } = openBelow(dir);
  const { key, databaseFile } = workspace;
  workspace.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(databaseFile + suffix, { force: true });
  const db = openConnection(databaseFile, { key });
  migrate(db, () => undefined, readMigrations().slice(0, 6));
  db.transaction(() => {
    const id = insertRecord(db, actor, { title: 'old', text: OLD_TEXT, origin: 'test' });
    appendAudit(db, actor, 'document.create', `document:${id}`, { sha256: textSum(OLD_TEXT) });
  });
  db.close();
}

/** A workspace whose key an earlier version was changing in place when it ended. */
async function prepareHalfRekeyed(dir: string): Promise<void> {
  await prepared(dir);
  rekeyInPlaceAndDie(openBelow(dir).workspace, (key) => {
    const file = join(dir, 'config', 'keys', 'x.key.next');
    writeKeyFile(file, key);
    return { kind: 'keyfile', file };
  });
}

/** Writes the point of an evaluation as a run does. */
function evaluate(session: Session, step: number): void {
  const run = getRun(dbOf(session), 1);
  if (run === undefined) throw new Error('no run');
  const recorder = new RunRecorder(session, run, (error) => {
    throw error;
  });
  const best = { step, epoch: 1, score: step / 10 };
  recorder.take({ kind: 'evaluated', point: devPoint(step, step / 10), best });
  recorder.close();
}

const checkpoint = (session: Session, version: number): void =>
  runStorage(runFolder(session.workspace.dir, 1), fileKeyOf(session.workspace)).write('checkpoint', [
    new Uint8Array(30_000).fill(version),
  ]);

function editDocument(session: Session, id: number): void {
  const [document] = queue(session, 1);
  edit(session, openDocument(session, document!.id), add(span(id, 0, 2)));
}

const projectFile = ({ workspace }: Session): string => join(workspace.temporaryDir(), 'p.jsonl');

const model = (session: Session, name: string) =>
  saveModel(session, { name, files: taggerFiles('bilstm-crf'), metrics: {}, origin: 'run' });

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'edit of a record',
    prepare: (dir) => prepared(dir),
    steps: [
      (session) => saveDraft(session, 1, { base: 1, draft: 0 }, '患者张某，咳嗽四天'),
      (session) => commitRecord(session, 1, { base: 1, draft: 1 }, '患者张某，咳嗽五天', 'corrected'),
      (session) => createRecord(session, { title: 'new', text: '头痛', origin: 'test' }),
      (session) => removeRecord(session, 1),
    ],
  },
  {
    name: 'import of records',
    prepare: (dir) => prepared(dir),
    steps: [
      (session) => importFiles(session, [{ name: 'many.jsonl', bytes: Buffer.from(RECORDS.join('')) }]),
    ],
    between: (state) => state.records.length === 1 + entriesOf(state, 'document.import'),
  },
  {
    name: 'annotation, undo, redo',
    prepare: withProject,
    steps: [
      (session) => openDocument(session, queue(session, 1)[0]!.id),
      (session) => editDocument(session, 1),
      (session) => editDocument(session, 2),
      (session) => markAll(session, { projectId: 1, words: '咳嗽', type: 'symptom', ignoreCase: true }),
      (session) => undo(session, 1),
      (session) => undo(session, 1),
      (session) => redo(session, 1),
    ],
  },
  {
    name: 'import of annotations',
    prepare: withProject,
    steps: [
      (session) =>
        importAnnotations(session, {
          projectId: 1,
          files: formatOf('meridian').write(manyDocuments(12)).files,
          person: 'tester',
        }),
      (session) => undo(session, 1),
    ],
  },
  {
    name: 'project packed and unpacked',
    prepare: withProject,
    steps: [
      (session) => packProject(session, 1, projectFile(session)),
      (session) =>
        unpackProject(session, { name: 'p.jsonl', bytes: readFileSync(projectFile(session)) }, 'the second'),
    ],
  },
  {
    name: 'graph import and its undo',
    prepare: (dir) => prepared(dir),
    steps: [loadGraph, (session) => undoImport(session, listSources(dbOf(session))[0]!.id)],
  },
  {
    name: 'training checkpoints',
    prepare: (dir) => prepared(dir, (session) => insertRun(dbOf(session), newRun())),
    steps: [1, 2, 3].flatMap((version) => [
      (session: Session) => evaluate(session, version),
      (session: Session) => checkpoint(session, version),
    ]),
  },
  {
    name: 'sealed models',
    prepare: (dir) => prepared(dir),
    steps: [
      (session) => model(session, 'm1'),
      (session) => model(session, 'm2'),
      (session) => deleteModel(session, 1),
    ],
  },
  {
    name: 'backup',
    prepare: (dir) => prepared(dir),
    steps: [backupWorkspace, backupWorkspace],
    // The entry is written before the copy gets its name: no copy is without an entry.
    between: (state) => state.backups === entriesOf(state, 'workspace.backup') - 1,
  },
  {
    name: 'restore',
    prepare: (dir) =>
      prepared(dir, async (session) => {
        backupWorkspace(session);
        await changeKey(session, 'keyfile', undefined);
        createRecord(session, { title: 'late', text: '患者李某', origin: 'test' });
      }),
    steps: [
      (session) => {
        const first = session.workspace.info().backups.findLast(({ file }) => file.endsWith('-backup.db'));
        return restoreWorkspace(session, first!.file);
      },
    ],
  },
  {
    name: 'key change',
    prepare: (dir) => prepared(dir),
    passphrases: [PASSPHRASE],
    steps: [
      (session) => changeKey(session, 'keyfile', undefined),
      (session) => changeKey(session, 'passphrase', PASSPHRASE),
    ],
  },
  { name: 'rescue of a key changed in place', prepare: prepareHalfRekeyed, steps: [] },
  { name: 'migration of an old database', prepare: prepareOld, steps: [] },
  {
    name: 'new workspace',
    prepare: () => undefined,
    steps: [(session) => createRecord(session, { title: 'first', text: '咳嗽', origin: 'test' })],
  },
];
