import { useTranslation } from 'react-i18next';
import type { MentionSource } from '../lib/merge-mentions.ts';

/** A small word for who found a mention: a line above it stands for the model, one below for the dictionary. */
export function SourceMark({ source }: { readonly source: MentionSource }) {
  const { t } = useTranslation();
  return (
    <span className={`source-mark from-${source}`} data-source={source} title={t(`source.${source}Hint`)}>
      {t(`source.${source}`)}
    </span>
  );
}
