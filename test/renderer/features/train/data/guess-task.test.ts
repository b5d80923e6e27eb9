import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { guessTask, HEAD, headOf } from '../../../../../renderer/features/train/data/guess-task.ts';

describe('what a file seems to be for', () => {
  it.each([
    ['a.jsonl', '{"text":"x","entities":[]}\n', 'ner'],
    ['a.jsonl', '{"example-id":"1","dialogue-content":[]}\n', 'ner'],
    ['a.jsonl.gz', '{"text":"x","label":"y"}\n', 'classify'],
    ['a.jsonl', '{"text":"x","labels":["y"]}\n', 'diagnose'],
    ['a.csv', 'text,科室\nx,y\n', 'classify'],
    ['a.TSV', '主诉\t出院诊断\n', 'diagnose'],
    ['a.csv.gz', 'text,diagnosis\n', 'diagnose'],
    ['a.txt', '患者咳嗽三天。', 'pretrain'],
    ['a.txt.gz', '', 'pretrain'],
    ['a.jsonl', '{"id":1,"text":"x"}\n', 'pretrain'],
    ['a.jsonl', 'nonsense', 'ner'],
    ['a.jsonl', '', 'ner'],
  ])('%s beginning with %s is for %s', (name, head, task) => {
    expect(guessTask(name, head)).toBe(task);
  });

  it('is seen in its beginning, packed or not, however long it is', async () => {
    const text = '{"text":"咳嗽","label":"肺炎"}\n'.repeat(20_000);
    const noise = Array.from({ length: 60_000 }, (_, i) => `${(i * 7919) % 99_991},`).join('');
    for (const whole of [text, noise]) {
      for (const bytes of [Buffer.from(whole), gzipSync(whole)]) {
        const head = await headOf(new Blob([new Uint8Array(bytes)]));
        expect(head.length).toBeGreaterThan(Math.min(HEAD, bytes.length) / 4);
        expect(whole.startsWith(head.replace(/\ufffd+$/, ''))).toBe(true);
      }
    }
    expect(await headOf(new Blob([new Uint8Array([0x1f, 0x8b, 1, 2, 3])]))).toBe('');
  });
});
