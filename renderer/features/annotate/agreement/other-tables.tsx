import { useTranslation } from 'react-i18next';
import type { AgreementReport, Estimate } from '../../../../shared/domain/agreement.ts';
import { formatCount } from '../../../lib/format.ts';
import { EstimateBar } from './estimate-bar.tsx';

interface OtherRow {
  readonly name: string;
  readonly counts: string;
  readonly estimates: readonly Estimate[];
}

interface OtherTableProps {
  readonly testId: string;
  readonly title: string;
  readonly hint: string;
  readonly count: string;
  readonly measures: readonly string[];
  readonly rows: readonly OtherRow[];
}

/** Relations, labels of documents, attributes: what has no characters of its own. */
export function OtherTables({ report }: { readonly report: AgreementReport }) {
  const { t } = useTranslation();
  const counted = (counts: readonly number[]): string => counts.map(formatCount).join(' / ');
  const all = (name: string): string => (name === '' ? t('agreement.all') : name);
  return (
    <>
      <OtherTable
        testId="agreement-relations"
        title={t('agreement.relations')}
        hint={t('agreement.relationsHint')}
        count={t('agreement.count')}
        measures={[t('agreement.name.exact')]}
        rows={report.relations.map(({ type, counts, exact }) => ({
          name: all(type),
          counts: counted(counts),
          estimates: [exact],
        }))}
      />
      <OtherTable
        testId="agreement-labels"
        title={t('agreement.labels')}
        hint={t('agreement.labelsHint')}
        count={t('agreement.count')}
        measures={[
          'F1',
          ...(['cohen', 'fleiss', 'alpha'] as const).map((name) => t(`agreement.name.${name}`)),
        ]}
        rows={report.labels.map(({ label, counts, exact, cohen, fleiss, alpha }) => ({
          name: all(label),
          counts: counted(counts),
          estimates: [exact, cohen, fleiss, alpha],
        }))}
      />
      <OtherTable
        testId="agreement-attributes"
        title={t('agreement.attributes')}
        hint={t('agreement.attributesHint')}
        count={t('agreement.spans')}
        measures={[t('agreement.same'), t('agreement.name.alpha')]}
        rows={report.attributes.map(({ name, units, same, alpha }) => ({
          name,
          counts: formatCount(units),
          estimates: [same, alpha],
        }))}
      />
    </>
  );
}

function OtherTable({ testId, title, hint, count, measures, rows }: OtherTableProps) {
  if (rows.length === 0) return null;
  return (
    <section data-testid={testId}>
      <h3>{title}</h3>
      <p className="muted">{hint}</p>
      <table className="train-table">
        <thead>
          <tr>
            <td />
            <th scope="col" className="number">
              {count}
            </th>
            {measures.map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts, estimates }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">{counts}</td>
              {estimates.map((estimate, i) => (
                <td key={measures[i]} className="number">
                  <EstimateBar estimate={estimate} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
