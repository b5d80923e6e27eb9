import { Button, Checkbox, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RangeRow, ReferenceRange } from '../../../shared/domain/value.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { useNotices } from '../../ui/use-notices.tsx';

/** Reference ranges of the table of analytes, each with the own one of the workspace. */
export function Ranges() {
  const { t } = useTranslation();
  const { data: rows, error } = useAnswer('values.ranges', {});
  const [filter, setFilter] = useState('');
  const [onlyOwn, setOnlyOwn] = useState(false);
  const wanted = filter.trim().toLowerCase();
  const shown = rows?.filter(
    ({ name, en, own }) => `${name} ${en}`.toLowerCase().includes(wanted) && (!onlyOwn || own !== undefined),
  );
  return (
    <>
      <p className="muted">{t('ranges.intro')}</p>
      {error !== null && <ErrorNote error={error} />}
      <div className="rules-tools">
        <Input
          allowClear
          value={filter}
          placeholder={t('ranges.filter')}
          aria-label={t('ranges.filter')}
          data-testid="ranges-filter"
          onChange={(event) => setFilter(event.target.value)}
        />
        <Checkbox checked={onlyOwn} onChange={(event) => setOnlyOwn(event.target.checked)}>
          {t('ranges.onlyOwn')}
        </Checkbox>
      </div>
      {shown?.length === 0 && <EmptyState text={t('ranges.none')} />}
      {shown !== undefined && shown.length > 0 && (
        <table className="rules-table" data-testid="ranges">
          <TableHead columns={[t('ranges.analyte'), t('ranges.table'), t('ranges.own'), '']} />
          <tbody>
            {shown.map((row) => (
              <Range key={`${row.analyte} ${row.sex ?? ''} ${textOf(row.own)}`} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const textOf = (range: ReferenceRange | undefined): string => {
  if (range === undefined) return '';
  const { low, high } = range;
  if (low === undefined) return `≤ ${high}`;
  return high === undefined ? `≥ ${low}` : `${low} – ${high}`;
};

/** @param row drawn anew, with another key, once its own range has changed */
function Range({ row }: { readonly row: RangeRow }) {
  const { t, i18n } = useTranslation();
  const notices = useNotices();
  const change = useChange('values.setRange', notices.fail);
  const [low, setLow] = useState(row.own?.low ?? null);
  const [high, setHigh] = useState(row.own?.high ?? null);
  const sex = row.sex === undefined ? '' : t(row.sex === '男' ? 'ranges.men' : 'ranges.women');
  const label = i18n.language === 'zh' ? row.name : row.en;
  const name = sex === '' ? label : i18n.language === 'zh' ? `${label}（${sex}）` : `${label} (${sex})`;
  const isChanged = low !== (row.own?.low ?? null) || high !== (row.own?.high ?? null);
  const key = { analyte: row.analyte, ...(row.sex === undefined ? {} : { sex: row.sex }) };
  const save = (): void => {
    if (!isChanged) return;
    const range = { ...(low === null ? {} : { low }), ...(high === null ? {} : { high }) };
    change.mutate({ ...key, range: low === null && high === null ? null : range });
  };
  const field = (bound: 'low' | 'high', value: number | null, set: (value: number | null) => void) => (
    <InputNumber
      size="small"
      value={value}
      placeholder={String(row.table[bound] ?? '')}
      aria-label={t(`ranges.${bound}`, { name })}
      onChange={set}
      onPressEnter={save}
    />
  );
  return (
    <tr data-testid={`range-${row.analyte}${row.sex === undefined ? '' : `-${row.sex}`}`}>
      <td>
        {name} {!label.endsWith(row.unit) && <span className="muted">{row.unit}</span>}
      </td>
      <td className="tabular">{textOf(row.table)}</td>
      <td>
        <span className="row">
          {field('low', low, setLow)}–{field('high', high, setHigh)}
        </span>
      </td>
      <td>
        {isChanged ? (
          <Button size="small" type="primary" loading={change.isPending} onClick={save}>
            {t('ranges.save')}
          </Button>
        ) : (
          row.own !== undefined && (
            <Button
              size="small"
              loading={change.isPending}
              onClick={() => change.mutate({ ...key, range: null })}
            >
              {t('ranges.reset')}
            </Button>
          )
        )}
      </td>
    </tr>
  );
}
