/** Documents, their search and their history. */
import {
  keepPreviousData,
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useQueries,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { DocumentPage, DocumentSummary, SearchPlace } from '../../shared/domain/document.ts';
import { withDocument } from './cached-rows.ts';
import { call, listen } from './client.ts';
import { keys } from './keys.ts';
import { useAnswer } from './requests.ts';

const PAGE = 100;

export const pageQuery = (words: string, page: number) => ({
  queryKey: keys.docPage(words, page),
  queryFn: () => call('docs.list', { ...(words === '' ? {} : { words }), offset: page * PAGE, limit: PAGE }),
});

/**
 * Returns the list of documents, those whose title contains `words` if any. Only the pages of the rows told to `onShow`
 * are fetched; all other rows are undefined.
 */
export function useDocuments(words = '') {
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const onShow = useCallback((first: number, last: number) => setShown({ first, last }), []);
  const pages = new Set([0]); // the first page tells the number of rows
  for (let page = Math.floor(shown.first / PAGE); page * PAGE < shown.last; page++) pages.add(page);
  const queries = [...pages].map((page) => pageQuery(words, page));
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
  const { data } = useAnswer(keys.docOne(id ?? 0), 'docs.list', id !== undefined && { ids: [id] });
  return data?.documents[0];
}

/** Returns the ids of the documents whose title contains the words. */
export const useDocumentIds = (words: string) =>
  useAnswer(keys.docIds(words), 'docs.ids', { words }, { placeholderData: keepPreviousData });

export const useDocumentTotals = () => useAnswer(keys.docTotals, 'docs.totals', {});

/** Call once. */
export function keepDocumentsFresh(client: QueryClient): void {
  const invalidate = (queryKey: readonly unknown[]): void => void client.invalidateQueries({ queryKey });
  listen('docs.changed', ({ id }) => {
    if (id === undefined) return invalidate(keys.docs);
    for (const queryKey of [keys.docSearches, keys.docTotals, keys.docIdLists, keys.revisions(id)])
      invalidate(queryKey);
    return void seeDocument(client, id).catch(() => invalidate(keys.docList));
  });
}

/**
 * Fetches the row of a changed document and puts it into the cached pages. When no page has it, it is new, deleted or
 * out of sight: the pages on screen are then fetched anew. Without a list on screen nothing is fetched.
 */
async function seeDocument(client: QueryClient, id: number): Promise<void> {
  const lists = client.getQueryCache().findAll({ queryKey: keys.docList });
  if (!lists.some((query) => query.isActive())) return client.invalidateQueries({ queryKey: keys.docList });
  const answer = await call('docs.list', { ids: [id] });
  client.setQueryData<DocumentPage>(keys.docOne(id), answer);
  const document = answer.documents[0];
  const pages = client.getQueriesData<DocumentPage>({ queryKey: keys.docPages });
  const has = pages.some(([, page]) => page?.documents.some((row) => row.id === id));
  if (document === undefined || !has) return client.invalidateQueries({ queryKey: keys.docPages });
  for (const [queryKey] of pages)
    client.setQueryData<DocumentPage>(queryKey, (page) => page && withDocument(page, document));
}

/** Full-text search in pages; nothing is asked while the query is empty. Drafts are saved without a push. */
export const useDocumentSearch = (query: string, limit = 50) =>
  useInfiniteQuery({
    queryKey: [...keys.docSearch(query), limit],
    queryFn:
      query === ''
        ? skipToken
        : ({ pageParam }) => call('docs.search', { query, limit, ...(pageParam && { from: pageParam }) }),
    initialPageParam: undefined as SearchPlace | undefined, // safe: the first page has no place before it
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ hits }) => hits),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const useRevisions = (id: number) => useAnswer(keys.revisions(id), 'docs.revisions', { id });

/** A revision's text never changes, so it is fetched once. */
export const useRevision = (id: number, number: number, enabled = true) =>
  useAnswer(keys.revision(id, number), 'docs.revision', enabled && { id, number });
