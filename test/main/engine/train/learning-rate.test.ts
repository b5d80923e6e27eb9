import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSchedule, learningRate, ScheduleConfig } from '../../../../main/engine/train/learning-rate.ts';

const rates = (kind: 'linear' | 'constant', warmupShare: number, totalSteps: number) => {
  const schedule = createSchedule({ kind, peak: 1, warmupShare }, totalSteps);
  return Array.from({ length: totalSteps + 1 }, (_, step) => learningRate(schedule, step));
};

describe('learning rate', () => {
  it('rises linearly and falls linearly to 0, as in the table of transformers 4', () => {
    const table = [0, 0.5, 1, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125, 0];
    expect(rates('linear', 0.2, 10)).toEqual(table);
  });

  it('stays at its peak after the warm-up when constant', () => {
    expect(rates('constant', 0.4, 5)).toEqual([0, 0.5, 1, 1, 1, 1]);
  });

  it('starts at the peak without a warm-up', () => {
    expect(rates('linear', 0, 4)).toEqual([1, 0.75, 0.5, 0.25, 0]);
  });

  it('is never negative, never above the peak, and falls only after the warm-up', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('linear' as const, 'constant' as const),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        (kind, warmupShare, totalSteps) => {
          const all = rates(kind, warmupShare, totalSteps);
          const { warmupSteps } = createSchedule({ kind, peak: 1, warmupShare }, totalSteps);
          for (const [step, rate] of all.entries()) {
            expect(rate).toBeGreaterThanOrEqual(0);
            expect(rate).toBeLessThanOrEqual(1);
            if (step === 0) continue;
            if (step < warmupSteps) expect(rate).toBeGreaterThan(all[step - 1]!);
            if (step > warmupSteps) expect(rate).toBeLessThanOrEqual(all[step - 1]!);
          }
        },
      ),
    );
  });

  it('refuses settings that make no sense', () => {
    expect(ScheduleConfig.safeParse({ peak: 0 }).success).toBe(false);
    expect(ScheduleConfig.safeParse({ peak: 1, warmupShare: 1.5 }).success).toBe(false);
    expect(() => createSchedule(ScheduleConfig.parse({ peak: 1 }), 0)).toThrow(/0 updates/);
  });
});
