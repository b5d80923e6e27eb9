import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClassificationReport, TextTask } from '../../../../shared/domain/classification.ts';
import type {
  DataSet,
  NerReport,
  RunReport,
  RunState,
  TrainingTask,
} from '../../../../shared/domain/training.ts';
import { isUnfinished } from '../../../../shared/domain/training.ts';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { ReportView, RunTab } from '../route.ts';
import { CalibrationTab } from './calibration-tab.tsx';
import { Confusion } from './confusion.tsx';
import { ErrorBrowser } from './error-browser.tsx';
import { LabelConfusion } from './label-confusion.tsx';
import { LabelScores } from './label-scores.tsx';
import { PretrainingTab } from './pretraining-tab.tsx';
import { TextErrors } from './text-errors.tsx';
import { TypeScores } from './type-scores.tsx';

interface ReportParts {
  /** Task of the report; undefined while unknown. */
  readonly task: TrainingTask | 'encoder' | undefined;
  readonly report: RunReport | undefined;
  /** Weighting of rare labels; present in a run's report. */
  readonly weighting?: string | undefined;
  /** State of the run that the report is waited for from. */
  readonly waiting: RunState;
  /** The set reported on; undefined when it has been deleted. */
  readonly dev: DataSet | undefined;
  readonly view: ReportView;
  readonly change: (part: Partial<ReportView>) => void;
}

type ReportTab = { readonly key: RunTab; readonly name: string; readonly content: ReactNode };

type Shown = Omit<ReportParts, 'task' | 'report' | 'waiting'>;

/** Scores, confusion and errors, as tabs. */
export function useReportTabs({ task, report, waiting, ...parts }: ReportParts): ReportTab[] {
  const { t } = useTranslation();
  const ofTexts = TextTask.safeParse(task).success;
  const names: Readonly<Record<string, string>> = ofTexts
    ? {
        types: t('texts.tab.labels'),
        calibration: t('texts.tab.calibration'),
        confusion: t('texts.tab.confusion'),
        errors: t('train.tab.errors'),
      }
    : { types: t('train.tab.types'), confusion: t('train.tab.confusion'), errors: t('train.tab.errors') };
  if (task === 'pretrain') {
    const text = t(isUnfinished(waiting) ? 'train.report.later' : 'train.report.never');
    const content =
      report?.task === 'pretrain' ? <PretrainingTab report={report} /> : <EmptyState text={text} />;
    return [{ key: 'types', name: t('pretrain.tab'), content }];
  }
  if (report === undefined) {
    const text = t(isUnfinished(waiting) ? 'train.report.later' : 'train.report.never');
    const order: readonly RunTab[] = ['types', 'calibration', 'confusion', 'errors'];
    return order.flatMap((key) => {
      const name = names[key];
      return name === undefined ? [] : [{ key, name, content: <EmptyState text={text} /> }];
    });
  }
  if (report.task === 'ner') return taggerTabs(report, names, parts);
  if (report.task !== 'pretrain') return textTabs(report, names, parts);
  return [];
}

function taggerTabs(
  report: NerReport,
  names: Readonly<Record<string, string>>,
  { dev, view, change }: Shown,
): ReportTab[] {
  const errors = Object.values(report.errorCounts).reduce((sum, count) => sum + count, 0);
  return [
    {
      key: 'types',
      name: names.types ?? '',
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
      name: names.confusion ?? '',
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
      name: `${names.errors} ${formatCount(errors)}`,
      content: <ErrorBrowser report={report} dev={dev} view={view} change={change} />,
    },
  ];
}

function textTabs(
  report: ClassificationReport,
  names: Readonly<Record<string, string>>,
  { weighting, dev, view, change }: Shown,
): ReportTab[] {
  const showErrors = (gold: string | null, predicted: string | null): void =>
    change({ tab: 'errors', errors: { kind: 'all', gold, predicted }, chosen: null });
  return [
    {
      key: 'types',
      name: names.types ?? '',
      content: (
        <LabelScores report={report} weighting={weighting} onLabel={(label) => showErrors(label, null)} />
      ),
    },
    { key: 'calibration', name: names.calibration ?? '', content: <CalibrationTab report={report} /> },
    {
      key: 'confusion',
      name: names.confusion ?? '',
      content: <LabelConfusion report={report} onCell={showErrors} />,
    },
    {
      key: 'errors',
      name: `${names.errors} ${formatCount(report.errorCount)}`,
      content: <TextErrors report={report} dev={dev} view={view} change={change} />,
    },
  ];
}
