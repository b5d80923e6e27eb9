import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DocumentFilter, QueueEntry } from '../../../../shared/domain/project.ts';
import { useMay } from '../../../api/accounts.ts';
import { useDifferences } from '../../../api/annotation.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { filterDocuments, needsSearch } from './filter-documents.ts';

/** Returns the documents that a filter leaves, in its order. Until an answer has come, the last one counts. */
export function useFilteredQueue(
  projectId: number,
  queue: readonly QueueEntry[],
  filter: DocumentFilter,
): { readonly shown: readonly QueueEntry[]; readonly error: unknown } {
  const words = useDebounced(filter.find.words.trim(), 200);
  const asked = useMemo(
    () => ({ ...filter, find: { ...filter.find, words, person: filter.annotator } }),
    [filter, words],
  );
  const { data: found, error } = useAnswer(
    'annotation.find',
    needsSearch(asked) && { projectId, find: asked.find },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const may = useMay();
  const { data: differences } = useDifferences(
    projectId,
    filter.differs !== undefined && may('adjudication.differences'),
  );
  const shown = useMemo(
    () =>
      filterDocuments(queue, asked, {
        found: needsSearch(asked) ? new Set(found ?? []) : null,
        differing:
          differences === undefined
            ? null
            : new Set(differences.flatMap(({ documentId, open }) => (open > 0 ? [documentId] : []))),
      }),
    [queue, asked, found, differences],
  );
  return { shown, error };
}
