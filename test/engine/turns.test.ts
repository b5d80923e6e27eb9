/** Urgent work before other work. */
import { describe, expect, it } from 'vitest';
import { Turns } from '../../main/engine/turns.ts';

/** Work of `pieces` pieces that notes each. */
const work =
  (log: string[], name: string, pieces: number) =>
  async ({ wait }: { wait(): Promise<void> }) => {
    for (let piece = 0; piece < pieces; piece++) {
      await wait();
      log.push(name);
    }
    return name;
  };

describe('Turns', () => {
  it('lets urgent work through between the pieces of other work, newest first', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const all: Promise<string>[] = [];
    const slow = turns.take(0, async ({ wait }) => {
      for (let piece = 0; piece < 4; piece++) {
        await wait();
        log.push('slow');
        if (piece === 1) {
          all.push(turns.take(1, work(log, 'older', 2)));
          all.push(turns.take(1, work(log, 'newer', 2)));
          all.push(turns.take(0, work(log, 'late', 1)));
        }
      }
    });
    await slow;
    expect(await Promise.all(all)).toEqual(['older', 'newer', 'late']);
    expect(log).toEqual(['slow', 'slow', 'newer', 'newer', 'older', 'older', 'late', 'slow', 'slow']);
  });

  it('goes on after work that failed', async () => {
    const turns = new Turns();
    const log: string[] = [];
    const failing = turns.take(1, async ({ wait }) => {
      await wait();
      throw new Error('broken');
    });
    const other = turns.take(0, work(log, 'other', 1));
    await expect(failing).rejects.toThrow('broken');
    await other;
    expect(log).toEqual(['other']);
  });

  it('hears messages while it waits', async () => {
    let heard = 0;
    const timer = setInterval(() => heard++, 1);
    await new Turns().take(0, async ({ wait }) => {
      const end = performance.now() + 30;
      while (performance.now() < end) await wait();
    });
    clearInterval(timer);
    expect(heard).toBeGreaterThan(0);
  });
});
