import { Select } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_REPORTED_ERRORS,
  type NerError,
  NerErrorKind,
  type NerReport,
} from '../../../../shared/domain/training.ts';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { ReportView } from '../route.ts';
import { ErrorDocument } from './error-document.tsx';
import { ErrorFrame, type ErrorsProps } from './error-frame.tsx';
import { type ErrorFilter, extentOf, filterErrors, NO_TYPE } from './error-list.ts';
import { ErrorRow } from './error-row.tsx';
import { useOpenText } from './use-open-text.ts';

export function ErrorBrowser({ report, dev, view, change }: ErrorsProps<NerReport>) {
  const { t } = useTranslation();
  const open = useOpenText(dev);
  const openText = (error: NerError): void => void open(error.document, extentOf(error).start);
  const shown = useMemo(() => {
    const matching = new Set(filterErrors(report.errors, view.errors));
    return report.errors.flatMap((error, number) => (matching.has(error) ? [{ number, error }] : []));
  }, [report, view.errors]);
  if (report.errors.length === 0) return <EmptyState text={t('train.errors.none')} />;
  const total = Object.values(report.errorCounts).reduce((sum, count) => sum + count, 0);
  const count = t('train.errors.shown', { shown: formatCount(shown.length), total: formatCount(total) });
  const cut = t('train.errors.cut', { n: formatCount(MAX_REPORTED_ERRORS) });
  return (
    <ErrorFrame
      testId="error-browser"
      filters={<Filters report={report} filter={view.errors} change={change} />}
      shown={shown}
      count={total > report.errors.length ? `${count} ${cut}` : count}
      dev={dev}
      view={view}
      change={change}
      row={(error) => <ErrorRow error={error} dev={dev} />}
      detail={(error) => (
        <ErrorDocument error={error} errors={report.errors} dev={dev} onOpenText={() => openText(error)} />
      )}
      onOpen={openText}
    />
  );
}

interface FiltersProps {
  readonly report: NerReport;
  readonly filter: ErrorFilter;
  readonly change: (part: Partial<ReportView>) => void;
}

function Filters({ report, filter, change }: FiltersProps) {
  const { t } = useTranslation();
  const set = (part: Partial<ErrorFilter>): void => change({ errors: { ...filter, ...part }, chosen: null });
  const types = report.confusion.labels.slice(0, -1);
  return (
    <div className="error-filters">
      <Select
        value={filter.kind}
        aria-label={t('train.errors.kind')}
        data-testid="error-kind"
        popupMatchSelectWidth={false}
        options={[
          { value: 'all', label: t('train.errors.allKinds') },
          ...NerErrorKind.options.map((kind) => ({
            value: kind,
            label: `${t(`train.errorKind.${kind}`)} ${formatCount(report.errorCounts[kind])}`,
          })),
        ]}
        onChange={(kind) => set({ kind })}
      />
      <TypeFilter
        name={t('train.confusion.gold')}
        nothing={t('train.errors.noGold')}
        testId="error-gold"
        types={types}
        type={filter.gold}
        onType={(gold) => set({ gold })}
      />
      <TypeFilter
        name={t('train.confusion.predicted')}
        nothing={t('train.errors.noPredicted')}
        testId="error-predicted"
        types={types}
        type={filter.predicted}
        onType={(predicted) => set({ predicted })}
      />
    </div>
  );
}

interface TypeFilterProps {
  readonly name: string;
  /** Words for no entity at all. */
  readonly nothing: string;
  readonly testId: string;
  readonly types: readonly string[];
  readonly type: string | null;
  readonly onType: (type: string | null) => void;
}

const ANY = '';
/** Before the names of types, so that none of them is taken for one of the other two choices. */
const MARK = '=';

function TypeFilter({ name, nothing, testId, types, type, onType }: TypeFilterProps) {
  const { t } = useTranslation();
  const id = useId();
  const value = type === null ? ANY : type === NO_TYPE ? NO_TYPE : MARK + type;
  return (
    <>
      <label htmlFor={id} className="muted">
        {name}
      </label>
      <Select
        id={id}
        value={value}
        data-testid={testId}
        popupMatchSelectWidth={false}
        options={[
          { value: ANY, label: t('train.errors.anyType') },
          ...types.map((known) => ({ value: MARK + known, label: known })),
          { value: NO_TYPE, label: nothing },
        ]}
        onChange={(picked) =>
          onType(picked === ANY ? null : picked === NO_TYPE ? NO_TYPE : picked.slice(MARK.length))
        }
      />
    </>
  );
}
