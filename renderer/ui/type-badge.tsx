import { useTranslation } from 'react-i18next';
import { ENTITY_TYPES } from '../../shared/appearance.ts';
import type { EntityType } from '../../shared/domain/graph.ts';
import type { Assertion } from '../../shared/domain/mention.ts';
import { useLanguage } from '../i18n/index.ts';

/** The one-letter sign of an entity type; its name is the accessible text. */
export function TypeBadge({ type }: { readonly type: EntityType }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <span
      className={`type-badge type-${type}`}
      role="img"
      aria-label={t(`type.${type}`)}
      title={t(`type.${type}`)}
    >
      {ENTITY_TYPES[type].letter[language]}
    </span>
  );
}

interface AssertionMarkProps {
  readonly assertion: Assertion;
  /** Names `present` too, as beside other assertions of the same entity. */
  readonly withPresent?: boolean;
}

/** A small word for an assertion other than `present`, which needs none where it stands alone. */
export function AssertionMark({ assertion, withPresent = false }: AssertionMarkProps) {
  const { t } = useTranslation();
  if (assertion === 'present' && !withPresent) return null;
  return <span className={`assertion-mark is-${assertion}`}>{t(`assertion.${assertion}`)}</span>;
}
