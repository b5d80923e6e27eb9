/** Urgent work before other work. */
import { describe, expect, it } from 'vitest';
import { PriorityScheduler } from '../../../main/inference/priority-scheduler.ts';

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

describe('PriorityScheduler', () => {
  it('lets urgent work through between the pieces of other work, newest first', async () => {
    const scheduler = new PriorityScheduler();
    const log: string[] = [];
    const all: Promise<string>[] = [];
    const slow = scheduler.run(0, async ({ wait }) => {
      for (let piece = 0; piece < 4; piece++) {
        await wait();
        log.push('slow');
        if (piece === 1) {
          all.push(scheduler.run(1, work(log, 'older', 2)));
          all.push(scheduler.run(1, work(log, 'newer', 2)));
          all.push(scheduler.run(0, work(log, 'late', 1)));
        }
      }
    });
    await slow;
    expect(await Promise.all(all)).toEqual(['older', 'newer', 'late']);
    expect(log).toEqual(['slow', 'slow', 'newer', 'newer', 'older', 'older', 'late', 'slow', 'slow']);
  });

  it('goes on after work that failed', async () => {
    const scheduler = new PriorityScheduler();
    const log: string[] = [];
    const failing = scheduler.run(1, async ({ wait }) => {
      await wait();
      throw new Error('broken');
    });
    const other = scheduler.run(0, work(log, 'other', 1));
    await expect(failing).rejects.toThrow('broken');
    await other;
    expect(log).toEqual(['other']);
  });

  it('hears messages while it waits', async () => {
    let heard = 0;
    const timer = setInterval(() => heard++, 1);
    await new PriorityScheduler().run(0, async ({ wait }) => {
      for (let turn = 0; heard === 0 && turn < 1_000_000; turn++) await wait();
    });
    clearInterval(timer);
    expect(heard).toBeGreaterThan(0);
  });
});
