import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Autosave } from '../../../../renderer/features/editor/autosave.ts';

const TIMING = { idleMs: 500, maxMs: 1000, retryMs: 3000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Autosave', () => {
  it('saves once typing has paused', async () => {
    const save = vi.fn(async () => true);
    const autosave = new Autosave(save, TIMING);
    autosave.touch();
    await vi.advanceTimersByTimeAsync(499);
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(save).toHaveBeenCalledTimes(1);
    expect(autosave.dirty).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('saves at least once a second while typing goes on', async () => {
    const save = vi.fn(async () => true);
    const autosave = new Autosave(save, TIMING);
    for (let key = 0; key < 50; key++) {
      autosave.touch();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(save.mock.calls.length).toBeGreaterThanOrEqual(4);
  });

  it('runs one save at a time, and another one for what was typed meanwhile', async () => {
    let running = 0;
    let most = 0;
    const save = vi.fn(async () => {
      running++;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2000));
      running--;
      return true;
    });
    const autosave = new Autosave(save, TIMING);
    autosave.touch();
    await vi.advanceTimersByTimeAsync(600);
    autosave.touch();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(most).toBe(1);
    expect(save).toHaveBeenCalledTimes(2);
  });

  it('keeps trying after a failure and stays dirty until it worked', async () => {
    const save = vi.fn(async () => save.mock.calls.length >= 3);
    const autosave = new Autosave(save, TIMING);
    autosave.touch();
    await vi.advanceTimersByTimeAsync(500);
    expect(autosave.dirty).toBe(true);
    await vi.advanceTimersByTimeAsync(3000);
    expect(autosave.dirty).toBe(true);
    await vi.advanceTimersByTimeAsync(3000);
    expect(autosave.dirty).toBe(false);
    expect(save).toHaveBeenCalledTimes(3);
  });

  it('flush saves at once and waits for what is under way', async () => {
    const order: string[] = [];
    const autosave = new Autosave(async () => {
      order.push('begin');
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push('end');
      return true;
    }, TIMING);
    autosave.touch();
    const flushed = autosave.flush().then(() => order.push('flushed'));
    await vi.advanceTimersByTimeAsync(50);
    await flushed;
    expect(order).toEqual(['begin', 'end', 'flushed']);
  });

  it('reset forgets what was unsaved', async () => {
    const save = vi.fn(async () => true);
    const autosave = new Autosave(save, TIMING);
    autosave.touch();
    autosave.reset();
    await vi.advanceTimersByTimeAsync(5000);
    expect(save).not.toHaveBeenCalled();
  });
});
