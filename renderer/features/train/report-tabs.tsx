import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataSet, NerReport, RunState } from '../../../shared/domain/training.ts';
import { formatCount } from '../../lib/format.ts';
import { isUnfinished } from '../../lib/run-table.ts';
import type { ReportView, RunTab } from '../../lib/train-place.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Confusion } from './confusion.tsx';
import { ErrorBrowser } from './error-browser.tsx';
import { TypeScores } from './type-scores.tsx';

interface ReportParts {
  readonly report: NerReport | undefined;
  /** State of the run that the report is waited for from. */
  readonly waiting: RunState;
  /** The set reported on; undefined when it has been deleted. */
  readonly dev: DataSet | undefined;
  readonly view: ReportView;
  readonly change: (part: Partial<ReportView>) => void;
  readonly onOpenDocument: (id: number, offset?: number) => void;
}

type ReportTab = { readonly key: RunTab; readonly name: string; readonly content: ReactNode };

/** Scores by type, confusion and errors, as tabs. */
export function useReportTabs({
  report,
  waiting,
  dev,
  view,
  change,
  onOpenDocument,
}: ReportParts): ReportTab[] {
  const { t } = useTranslation();
  if (report === undefined) {
    const text = t(isUnfinished(waiting) ? 'train.report.later' : 'train.report.never');
    return (['types', 'confusion', 'errors'] as const).map((key) => ({
      key,
      name: t(`train.tab.${key}`),
      content: <EmptyState text={text} />,
    }));
  }
  const errors = Object.values(report.errorCounts).reduce((sum, count) => sum + count, 0);
  return [
    {
      key: 'types',
      name: t('train.tab.types'),
      content: (
        <TypeScores
          report={report}
          onType={(type) =>
            change({ tab: 'errors', errors: { ...view.errors, kind: 'all', gold: type, predicted: null } })
          }
        />
      ),
    },
    {
      key: 'confusion',
      name: t('train.tab.confusion'),
      content: (
        <Confusion
          confusion={report.confusion}
          onCell={(gold, predicted) =>
            change({ tab: 'errors', errors: { kind: 'all', gold, predicted }, chosen: null })
          }
        />
      ),
    },
    {
      key: 'errors',
      name: `${t('train.tab.errors')} ${formatCount(errors)}`,
      content: (
        <ErrorBrowser report={report} dev={dev} view={view} change={change} onOpenDocument={onOpenDocument} />
      ),
    },
  ];
}
