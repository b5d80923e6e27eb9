import { describe, expect, it, vi } from 'vitest';
import { BackgroundProcesses } from '../../../../main/services/background/processes.ts';
import { runAs } from '../../../../main/services/session/request.ts';
import { plainText } from '../../../../shared/messages/message.ts';
import { FakeChild } from '../../../helpers/fake-child.ts';

class FakeProcess extends FakeChild {
  get asked(): number[] {
    return this.requests.map(({ id }) => id);
  }
  done(value: unknown): void {
    this.reply(this.asked.at(-1) ?? 0, value);
  }
}

function setUp() {
  const processes: FakeProcess[] = [];
  let key = Uint8Array.of(1);
  const background = new BackgroundProcesses(
    () => {
      const process = new FakeProcess(processes.length + 1);
      processes.push(process);
      return process;
    },
    () => ({ databaseFile: 'file', key }),
  );
  const ask = (text: string, watch = {}) => background.run('findPersons', { text, tagger: false }, watch);
  const process = (n: number) => processes[n] as FakeProcess; // safe: started before
  const setKey = (next: Uint8Array<ArrayBuffer>) => {
    key = next;
  };
  return { background, processes, process, ask, setKey };
}

describe('background processes', () => {
  it('are two at most; what waits comes in order, and each works on one thing at a time', async () => {
    const { processes, process, ask } = setUp();
    const work = ['a', 'b', 'c', 'd'].map((text) => ask(text));
    expect(processes.map(({ asked }) => asked)).toEqual([[1], [1]]);
    process(1).done('B');
    expect(await work[1]).toBe('B');
    expect(process(1).asked).toEqual([1, 2]);
    process(0).done('A');
    expect(await work[0]).toBe('A');
    process(0).done('D');
    process(1).done('C');
    expect(await Promise.all(work)).toEqual(['A', 'B', 'C', 'D']);
    expect(processes).toHaveLength(2);
  });

  it('read files of one person one after another, beside the work of others', async () => {
    const { background, processes, process } = setUp();
    const read = (name: string, text: string) =>
      runAs({ name }, () => background.run('readRecords', { name: text, bytes: new Uint8Array() }));
    const work = [read('甲', 'a'), read('甲', 'b'), read('乙', 'c')];
    const texts = () =>
      processes.map(({ requests }) =>
        // safe: sent by the class under test
        requests.map(({ input }) => (input as { input: { name: string } }).input.name).join(),
      );
    expect(texts()).toEqual(['a', 'c']);
    process(1).done('C');
    expect(await work[2]).toBe('C');
    expect(texts()).toEqual(['a', 'c']);
    process(0).done('A');
    expect(await work[0]).toBe('A');
    expect(texts()).toEqual(['a,b', 'c']);
    process(0).crash();
    await expect(work[1]).rejects.toMatchObject({ code: 'engine-down' });
    void read('甲', 'd').catch(() => undefined);
    expect(texts().join()).toContain('d');
  });

  it('the end of one refuses what it worked on, and what waits goes to another', async () => {
    const { processes, process, ask } = setUp();
    const [a, b, c] = ['a', 'b', 'c'].map((text) => ask(text));
    process(0).crash();
    await expect(a).rejects.toMatchObject({ code: 'engine-down' });
    await vi.waitFor(() => expect(processes).toHaveLength(3));
    expect(process(2).asked).toEqual([1]);
    process(1).done(1);
    process(2).done(2);
    expect(await Promise.all([b, c])).toEqual([1, 2]);
  });

  it('cancelling ends the process that works on it; what only waits is just forgotten', async () => {
    const { processes, process, ask } = setUp();
    const stops = ['a', 'b', 'c'].map(() => new AbortController());
    const [a, b, c] = stops.map(({ signal }, n) => ask(`${n}`, { signal }));
    stops[2]?.abort();
    await expect(c).rejects.toMatchObject({ code: 'cancelled' });
    expect(processes.map(({ killed }) => killed)).toEqual([false, false]);
    stops[0]?.abort();
    await expect(a).rejects.toMatchObject({ code: 'cancelled' });
    expect(processes.map(({ killed }) => killed)).toEqual([true, false]);
    process(1).done('B');
    expect(await b).toBe('B');
    stops[1]?.abort(); // too late: nothing happens
    expect(processes.map(({ killed }) => killed)).toEqual([true, false]);
    await expect(ask('d', { signal: stops[0]?.signal })).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('tells progress and hands on parts, each of which is acknowledged', async () => {
    const { background, process } = setUp();
    const seen: unknown[] = [];
    const work = background.run(
      'readFiles',
      { files: [] },
      { onProgress: (progress) => seen.push(progress), onPart: (part) => seen.push(part) },
    );
    const progress = { stage: 'reading' as const, done: 0, total: 0 };
    process(0).say({ kind: 'event', id: 1, event: { kind: 'progress', progress } });
    process(0).say({ kind: 'part', id: 1, event: { kind: 'part', part: ['x'] } });
    process(0).say({ kind: 'part', id: 7, event: { kind: 'part', part: ['of another request'] } });
    expect(seen).toEqual([progress, ['x']]);
    expect(process(0).sent.slice(1)).toEqual([{ kind: 'received', id: 1 }]);
    process(0).done('facts');
    expect(await work).toBe('facts');
  });

  it('ask for the key anew each time, since it may have changed', async () => {
    const { process, ask, setKey } = setUp();
    const first = ask('a');
    process(0).done(1);
    await first;
    setKey(Uint8Array.of(2));
    void ask('b');
    const keys = process(0).requests.map(
      ({ input }) => (input as { access: { key: Uint8Array } }).access.key,
    ); // safe: sent by the class under test
    expect(keys).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
  });

  it('errors of the work keep their words, and one that cannot be started is an error too', async () => {
    const { process, ask } = setUp();
    const work = ask('a');
    const [kept, hint] = [plainText('k'), plainText('h')];
    const error = { code: 'bad-input' as const, message: plainText('m'), kept, hint };
    process(0).say({ kind: 'reply', id: 1, reply: { ok: false, error } });
    await expect(work).rejects.toMatchObject({ code: 'bad-input', message: 'm', kept, hint });
    const none = new BackgroundProcesses(
      () => {
        throw new Error('no such program');
      },
      () => ({ databaseFile: 'file', key: null }),
    );
    await expect(none.run('findPersons', { text: '', tagger: false })).rejects.toThrow('no such program');
  });

  it('stopping refuses all and ends all; the next request starts one', async () => {
    const { background, processes, ask } = setUp();
    const work = ['a', 'b', 'c'].map((text) => ask(text));
    const refused = Promise.allSettled(work);
    await background.stop();
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(processes.every(({ killed }) => killed)).toBe(true);
    void ask('d').catch(() => undefined);
    expect(processes).toHaveLength(3);
  });
});
