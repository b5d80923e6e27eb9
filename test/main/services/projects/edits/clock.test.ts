/** A clock that goes back, by an hour or by years: what came first stays first, whatever the dates say. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyAll } from '../../../../../main/services/audit/verify.ts';
import { Learning } from '../../../../../main/services/learning/learning.ts';
import { queue } from '../../../../../main/services/projects/document-queue.ts';
import { diff, history, itemsAt, restore } from '../../../../../main/services/projects/edits/history.ts';
import { redo, undo } from '../../../../../main/services/projects/edits/undo.ts';
import { packProject } from '../../../../../main/services/projects/exchange/write-project.ts';
import { openDocument, setState } from '../../../../../main/services/projects/layers.ts';
import { Runs } from '../../../../../main/services/runs/runs.ts';
import { dbOf } from '../../../../../main/services/session/session.ts';
import { backdatedEdits } from '../../../../../renderer/features/annotate/panel/backdated-edits.ts';
import { plainText } from '../../../../../shared/messages/message.ts';
import {
  add,
  alter,
  edit,
  itemsIn,
  makeProject,
  span,
  timeless,
  unpackProject,
} from '../../../../helpers/projects.ts';
import { puppets, until } from '../../../../helpers/training.ts';
import { verifyEdits } from '../../../../helpers/verify.ts';
import { openTestSession, temporaryDir } from '../../../../helpers/workspace.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const YEAR = 365 * 24 * 3_600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
afterEach(() => void vi.useRealTimers());

const TEXT = '咳嗽发热，头痛两天，胸闷气短。';

describe('with a clock that goes back', () => {
  it('edits, undo, redo, history and earlier states are those of a clock that goes on', () => {
    const steps = fc.array(
      fc.record({
        /** Time of the clock before the step, in minutes from noon: hours, or years, either way. */
        clock: fc.oneof(
          fc.integer({ min: -600, max: 600 }),
          fc.constantFrom(-20, -3, 4).map((n) => (n * YEAR) / 60_000),
        ),
        what: fc.constantFrom('add', 'note', 'undo', 'redo', 'done'),
      }),
      { minLength: 4, maxLength: 14 },
    );
    fc.assert(
      fc.property(steps, (given) => {
        const run = (clock: (step: (typeof given)[number], n: number) => number) => {
          vi.setSystemTime(NOON);
          const session = openTestSession();
          const { projectId, documents } = makeProject(session, [TEXT]);
          const [id = 0] = documents;
          const states = given.map((step, n) => {
            vi.setSystemTime(NOON + clock(step, n));
            const opened = openDocument(session, id);
            const last = opened.layer.items.at(-1);
            if (step.what === 'add')
              edit(session, opened, add(span(opened.layer.nextItem, n % 12, (n % 12) + 1)));
            if (step.what === 'note' && last?.kind === 'span')
              edit(session, opened, alter(last, { note: `${n}` }));
            if (step.what === 'undo') undo(session, projectId);
            if (step.what === 'redo') redo(session, projectId);
            if (step.what === 'done') setState(session, opened.layer.id, n % 2 === 0 ? 'done' : 'open');
            return itemsIn(session, id);
          });
          const { id: layerId, state, version } = openDocument(session, id).layer;
          const told = history(session, layerId, undefined, 100);
          expect(verifyEdits(dbOf(session)).problems).toEqual([]);
          const dateless = told.map(({ at: _at, ...rest }) => rest);
          const past = told.map((each) => itemsAt(session, layerId, each.id).map(timeless));
          return { states, state, version, dateless, past };
        };
        const back = run(({ clock }) => clock * 60_000);
        const on = run((_step, n) => n * 60_000);
        expect(back).toEqual(on);
      }),
      { numRuns: 12 },
    );
  });

  it('the audit table stays whole and says where; the history marks the same steps', async () => {
    const session = openTestSession();
    const { documents } = makeProject(session, [TEXT]);
    const [id = 0] = documents;
    const hours = [0, 1, -9 * 365 * 24, -9 * 365 * 24 + 1, 2];
    for (const [n, hour] of hours.entries()) {
      vi.setSystemTime(NOON + hour * 3_600_000);
      edit(session, openDocument(session, id), add(span(n + 1, n, n + 1)));
    }
    const verdict = await verifyAll(() => dbOf(session));
    expect(verdict).toMatchObject({ found: 0, clockSteps: 1 });
    expect(verdict.clock[0]).toMatchObject({
      at: '2017-06-03T12:00:00.000Z',
      before: '2026-06-01T13:00:00.000Z',
    });
    const told = history(session, openDocument(session, id).layer.id, undefined, 10);
    expect(told.map(({ id: edited }) => edited)).toEqual([5, 4, 3, 2, 1]);
    expect([...backdatedEdits(told)]).toEqual([3]);
    expect([...backdatedEdits(told.slice(0, 2))]).toEqual([]);
  });

  it('restoring and comparing go by the steps, and a project file keeps them in order', () => {
    const session = openTestSession();
    const { projectId, documents } = makeProject(session, [TEXT]);
    const [id = 0] = documents;
    for (const [n, years] of [0, -5, 5, -1].entries()) {
      vi.setSystemTime(NOON + years * YEAR);
      edit(session, openDocument(session, id), add(span(n + 1, n, n + 1)));
    }
    const { id: layerId } = openDocument(session, id).layer;
    const [newest, , second] = history(session, layerId, undefined, 10);
    expect(itemsAt(session, layerId, second?.id ?? 0).map((item) => item.id)).toEqual([1, 2]);
    expect(diff(session, layerId, second?.id ?? 0, newest?.id ?? 0).map((change) => change.id)).toEqual([
      3, 4,
    ]);
    vi.setSystemTime(NOON - 30 * YEAR);
    restore(session, layerId, second?.id ?? 0);
    expect(itemsIn(session, id).map((item) => item.id)).toEqual([1, 2]);
    undo(session, projectId);
    expect(itemsIn(session, id).map((item) => item.id)).toEqual([1, 2, 3, 4]);

    const path = join(temporaryDir(), 'p.jsonl');
    packProject(session, projectId, path);
    const elsewhere = openTestSession();
    const copy = unpackProject(elsewhere, { name: 'p', bytes: readFileSync(path) });
    const [document] = queue(elsewhere, copy.id);
    const there = openDocument(elsewhere, document?.id ?? 0).layer;
    const told = (of: typeof session, layer: number) =>
      history(of, layer, undefined, 20).map(({ at, action, state }) => ({ at, action, state }));
    expect(told(elsewhere, there.id)).toEqual(told(session, layerId));
    expect(verifyEdits(dbOf(elsewhere)).problems).toEqual([]);
    redo(elsewhere, copy.id);
    expect(itemsIn(elsewhere, document?.id ?? 0).map((item) => item.id)).toEqual([1, 2]);
  });

  it('rounds of learning come in their order, and none is begun twice', async () => {
    const session = openTestSession();
    const texts = Array.from({ length: 24 }, (_, n) => `第${n}例：咳嗽。`);
    const { projectId, documents } = makeProject(session, texts);
    for (const id of documents) {
      const opened = openDocument(session, id);
      edit(session, opened, add(span(1, opened.text.length - 3, opened.text.length - 1)));
      setState(session, opened.layer.id, 'done');
    }
    const { start, all } = puppets();
    const learning = new Learning(session, new Runs(session, { startTraining: start }));
    const numbers: number[] = [];
    for (const [n, years] of [0, -7, -14].entries()) {
      vi.setSystemTime(NOON + years * YEAR);
      const before = learning.get(projectId).rounds.length;
      numbers.push(learning.train(projectId).id);
      expect(learning.get(projectId).rounds).toHaveLength(before + 1);
      vi.setSystemTime(NOON + (years - 1) * YEAR); // earlier than its own beginning
      all[n]?.fail(new Error(`round ${n}`));
      await until(() => learning.get(projectId).rounds.every(({ state }) => state === 'failed'));
    }
    const { rounds, sinceLast } = learning.get(projectId);
    expect(rounds.map(({ id }) => id)).toEqual(numbers);
    expect(rounds.map(({ error }) => error)).toEqual([0, 1, 2].map((n) => plainText(`round ${n}`)));
    expect(sinceLast).toBe(24);
  });
});
