import { describe, expect, it } from 'vitest';
import { EngineHost } from '../../../main/inference/engine-host.ts';
import { plainText } from '../../../shared/messages/message.ts';
import { FakeChild } from '../../helpers/fake-child.ts';

const TARGET = { databaseFile: 'none', key: null };
const EMPTY = { sections: [], mentions: [], patient: {} };

/** Numbers of the requests beside `open`, which is the first. */
const asked = (process: FakeChild) =>
  process.requests.flatMap(({ id, method }) => (method === 'open' ? [] : [id]));

function setUp() {
  const processes: FakeChild[] = [];
  const states: string[] = [];
  const host = new EngineHost(
    () => {
      const process = new FakeChild(processes.length + 1);
      processes.push(process);
      return process;
    },
    ({ state }) => states.push(state),
  );
  const newest = () => processes.at(-1) as FakeChild; // safe: called after a start
  const ready = async () => {
    newest().reply(1, { names: 1, entities: 1, buildMs: 0 });
    await host.ready();
  };
  const restarted = async () => {
    const before = processes.length;
    while (processes.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  return { host, processes, states, newest, ready, restarted };
}

const answer = (process: FakeChild, id: number) => process.reply(id, EMPTY);

describe('engine host', () => {
  it('holds requests until the engine is ready', async () => {
    const { host, newest, ready } = setUp();
    host.start(TARGET);
    const reply = host.run('annotate', { text: '胸痛' });
    expect(asked(newest())).toEqual([]);
    await ready();
    expect(asked(newest())).toEqual([2]);
    answer(newest(), 2);
    expect(await reply).toEqual(EMPTY);
  });

  it('gives work under way to the next process after a crash, once', async () => {
    const { host, newest, ready, restarted } = setUp();
    host.start(TARGET);
    await ready();
    const survivor = host.run('annotate', { text: 'a' });
    newest().crash();
    await restarted();
    await ready();
    expect(asked(newest())).toEqual([2]);
    answer(newest(), 2);
    expect(await survivor).toEqual(EMPTY);

    const poison = host.run('annotate', { text: 'poison' });
    newest().crash();
    await restarted();
    await ready();
    newest().crash();
    await expect(poison).rejects.toMatchObject({ code: 'engine-down' });
  });

  it('does not mix up replies of a process that is gone', async () => {
    const { host, processes, newest, ready, restarted } = setUp();
    host.start(TARGET);
    await ready();
    const reply = host.run('annotate', { text: 'a' });
    const dead = newest();
    dead.crash();
    await restarted();
    dead.say({
      kind: 'reply',
      id: 1,
      reply: { ok: false, error: { code: 'internal', message: plainText('stale') } },
    });
    await ready();
    answer(newest(), 2);
    expect(await reply).toEqual(EMPTY);
    expect(processes).toHaveLength(2);
  });

  it('gives up after repeated crashes, says so, and starts again on request', async () => {
    const { host, newest, ready } = setUp();
    host.start(TARGET);
    const waiting = host.run('annotate', { text: 'a' });
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'engine-down' });
    while (host.status().state !== 'stopped') {
      if (host.status().pid !== undefined) newest().crash();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await outcome;
    await expect(host.run('annotate', { text: 'b' })).rejects.toMatchObject({ code: 'engine-down' });
    await host.restart();
    await ready();
    expect(host.status().state).toBe('ready');
  });

  it('tells the process that models changed', async () => {
    const { host, newest, ready } = setUp();
    host.modelsChanged({ tagger: undefined, classifier: undefined, relater: undefined }); // nobody there to tell
    host.start(TARGET);
    await ready();
    host.modelsChanged({ tagger: undefined, classifier: undefined, relater: undefined });
    expect(newest().requests.map(({ method }) => method)).toEqual(['open', 'refreshModels']);
  });

  it('refuses what is open when it is stopped', async () => {
    const { host, ready } = setUp();
    host.start(TARGET);
    await ready();
    const open = host.run('annotate', { text: 'a' });
    const outcome = expect(open).rejects.toMatchObject({ code: 'engine-down' });
    await host.stop();
    await outcome;
    expect(host.status()).toMatchObject({ state: 'stopped' });
  });

  it('takes back a request, whether the engine has it or not', async () => {
    const { host, newest, ready } = setUp();
    host.start(TARGET);
    const early = new AbortController();
    const unsent = host.run('annotate', { text: 'a' }, early.signal);
    early.abort();
    await expect(unsent).rejects.toMatchObject({ code: 'cancelled' });
    await ready();
    expect(asked(newest())).toEqual([]);

    const late = new AbortController();
    const sent = host.run('annotate', { text: 'b' }, late.signal);
    const other = host.run('annotate', { text: 'c' });
    late.abort();
    await expect(sent).rejects.toMatchObject({ code: 'cancelled' });
    expect(newest().sent.at(-1)).toEqual({ kind: 'cancel', id: 2 });
    answer(newest(), 2); // comes too late
    answer(newest(), 3);
    expect(await other).toEqual(EMPTY);
    await expect(host.run('annotate', { text: 'd' }, late.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    await host.stop();
  });
});
