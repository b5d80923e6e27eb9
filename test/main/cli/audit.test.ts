import { describe, expect, it } from 'vitest';
import { readTime } from '../../../main/cli/audit.ts';

describe('times on the command line', () => {
  it('are days in the computer’s own zone, the last one included', () => {
    expect(readTime('2026-03-01', 'since')).toBe(new Date(2026, 2, 1).toISOString());
    expect(readTime('2026-02-28', 'until')).toBe(new Date(2026, 2, 1).toISOString());
  });

  it('or times, in a zone if they name one', () => {
    expect(readTime('2026-03-01T08:00', 'until')).toBe(new Date(2026, 2, 1, 8).toISOString());
    expect(readTime('2026-03-01T08:00:30Z', 'since')).toBe('2026-03-01T08:00:30.000Z');
    expect(readTime('2026-03-01T08:00+08:00', 'since')).toBe('2026-03-01T00:00:00.000Z');
  });

  it('and nothing else', () => {
    for (const bad of ['', 'yesterday', '2026', '2026-02-30', '2026-13-01', '03/01/2026', '2026-03-01T99:00'])
      expect(() => readTime(bad, 'since'), bad).toThrow(/--since takes a day/);
  });
});
