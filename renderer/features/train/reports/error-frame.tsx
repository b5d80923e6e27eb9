import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataSet } from '../../../../shared/domain/training.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PickList } from '../../../ui/pick-list.tsx';
import type { ReportView } from '../route.ts';
import type { NumberedError } from './error-list.ts';

export interface ErrorsProps<Report> {
  readonly report: Report;
  /** The set reported on; undefined when it has been deleted. */
  readonly dev: DataSet | undefined;
  readonly view: ReportView;
  readonly change: (part: Partial<ReportView>) => void;
}

interface ErrorFrameProps<E> extends Omit<ErrorsProps<unknown>, 'report'> {
  readonly testId: string;
  readonly filters: ReactNode;
  readonly shown: readonly NumberedError<E>[];
  /** Says how many errors are shown. */
  readonly count: string;
  readonly row: (error: E) => ReactNode;
  readonly detail: (error: E) => ReactNode;
  readonly onOpen: (error: E) => void;
}

/** Errors of a report: a filtered list at the left, one of them at the right. */
export function ErrorFrame<E>(props: ErrorFrameProps<E>) {
  const { testId, filters, shown, count, dev, view, change, row, detail, onOpen } = props;
  const { t } = useTranslation();
  const at = Math.max(
    0,
    shown.findIndex(({ number }) => number === view.chosen),
  );
  const current = shown[at];
  return (
    <div className="error-browser" data-testid={testId}>
      <div className="error-side column">
        {filters}
        {dev === undefined && <Alert banner type="warning" title={t('train.errors.setGone')} />}
        {shown.length === 0 ? (
          <EmptyState text={t('train.errors.noMatch')} />
        ) : (
          <PickList
            items={shown}
            rowHeight={52}
            keyOf={({ number }) => number}
            picked={at}
            label={t('train.tab.errors')}
            testId="error-list"
            render={({ error }) => row(error)}
            onPick={(index) => change({ chosen: shown[index]?.number ?? null })}
            onOpen={(index) => shown[index] && onOpen(shown[index].error)}
          />
        )}
        <p className="error-count fine muted" role="status">
          {count}
        </p>
      </div>
      {current !== undefined && detail(current.error)}
    </div>
  );
}
