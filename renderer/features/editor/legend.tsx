import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityType } from '../../../shared/domain/graph.ts';
import { Assertion } from '../../../shared/domain/mention.ts';
import { TYPE_ORDER } from '../../lib/entity-types.ts';
import { countByType } from '../../lib/mention-groups.ts';
import { useStore } from '../../lib/use-store.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';
import type { DocumentSession } from './session.ts';

interface LegendProps {
  readonly session: DocumentSession;
  readonly hidden: ReadonlySet<EntityType>;
  readonly onToggle: (type: EntityType) => void;
}

/** Which colour and line means what; each type can be switched off. */
export function Legend({ session, hidden, onToggle }: LegendProps) {
  const { t } = useTranslation();
  const { mentions } = useStore(session.found);
  const counts = useMemo(() => countByType(mentions), [mentions]);
  const types = TYPE_ORDER.filter((type) => counts.has(type) || hidden.has(type));
  return (
    <section className="legend" data-testid="legend" aria-label={t('editor.legend')}>
      <fieldset className="legend-types" aria-label={t('editor.legendTypes')}>
        {types.map((type) => {
          const off = hidden.has(type);
          const name = t(`type.${type}`);
          return (
            <button
              key={type}
              type="button"
              className={`legend-type type-${type}`}
              data-type={type}
              aria-pressed={!off}
              title={t(off ? 'editor.showType' : 'editor.hideType', { type: name })}
              onClick={() => onToggle(type)}
            >
              <TypeBadge type={type} />
              <span className="legend-name">{name}</span>
              <span className="count">{counts.get(type) ?? 0}</span>
            </button>
          );
        })}
      </fieldset>
      <ul className="legend-assertions" aria-label={t('editor.assertions')}>
        {Assertion.options
          .filter((assertion) => assertion !== 'present')
          .map((assertion) => (
            <li key={assertion}>
              <span className={`mention type-symptom is-${assertion}`}>
                {assertion === 'family' && <span className="family-marker type-symptom" />}
                {t(`assertion.${assertion}`)}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}
