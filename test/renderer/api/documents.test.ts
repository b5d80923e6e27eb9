import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bridge } from '../../../shared/contract/index.ts';
import type { DocumentPage, DocumentSummary } from '../../../shared/domain/document.ts';

const ROWS = 250;
const stored = new Map<number, DocumentSummary>();
const asked: unknown[] = [];
const listeners = new Map<string, (data: unknown) => void>();

const row = (id: number): DocumentSummary => ({
  id,
  title: `第${id}份`,
  origin: 'typed',
  chars: 10,
  revision: 1,
  draft: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

/** Answers `docs.list` from `stored`. */
const bridge: Bridge = {
  host: 'browser',
  invoke: async (_method, input) => {
    asked.push(input);
    // safe: the only method asked here
    const { ids, offset = 0, limit = 100 } = input as { ids?: number[]; offset?: number; limit?: number };
    const all = [...stored.values()].filter(({ id }) => ids === undefined || ids.includes(id));
    return { ok: true, value: { documents: all.slice(offset, offset + limit), total: all.length } };
  },
  on: (event, listener) => {
    listeners.set(event, listener);
    return () => listeners.delete(event);
  },
};

beforeEach(() => {
  vi.stubGlobal('window', { meridian: bridge });
  for (let id = 1; id <= ROWS; id++) stored.set(id, row(id));
});
afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

/** A window that shows the second page of the list and has seen the first. */
async function openList() {
  const { keepDocumentsFresh, pageQuery } = await import('../../../renderer/api/documents.ts');
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } },
  });
  keepDocumentsFresh(client);
  await client.fetchQuery(pageQuery('', 'added', 0));
  const shown = new QueryObserver<DocumentPage>(client, pageQuery('', 'added', 1));
  const stop = shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBeDefined());
  asked.length = 0;
  const page = (number: number) => client.getQueryData<DocumentPage>(pageQuery('', 'added', number).queryKey);
  const close = (): void => {
    stop();
    client.clear();
  };
  return { page, close };
}

it('fetches one row after an autosave, not the list', async () => {
  const { page, close } = await openList();
  stored.set(150, { ...row(150), draft: 1, chars: 11 });
  listeners.get('docs.changed')?.({ id: 150 });
  await vi.waitFor(() => expect(page(1)?.documents[49]).toMatchObject({ draft: 1, chars: 11 }));
  expect(asked).toEqual([{ ids: [150] }]);
  expect(page(1)?.documents).toHaveLength(100);
  close();
});

it('fetches the page on screen when a document has gone', async () => {
  const { page, close } = await openList();
  stored.delete(150);
  listeners.get('docs.changed')?.({ id: 150 });
  await vi.waitFor(() => expect(page(1)?.documents.at(-1)?.id).toBe(201));
  expect(asked).toEqual([{ ids: [150] }, { offset: 100, limit: 100 }]);
  close();
});

it('fetches nothing where no list is on screen', async () => {
  const { close } = await openList();
  close();
  listeners.get('docs.changed')?.({ id: 150 });
  await Promise.resolve();
  expect(asked).toEqual([]);
});
