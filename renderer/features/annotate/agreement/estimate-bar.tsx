import { useTranslation } from 'react-i18next';
import type { Estimate } from '../../../../shared/domain/agreement.ts';
import { formatScore } from '../../../lib/format.ts';
import { onScale } from './agreement-report.ts';

/** A coefficient with its interval drawn on a scale from 0 to 1; a dash where it is not defined. */
export function EstimateBar({ estimate }: { readonly estimate: Estimate }) {
  const { t } = useTranslation();
  const place = onScale(estimate);
  const { value, low, high } = estimate;
  if (place === undefined || value === null)
    return (
      <span className="muted" title={t('agreement.undefined')}>
        –
      </span>
    );
  const interval =
    low === null || high === null
      ? t('agreement.noInterval')
      : t('agreement.interval', { low: formatScore(low), high: formatScore(high) });
  return (
    <span className="estimate" title={interval}>
      <span className="estimate-track" aria-hidden>
        <span
          className="estimate-range"
          style={{ left: `${place.from}%`, width: `${place.to - place.from}%` }}
        />
        <span className="estimate-mark" style={{ left: `${place.at}%` }} />
      </span>
      {formatScore(value)}
    </span>
  );
}
