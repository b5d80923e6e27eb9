import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DocumentApi, DocumentSaver, type Seen } from '../../../../renderer/features/editor/saver.ts';
import type { DocumentFull, DocumentSummary } from '../../../../shared/domain/document.ts';
import { plainText } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';

const AT = '2024-05-06T04:03:00.000Z';

/** The main side in a few lines: revisions, one draft, and the check of the base. */
class Store implements DocumentApi {
  revisions: string[];
  draft: string | null = null;
  draftVersion = 0;
  broken = false;

  constructor(text: string) {
    this.revisions = [text];
  }

  summary(): DocumentSummary {
    const text = this.draft ?? this.revisions.at(-1)!;
    return {
      id: 1,
      title: 't',
      origin: 'typed',
      chars: text.length,
      revision: this.revisions.length,
      draft: this.draftVersion,
      createdAt: AT,
      updatedAt: AT,
    };
  }

  full(): DocumentFull {
    return { ...this.summary(), text: this.draft ?? this.revisions.at(-1)! };
  }

  async get(): Promise<DocumentFull> {
    return this.full();
  }

  async saveDraft(_id: number, text: string, seen: Seen): Promise<{ at: string; draft: number }> {
    this.#check(seen);
    this.leaveDraft(text);
    return { at: AT, draft: this.draftVersion };
  }

  async commit(_id: number, text: string, seen: Seen): Promise<DocumentSummary> {
    this.#check(seen);
    this.draft = null;
    this.draftVersion = 0;
    if (this.revisions.at(-1) !== text) this.revisions.push(text);
    return this.summary();
  }

  /** An autosave, by this window or another. */
  leaveDraft(text: string): void {
    this.draft = text;
    this.draftVersion++;
  }

  #check({ base, draft }: Seen): void {
    if (this.broken) throw new AppError('engine-down', plainText('gone'));
    if (base !== this.revisions.length) throw new AppError('conflict', plainText('newer revision'));
    if (draft !== this.draftVersion) throw new AppError('conflict', plainText('newer draft'));
  }
}

