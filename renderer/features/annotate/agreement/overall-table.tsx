import { useTranslation } from 'react-i18next';
import type { Coefficients, Estimate } from '../../../../shared/domain/agreement.ts';
import { formatScore } from '../../../lib/format.ts';
import { TableHead } from '../../../ui/table-head.tsx';
import { COEFFICIENTS } from './agreement-report.ts';
import { EstimateBar } from './estimate-bar.tsx';

/** Every coefficient over all spans, and what it says. */
export function OverallTable({ overall }: { readonly overall: Coefficients }) {
  const { t } = useTranslation();
  return (
    <table className="train-table" data-testid="agreement-overall">
      <TableHead
        columns={[
          t('agreement.coefficient'),
          { number: t('agreement.value') },
          { number: t('agreement.intervalColumn') },
          t('agreement.meaning'),
        ]}
      />
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
