import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SimilarRecord } from '../../../shared/domain/similar.ts';
import { call } from '../../api/client.ts';
import { stoppable } from '../../api/stoppable.ts';
import { formatCount, formatPercent } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useStore } from '../../lib/use-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { KindBadge } from './kind-badge.tsx';
import type { DocumentSession } from './session.ts';

const PAUSE_MS = 800;
const COUNT = 20;

interface SimilarListProps {
  readonly session: DocumentSession;
  readonly onOpen: (id: number) => void;
}

/** Records similar to the one in front, with what they share; a click opens one. */
export function SimilarList({ session, onOpen }: SimilarListProps) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useSimilarRecords(session);
  return (
    <div className="similar-list" data-testid="similar-list" aria-busy={isFetching}>
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.left > 0 && (
        <p className="fine muted similar-note" role="status">
          {t('similar.reading', {
            done: formatCount(data.records - data.left),
            total: formatCount(data.records),
          })}
        </p>
      )}
      {data !== undefined && data.hits.length === 0 && data.left === 0 && error === null && (
        <EmptyState text={t('similar.none')} />
      )}
      <ul>
        {data?.hits.map((hit) => (
          <li key={hit.document.id}>
            <Hit hit={hit} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <p className="fine muted similar-note">{t('similar.note')}</p>
    </div>
  );
}

function useSimilarRecords(session: DocumentSession) {
  // Versions that follow each other quickly are one.
  const { version } = useDebounced(useStore(session.found), PAUSE_MS);
  return useQuery({
    queryKey: ['docs', 'similar', session.id, version],
    queryFn: ({ signal }) =>
      stoppable(signal, (ticket) =>
        call('docs.similar', {
          text: session.model.getValue(),
          documentId: session.id,
          count: COUNT,
          ticket,
        }),
      ),
    placeholderData: (previous) => previous,
    // The first question of a workspace reads all records, a part each time.
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.left > 0 ? 50 : false),
    staleTime: 0,
    gcTime: 30_000,
  });
}

interface HitProps {
  readonly hit: SimilarRecord;
  readonly onOpen: (id: number) => void;
}

function Hit({ hit: { document, score, entities, words }, onOpen }: HitProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="similar-hit"
      data-testid="similar-hit"
      onClick={() => onOpen(document.id)}
    >
      <span className="similar-head">
        <span className="ellipsis grow">{document.title}</span>
        <span className="count tabular" title={t('similar.score')}>
          {formatPercent(score)}
        </span>
      </span>
      {document.patient !== undefined && <span className="fine muted">{document.patient.name}</span>}
      {entities.length > 0 && (
        <span className="similar-shared">
          {entities.map(({ entityId, name, type, assertion }) => (
            <span key={`${entityId} ${assertion}`} className="similar-entity">
              <KindBadge kind={type} />
              {assertion === 'negated' ? t('similar.denied', { name }) : name}
            </span>
          ))}
        </span>
      )}
      {words.length > 0 && (
        <span className="fine muted similar-words">{t('similar.words', { words: words.join(' · ') })}</span>
      )}
    </button>
  );
}
