import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/accounts.ts';
import { useAppInfo } from '../../api/system.ts';
import { saveFile } from '../../lib/download.ts';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';
import { Components } from './components.tsx';

/** Name, version, licence, and the statement that nothing goes online. */
export function About() {
  const { t } = useTranslation();
  const { data } = useAppInfo();
  const may = useMay();
  const diagnose = useNoticedChange('app.diagnostics');
  if (data === undefined) return null;
  return (
    <>
      <p>{t('settings.purpose')}</p>
      <SettingRow name={t('settings.offline')}>{t('settings.offlineText')}</SettingRow>
      <SettingRow name={t('settings.version')}>{data.version}</SettingRow>
      <SettingRow name={t('settings.host')}>{t(`settings.hosts.${data.host}`)}</SettingRow>
      <SettingRow name={t('settings.platform')}>{data.platform}</SettingRow>
      <SettingRow name={t('settings.actor')}>{data.actor}</SettingRow>
      <SettingRow name={t('settings.licence')}>{t('settings.licenceText')}</SettingRow>
      {may('app.diagnostics') && (
        <SettingRow name={t('upkeep.diagnostics')} hint={t('upkeep.diagnosticsHint')}>
          <Button
            loading={diagnose.isPending}
            data-testid="diagnostics"
            onClick={() => diagnose.mutate({}, { onSuccess: saveFile })}
          >
            {t('upkeep.diagnosticsDo')}
          </Button>
        </SettingRow>
      )}
      <SettingRow name={t('settings.components')}>
        <Components />
      </SettingRow>
      <p className="muted">{t('settings.disclaimer')}</p>
    </>
  );
}
