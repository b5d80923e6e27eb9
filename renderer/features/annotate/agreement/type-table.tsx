import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgreementReport } from '../../../../shared/domain/agreement.ts';
import { formatCount } from '../../../lib/format.ts';
import { SortHeader } from '../../../ui/sort-header.tsx';
import { type Sort, sortTypes, TYPE_MEASURES, type TypeColumn } from './agreement-report.ts';
import { EstimateBar } from './estimate-bar.tsx';

/** Each type of span by itself, with intervals. */
export function TypeTable({ report: { types, annotators } }: { readonly report: AgreementReport }) {
  const { t } = useTranslation();
  const [sort, setSort] = useState<Sort<TypeColumn>>({ column: 'count', descending: true });
  const header = (column: TypeColumn, name: string, title?: string) => (
    <SortHeader
      key={column}
      column={column}
      name={name}
      sort={sort}
      numeric={column !== 'type'}
      onSort={setSort}
      {...(title === undefined ? {} : { title })}
    />
  );
  return (
    <table className="train-table" data-testid="agreement-types">
      <thead>
        <tr>
          {header('type', t('agreement.type'))}
          {header('count', t('agreement.spans'), t('agreement.countsHint'))}
          {TYPE_MEASURES.map((measure) =>
            header(measure, t(`agreement.name.${measure}`), t(`agreement.hint.${measure}`)),
          )}
        </tr>
      </thead>
      <tbody>
        {sortTypes(types, sort).map(({ type, counts, coefficients }) => (
          <tr key={type} data-type={type}>
            <th scope="row">{type}</th>
            <td
              className="number"
              title={annotators.map(({ name }, i) => `${name}: ${counts[i] ?? 0}`).join('\n')}
            >
              {counts.map(formatCount).join(' / ')}
            </td>
            {TYPE_MEASURES.map((measure) => (
              <td key={measure} className="number">
                <EstimateBar estimate={coefficients[measure]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
