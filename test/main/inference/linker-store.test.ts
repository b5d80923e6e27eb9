import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { listSources } from '../../../main/db/repositories/graph-read.ts';
import { removeSource } from '../../../main/db/repositories/graph-remove.ts';
import { decidePrediction } from '../../../main/db/repositories/predictions.ts';
import { GraphLinker } from '../../../main/inference/graph-linker.ts';
import { type LinkerStore, linkerFolder } from '../../../main/inference/linker-store.ts';
import { importStarter } from '../../../main/kg/import/index.ts';
import { readSamples } from '../../../main/services/workspace/starter-content.ts';
import { fileKeyOf } from '../../../main/workspace/file-key.ts';
import { removeUnfinishedFiles } from '../../../main/workspace/leftovers.ts';
import { readSealed, writeSealed } from '../../../main/workspace/sealed-file.ts';
import type { Workspace } from '../../../main/workspace/workspace.ts';
import { drive, importFile, temporaryFile } from '../../helpers/kg.ts';
import { killScript } from '../../helpers/kill-script.ts';
import { openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

const TEXT = '患者咳嗽、发热3天，考虑社区获得性肺炎，否认心肌梗塞，血糖13.2mmol/L。';
const TRIPLES =
  '社区获得性肺炎\tHasSymptom\t咳嗽\n社区获得性肺炎\tHasSymptom\t发热\n急性心肌梗死\tHasSymptom\t胸痛\n';

const storeOf = (workspace: Workspace): LinkerStore => ({
  workspaceDir: workspace.dir,
  fileKey: fileKeyOf(workspace),
});
const filesOf = ({ workspaceDir }: LinkerStore): string[] =>
  readdirSync(linkerFolder(workspaceDir)).map((name) => join(linkerFolder(workspaceDir), name));
const onlyFile = (store: LinkerStore): string => {
  const [file = '', ...others] = filesOf(store);
  expect(others).toEqual([]);
  return file;
};
const annotate = (workspace: Workspace, store?: LinkerStore) =>
  GraphLinker.load(workspace.db, store).annotate(TEXT);

async function withGraph(dir = temporaryDir(), plain = false): Promise<Workspace> {
  const workspace = openWorkspace(dir, plain ? { create: 'plain' } : {});
  await importFile(workspace.db, temporaryFile('triples.tsv', TRIPLES), { format: 'triples' });
  return workspace;
}

/** Returns whether `act` leaves the file as it is, which tells that its tables were used. */
function usesFile(store: LinkerStore, act: () => void): boolean {
  const before = statSync(onlyFile(store));
  act();
  const after = statSync(onlyFile(store));
  return before.ino === after.ino && before.mtimeMs === after.mtimeMs;
}

describe('tables of the linker', () => {
  it('that were kept link every sample as those just built', async () => {
    const workspace = openWorkspace();
    await drive(importStarter(workspace.db));
    const store = storeOf(workspace);
    const fresh = GraphLinker.load(workspace.db);
    GraphLinker.load(workspace.db, store);
    expect(
      usesFile(store, () => {
        const kept = GraphLinker.load(workspace.db, store);
        expect(kept.size).toMatchObject({ names: fresh.size.names, entities: fresh.size.entities });
        for (const { text } of readSamples()) expect(kept.annotate(text)).toEqual(fresh.annotate(text));
      }),
    ).toBe(true);
  });

  it.each([
    ['encrypted', false],
    ['plain', true],
  ])('are built anew from a torn, changed or foreign file (%s)', async (_, plain) => {
    const workspace = await withGraph(undefined, plain);
    const store = storeOf(workspace);
    const right = annotate(workspace, store);
    expect(right.mentions.map(({ name }) => name)).toContain('社区获得性肺炎');
    expect(annotate(workspace)).toEqual(right);
    const file = onlyFile(store);
    const whole = readFileSync(file);
    const content = readSealed(file, store.fileKey)!;
    const middle = Buffer.from(whole);
    middle[whole.length >> 1]! ^= 1;
    const replaced = [
      () => writeFileSync(file, whole.subarray(0, 0)),
      () => writeFileSync(file, whole.subarray(0, 40)),
      () => writeFileSync(file, whole.subarray(0, whole.length >> 1)),
      () => writeFileSync(file, whole.subarray(0, whole.length - 1)),
      () => writeFileSync(file, Buffer.concat([whole, Buffer.of(0)])),
      () => writeFileSync(file, middle),
      () => writeSealed(file, [content], randomBytes(32)),
      () => writeSealed(file, [content.subarray(0, content.length >> 1)], store.fileKey),
      () => writeSealed(file, [serialize({ fingerprint: 'another', tables: [] })], store.fileKey),
    ];
    for (const [i, damage] of replaced.entries()) {
      damage();
      let found: unknown;
      expect(
        usesFile(store, () => (found = annotate(workspace, store))),
        `damage ${i}`,
      ).toBe(false);
      expect(found, `damage ${i}`).toEqual(right);
      expect(
        usesFile(store, () => annotate(workspace, store)),
        `after damage ${i}`,
      ).toBe(true);
    }
  });

  it('of another graph are not used, even under this graph’s name, and are removed', async () => {
    const workspace = await withGraph();
    const store = storeOf(workspace);
    annotate(workspace, store);
    const first = onlyFile(store);
    const old = readFileSync(first);
    await importFile(workspace.db, temporaryFile('more.tsv', '肺炎\tHasSymptom\t血糖升高\n'), {
      format: 'triples',
    });
    const right = annotate(workspace);
    expect(annotate(workspace, store)).toEqual(right);
    const second = onlyFile(store);
    expect(second).not.toBe(first);
    writeFileSync(second, old);
    expect(annotate(workspace, store)).toEqual(right);
    const newest = listSources(workspace.db).at(-1)!;
    removeSource(workspace.db, newest.id);
    expect(annotate(workspace, store)).toEqual(annotate(workspace));
  });

  it('are another’s once a prediction is accepted, and not kept while a graph is imported', async () => {
    const workspace = await withGraph();
    const { db } = workspace;
    const store = storeOf(workspace);
    annotate(workspace, store);
    const before = onlyFile(store);
    const [[head, tail] = []] = db.rows(`SELECT min(id), max(id) FROM kg_entity`);
    db.run(
      `INSERT INTO kg_prediction (id, head, relation, tail, score, rank, vectors, state) VALUES (1, ?, 'HasSign', ?, 1, 1, 'v', 'waiting')`,
      head!,
      tail!,
    );
    expect(usesFile(store, () => annotate(workspace, store))).toBe(true);
    db.transaction(() => decidePrediction(db, 1, 'accepted', '甲'));
    annotate(workspace, store);
    const accepted = onlyFile(store);
    expect(accepted).not.toBe(before);
    db.run(`UPDATE kg_source SET state = 'importing'`);
    renameSync(accepted, before);
    annotate(workspace, store);
    expect(filesOf(store)).toEqual([before]);
  });

  it('are right for processes that keep them at once', async () => {
    const dir = temporaryDir();
    const workspace = await withGraph(dir);
    const right = annotate(workspace)
      .mentions.map(({ name }) => name)
      .join();
    const script = join(import.meta.dirname, '../../helpers/keep-linkers-forever.ts');
    const runs = [1, 2].map(() => promisify(execFile)(process.execPath, [script, dir, TEXT, '6']));
    for (const { stdout } of await Promise.all(runs))
      expect(stdout.trim().split('\n')).toEqual(Array.from({ length: 6 }, () => right));
    expect(annotate(workspace, storeOf(workspace))).toEqual(annotate(workspace));
  });

  it('are right after a process was killed while it kept them', async () => {
    const dir = temporaryDir();
    const workspace = await withGraph(dir);
    const store = storeOf(workspace);
    for (const ms of [0, 4]) {
      await killScript('keep-linkers-forever.ts', [dir, TEXT], { lines: 2, ms });
      expect(annotate(workspace, store)).toEqual(annotate(workspace));
      removeUnfinishedFiles(workspace.dir);
      onlyFile(store);
    }
  });
});
