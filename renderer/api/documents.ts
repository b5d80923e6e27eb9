/** Documents, their search and their history. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { keys } from './keys.ts';

export const useDocuments = () => useQuery({ queryKey: keys.docList, queryFn: () => call('docs.list', {}) });

const SEARCH_LIMIT = 50;

/** Full-text search; nothing is asked while the query is empty. */
export const useDocumentSearch = (query: string, limit = SEARCH_LIMIT) =>
  useQuery({
    queryKey: [...keys.docSearch(query), limit],
    queryFn: () => call('docs.search', { query, limit }),
    enabled: query !== '',
    staleTime: 0, // drafts are saved without a push
    placeholderData: keepPreviousData,
  });

export const useRevisions = (id: number) =>
  useQuery({ queryKey: keys.revisions(id), queryFn: () => call('docs.revisions', { id }) });

/** A revision's text never changes, so it is fetched once. */
export const useRevision = (id: number, number: number, enabled = true) =>
  useQuery({
    queryKey: keys.revision(id, number),
    queryFn: () => call('docs.revision', { id, number }),
    enabled,
  });
