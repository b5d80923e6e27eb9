import { describe, expect, it } from 'vitest';
import { legacyWords } from '../../../shared/messages/legacy.ts';

describe('strings of versions before message ids', () => {
  it('takes the half in the language of the reader', () => {
    const message = 'The disk is full. (磁盘已满)';
    expect(legacyWords(message, 'zh')).toBe('磁盘已满');
    expect(legacyWords(message, 'en')).toBe('The disk is full.');
  });

  it('takes it of every sentence', () => {
    const message = 'x.txt (1) is no text. (不是文本) Try .txt or .docx. (可用 .txt、.docx)';
    expect(legacyWords(message, 'zh')).toBe('不是文本；可用 .txt、.docx');
    expect(legacyWords(message, 'en')).toBe('x.txt (1) is no text. Try .txt or .docx.');
  });

  it('takes it of what is said about something with a Chinese name, which both halves name', () => {
    const empty = '空.jsonl is empty. (文件为空)';
    expect(legacyWords(empty, 'en')).toBe('空.jsonl is empty.');
    expect(legacyWords(empty, 'zh')).toBe('空.jsonl：文件为空');
    const placed = '坏.jsonl:3:45: a value is expected. (需要一个值)';
    expect(legacyWords(placed, 'zh')).toBe('坏.jsonl:3:45：需要一个值');
    const said = '“咳嗽 1” has another text. (“咳嗽 1”的文本不同)';
    expect(legacyWords(said, 'zh')).toBe('“咳嗽 1”的文本不同');
    expect(legacyWords(said, 'en')).toBe('“咳嗽 1” has another text.');
  });

  it('leaves other texts whole', () => {
    for (const text of ['only English (really)', '只有中文（如此）', '', 'a (中) b', '(中文)乙']) {
      expect(legacyWords(text, 'zh')).toBe(text);
      expect(legacyWords(text, 'en')).toBe(text);
    }
  });
});
