import { useTranslation } from 'react-i18next';
import type { MentionSource } from './merge-mentions.ts';

interface SourceMarkProps {
  readonly source: MentionSource;
  /** A letter for the word. */
  readonly short?: boolean;
}

/** Names the source of a mention: a line above it stands for the model, one below for the dictionary. */
export function SourceMark({ source, short = false }: SourceMarkProps) {
  const { t } = useTranslation();
  const hint = t(`source.${source}Hint`);
  const common = { className: `source-mark from-${source}`, 'data-source': source, title: hint };
  if (!short) return <span {...common}>{t(`source.${source}`)}</span>;
  return (
    <span {...common} role="img" aria-label={hint}>
      {t(`source.${source}Short`)}
    </span>
  );
}
