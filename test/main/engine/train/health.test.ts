import { describe, expect, it } from 'vitest';
import { checkHealth, HEALTHY, type HealthState } from '../../../../main/engine/train/health.ts';

function stateAfter(losses: readonly number[], state: HealthState = HEALTHY): HealthState {
  return losses.reduce((current, loss) => checkHealth(current, loss, Number.isFinite(loss)), state);
}

describe('health of a run', () => {
  it('forgives single updates without finite gradients, not five in a row', () => {
    const once = stateAfter([3, Number.NaN, 2, Number.POSITIVE_INFINITY, 1]);
    expect(once.skipped).toBe(0);
    expect(() => stateAfter([3, ...new Array<number>(5).fill(Number.NaN)])).toThrow(/5 updates in a row/);
  });

  it('takes a falling or noisy loss for healthy, whatever its size', () => {
    const falling = Array.from({ length: 500 }, (_, i) => 800 / (i + 1) + (i % 7));
    expect(() => stateAfter(falling)).not.toThrow();
    expect(() => stateAfter([900, 600, 5000, 20, 30, ...falling])).not.toThrow();
  });

  it('finds a loss that grows without end', () => {
    const growing = Array.from({ length: 400 }, (_, i) => (i < 100 ? 1 : 1.1 ** (i - 100)));
    expect(() => stateAfter(growing)).toThrow(/mean loss grew/);
  });
});
