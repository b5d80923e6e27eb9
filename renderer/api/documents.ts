/** Documents, their search and their history. */
import {
  keepPreviousData,
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useQueries,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type {
  DocumentOrder,
  DocumentPage,
  DocumentSummary,
  SearchPlace,
} from '../../shared/domain/document.ts';
import { withDocument } from './cached-rows.ts';
import { call, listen } from './client.ts';
import { keyOf, request, useAnswer } from './requests.ts';

const PAGE = 100;

export const pageQuery = (words: string, order: DocumentOrder, page: number) =>
  request('docs.list', {
    ...(words === '' ? {} : { words }),
    ...(order === 'added' ? {} : { order }),
    offset: page * PAGE,
    limit: PAGE,
  });

/**
 * Returns the list of documents, those whose title contains `words` if any. Only the pages of the rows told to `onShow`
 * are fetched; all other rows are undefined.
 */
export function useDocuments(words = '', order: DocumentOrder = 'added') {
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const onShow = useCallback((first: number, last: number) => setShown({ first, last }), []);
  const pages = new Set([0]); // the first page tells the number of rows
  for (let page = Math.floor(shown.first / PAGE); page * PAGE < shown.last; page++) pages.add(page);
  const queries = [...pages].map((page) => pageQuery(words, order, page));
  const answers = useQueries({ queries });
  const total = answers[0]?.data?.total;
  let rows: (DocumentSummary | undefined)[] | undefined;
  if (total !== undefined) {
    rows = new Array<undefined>(total).fill(undefined);
    [...pages].forEach((page, n) => {
      for (const [i, row] of (answers[n]?.data?.documents ?? []).entries()) rows![page * PAGE + i] = row;
    });
  }
  const failed = answers.find(({ error }) => error !== null);
  return { rows, error: failed?.error ?? null, refetch: () => failed?.refetch(), onShow };
}

/** Returns the summary of one document. */
export function useDocumentSummary(id: number | undefined): DocumentSummary | undefined {
  const { data } = useAnswer('docs.list', id !== undefined && { ids: [id] });
  return data?.documents[0];
}

/** Call once. */
export function keepDocumentsFresh(client: QueryClient): void {
  const invalidate = (...queryKey: unknown[]): void => void client.invalidateQueries({ queryKey });
  listen('docs.changed', ({ id }) => {
    for (const name of ['list', 'get']) invalidate('patients', name);
    if (id === undefined) return invalidate('docs');
    for (const name of ['search', 'totals', 'ids']) invalidate('docs', name);
    invalidate('docs', 'revisions', { id });
    return void seeDocument(client, id).catch(() => invalidate('docs', 'list'));
  });
}

/**
 * Fetches the row of a changed document and puts it into the cached pages. When no page has it, it is new, deleted or
 * out of sight: the pages on screen are then fetched anew. Without a list on screen nothing is fetched.
 */
async function seeDocument(client: QueryClient, id: number): Promise<void> {
  const all = { queryKey: ['docs', 'list'] };
  const lists = client.getQueryCache().findAll(all);
  if (!lists.some((query) => query.isActive())) return client.invalidateQueries(all);
  const answer = await call('docs.list', { ids: [id] });
  client.setQueryData<DocumentPage>(keyOf('docs.list', { ids: [id] }), answer);
  const document = answer.documents[0];
  const ofPages = { queryKey: ['docs', 'list', { limit: PAGE }] };
  const pages = client.getQueriesData<DocumentPage>(ofPages);
  // A change may move the row in lists of another order.
  void client.invalidateQueries({
    ...ofPages,
    predicate: ({ queryKey: [, , input] }) => typeof input === 'object' && input !== null && 'order' in input,
  });
  const has = pages.some(([, page]) => page?.documents.some((row) => row.id === id));
  if (document === undefined || !has) return client.invalidateQueries(ofPages);
  for (const [queryKey] of pages)
    client.setQueryData<DocumentPage>(queryKey, (page) => page && withDocument(page, document));
}

/** Full-text search in pages; nothing is asked while the query is empty. Drafts are saved without a push. */
export const useDocumentSearch = (query: string, limit = 50) =>
  useInfiniteQuery({
    queryKey: ['docs', 'search', query, limit],
    queryFn:
      query === ''
        ? skipToken
        : ({ pageParam }) => call('docs.search', { query, limit, ...(pageParam && { from: pageParam }) }),
    initialPageParam: undefined as SearchPlace | undefined, // safe: the first page has no place before it
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({ hits: pages.flatMap(({ hits }) => hits), left: pages.at(-1)?.left ?? 0 }),
    // The first question about findings or values reads all records, a part each time.
    refetchInterval: ({ state }) => ((state.data?.pages.at(-1)?.left ?? 0) > 0 ? 100 : false),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
