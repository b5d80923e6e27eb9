/** Work in real background processes: the same results as in this one, other answers meanwhile, cancelled, killed. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isOtherProcessAlive } from '../../../../main/db/process-alive.ts';
import { listHeads } from '../../../../main/db/repositories/annotation/documents.ts';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { writeSettings } from '../../../../main/db/repositories/settings.ts';
import type { NamedFile } from '../../../../main/formats/annotations/format.ts';
import { formatOf } from '../../../../main/formats/annotations/index.ts';
import { graphHandlers } from '../../../../main/ipc/handlers/graph.ts';
import type { ChildProcess } from '../../../../main/processes/child-process.ts';
import { spawnNode } from '../../../../main/processes/spawn-node.ts';
import { LIMITS } from '../../../../main/reading/limits.ts';
import { BackgroundProcesses } from '../../../../main/services/background/processes.ts';
import {
  importDataSet,
  previewDataSet,
  readClassifiedSet,
} from '../../../../main/services/data/data-sets.ts';
import { Uploads } from '../../../../main/services/data/uploads.ts';
import { applyToDocument, preview } from '../../../../main/services/deid/deid.ts';
import { exportModel } from '../../../../main/services/models/model-export.ts';
import { filesOfFolder, importModel } from '../../../../main/services/models/model-import.ts';
import { saveModel } from '../../../../main/services/models/models.ts';
import { projectAgreement } from '../../../../main/services/projects/adjudication/agreement.ts';
import { queue } from '../../../../main/services/projects/document-queue.ts';
import { exportProject } from '../../../../main/services/projects/exchange/export.ts';
import { importFiles } from '../../../../main/services/projects/exchange/import.ts';
import { unpackProject } from '../../../../main/services/projects/exchange/read-project.ts';
import { packProject } from '../../../../main/services/projects/exchange/write-project.ts';
import { openDocument, setState } from '../../../../main/services/projects/layers.ts';
import { createRecord, importFiles as importRecords } from '../../../../main/services/records/records.ts';
import {
  cancellableWithProgress,
  cancelRequest,
  dbOf,
  type Session,
} from '../../../../main/services/session/session.ts';
import { modelFolder } from '../../../../main/workspace/paths.ts';
import { events } from '../../../../shared/contract/index.ts';
import type { WorkProgress } from '../../../../shared/domain/work.ts';
import { importNamed } from '../../../helpers/import-named.ts';
import { importFile as importKg, temporaryFile } from '../../../helpers/kg.ts';
import { largeText } from '../../../helpers/large-document.ts';
import { add, as, edit, itemsIn, makeProject, relation, span } from '../../../helpers/projects.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';

/** A session whose background work is done in processes, and what it started. */
function open() {
  const here = openTestSession();
  const started: ChildProcess[] = [];
  const background = new BackgroundProcesses(
    () => {
      const process = spawnNode('background');
      started.push(process);
      return process;
    },
    () => ({
      databaseFile: here.workspace.databaseFile,
      key: here.workspace.key,
    }),
  );
  onTestFinished(() => background.stop());
  const told: unknown[] = [];
  let heard: () => void = () => undefined;
  const session: Session = {
    ...here,
    background,
    emit: (event, data) => {
      if (event !== 'requests.progress') return;
      told.push(events[event].parse(data));
      heard();
    },
  };
  const hear = (listener: () => void) => {
    heard = listener;
  };
  return { here, session, started, told, hear };
}

const TEXT = '姓名：王建国，男，电话13912345678。2024年3月5日入院，反复胸痛三年，服用阿司匹林后缓解。';
/** Takes seconds. */
const LONG = largeText(600_000);

const EDGES = `head\trelation\ttail\thead_type\ttail_type
甲病\tHasSymptom\t发热\tdisease\tsymptom
乙病\tHasSymptom\t咳嗽\tdisease\tsymptom
丙病\tHasSymptom\t头痛\tdisease\tsymptom
`;
/** Takes longer than anybody waits, and has no answer. */
const ENDLESS = `SELECT * { ${[...'abcdefghij'].map((n) => `?${n} ?${n}p ?${n}o .`).join(' ')} FILTER(STR(?a) = STR(?jp)) }`;

