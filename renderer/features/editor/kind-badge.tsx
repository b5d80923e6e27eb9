import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/index.ts';
import { colourTypeOf, isEntityType, labelOf, letterOf, type MentionKind } from '../../lib/mention-kinds.ts';

/** Returns the name of a kind of mention: a type in the reader's language, or a model's label as it is. */
export function useKindName(): (kind: MentionKind) => string {
  const { t } = useTranslation();
  return (kind) => (isEntityType(kind) ? t(`type.${kind}`) : (labelOf(kind) ?? kind));
}

/** The one-letter sign of a kind of mention; its name is the accessible text. */
export function KindBadge({ kind }: { readonly kind: MentionKind }) {
  const name = useKindName()(kind);
  const language = useLanguage();
  return (
    <span className={`type-badge type-${colourTypeOf(kind)}`} role="img" aria-label={name} title={name}>
      {letterOf(kind, language)}
    </span>
  );
}
