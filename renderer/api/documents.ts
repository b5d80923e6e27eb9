/** Documents, their search and their history. */
import { keepPreviousData } from '@tanstack/react-query';
import { keys } from './keys.ts';
import { useAnswer } from './requests.ts';

export const useDocuments = () => useAnswer(keys.docList, 'docs.list', {});

/** Full-text search; nothing is asked while the query is empty. Drafts are saved without a push. */
export const useDocumentSearch = (query: string, limit = 50) =>
  useAnswer([...keys.docSearch(query), limit], 'docs.search', query !== '' && { query, limit }, {
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const useRevisions = (id: number) => useAnswer(keys.revisions(id), 'docs.revisions', { id });

/** A revision's text never changes, so it is fetched once. */
export const useRevision = (id: number, number: number, enabled = true) =>
  useAnswer(keys.revision(id, number), 'docs.revision', enabled && { id, number });
