import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';

interface LabelChipsProps {
  readonly labels: readonly { readonly label: string; readonly count?: number }[];
  /** Most labels that are shown; diagnoses may be hundreds. */
  readonly most: number;
  readonly name?: string;
  readonly testId?: string;
}

/** Labels or entity types, with their counts where they are known. */
export function LabelChips({ labels, most, name, testId }: LabelChipsProps) {
  const { t } = useTranslation();
  return (
    <ul className="type-chips wrap" aria-label={name} data-testid={testId}>
      {labels.slice(0, most).map(({ label, count }) => (
        <li key={label}>
          {label} {count !== undefined && <span className="count">{formatCount(count)}</span>}
        </li>
      ))}
      {labels.length > most && (
        <li className="is-more">{t('texts.import.moreLabels', { n: formatCount(labels.length - most) })}</li>
      )}
    </ul>
  );
}
