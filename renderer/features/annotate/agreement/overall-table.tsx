import { useTranslation } from 'react-i18next';
import type { Coefficients, Estimate } from '../../../../shared/domain/agreement.ts';
import { formatScore } from '../../../lib/format.ts';
import { COEFFICIENTS } from './agreement-report.ts';
import { EstimateBar } from './estimate-bar.tsx';

/** Every coefficient over all spans, and what it says. */
export function OverallTable({ overall }: { readonly overall: Coefficients }) {
  const { t } = useTranslation();
  return (
    <table className="train-table" data-testid="agreement-overall">
      <thead>
        <tr>
          <th scope="col">{t('agreement.coefficient')}</th>
          <th scope="col" className="number">
            {t('agreement.value')}
          </th>
          <th scope="col" className="number">
            {t('agreement.intervalColumn')}
          </th>
          <th scope="col">{t('agreement.meaning')}</th>
        </tr>
      </thead>
      <tbody>
        {COEFFICIENTS.map((name) => (
          <tr key={name} data-coefficient={name}>
            <th scope="row">{t(`agreement.name.${name}`)}</th>
            <td className="number">
              <EstimateBar estimate={overall[name]} />
            </td>
            <td className="number muted">{intervalText(overall[name])}</td>
            <td className="muted">{t(`agreement.hint.${name}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const intervalText = ({ low, high }: Estimate): string =>
  low === null || high === null ? '–' : `${formatScore(low)} – ${formatScore(high)}`;
