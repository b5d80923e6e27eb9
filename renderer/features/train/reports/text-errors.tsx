import { Button, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ClassificationError,
  type ClassificationReport,
  MAX_CLASSIFICATION_ERRORS,
} from '../../../../shared/domain/classification.ts';
import type { DataSet } from '../../../../shared/domain/training.ts';
import { useClassifiedDocument } from '../../../api/training.ts';
import { formatCount, formatShare } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { ErrorFrame, type ErrorsProps } from './error-frame.tsx';
import { filterTextErrors, labelsInErrors, verdictsOf } from './label-table.ts';
import { RankedLabels } from './ranked-labels.tsx';
import { useOpenText } from './use-open-text.ts';

/** Texts whose labels are not exactly the gold ones. */
export function TextErrors({ report, dev, view, change }: ErrorsProps<ClassificationReport>) {
  const { t } = useTranslation();
  const open = useOpenText(dev);
  const shown = useMemo(() => filterTextErrors(report.errors, view.errors), [report, view.errors]);
  if (report.errors.length === 0) return <EmptyState text={t('train.errors.none')} />;
  const total = formatCount(report.errorCount);
  const count = t('texts.errors.shown', { shown: formatCount(shown.length), total });
  const cut = t('train.errors.cut', { n: formatCount(MAX_CLASSIFICATION_ERRORS) });
  const openText = (error: ClassificationError): void => void open(error.document, 0);
  return (
    <ErrorFrame
      testId="text-errors"
      filters={<Filters report={report} view={view} change={change} />}
      shown={shown}
      count={report.errorCount > report.errors.length ? `${count} ${cut}` : count}
      dev={dev}
      view={view}
      change={change}
      row={(error) => <Row error={error} />}
      detail={(error) => <ErrorText error={error} report={report} dev={dev} onOpen={() => openText(error)} />}
      onOpen={openText}
    />
  );
}

function Filters({ report, view: { errors }, change }: Omit<ErrorsProps<ClassificationReport>, 'dev'>) {
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

function Row({ error }: { readonly error: ClassificationError }) {
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
  readonly error: ClassificationError;
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
