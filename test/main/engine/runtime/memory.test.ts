/** Checks the memory estimate and the message when memory does not suffice. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutOfMemoryError } from '../../../../main/engine/runtime/errors.ts';
import { fittingShape, leastBytes, withinMemory } from '../../../../main/engine/runtime/memory.ts';
import type { MemoryEstimate, TrainingStep } from '../../../../main/engine/runtime/program.ts';
import { words } from '../../../../shared/messages/words.ts';
import { saying } from '../../../helpers/words.ts';

const MB = 1e6;
const MEMORY: MemoryEstimate = {
  parameters: 10 * MB,
  gradients: 10 * MB,
  moments: 20 * MB,
  activations: 400 * MB,
};
const SHAPE = { batch: 8, length: 128, accumulation: 2 };

const bytes = fc.integer({ min: 1, max: 64e9 });
const memories = fc.record({ parameters: bytes, gradients: bytes, moments: bytes, activations: bytes });
const shapes = fc.record({
  batch: fc.integer({ min: 1, max: 512 }),
  length: fc.integer({ min: 1, max: 512 }),
  accumulation: fc.integer({ min: 1, max: 64 }),
});

describe('fittingShape', () => {
  it('needs no more than there is, keeps the sequences of an update, and is the largest batch', () => {
    fc.assert(
      fc.property(memories, shapes, bytes, bytes, (memory, shape, free, resident) => {
        const fixed = memory.parameters + memory.gradients + memory.moments;
        const room = 0.8 * (free + resident) - fixed;
        // 1.7 times the activations, in proportion to the tokens
        const takes = (batch: number, length: number) =>
          (1.7 * memory.activations * batch * length) / (shape.batch * shape.length);
        const fits = fittingShape(memory, shape, { free, resident });
        if (fits === undefined) {
          expect(takes(1, 1)).toBeGreaterThan(room * (1 - 1e-9));
          return;
        }
        expect(takes(fits.batch, fits.length)).toBeLessThanOrEqual(room * (1 + 1e-9));
        expect(fits.batch * fits.accumulation).toBeGreaterThanOrEqual(shape.batch * shape.accumulation);
        if (fits.length < shape.length) {
          expect(fits.batch).toBe(1);
          expect(takes(1, shape.length)).toBeGreaterThan(room * (1 - 1e-9));
        } else if (fits.batch < shape.batch) {
          expect(takes(fits.batch + 1, shape.length)).toBeGreaterThan(room * (1 - 1e-9));
        }
      }),
    );
  });
});

const stepThat = (accumulate: TrainingStep['accumulate'], memory = MEMORY): TrainingStep => ({
  memory,
  accumulate,
  dispose: async () => undefined,
});
/** Room for a process that has nothing yet. */
const roomOf = (free: number) => () => ({ free, resident: 0 });
const outOfMemory = async () => {
  throw new OutOfMemoryError('running the graph');
};

describe('withinMemory', () => {
  it('refuses what cannot fit before it is tried, and says what would', () => {
    const refused = () => withinMemory(stepThat(outOfMemory), SHAPE, roomOf(300 * MB));
    expect(refused).toThrow(/batch 8 with 128 tokens needs 520 MB, 300 MB are free/);
    // room: 0.8 · 300 − 40 = 200 MB; a sequence takes 1.7 · 400 / 8 = 85 MB
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'too-large',
        hint: saying(/Batch 2 with accumulation 8/),
      }),
    );
    expect(leastBytes(MEMORY, 0)).toBe(520 * MB);
    expect(leastBytes(MEMORY, 25 * MB)).toBe(495 * MB);
    expect(leastBytes(MEMORY, 1e12)).toBe(480 * MB);
  });

  it('suggests shorter texts where not even one fits, and a smaller model where nothing does', () => {
    const hintAt = (available: number): string => {
      try {
        withinMemory(stepThat(outOfMemory), SHAPE, roomOf(available));
      } catch (error) {
        if (error instanceof OutOfMemoryError) return error.hint === undefined ? '' : words(error.hint, 'en');
      }
      return 'no error';
    };
    expect(hintAt(100 * MB)).toMatch(/up to 60 tokens.*batch 1, accumulation 16/);
    expect(hintAt(50 * MB)).toMatch(/model itself is too large/);
  });

  it('leaves a GPU alone: how much memory that has is not known', async () => {
    const onDevice = withinMemory(stepThat(outOfMemory, { ...MEMORY, onDevice: true }), SHAPE, roomOf(1));
    await expect(onDevice.accumulate({})).rejects.toMatchObject({
      hint: saying(/batch 4 with accumulation 4/),
    });
  });

  it('adds what fits to errors of the step, and leaves other errors and results alone', async () => {
    const failing = withinMemory(stepThat(outOfMemory), SHAPE, roomOf(1e12));
    await expect(failing.accumulate({})).rejects.toMatchObject({
      name: 'OutOfMemoryError',
      hint: saying(/batch 4 with accumulation 4/),
    });
    const hidden = withinMemory(
      stepThat(outOfMemory, { ...MEMORY, activations: null }),
      { ...SHAPE, batch: 1 },
      roomOf(1),
    );
    await expect(hidden.accumulate({})).rejects.toMatchObject({ hint: saying(/shorter than 128/) });

    const broken = withinMemory(
      stepThat(async () => Promise.reject(new Error('odd'))),
      SHAPE,
      roomOf(1e12),
    );
    await expect(broken.accumulate({})).rejects.toThrow('a training step failed: odd');
    const result = { loss: 1, metrics: {} };
    await expect(
      withinMemory(
        stepThat(async () => result),
        SHAPE,
      ).accumulate({}),
    ).resolves.toBe(result);
  });
});