/** Two people who have finished the same documents, not quite alike. */
function annotated(session: Session, texts: readonly string[]): number {
  const { projectId, documents } = makeProject(session, texts, { members: ['甲', '乙'], overlap: 2 });
  for (const [n, documentId] of documents.entries())
    for (const [person, start] of [
      ['甲', 31],
      ['乙', 31 + (n % 2)],
    ] as const) {
      const own = as(session, person);
      const opened = openDocument(own, documentId);
      const items = [
        span(1, start, 35, { type: 'symptom' }),
        span(2, 40, 44, { type: 'drug' }),
        relation(3, 2, 1),
      ];
      edit(own, opened, ...items.map(add));
      setState(own, opened.layer.id, 'done');
    }
  return projectId;
}

/** Bytes are a Buffer here and an array there. */
const plain = ({ name, bytes }: NamedFile) => ({ name, bytes: Buffer.from(bytes).toString('base64') });

/** Resolves when the system knows the process no more. */
async function gone(child: ChildProcess | undefined): Promise<void> {
  while (isOtherProcessAlive(child?.pid ?? 0)) await new Promise((later) => setTimeout(later, 20));
}

/** Acts at the first sign that the work has begun. */
const whenBegun = (then: () => void) => {
  let begun = false;
  return (_progress: WorkProgress) => {
    if (begun) return;
    begun = true;
    then();
  };
};

