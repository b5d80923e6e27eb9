import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatClock,
  formatCount,
  formatDateTime,
  formatSeconds,
  formatWhen,
  inLanguage,
} from '../../renderer/lib/format.ts';

describe('numbers and sizes', () => {
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

describe('inLanguage', () => {
  it('takes the half in the language of the reader', () => {
    const message = 'The disk is full. (磁盘已满)';
    expect(inLanguage(message, 'zh')).toBe('磁盘已满');
    expect(inLanguage(message, 'en')).toBe('The disk is full.');
  });

  it('takes it of every sentence', () => {
    const message = 'x.txt (1) is no text. (不是文本) Try .txt or .docx. (可用 .txt、.docx)';
    expect(inLanguage(message, 'zh')).toBe('不是文本；可用 .txt、.docx');
    expect(inLanguage(message, 'en')).toBe('x.txt (1) is no text. Try .txt or .docx.');
  });

  it('leaves other texts whole', () => {
    for (const text of ['only English (really)', '只有中文（如此）', '', 'a (中) b', '(中文)乙']) {
      expect(inLanguage(text, 'zh')).toBe(text);
      expect(inLanguage(text, 'en')).toBe(text);
    }
  });
});
