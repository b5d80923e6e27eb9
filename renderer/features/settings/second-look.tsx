import { Button, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { IdentifierList, type LookLimits, LookRisk } from '../../../shared/domain/second-look.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { toBase64 } from '../../lib/base64.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useNotices } from '../../ui/use-notices.tsx';

/** Limits of what may be left in de-identified exports, and the lists that their second look searches for. */
export function SecondLook() {
  const { t } = useTranslation();
  const notices = useNotices();
  const { data, error } = useAnswer('deid.safety', {});
  const setLimits = useChange('deid.setLimits', notices.fail);
  const load = useChange('deid.loadList', notices.fail);
  const forget = useChange('deid.forgetList', notices.fail);
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined) return null;
  const { limits, lists } = data;
  const change = (part: Partial<LookLimits>) => setLimits.mutate({ limits: { ...limits, ...part } });
  const loadFile = async (list: IdentifierList, file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const base64 = toBase64(new Uint8Array(await file.arrayBuffer()));
    await load.mutateAsync({ list, file: { name: file.name, base64 } });
    notices.done(t('look.settings.loaded'));
  };
  return (
    <>
      <p className="muted">{t('look.settings.intro')}</p>
      {LookRisk.options.map((risk) => (
        <SettingRow key={risk} name={t('look.settings.limit', { risk: t(`look.risk.${risk}`) })}>
          <InputNumber
            min={0}
            max={1_000_000}
            precision={0}
            value={limits[risk]}
            placeholder={t('look.settings.noLimit')}
            aria-label={t('look.settings.limit', { risk: t(`look.risk.${risk}`) })}
            data-testid={`look-limit-${risk}`}
            onChange={(value) => change({ [risk]: value })}
          />
        </SettingRow>
      ))}
      <p className="muted">{t('look.settings.listsIntro')}</p>
      {IdentifierList.options.map((list) => {
        const { names = 0, numbers = 0 } = lists.find((one) => one.list === list) ?? {};
        return (
          <SettingRow key={list} name={t(`look.settings.list.${list}`)}>
            <span data-testid={`look-list-${list}`}>{t('look.settings.count', { names, numbers })}</span>
            <FileButton
              label={t('look.settings.load')}
              accept=".txt,.csv,.tsv,.xlsx"
              loading={load.isPending}
              inputTestId={`look-load-${list}`}
              onFiles={([file]) => void loadFile(list, file).catch(() => undefined)}
            />
            <Button
              size="small"
              disabled={names + numbers === 0}
              loading={forget.isPending}
              onClick={() => forget.mutate({ list })}
            >
              {t('look.settings.forget')}
            </Button>
          </SettingRow>
        );
      })}
    </>
  );
}
