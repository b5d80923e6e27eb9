import { Button, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { type CalibrationReport, MAX_EXECUTOR_ERROR } from '../../../shared/domain/training.ts';
import { useCalibration } from '../../api/system.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { useRefusal } from '../../ui/use-refusal.ts';
import { ExecutorTable } from './engine-executor-table.tsx';

const AUTO = 'auto';

/** Lists the executors of this computer with speed and error, and the one in use. */
export function Executors() {
  const { t } = useTranslation();
  const notices = useNotices();
  const measure = useNoticedChange('engine.calibrate');
  const pin = useNoticedChange('engine.pin');
  const refusal = useRefusal('engine.calibrate', ['administrator']);
  const { data, error, refetch } = useCalibration(measure.isPending);
  const start = (): void =>
    measure.mutate(
      {},
      { onSuccess: ({ chosen }) => notices.done(t('executors.measured', { name: chosen })) },
    );
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const measuring = measure.isPending || data.measuring !== undefined;
  return (
    <div className="executors" data-testid="executors">
      <h2>{t('executors.title')}</h2>
      <p className="muted">{t('executors.body')}</p>
      <SettingRow name={t('executors.choice')}>
        <code data-testid="executor-chosen">{data.chosen}</code>
        <Button
          size="small"
          data-testid="executors-measure"
          loading={measuring}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={start}
        >
          {t(data.at === undefined ? 'executors.measure' : 'executors.measureAgain')}
        </Button>
        <Progress report={data} />
      </SettingRow>
      {data.executors.length > 0 && (
        <Radio.Group
          className="executor-choice"
          value={data.pinned}
          disabled={measuring || pin.isPending || refusal !== undefined}
          onChange={({ target }) => pin.mutate({ executor: String(target.value) })}
        >
          <Radio value={AUTO} data-testid="executor-auto">
            {t('executors.auto')}
          </Radio>
          <ExecutorTable executors={data.executors} chosen={data.chosen} />
          <p className="muted">{t('executors.errorHint', { limit: MAX_EXECUTOR_ERROR })}</p>
        </Radio.Group>
      )}
    </div>
  );
}

function Progress({ report: { at, measuring } }: { readonly report: CalibrationReport }) {
  const { t } = useTranslation();
  return (
    <span className="muted" role="status" data-testid="executors-state">
      {measuring !== undefined
        ? t('executors.measuring', { ...measuring })
        : at === undefined
          ? t('executors.never')
          : t('executors.at', { time: formatDateTime(at) })}
    </span>
  );
}
