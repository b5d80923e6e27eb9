import { LineChartOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Span } from '../../../shared/domain/span.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useStore } from '../../lib/use-store.ts';
import { type ValueRow, valueRows, writtenRange, writtenResult, writtenTime } from '../../lib/value-rows.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { AssertionMark } from '../../ui/type-badge.tsx';
import { TrendPicture, ValueMark } from '../../ui/value-trend.tsx';
import type { DocumentSession } from './session.ts';

interface ValueListProps {
  readonly session: DocumentSession;
  readonly onReveal: (span: Span, version: number) => void;
}

/** Results measured on the patient: a table in the order of the record, and the course of one of them. */
export function ValueList({ session, onReveal }: ValueListProps) {
  const { t } = useTranslation();
  const { values, linkedVersion } = useDeferredValue(useStore(session.found));
  const [abnormalOnly, setAbnormalOnly] = useState(false);
  const [charted, setCharted] = useState<string | undefined>();
  const rows = useMemo(() => valueRows(values, abnormalOnly), [values, abnormalOnly]);
  if (linkedVersion !== 0 && values.length === 0) return <EmptyState text={t('values.empty')} />;
  return (
    <div className="value-list" data-testid="value-list">
      <Segmented
        size="small"
        aria-label={t('values.filter')}
        options={[
          { value: 'all', label: t('values.all') },
          { value: 'abnormal', label: t('values.abnormal') },
        ]}
        onChange={(chosen) => setAbnormalOnly(chosen === 'abnormal')}
      />
      {charted !== undefined && <TrendPicture values={values} analyte={charted} />}
      <div className="value-rows">
        <table>
          <TableHead columns={[t('values.name'), t('values.result'), t('values.range'), t('values.time')]} />
          <tbody>
            {rows.map((row) => (
              <ResultRow
                key={row.key}
                row={row}
                charted={charted === row.value.analyte}
                onReveal={() => onReveal(row.value, linkedVersion)}
                onChart={() => setCharted(charted === row.value.analyte ? undefined : row.value.analyte)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted pad">{t('values.note')}</p>
    </div>
  );
}

interface ResultRowProps {
  readonly row: ValueRow;
  readonly charted: boolean;
  readonly onReveal: () => void;
  readonly onChart: () => void;
}

function ResultRow({ row: { value, hasTrend }, charted, onReveal, onChart }: ResultRowProps) {
  const { t } = useTranslation();
  const name = useLanguage() === 'zh' ? value.name : value.en;
  return (
    <tr className={value.critical ? 'is-critical' : undefined} data-analyte={value.analyte}>
      <td>
        <button type="button" className="value-name" title={value.text} onClick={onReveal}>
          {name}
        </button>
        {hasTrend && (
          <IconButton
            icon={<LineChartOutlined />}
            label={t(charted ? 'values.hideTrend' : 'values.showTrend', { name })}
            onClick={onChart}
          />
        )}
      </td>
      <td>
        {writtenResult(value)} <ValueMark value={value} />
        {value.finding !== undefined && <span className="value-finding">{value.finding}</span>}
        {value.assertion !== 'present' && <AssertionMark assertion={value.assertion} />}
      </td>
      <td className="muted">{writtenRange(value)}</td>
      <td className="muted" title={value.time?.text}>
        {writtenTime(value)}
      </td>
    </tr>
  );
}
