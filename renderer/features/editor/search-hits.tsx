import { useTranslation } from 'react-i18next';
import type { SearchHit } from '../../../shared/domain/document.ts';

interface SearchHitsProps {
  readonly hits: readonly SearchHit[];
  readonly onOpen: (id: number, offset?: number) => void;
  /** Stands below the hits. */
  readonly children: React.ReactNode;
}

/** Documents that contain the words, with the first places; a click opens the document there. */
export function SearchHits({ hits, onOpen, children }: SearchHitsProps) {
  const { t } = useTranslation();
  return (
    <ul className="search-hits" data-testid="doc-hits">
      {hits.map(({ document, count, snippets }) => (
        <li key={document.id}>
          <button type="button" className="hit-title" onClick={() => onOpen(document.id, snippets[0]?.start)}>
            <span>{document.title}</span>
            <span className="count" title={t('docs.hits', { n: count })}>
              {count}
            </span>
          </button>
          {snippets.map(({ start, before, match, after }) => (
            <button
              key={start}
              type="button"
              className="hit-snippet"
              onClick={() => onOpen(document.id, start)}
            >
              {before}
              <mark>{match}</mark>
              {after}
            </button>
          ))}
        </li>
      ))}
      {children && <li>{children}</li>}
    </ul>
  );
}
