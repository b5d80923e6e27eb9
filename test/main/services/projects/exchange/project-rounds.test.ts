/** Checks that the file of a project carries its learning rounds. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adoptedModel,
  insertRound,
  listOrder,
  listRounds,
  restoreRound,
  setOrder,
} from '../../../../../main/db/repositories/annotation/learning.ts';
import { insertRun } from '../../../../../main/db/repositories/runs.ts';
import { deleteModel, saveModel } from '../../../../../main/services/models/models.ts';
import { LineSealer, openLines } from '../../../../../main/services/projects/exchange/checksummed-lines.ts';
import { isProjectFile } from '../../../../../main/services/projects/exchange/detect-project.ts';
import { packProject } from '../../../../../main/services/projects/exchange/write-project.ts';
import { dbOf, type Session } from '../../../../../main/services/session/session.ts';
import { plainText } from '../../../../../shared/messages/message.ts';
import { makeProject, refusal, unpackProject } from '../../../../helpers/projects.ts';
import { newRun } from '../../../../helpers/runs.ts';
import { taggerFiles } from '../../../../helpers/tagger.ts';
import { saying } from '../../../../helpers/words.ts';
import { openTestSession, temporaryDir } from '../../../../helpers/workspace.ts';

function packed(session: Session, projectId: number): Uint8Array {
  const path = join(temporaryDir(), 'project.jsonl');
  packProject(session, projectId, path);
  return readFileSync(path);
}

const unpacked = (session: Session, bytes: Uint8Array, as?: string) =>
  unpackProject(session, { name: 'p.jsonl', bytes }, as).id;

/** Without the numbers of this workspace. */
const shown = (session: Session, projectId: number) =>
  listRounds(dbOf(session), projectId).map(
    ({ id: _id, projectId: _p, runId: _r, run: _s, model, ...round }) => ({
      ...round,
      model: model?.name ?? null,
    }),
  );

const model = (session: Session, name: string, seed: number, dataHash = 'd'.repeat(64)) =>
  saveModel(session, {
    name,
    metrics: {},
    origin: 'run',
    dataHash,
    files: taggerFiles('bilstm-crf', { seed }),
  });

/** A file as it was written before rounds were. */
function rewritten(bytes: Uint8Array, change: (line: Record<string, unknown>) => unknown): Uint8Array {
  const sealer = new LineSealer();
  const lines = [...openLines('p', bytes)].flatMap(({ data }) => {
    const next = change({ ...(data as object) }); // safe: lines hold objects
    return next === undefined ? [] : [sealer.line(next)];
  });
  return Buffer.from(lines.join(''));
}

const count = fc.nat(500);
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const f1 = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0); // no −0
const roundOf = fc.record({
  at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  by: text,
  documents: count,
  devDocuments: count,
  labels: count,
  state: fc.constantFrom('finished' as const, 'failed' as const),
  model: fc.option(text.map((name) => ({ id: null, name }))),
  f1: fc.option(f1),
  previous: fc.option(fc.record({ name: text, f1 })),
  adopted: fc.boolean(),
  error: fc.option(text.map(plainText)),
});