function open(store: Store) {
  const page = { text: store.full().text };
  const saver = new DocumentSaver(
    store.full(),
    store,
    {
      read: () => page.text,
      equals: (stored) => stored === page.text,
      replace: (text) => {
        page.text = text;
      },
    },
    { idle: () => 'idle', mine: () => 'mine', theirs: () => 'theirs' },
  );
  const type = (text: string): void => {
    page.text = text;
    saver.touch();
  };
  return { page, saver, type };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('DocumentSaver', () => {
  it('keeps a draft while typing and makes a revision when asked', async () => {
    const store = new Store('a');
    const { saver, type } = open(store);
    type('ab');
    expect(saver.state.get().kind).toBe('dirty');
    await vi.advanceTimersByTimeAsync(500);
    expect(store.draft).toBe('ab');
    expect(saver.state.get()).toEqual({ kind: 'saved', at: AT });
    expect((await saver.commit('by hand'))?.revision).toBe(2);
    expect(store.revisions).toEqual(['a', 'ab']);
    expect(store.draft).toBeNull();
  });

  it('commits nothing when nothing has changed', async () => {
    const store = new Store('a');
    const { saver, type } = open(store);
    expect(await saver.commit('x')).toBeNull();
    type('ab');
    await saver.commit('x');
    expect(await saver.commit('x')).toBeNull();
    expect(store.revisions).toHaveLength(2);
  });

  it('commits a draft left by an earlier session', async () => {
    const store = new Store('a');
    store.leaveDraft('a draft');
    const { saver } = open(store);
    await saver.commit('on closing');
    expect(store.revisions).toEqual(['a', 'a draft']);
  });

  it('makes a revision by itself after a minute of rest', async () => {
    const store = new Store('a');
    const { type } = open(store);
    type('ab');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(store.revisions).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.revisions).toEqual(['a', 'ab']);
  });

  it('loses nothing that is typed while a revision is written', async () => {
    const store = new Store('a');
    const { saver, type } = open(store);
    type('ab');
    const commit = saver.commit('x');
    await Promise.resolve();
    type('abc');
    await commit;
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.full().text).toBe('abc');
    await saver.commit('x');
    expect(store.revisions.at(-1)).toBe('abc');
  });

  it('says that it failed, and saves once the other side is back', async () => {
    const store = new Store('a');
    const { saver, type } = open(store);
    store.broken = true;
    type('ab');
    await vi.advanceTimersByTimeAsync(500);
    expect(saver.state.get().kind).toBe('failed');
    await expect(saver.commit('x')).rejects.toMatchObject({ code: 'engine-down' });
    store.broken = false;
    await vi.advanceTimersByTimeAsync(4000);
    expect(store.draft).toBe('ab');
    expect(saver.state.get().kind).toBe('saved');
  });

  describe('when another window made a revision', () => {
    async function conflict() {
      const store = new Store('a');
      const opened = open(store);
      store.revisions.push('theirs');
      opened.type('mine');
      await vi.advanceTimersByTimeAsync(500);
      return { store, ...opened };
    }

    it('stops and asks, overwriting nothing', async () => {
      const { store, saver, page, type } = await conflict();
      expect(saver.state.get()).toMatchObject({ kind: 'conflict', theirs: { text: 'theirs', revision: 2 } });
      type('mine!');
      await vi.advanceTimersByTimeAsync(120_000);
      expect(store.revisions).toEqual(['a', 'theirs']);
      expect(store.draft).toBeNull();
      expect(page.text).toBe('mine!');
    });

    it('goes on with mine, theirs staying in the history', async () => {
      const { store, saver, page, type } = await conflict();
      await saver.resolve('mine');
      expect(store.revisions).toEqual(['a', 'theirs', 'mine']);
      expect(page.text).toBe('mine');
      type('mine 2');
      await vi.advanceTimersByTimeAsync(500);
      expect(store.draft).toBe('mine 2');
    });

    it('goes on with theirs, mine staying in the history', async () => {
      const { store, saver, page, type } = await conflict();
      await saver.resolve('theirs');
      expect(store.revisions).toEqual(['a', 'theirs', 'mine', 'theirs']);
      expect(page.text).toBe('theirs');
      expect(saver.clean).toBe(true);
      type('theirs 2');
      await vi.advanceTimersByTimeAsync(500);
      expect(store.draft).toBe('theirs 2');
    });

    it('is no conflict when both texts are the same', async () => {
      const store = new Store('a');
      const { saver, type } = open(store);
      store.revisions.push('same');
      type('same');
      await vi.advanceTimersByTimeAsync(500);
      expect(saver.state.get().kind).toBe('saved');
    });

    it('simply follows when there are no changes of our own', async () => {
      const store = new Store('a');
      const { saver, page } = open(store);
      store.revisions.push('theirs');
      expect(await saver.reconcile()).toBe(true);
      expect(page.text).toBe('theirs');
      expect(saver.clean).toBe(true);
    });
  });

  describe('when another window left a draft', () => {
    it('follows it while there are no changes of our own', async () => {
      const store = new Store('a');
      const { saver, page, type } = open(store);
      store.leaveDraft('theirs');
      await saver.reconcile();
      expect(page.text).toBe('theirs');
      type('theirs and mine');
      await vi.advanceTimersByTimeAsync(500);
      expect(store.draft).toBe('theirs and mine');
    });

    it.each(['mine', 'theirs'] as const)(
      'asks before overwriting it, and keeps both (%s)',
      async (choice) => {
        const store = new Store('a');
        const { saver, page, type } = open(store);
        store.leaveDraft('theirs');
        type('mine');
        await vi.advanceTimersByTimeAsync(500);
        expect(store.draft).toBe('theirs');
        expect(saver.state.get().kind).toBe('conflict');
        await saver.resolve(choice);
        expect(page.text).toBe(choice);
        expect([...store.revisions].sort()).toEqual(['a', 'mine', 'theirs']);
        expect(store.revisions.at(-1)).toBe(choice);
      },
    );
  });

  it('tells when the document is gone', async () => {
    const store = new Store('a');
    const { saver } = open(store);
    store.get = async () => {
      throw new AppError('not-found', plainText('no such document'));
    };
    expect(await saver.reconcile()).toBe(false);
  });
});
