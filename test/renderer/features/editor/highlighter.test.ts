import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Highlighter } from '../../../../renderer/features/editor/highlighter.ts';
import type { TextAnalysis } from '../../../../shared/domain/text-analysis.ts';

const EMPTY: TextAnalysis = { sections: [], mentions: [], values: [], patient: {} };

function setUp(answerMs: number) {
  const page = { text: 'a', version: 1 };
  const asked: string[] = [];
  const found: number[] = [];
  const busy: boolean[] = [];
  const annotator = new Highlighter(
    { read: () => page.text, version: () => page.version },
    async (text) => {
      asked.push(text);
      await new Promise((resolve) => setTimeout(resolve, answerMs));
      return EMPTY;
    },
    {
      found: (_annotation, version) => found.push(version),
      busy: (state) => busy.push(state),
    },
  );
  const type = (text: string): void => {
    page.text = text;
    page.version++;
    annotator.later();
  };
  return { annotator, asked, found, busy, type };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Highlighter', () => {
  it('asks once after a burst of keys', async () => {
    const { asked, found, type } = setUp(10);
    for (const text of ['ab', 'abc', 'abcd']) {
      type(text);
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['abcd']);
    expect(found).toEqual([4]);
  });

  it('drops an answer that the text has outrun and asks again', async () => {
    const { annotator, asked, found, type } = setUp(300);
    annotator.now();
    await vi.advanceTimersByTimeAsync(100);
    type('ab');
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toEqual(['a', 'ab']);
    expect(found).toEqual([2]);
  });

  it('never has two questions under way', async () => {
    const { annotator, asked } = setUp(1000);
    annotator.now();
    annotator.now();
    annotator.now();
    await vi.advanceTimersByTimeAsync(900);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toHaveLength(2);
  });

  it('waits while an input method composes a word', async () => {
    const { annotator, asked, type } = setUp(10);
    annotator.hold(true);
    type('ab');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([]);
    annotator.hold(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['ab']);
  });

  it('says when it is busy, and survives an engine that is down', async () => {
    const busy: boolean[] = [];
    const failed: unknown[] = [];
    const annotator = new Highlighter(
      { read: () => '', version: () => 1 },
      () => Promise.reject(new Error('down')),
      {
        found: () => expect.unreachable(),
        busy: (state) => busy.push(state),
        failed: (error) => failed.push(error),
      },
    );
    annotator.now();
    await vi.advanceTimersByTimeAsync(10);
    expect(busy).toEqual([true, false]);
    expect(failed).toEqual([new Error('down')]);
  });
});
