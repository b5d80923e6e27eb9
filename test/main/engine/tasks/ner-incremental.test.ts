/** Reading only what changed: pieces of texts, and what is remembered of them. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { IncrementalPredictor } from '../../../../main/engine/tasks/ner/incremental.ts';
import { readSamples } from '../../../../main/services/workspace/starter-content.ts';
import { splitPieces } from '../../../../main/text/pieces.ts';
import type { PredictedSpan } from '../../../../shared/domain/training.ts';

const LONGEST = 24;
const WORDS = [
  '发热',
  '咳嗽。',
  '胸痛，',
  '否认',
  '(',
  ')',
  '\n',
  '\r\n',
  ' ',
  '；',
  '体温38.5℃',
  '高血压病史',
  'a',
  '𠮷',
];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(''));

/** A model that knows three words, and counts what it reads. */
function model() {
  const read: string[] = [];
  const predict = async (texts: readonly string[]): Promise<PredictedSpan[][]> => {
    read.push(...texts);
    return texts.map((words) =>
      [...words.matchAll(/发热|咳嗽|胸痛/g)].map(({ index, 0: found }) => ({
        start: index,
        end: index + found.length,
        type: found,
        text: found,
        confidence: words.length / 1000, // tells pieces apart
      })),
    );
  };
  return { read, predict };
}

const fresh = (content: string) =>
  new IncrementalPredictor(model().predict, { longest: LONGEST }).predict(content);

describe('splitPieces', () => {
  it('covers all but white space, in order, with pieces of one sentence or no longer than allowed', () => {
    fc.assert(
      fc.property(text, (content) => {
        const pieces = splitPieces(content, LONGEST);
        let at = 0;
        for (const { start, end } of pieces) {
          expect(content.slice(at, start)).toMatch(/^\s*$/);
          expect(content.slice(start, end)).toBe(content.slice(start, end).trim());
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(content.slice(at)).toMatch(/^\s*$/);
        for (const { start, end } of pieces.filter((piece) => piece.end - piece.start > LONGEST))
          expect(splitPieces(content.slice(start, end), 1)).toHaveLength(1);
      }),
    );
  });

  it('parts lines, except where a sentence runs through them', () => {
    const parts = (content: string) =>
      splitPieces(content, 200).map(({ start, end }) => content.slice(start, end));
    expect(parts('主诉：胸痛3小时\n现病史：患者胸痛。伴大汗。')).toEqual([
      '主诉：胸痛3小时',
      '现病史：患者胸痛。伴大汗。',
    ]);
    const wrapped = '磺脲类药物可以使糖化血红蛋白降低百分之一到百分\n之二，是目前常用的口服降糖药。';
    expect(parts(wrapped)).toEqual([wrapped]);
    expect(parts(wrapped.replace('\n', '\n\n'))).toHaveLength(2);
    expect(parts(wrapped.replace('百分\n', '百分之二。\n'))).toHaveLength(2);
  });
});

describe('IncrementalPredictor', () => {
  it('finds after any edits what a new one finds, and reads no words twice', async () => {
    const edit = fc.record({ at: fc.nat(400), removed: fc.nat(12), words: text });
    await fc.assert(
      fc.asyncProperty(text, fc.array(edit, { maxLength: 6 }), async (first, edits) => {
        const { read, predict } = model();
        const predictor = new IncrementalPredictor(predict, { longest: LONGEST });
        let content = first;
        expect(await predictor.predict(content)).toEqual(await fresh(content));
        for (const { at, removed, words } of edits) {
          const from = Math.min(at, content.length);
          content = content.slice(0, from) + words + content.slice(from + removed);
          const found = await predictor.predict(content);
          expect(found).toEqual(await fresh(content));
          for (const { start, end, text: covered } of found) expect(content.slice(start, end)).toBe(covered);
        }
        expect(new Set(read).size).toBe(read.length);
      }),
      { numRuns: 150 },
    );
  });

  it('reads only the surroundings of an edit in a record', async () => {
    const content = readSamples()
      .map((sample) => sample.text)
      .join('\n');
    const { read, predict } = model();
    const predictor = new IncrementalPredictor(predict, { longest: 128 });
    await predictor.predict(content);
    for (let at = 5; at < content.length; at += 97) {
      read.length = 0;
      await predictor.predict(`${content.slice(0, at)}否认发热，${content.slice(at)}`);
      expect(read.join('').length).toBeLessThan(5 * 128);
    }
  });

  it('remembers across long lines without an end too', async () => {
    const sentences = Array.from({ length: 400 }, (_, i) => `第${i * 7919}次测量体温为正常范围。`);
    const { read, predict } = model();
    const predictor = new IncrementalPredictor(predict, { longest: 100 });
    await predictor.predict(sentences.join(''));
    const all = read.join('').length;
    read.length = 0;
    await predictor.predict(`患者发热。${sentences.join('')}`);
    expect(read.join('').length).toBeLessThan(all / 10);
  });

  it('forgets what was used longest ago', async () => {
    const { read, predict } = model();
    const predictor = new IncrementalPredictor(predict, { longest: LONGEST, remembered: 8 });
    for (const content of ['发热。', '咳嗽。', '发热。', '胸痛。', '发热。', '咳嗽。'])
      await predictor.predict(content);
    expect(read).toEqual(['发热。', '咳嗽。', '胸痛。', '咳嗽。']);
  });

  it('keeps what it has read when it is stopped in the middle', async () => {
    const { read, predict } = model();
    let groups = 0;
    const stopping = async (texts: readonly string[]) => {
      if (++groups === 2) throw new Error('stopped');
      return predict(texts);
    };
    const predictor = new IncrementalPredictor(stopping, { longest: LONGEST });
    const content = Array.from({ length: 100 }, (_, i) => `第${i}天发热。`).join('\n');
    await expect(predictor.predict(content)).rejects.toThrow('stopped');
    const before = read.length;
    expect(await predictor.predict(content)).toEqual(await fresh(content));
    expect(read).toHaveLength(100);
    expect(before).toBeGreaterThan(50);
  });
});

describe('what is remembered', () => {
  it('keeps no text alive whose pieces it knows', async () => {
    setFlagsFromString('--expose-gc');
    const collect = z.custom<() => void>((value) => typeof value === 'function').parse(runInNewContext('gc'));
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const reader = new IncrementalPredictor(model().predict, { longest: LONGEST });
    const line = '患者反复发热三天，咳嗽咳痰伴有胸痛，体温最高三十九度。';
    const version = (n: number) => `${line.repeat(2000)}第${n}次修改，咳嗽较前明显好转。\n`;
    await reader.predict(version(0));
    const before = heap();
    for (let n = 1; n <= 100; n++) await reader.predict(version(n)); // 100 KB each
    expect(heap() - before).toBeLessThan(3_000_000);
  });
});
