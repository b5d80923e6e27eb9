import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batches } from '../../../renderer/api/batches.ts';
import { titleOf } from '../../../renderer/features/editor/title.ts';
import { matchScore, rankMatches } from '../../../renderer/features/shell/fuzzy-match.ts';
import { fromBase64, toBase64 } from '../../../renderer/lib/base64.ts';
import { createStore } from '../../../renderer/lib/store.ts';

describe('base64', () => {
  it('agrees with Node and goes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect([...fromBase64(toBase64(bytes))]).toEqual([...bytes]);
      }),
    );
  });

  it('takes bytes beyond one slice', () => {
    const bytes = new Uint8Array(100_000).map((_, i) => i % 251);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });
});

describe('batches', () => {
  it('keeps order, loses nothing and stays within its limits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(20), { maxLength: 30 }),
        fc.integer({ min: 1, max: 30 }),
        (sizes, limit) => {
          const groups = batches(sizes, (size) => size, limit, 4);
          expect(groups.flat()).toEqual(sizes);
          for (const group of groups) {
            expect(group.length).toBeGreaterThan(0);
            expect(group.length).toBeLessThanOrEqual(4);
            const sum = group.reduce((a, b) => a + b, 0);
            expect(sum <= limit || group.length === 1).toBe(true);
          }
        },
      ),
    );
  });
});

describe('titleOf', () => {
  it('takes the first line with words in it', () => {
    expect(titleOf('\r\n  \n 入院记录 \n姓名')).toBe('入院记录');
    expect(titleOf(' \n')).toBeUndefined();
  });

  it('cuts at characters, not at halves of them', () => {
    const title = titleOf('😀'.repeat(60))!;
    expect([...title]).toHaveLength(40);
    expect(title.endsWith('…')).toBe(true);
    expect(title.isWellFormed()).toBe(true);
  });
});

describe('matchScore', () => {
  it('puts beginnings before parts before scattered letters', () => {
    const start = matchScore('open', 'Open files')!;
    const part = matchScore('files', 'Open files')!;
    const scattered = matchScore('ofs', 'Open files')!;
    expect(start).toBeGreaterThan(part);
    expect(part).toBeGreaterThan(scattered);
    expect(matchScore('xyz', 'Open files')).toBeNull();
    expect(matchScore('', 'anything')).toBe(0);
  });

  it('finds Chinese and English names of one command', () => {
    const items = [
      ['打开文件', 'Open files'],
      ['设置', 'Settings'],
    ];
    expect(rankMatches('文件', items, (words) => words)).toEqual([items[0]]);
    expect(rankMatches('settings', items, (words) => words)).toEqual([items[1]]);
    expect(rankMatches('', items, (words) => words)).toEqual(items);
  });
});

describe('createStore', () => {
  it('tells of changes only, until nobody listens', () => {
    const store = createStore(1);
    const seen: number[] = [];
    const stop = store.subscribe(() => seen.push(store.get()));
    store.set(1);
    store.set(2);
    store.update((n) => n + 1);
    stop();
    store.set(9);
    expect(seen).toEqual([2, 3]);
  });
});
