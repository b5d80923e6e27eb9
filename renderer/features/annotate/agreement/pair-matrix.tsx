import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgreementReport, PairAgreement } from '../../../../shared/domain/agreement.ts';
import { formatScore } from '../../../lib/format.ts';
import { heatColours } from '../../../lib/heat-map-colours.ts';
import { useTheme } from '../../../ui/theme-context.ts';
import { PAIR_MEASURES, type PairMeasure, pairFinder } from './agreement-report.ts';

/** Everybody against everybody, coloured by how well they agree. */
export function PairMatrix({ report }: { readonly report: AgreementReport }) {
  const { t } = useTranslation();
  const [measure, setMeasure] = useState<PairMeasure>('exact');
  const names = report.annotators.map(({ name }) => name);
  const pairOf = pairFinder(report);
  return (
    <div data-testid="agreement-pairs">
      <div className="curve-tools">
        <Segmented<PairMeasure>
          value={measure}
          aria-label={t('agreement.coefficient')}
          options={PAIR_MEASURES.map((value) => ({ value, label: t(`agreement.name.${value}`) }))}
          onChange={setMeasure}
        />
        <span className="muted">{t(`agreement.hint.${measure}`)}</span>
      </div>
      <table className="pair-matrix">
        <thead>
          <tr>
            <td />
            {names.map((name) => (
              <th key={name} scope="col" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((row) => (
            <tr key={row}>
              <th scope="row" title={row}>
                {row}
              </th>
              {names.map((column) => (
                <PairCell key={column} pair={pairOf(row, column)} measure={measure} self={row === column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PairCellProps {
  readonly pair: PairAgreement | undefined;
  readonly measure: PairMeasure;
  readonly self: boolean;
}

function PairCell({ pair, measure, self }: PairCellProps) {
  const { t } = useTranslation();
  const theme = useTheme();
  if (self) return <td className="is-self" aria-hidden />;
  const { value = null, low = null, high = null } = pair?.[measure] ?? {};
  if (value === null)
    return (
      <td className="muted" title={t('agreement.undefined')}>
        –
      </td>
    );
  // A high power: most values lie high, and there the eye has to tell them apart.
  const { background, text } = heatColours(Math.max(0, value) ** 4, 'right', theme);
  const interval =
    low === null || high === null
      ? t('agreement.noInterval')
      : t('agreement.interval', { low: formatScore(low), high: formatScore(high) });
  return (
    <td
      style={{ background, color: text }}
      title={`${interval}; ${t('agreement.documents', { n: pair?.documents ?? 0 })}`}
    >
      {formatScore(value)}
    </td>
  );
}
