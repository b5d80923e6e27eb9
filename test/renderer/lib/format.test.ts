import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatClock,
  formatCount,
  formatDateTime,
  formatDuration,
  formatElapsed,
  formatLarge,
  formatPercent,
  formatScore,
  formatSeconds,
  formatWhen,
  wholePercent,
} from '../../../renderer/lib/format.ts';

describe('numbers and sizes', () => {
  it('gives whole per cent, rounded down, the same wherever a confidence stands', () => {
    for (let percent = 0; percent <= 100; percent++) {
      expect(wholePercent(percent / 100)).toBe(percent);
      expect(formatPercent(percent / 100)).toBe(`${percent} %`);
    }
    expect([0.615, 0.999, 1.2].map(wholePercent)).toEqual([61, 99, 100]);
  });

  it('groups thousands', () => {
    expect([0, 999, 1000, 1234567].map(formatCount)).toEqual(['0', '999', '1,000', '1,234,567']);
  });

  it('gives sizes three digits at most', () => {
    expect([0, 512, 1024, 1536, 20 * 1024 ** 2, 1023 * 1024].map(formatBytes)).toEqual([
      '0 B',
      '512 B',
      '1 KB',
      '1.5 KB',
      '20 MB',
      '1 MB',
    ]);
  });

  it('gives durations in words of the language', () => {
    expect(formatSeconds(0.44, 'zh')).toBe('0.4 秒');
    expect(formatSeconds(0.01, 'en')).toBe('<0.1 s');
    expect(formatSeconds(12.4, 'en')).toBe('12 s');
    expect(formatSeconds(180, 'zh')).toBe('3 分钟');
  });

  it('gives what is left in the largest units that matter', () => {
    expect([0.2, 42.4, 59.6, 90, 359, 3599, 3600, 4325, 90_000].map((s) => formatDuration(s, 'en'))).toEqual([
      '0 s',
      '42 s',
      '1 min',
      '2 min',
      '6 min',
      '1 h',
      '1 h',
      '1 h 12 min',
      '25 h',
    ]);
    expect(formatDuration(4325, 'zh')).toBe('1 小时 12 分钟');
  });

  it('gives what has passed as a clock does', () => {
    expect([0, 42.9, 365, 3599.9, 3723, 360_000].map(formatElapsed)).toEqual([
      '0:00',
      '0:42',
      '6:05',
      '59:59',
      '1:02:03',
      '100:00:00',
    ]);
  });

  it('gives scores, shares and large numbers', () => {
    expect([0.7384, 1, 0].map(formatScore)).toEqual(['0.738', '1.000', '0.000']);
    expect([0, 0.439, 0.999, 1.2].map(formatPercent)).toEqual(['0 %', '43 %', '99 %', '100 %']);
    expect([950, 12_345, 999_499, 999_500, 4_123_456, 102_267_648, 1.5e9].map(formatLarge)).toEqual([
      '950',
      '12.3 k',
      '999 k',
      '1 M',
      '4.1 M',
      '102 M',
      '1.5 G',
    ]);
  });
});

describe('times, in the zone of the reader', () => {
  const local = (...parts: [number, number, number, number, number]): string =>
    new Date(...parts).toISOString();

  it('shows clock and date', () => {
    expect(formatClock(local(2024, 4, 6, 9, 5))).toBe('09:05');
    expect(formatDateTime(local(2024, 4, 6, 9, 5))).toBe('2024-05-06 09:05');
  });

  it('shows what is needed to know when', () => {
    const now = new Date(2024, 4, 6, 20, 0);
    expect(formatWhen(local(2024, 4, 6, 9, 5), now)).toBe('09:05');
    expect(formatWhen(local(2024, 0, 2, 9, 5), now)).toBe('01-02');
    expect(formatWhen(local(2023, 11, 31, 9, 5), now)).toBe('2023-12-31');
  });

  it('does not invent a time out of nonsense', () => {
    expect(formatClock('nonsense')).toBe('');
    expect(formatDateTime('nonsense')).toBe('nonsense');
  });
});