describe('in background processes', () => {
  it('copies the write-ahead log into the database', async () => {
    const { session, here } = open();
    createRecord(here, { title: '一', text: TEXT, origin: 'typed' });
    const frames = () => here.workspace.db.rows('PRAGMA wal_checkpoint(NOOP)')[0]?.slice(1);
    expect(frames()?.[1]).toBe(0);
    await session.background.run('checkpoint', {});
    expect(frames()?.[1]).toBe(frames()?.[0]);
  });

  it('agreement, exports, imports and de-identification give what they give here', async () => {
    const { here, session, started } = open();
    const projectId = annotated(here, [TEXT, `${TEXT}二`, `${TEXT}三`]);

    expect(await projectAgreement(session, projectId)).toEqual(await projectAgreement(here, projectId));

    const wishes = [
      { format: 'meridian', deidentify: false },
      { format: 'brat', deidentify: true, mode: 'surrogate', asOne: true },
      { format: 'conll', deidentify: true, scheme: 'BIOES' },
    ] as const;
    for (const request of wishes) {
      const [there, direct] = await Promise.all(
        [session, here].map((each) => exportProject(as(each, '甲'), { projectId, ...request })),
      );
      expect({ ...there, files: there?.files.map(plain) }).toEqual({
        ...direct,
        files: direct?.files.map(plain),
      });
    }

    const { id } = createRecord(here, { title: '王建国', text: TEXT, origin: 'typed' });
    expect(await preview(session, TEXT)).toEqual(await preview(here, TEXT));
    for (const mode of ['mask', 'shift', 'surrogate'] as const)
      expect(await applyToDocument(session, { id, mode })).toEqual(await applyToDocument(here, { id, mode }));

    expect(started).toHaveLength(1); // kept for the next question
  });

  it('an import comes in parts and is the same', async () => {
    const { here, session } = open();
    // More than one part, with one document that is larger than a part.
    const documents = Array.from({ length: 40 }, (_, n) => ({
      name: `${n}`,
      text: n === 7 ? '咳'.repeat(300_000) : `咳嗽${n}天。`.repeat(2000),
      meta: {},
      items: [span(1, 0, 2, { type: 'symptom' })],
    }));
    const { files } = formatOf('meridian').write(documents);
    const [file] = files;
    const path = join(temporaryDir(), 'upload.jsonl');
    writeFileSync(path, file?.bytes ?? '');
    const one = makeProject(here, [], { name: 'one' }).projectId;
    const two = makeProject(here, [], { name: 'two' }).projectId;
    const direct = await importNamed(here, { projectId: one, files });
    const there = await importFiles(session, {
      projectId: two,
      files: [{ name: file?.name ?? '', path }],
    });
    expect(there).toEqual(direct);
    const held = (projectId: number) =>
      queue(here, projectId).map(({ id, name }) => ({
        name,
        text: openDocument(here, id).text,
        items: itemsIn(here, id),
      }));
    expect(held(two).map(({ name, text }) => ({ name, text }))).toEqual(
      documents.map(({ name, text }) => ({ name, text })),
    );
    expect(held(two)).toEqual(held(one));
  });

  it('refusals are those of the work itself', async () => {
    const { here, session } = open();
    const { projectId } = makeProject(here, ['a']);
    await expect(projectAgreement(session, projectId)).rejects.toMatchObject({ code: 'bad-input' });
    await expect(projectAgreement(session, 999)).rejects.toMatchObject({ code: 'not-found' });
    const path = join(temporaryDir(), 'upload.zip');
    writeFileSync(path, 'PK\u0003\u0004 no archive');
    const entries = listAudit(dbOf(here), { limit: 100 });
    await expect(importFiles(session, { projectId, files: [{ name: 'a.zip', path }] })).rejects.toMatchObject(
      { code: 'bad-input', kept: saying('Nothing was imported') },
    );
    expect(listAudit(dbOf(here), { limit: 100 })).toEqual(entries);
  });

  it('other questions are answered before long work ends', async () => {
    const { here, session } = open();
    writeSettings(dbOf(here), { starterDeid: false }, null); // it would be opened meanwhile
    const text = largeText(20_000);
    const order = async (each: Session): Promise<string[]> => {
      const ends: string[] = [];
      await Promise.all([
        preview(each, text).then(() => ends.push('work')),
        new Promise((asked) => setImmediate(asked)).then(() => ends.push('ping')),
      ]);
      return ends;
    };
    expect(await order(session)).toEqual(['ping', 'work']);
    expect(await order(here)).toEqual(['work', 'ping']); // which is why it is not done here
    // A small question does not wait for a long one either, where both processes have started.
    await Promise.all([preview(session, TEXT), preview(session, TEXT)]);
    const ends: string[] = [];
    const stop = new AbortController();
    const long = preview(session, LONG, { signal: stop.signal }).catch(() => ends.push('long'));
    await preview(session, TEXT);
    ends.push('short');
    stop.abort();
    await long;
    expect(ends).toEqual(['short', 'long']);
  });

  it('what is cancelled is worked on no more, and the next question is answered', async () => {
    const { here, session, started, told, hear } = open();
    const projectId = annotated(here, [TEXT, `${TEXT}二`]);
    hear(() => cancelRequest(session, 'ticket'));
    const work = cancellableWithProgress(session, 'ticket', (watch) => preview(session, LONG, watch));
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
    expect(told).toEqual([{ ticket: 'ticket', progress: { stage: 'finding', done: 0, total: 0 } }]);
    await gone(started[0]);
    hear(() => undefined);
    expect((await projectAgreement(session, projectId)).documents).toBe(2);
    expect(started).toHaveLength(2);
  });

  it('a query of the graph whose ticket is taken back ends, and the next is answered', async () => {
    const { here, session, started } = open();
    await importKg(dbOf(here), temporaryFile('kg.tsv', EDGES));
    const handlers = graphHandlers(() => session, new Uploads());
    const ask = { text: 'ASK { ?d a t:disease }', limit: 1 };
    expect((await handlers['kg.query'](ask)).rows).toEqual([['true']]);
    const work = handlers['kg.query']({ text: ENDLESS, limit: 10, ticket: 'ticket' });
    const ended = expect(work).rejects.toMatchObject({ code: 'cancelled' });
    await new Promise((later) => setTimeout(later, 200)); // it is under way
    cancelRequest(session, 'ticket');
    await ended;
    await gone(started[0]);
    expect((await handlers['kg.query'](ask)).rows).toEqual([['true']]);
  });

  it('the death of a process is a clear refusal, changes nothing, and the next question is answered', async () => {
    const { here, session, started } = open();
    const projectId = annotated(here, [TEXT, `${TEXT}二`]);
    const { id } = createRecord(here, { title: 'x', text: LONG, origin: 'typed' });
    // That the record was read is told.
    const changes = () =>
      listAudit(dbOf(here), { limit: 100 }).filter(({ action }) => action !== 'document.read');
    const before = changes();
    const kill = whenBegun(() => process.kill(started[0]?.pid ?? 0, 'SIGKILL'));
    const work = applyToDocument(session, { id, mode: 'mask' }, { onProgress: kill });
    await expect(work).rejects.toMatchObject({
      code: 'engine-down',
      message: expect.stringContaining('stopped while working'),
      kept: saying('Nothing was changed'),
      hint: saying('Try again'),
    });
    expect(changes()).toEqual(before);
    expect((await projectAgreement(session, projectId)).documents).toBe(2);
    expect(started).toHaveLength(2);
  });

  it('a killed import keeps all of its documents or none, and can be repeated', async () => {
    const { here, session, started } = open();
    const { projectId } = makeProject(here, []);
    const path = join(temporaryDir(), 'upload.jsonl');
    const count = 100;
    const rows = Array.from({ length: count }, (_, n) => JSON.stringify({ id: `${n}`, text: `咳嗽${n}天` }));
    writeFileSync(path, rows.join('\n'));
    const request = { projectId, files: [{ name: 'a.jsonl', path }], format: 'text' as const };
    // Before the first part is acknowledged, so that the last message cannot come.
    const kill = whenBegun(() => process.kill(started[0]?.pid ?? 0, 'SIGKILL'));
    await expect(importFiles(session, request, { onProgress: kill })).rejects.toMatchObject({
      code: 'engine-down',
    });
    expect(queue(here, projectId)).toHaveLength(0);
    expect(await importFiles(session, request)).toMatchObject({ documents: count, skipped: 0 });
  });

  it('stopping lets go of everything; what comes later starts anew', async () => {
    const { here, session, started } = open();
    const projectId = annotated(here, [TEXT, `${TEXT}二`]);
    await projectAgreement(session, projectId);
    const begun = Promise.withResolvers<void>();
    const long = preview(session, LONG, { onProgress: whenBegun(begun.resolve) });
    const refused = expect(long).rejects.toMatchObject({ code: 'engine-down' });
    await begun.promise;
    await session.background.stop();
    await refused;
    for (const process of started) await gone(process);
    expect((await projectAgreement(session, projectId)).documents).toBe(2);
  });

  it('reads project files and models in a process', async () => {
    const { session, here, started } = open();
    const { projectId } = makeProject(here, [TEXT, LONG]);
    const folder = temporaryDir();
    const path = join(folder, 'p.jsonl');
    packProject(here, projectId, path);
    const elsewhere = { ...openTestSession(), background: session.background };
    const copy = await unpackProject(elsewhere, { name: 'p.jsonl', path });
    expect(started).toHaveLength(1);
    const documents = (owner: Session, id: number) =>
      listHeads(dbOf(owner), id).map(({ name, chars }) => ({ name, chars }));
    expect(documents(elsewhere, copy.id)).toEqual(documents(here, projectId));
    writeFileSync(path, readFileSync(path, 'utf8').replace('王建国', '王建军'));
    await expect(unpackProject(elsewhere, { name: 'p.jsonl', path }, 'other')).rejects.toThrow(
      /^p\.jsonl:3: /,
    );

    const model = saveModel(here, {
      name: 'm',
      metrics: {},
      origin: 'run',
      files: taggerFiles('bilstm-crf'),
    });
    const out = join(folder, 'model');
    exportModel(here, model.id, out);
    const { card } = await importModel(session, filesOfFolder(out), 'copy');
    expect(card).toMatchObject({ name: 'copy', parameters: model.parameters, labels: model.labels });
    writeFileSync(join(out, 'model.safetensors'), Buffer.from('ffffffffffff1f00', 'hex'));
    await expect(importModel(session, filesOfFolder(out), 'x')).rejects.toThrow(
      /a header of 9007199254740991 bytes/,
    );
    expect(readdirSync(modelFolder(here.workspace.dir))).toHaveLength(2);
  });

  it('reads records, data sets and previews in a process, and keeps records in short transactions', async () => {
    const { here, session, started } = open();
    const lines = Array.from(
      { length: 3000 },
      (_, i) => `${JSON.stringify({ id: `r${i}`, text: `咳嗽${i}天` })}\n`,
    );
    const bytes = Buffer.from(`${lines.join('')}${'{"a":\n'.repeat(500)}`);
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns++;
      if (!done) setImmediate(count);
    };
    count();
    const { created, refused } = await importRecords(session, [{ name: 'r.jsonl', bytes }]);
    done = true;
    expect(created).toHaveLength(3000);
    expect(turns).toBeGreaterThan(5);
    expect(refused.reduce((sum, { count: lines = 1 }) => sum + lines, 0)).toBe(500);
    expect(refused).toHaveLength(LIMITS.refusals + 1);

    const path = join(temporaryDir(), 'set.csv');
    writeFileSync(path, 'text,label\n咳嗽,A\n,B\n头痛,B\n');
    const fields = { text: 'text', label: 'label' };
    const file = { path, fileName: 'set.csv', task: 'classify' as const, fields };
    const preview = await previewDataSet(session, file, 'classify');
    expect(preview).toMatchObject({ documents: 2, refusedCount: 1 });
    expect(preview).toEqual(await previewDataSet(here, file, 'classify'));
    await expect(importDataSet(session, file, 'set')).rejects.toThrow(/set\.csv, line 3/);
    const set = await importDataSet(session, { ...file, skipRefused: true }, 'set');
    expect(readClassifiedSet(session, set.id).map(({ labels }) => labels)).toEqual([['A'], ['B']]);
    expect(started.length).toBeGreaterThan(0);
    expect(readdirSync(join(session.workspace.dir, 'data'))).toEqual([set.sha256]);
  });
});
