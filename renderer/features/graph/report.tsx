import { useTranslation } from 'react-i18next';
import type { ImportReport } from '../../../shared/domain/graph.ts';
import { words } from '../../../shared/messages/words.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatCount, formatSeconds } from '../../lib/format.ts';
import { TableHead } from '../../ui/table-head.tsx';

/** Shows what an import added, and the rows it refused by reason, with examples. */
export function Report({ report }: { readonly report: ImportReport }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const refused = report.refused.reduce((sum, { count }) => sum + count, 0);
  const relations = Object.entries(report.relations).sort(([, a], [, b]) => b - a);
  return (
    <div className="report" data-testid="import-report">
      <p>
        {t('graph.report', {
          rows: formatCount(report.rows),
          triples: formatCount(report.triples),
          entities: formatCount(report.newEntities),
          names: formatCount(report.newNames),
          merged: formatCount(report.merged),
          time: formatSeconds(report.seconds, language),
        })}
      </p>
      {refused === 0 ? (
        <p className="muted">{t('graph.refusedNone')}</p>
      ) : (
        <details data-testid="refused-rows">
          <summary>{t('graph.refused', { n: formatCount(refused) })}</summary>
          <table className="refused-table">
            <TableHead columns={[t('graph.reason'), { number: t('graph.count') }, t('graph.examples')]} />
            <tbody>
              {report.refused.map(({ reason, count, examples }) => (
                <tr key={words(reason, 'en')}>
                  <td>{words(reason, language)}</td>
                  <td className="number">{formatCount(count)}</td>
                  <td>
                    {examples.map(({ line, text }) => (
                      <div key={line}>
                        <span className="muted">{t('graph.line', { line: formatCount(line) })}</span>{' '}
                        <code>{text}</code>
                      </div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {relations.length > 0 && (
        <details>
          <summary>{t('graph.relationCounts')}</summary>
          <p className="muted">
            {relations.map(([relation, count]) => `${relation} ${formatCount(count)}`).join(' · ')}
          </p>
        </details>
      )}
    </div>
  );
}
