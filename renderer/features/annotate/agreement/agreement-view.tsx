import { useTranslation } from 'react-i18next';
import type { AgreementReport } from '../../../../shared/domain/agreement.ts';
import { formatCount, formatPercent } from '../../../lib/format.ts';
import { DocumentTable } from './document-table.tsx';
import { OtherTables } from './other-tables.tsx';
import { OverallTable } from './overall-table.tsx';
import { PairMatrix } from './pair-matrix.tsx';
import { TypeTable } from './type-table.tsx';

interface AgreementViewProps {
  readonly report: AgreementReport;
  /** Opens a document for adjudication, say. */
  readonly onOpenDocument?: (name: string) => void;
}

/** Shows agreement overall, in pairs, by type and by document. */
export function AgreementView({ report, onOpenDocument }: AgreementViewProps) {
  const { t } = useTranslation();
  const { bootstrap } = report;
  return (
    <div className="agreement" data-testid="agreement">
      <p className="muted">
        {t('agreement.summary', {
          annotators: report.annotators.length,
          documents: formatCount(report.documents),
          characters: formatCount(report.characters),
        })}
        {report.single > 0 && ` ${t('agreement.single', { n: formatCount(report.single) })}`}{' '}
        {bootstrap.samples > 0
          ? t('agreement.bootstrap', {
              level: formatPercent(bootstrap.level),
              samples: formatCount(bootstrap.samples),
              seed: bootstrap.seed,
            })
          : t('agreement.noBootstrap')}
      </p>
      <section>
        <h3>{t('agreement.overall')}</h3>
        <OverallTable overall={report.overall} />
      </section>
      <section>
        <h3>{t('agreement.pairs')}</h3>
        <PairMatrix report={report} />
      </section>
      {report.types.length > 0 && (
        <section>
          <h3>{t('agreement.types')}</h3>
          <TypeTable report={report} />
        </section>
      )}
      <OtherTables report={report} />
      <section>
        <h3>{t('agreement.perDocument')}</h3>
        <DocumentTable documents={report.perDocument} onOpen={onOpenDocument} />
      </section>
    </div>
  );
}
