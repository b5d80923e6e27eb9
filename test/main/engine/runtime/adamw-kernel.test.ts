/** The WebAssembly kernel against loops in float64. */
import { describe, expect, it } from 'vitest';
import { HelperThreads, type Loop } from '../../../../main/engine/runtime/helper-threads.ts';
import { allocateSlots } from '../../../../main/engine/runtime/host-memory.ts';
import { generator } from './run-captured.ts';

const SIZES = [1, 3, 4, 5, 1000, 8, 17];

describe('host memory and its kernel', () => {
  const random = generator(4);
  const fill = (view: Float32Array) =>
    view.forEach((_, index) => {
      view[index] = 2 * random() - 1;
    });

  it('updates every parameter and no neighbour', () => {
    const slots = allocateSlots(SIZES);
    for (const { view } of slots)
      for (const region of ['value', 'first', 'second', 'gradient', 'scratch'] as const) fill(view[region]);
    for (const { view } of slots)
      view.second.forEach((value, index) => {
        view.second[index] = value ** 2;
      });
    // rows that nothing has moved yet
    for (const region of ['first', 'second', 'gradient'] as const) slots[4]!.view[region].fill(0, 100, 900);
    const copies = slots.map(({ view }) => ({
      value: [...view.value],
      first: [...view.first],
      second: [...view.second],
      gradient: [...view.gradient],
      scratch: [...view.scratch],
    }));
    const [scale, beta1, beta2, correction, epsilon, rate, decay] = [0.7, 0.9, 0.99, 1.3, 1e-4, 0.02, 0.98];
    for (const [index, { arena, address, count }] of slots.entries()) {
      if (index === 3) continue; // untouched between updated neighbours
      arena.loops.update!(
        address.value,
        address.first,
        address.second,
        address.gradient,
        count,
        scale,
        beta1,
        1 - beta1,
        beta2,
        1 - beta2,
        correction,
        epsilon,
        rate,
        decay,
      );
    }
    slots.forEach(({ view }, index) => {
      const before = copies[index]!;
      expect([...view.gradient]).toEqual(before.gradient);
      expect([...view.scratch]).toEqual(before.scratch);
      before.value.forEach((value, element) => {
        const gradient = scale * before.gradient[element]!;
        const moves = index !== 3;
        const m = moves ? beta1 * before.first[element]! + (1 - beta1) * gradient : before.first[element]!;
        const v = moves
          ? beta2 * before.second[element]! + (1 - beta2) * gradient ** 2
          : before.second[element]!;
        const p = moves ? decay * value - (rate * m) / (correction * Math.sqrt(v) + epsilon) : value;
        expect(view.first[element]).toBeCloseTo(m, 6);
        expect(view.second[element]).toBeCloseTo(v, 6);
        expect(view.value[element]).toBeCloseTo(p, 6);
      });
    });
  });

  it('sums squares in float64', () => {
    const [slot] = allocateSlots([100_001]);
    slot!.view.gradient.fill(1e-3).set([1e4], 77);
    const sum = slot!.arena.loops.sumOfSquares!(slot!.address.gradient, slot!.count);
    expect(Math.abs(sum - (1e8 + 100_000 * Math.fround(1e-3) ** 2))).toBeLessThan(1e-3);
  });

  it('blends', () => {
    const [slot] = allocateSlots([6]);
    slot!.view.gradient.set([1, 2, 3, 4, 5, 6]);
    slot!.view.scratch.set([6, 5, 4, 3, 2, 1]);
    slot!.arena.loops.blend!(slot!.address.gradient, slot!.address.scratch, slot!.count, 0.5, 2);
    expect([...slot!.view.gradient]).toEqual([12.5, 11, 9.5, 8, 6.5, 5]);
  });

  it.each([0, 1, 3])('gives the same with %d helper threads', async (threads) => {
    const helpers = new HelperThreads(threads);
    try {
      const random = generator(9);
      const slots = allocateSlots([200_000, 5, 300_000]);
      for (const { view } of slots)
        view.gradient.forEach((_, index) => {
          view.gradient[index] = random() - 0.5;
        });
      const loops = slots.map(({ arena, address, count }): Loop => {
        return { arena, loop: 'sumOfSquares', args: [address.gradient, count], count };
      });
      const alone = loops.map(({ arena, args }) => arena.loops.sumOfSquares!(...args));
      expect(await helpers.run(loops)).toEqual(alone);
      const blends = slots.map(({ arena, address, count }): Loop => {
        return { arena, loop: 'blend', args: [address.value, address.gradient, count, 1, 2], count };
      });
      expect(await helpers.run(blends)).toEqual([0, 0, 0]);
      for (const { view } of slots)
        expect(view.value.every((value, index) => value === 2 * view.gradient[index]!)).toBe(true);
    } finally {
      await helpers.close();
    }
  });

  it('says so when a helper thread is gone', async () => {
    const helpers = new HelperThreads(1);
    const [slot] = allocateSlots([300_000, 300_000]);
    const loop: Loop = {
      arena: slot!.arena,
      loop: 'sumOfSquares',
      args: [slot!.address.gradient, slot!.count],
      count: slot!.count,
    };
    expect(await helpers.run([loop, loop])).toEqual([0, 0]);
    const running = helpers.run([loop, { ...loop, args: [-4096, slot!.count] }]); // beyond the memory
    await expect(running).rejects.toMatchObject({ code: 'engine-down' });
    expect(helpers.broken).toBe(true);
    await expect(helpers.run([loop, loop])).rejects.toMatchObject({ code: 'engine-down' });
    await helpers.close();
  });
});
