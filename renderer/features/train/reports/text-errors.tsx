import { Alert, Button, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ClassificationReport,
  MAX_CLASSIFICATION_ERRORS,
} from '../../../../shared/domain/classification.ts';
import type { DataSet } from '../../../../shared/domain/training.ts';
import { useClassifiedDocument } from '../../../api/training.ts';
import { formatCount, formatShare } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { PickList } from '../../../ui/pick-list.tsx';
import type { ReportView } from '../route.ts';
import { filterTextErrors, labelsInErrors, type NumberedTextError, verdictsOf } from './label-table.ts';
import { RankedLabels } from './ranked-labels.tsx';
import { useOpenText } from './use-open-text.ts';

interface TextErrorsProps {
  readonly report: ClassificationReport;
  /** The set reported on; undefined when it has been deleted. */
  readonly dev: DataSet | undefined;
  readonly view: ReportView;
  readonly change: (part: Partial<ReportView>) => void;
}

/** Texts whose labels are not exactly the gold ones: a list at the left, one of them at the right. */
export function TextErrors({ report, dev, view, change }: TextErrorsProps) {
  const { t } = useTranslation();
  const open = useOpenText(dev);
  const shown = useMemo(() => filterTextErrors(report.errors, view.errors), [report, view.errors]);
  if (report.errors.length === 0) return <EmptyState text={t('train.errors.none')} />;
  const at = Math.max(
    0,
    shown.findIndex(({ number }) => number === view.chosen),
  );
  const current = shown[at];
  return (
    <div className="error-browser" data-testid="text-errors">
      <div className="error-side column">
        <Filters report={report} view={view} change={change} />
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
            render={({ error }) => <Row error={error} />}
            onPick={(index) => change({ chosen: shown[index]?.number ?? null })}
            onOpen={(index) => void open(shown[index]?.error.document, 0)}
          />
        )}
        <p className="error-count muted fine" role="status">
          {t('texts.errors.shown', {
            shown: formatCount(shown.length),
            total: formatCount(report.errorCount),
          })}
          {report.errorCount > report.errors.length &&
            ` ${t('train.errors.cut', { n: formatCount(MAX_CLASSIFICATION_ERRORS) })}`}
        </p>
      </div>
      {current !== undefined && (
        <ErrorText
          error={current.error}
          report={report}
          dev={dev}
          onOpen={() => void open(current.error.document, 0)}
        />
      )}
    </div>
  );
}

function Filters({ report, view: { errors }, change }: Pick<TextErrorsProps, 'report' | 'view' | 'change'>) {
  const { t } = useTranslation();
  return (
    <div className="error-filters">
      {(['gold', 'predicted'] as const).map((kind) => (
        <div key={kind} className="error-filter" data-testid={`error-${kind}`}>
          <span className="muted">{t(`train.confusion.${kind}`)}</span>
          <Select
            allowClear
            showSearch
            value={errors[kind]}
            aria-label={t(`train.confusion.${kind}`)}
            placeholder={t('texts.errors.anyLabel')}
            popupMatchSelectWidth={false}
            options={labelsInErrors(report.errors, kind).map(({ label, count }) => ({
              value: label,
              label: `${label} · ${formatCount(count)}`,
            }))}
            onChange={(label: string | undefined) =>
              change({ errors: { ...errors, [kind]: label ?? null }, chosen: null })
            }
          />
        </div>
      ))}
    </div>
  );
}

function Row({ error }: { readonly error: NumberedTextError['error'] }) {
  const verdicts = verdictsOf(error);
  return (
    <div className="error-row column">
      <div className="error-line">
        <span className="error-types">{error.gold.join(' · ')}</span>
        <span className="count">#{error.document + 1}</span>
      </div>
      <div className="error-snippet ellipsis">
        {verdicts
          .filter(({ verdict }) => verdict !== 'right')
          .map(({ label, verdict }) => (
            <span key={label} className={`label-verdict is-${verdict}`}>
              {verdict === 'missed' ? '−' : '+'} {label}
            </span>
          ))}
      </div>
    </div>
  );
}

interface ErrorTextProps {
  readonly error: NumberedTextError['error'];
  readonly report: ClassificationReport;
  readonly dev: DataSet | undefined;
  readonly onOpen: () => void;
}

/** Gold and predicted labels, the probabilities, and the text. */
function ErrorText({ error, report, dev, onOpen }: ErrorTextProps) {
  const { t } = useTranslation();
  const { data, error: failure } = useClassifiedDocument(dev?.id, error.document);
  return (
    <section
      className="error-document column grow"
      aria-label={t('train.errors.text')}
      data-testid="error-document"
    >
      <header className="error-document-head">
        <div className="verdict">
          <p className="muted">
            {t('train.errors.documentOf', { n: error.document + 1, id: data?.id ?? '' })}
          </p>
          <ul className="label-verdicts wrap">
            {verdictsOf(error).map(({ label, verdict }) => (
              <li key={label} className={`label-verdict is-${verdict}`}>
                <span aria-hidden>{verdict === 'right' ? '✓' : verdict === 'missed' ? '−' : '+'}</span>{' '}
                {label} <span className="muted">{t(`texts.errors.${verdict}`)}</span>
              </li>
            ))}
          </ul>
        </div>
        <Button disabled={data === undefined} data-testid="error-open" onClick={onOpen}>
          {t('train.errors.open')}
        </Button>
      </header>
      <div className="error-ranking">
        <h3>{t('texts.errors.ranking')}</h3>
        <RankedLabels
          ranked={error.top}
          said={error.predicted}
          gold={error.gold}
          thresholds={report.thresholds}
        />
      </div>
      {failure !== null && <ErrorNote error={failure} />}
      {dev === undefined && <p className="muted pad">{t('train.errors.setGone')}</p>}
      {data !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by key too
        <div className="error-text-body" tabIndex={0} role="document" aria-label={data.id}>
          {data.text}
        </div>
      )}
      <p className="error-legend muted wrap fine">
        <span>
          {t('texts.errors.lowest', { probability: formatShare(error.top.at(-1)?.probability ?? 0) })}
        </span>
      </p>
    </section>
  );
}
