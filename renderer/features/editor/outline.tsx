import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import type { DocumentSession } from './session.ts';

interface OutlineProps {
  readonly session: DocumentSession;
  readonly onGo: (offset: number) => void;
}

/** The record's headings; a click goes there. */
export function Outline({ session, onGo }: OutlineProps) {
  const { t } = useTranslation();
  const { sections: all, linkedVersion: version } = useStore(session.found);
  const sections = all.filter(({ heading }) => heading !== ''); // text before the first one has none
  return (
    <nav className="outline" data-testid="outline" aria-label={t('editor.outline')}>
      <h2>{t('editor.outline')}</h2>
      {sections.length === 0 && version !== 0 && <p className="muted">{t('editor.outlineEmpty')}</p>}
      <ul>
        {sections.map((section) => (
          <li key={section.start}>
            <button
              type="button"
              title={section.heading}
              onClick={() => {
                const span = session.carry({ start: section.start, end: section.bodyStart }, version);
                if (span !== null) onGo(span.start);
              }}
            >
              {section.heading}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