describe('rounds of learning in a project file', () => {
  it('come back as they were shown, with the order of documents', () => {
    const session = openTestSession();
    const elsewhere = openTestSession();
    let n = 0;
    fc.assert(
      fc.property(
        fc.array(roundOf, { maxLength: 6 }),
        fc.array(fc.option(f1), { maxLength: 3 }),
        (rounds, sure) => {
          const name = `p${n++}`;
          const { projectId, documents } = makeProject(session, ['咳嗽', '发热', '头痛'], { name });
          for (const round of rounds) restoreRound(dbOf(session), { ...round, projectId });
          const order = sure.map((entropy, place) => {
            return {
              documentId: documents[2 - place]!,
              place,
              entropy,
              margin: null,
              modelName: name,
              strategy: 'mixed',
            };
          });
          setOrder(dbOf(session), projectId, order, '2026-01-01T00:00:00.000Z');
          const id = unpacked(elsewhere, packed(session, projectId));
          expect(shown(elsewhere, id)).toEqual(shown(session, projectId));
          const places = (from: Session, project: number, first: number) =>
            listOrder(dbOf(from), project).map((one) => ({ ...one, documentId: one.documentId - first }));
          const [own] = dbOf(elsewhere)
            .raw.prepare('SELECT min(id) FROM project_document WHERE project_id = ?')
            .raw()
            .all(id);
          const first = Number((own as unknown[])[0]); // safe: raw rows are arrays
          expect(places(elsewhere, id, first)).toEqual(places(session, projectId, documents[0]!));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('know their models again by the sum of their files, whatever they are called', () => {
    const session = openTestSession();
    const { projectId } = makeProject(session, ['咳嗽'], { name: 'p' });
    const [first, second] = [model(session, 'one', 1), model(session, 'two', 2)];
    const round = { projectId, at: 'a', by: 'b', documents: 2, devDocuments: 1, labels: 3, f1: 0.5 };
    const finished = { ...round, state: 'finished' as const, previous: null, adopted: true, error: null };
    for (const { id, name } of [first, second])
      restoreRound(dbOf(session), { ...finished, model: { id, name } });
    deleteModel(session, second.id);
    const bytes = packed(session, projectId);

    const bare = openTestSession();
    const there = unpacked(bare, bytes);
    expect(listRounds(dbOf(bare), there).map((one) => one.model)).toEqual([
      { id: null, name: 'one' },
      { id: null, name: 'two' },
    ]);
    expect(adoptedModel(dbOf(bare), there)).toBeUndefined();

    const other = openTestSession();
    model(other, 'one', 2); // another model of the same name and data
    const same = model(other, 'renamed', 1);
    const id = unpacked(other, bytes);
    expect(listRounds(dbOf(other), id)[0]?.model).toEqual({ id: same.id, name: 'one' });
    expect(adoptedModel(dbOf(other), id)).toEqual({ id: same.id, name: 'renamed' });
  });

  it('that go on are told as not ended, and name the data they were trained on', () => {
    const session = openTestSession();
    const { projectId } = makeProject(session, ['咳嗽'], { name: 'p' });
    const runId = insertRun(dbOf(session), newRun());
    insertRound(dbOf(session), {
      projectId,
      at: 'a',
      by: 'b',
      runId,
      documents: 2,
      devDocuments: 1,
      labels: 3,
    });
    const bytes = packed(session, projectId);
    expect(Buffer.from(bytes).toString()).toContain(`"train":"${'a'.repeat(64)}"`);
    expect(shown(session, unpacked(session, bytes, 'copy'))).toMatchObject([
      { state: 'failed', error: saying('尚未结束', 'zh'), by: 'b', documents: 2 },
    ]);
  });

  it('are absent from older files, which are read as ever; what is missing is told', () => {
    const session = openTestSession();
    const { projectId, documents } = makeProject(session, ['咳嗽', '发热'], { name: 'p' });
    const plain = packed(session, projectId);
    const older = rewritten(plain, ({ rounds: _rounds, ordered: _ordered, ...line }) => line);
    expect([...openLines('p', plain)][0]?.data).toMatchObject({ version: 1 });
    expect(isProjectFile(older)).toBe(true);
    expect(shown(session, unpacked(session, older, 'older'))).toEqual([]);

    const place = { place: 0, entropy: 0.5, margin: null, modelName: null, strategy: 'entropy' };
    setOrder(dbOf(session), projectId, [{ ...place, documentId: documents[1]! }], 'a');
    const bytes = packed(session, projectId);
    expect([...openLines('p', bytes)][0]?.data).toMatchObject({ version: 2 });
    const lost = rewritten(bytes, (line) => (line.kind === 'order' ? undefined : line));
    expect(refusal(() => unpacked(session, lost, 'lost'))).toMatch(/it is cut off here/);
    const strange = rewritten(bytes, (line) => (line.kind === 'order' ? { ...line, documentId: 99 } : line));
    expect(refusal(() => unpacked(session, strange, 'strange'))).toMatch(/document 99 is missing/);
  });
});
