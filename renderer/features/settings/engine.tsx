import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useEngine, useRestartEngine } from '../../api/system.ts';
import { formatCount } from '../../lib/format.ts';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { Executors } from './engine-executors.tsx';

/** The process that annotates and ranks. */
export function Engine() {
  const { t } = useTranslation();
  const notices = useNotices();
  const engine = useEngine();
  const restart = useRestartEngine();
  if (engine === undefined) return null;
  return (
    <>
      <p className="muted">{t('settings.engineBody')}</p>
      <SettingRow name={t('settings.engineState')}>
        <span className={`engine-state is-${engine.state}`}>{t(`status.engine.${engine.state}`)}</span>
        <Button
          size="small"
          data-testid="engine-restart"
          loading={restart.isPending}
          onClick={() => restart.mutate(undefined, { onError: notices.fail })}
        >
          {t('settings.engineRestart')}
        </Button>
      </SettingRow>
      <SettingRow name={t('settings.enginePid')}>{engine.pid ?? t('app.none')}</SettingRow>
      <SettingRow name={t('settings.engineRestarts')}>{engine.restarts}</SettingRow>
      <SettingRow name={t('settings.engineNames')}>{formatCount(engine.names)}</SettingRow>
      <SettingRow name={t('settings.engineEntities')}>{formatCount(engine.entities)}</SettingRow>
      <SettingRow name={t('settings.engineBuild')}>{formatCount(engine.buildMs)} ms</SettingRow>
      <Executors />
    </>
  );
}
