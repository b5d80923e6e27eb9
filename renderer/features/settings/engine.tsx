import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useEngine } from '../../api/system.ts';
import { formatCount } from '../../lib/format.ts';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';
import { Executors } from './engine-executors.tsx';
import { StarterModels } from './starter-models.tsx';

/** The process that annotates and ranks. */
export function Engine() {
  const { t } = useTranslation();
  const engine = useEngine();
  const restart = useNoticedChange('engine.restart');
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
          onClick={() => restart.mutate({})}
        >
          {t('settings.engineRestart')}
        </Button>
      </SettingRow>
      <SettingRow name={t('settings.enginePid')}>{engine.pid ?? t('app.none')}</SettingRow>
      <SettingRow name={t('settings.engineRestarts')}>{engine.restarts}</SettingRow>
      <SettingRow name={t('settings.engineNames')}>{formatCount(engine.names)}</SettingRow>
      <SettingRow name={t('settings.engineEntities')}>{formatCount(engine.entities)}</SettingRow>
      <SettingRow name={t('settings.engineBuild')}>{formatCount(engine.buildMs)} ms</SettingRow>
      <StarterModels />
      <Executors />
    </>
  );
}
