import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { words } from '../../../shared/messages/words.ts';
import type { Connection } from '../../../shared/socket-bridge.ts';
import { useMay } from '../../api/accounts.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { useAppInfo, useEngine } from '../../api/system.ts';
import { transport } from '../../api/transport.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useStore } from '../../lib/use-store.ts';

/** One quiet line while the connection or the engine is away, and what that means for the work. */
export function Banner() {
  const { t } = useTranslation();
  const connection: Connection = useStore(transport.connection);
  const server = useStore(transport.servers)?.current ?? null;
  const engine = useEngine();
  const readonly = useAppInfo().data?.workspace.readonly === true;
  const restart = useChange('engine.restart');
  const may = useMay();
  const language = useLanguage();
  const failed = useAnswer('backups.get', may('backups.get') && {}).data?.failed;
  if (connection === 'lost') {
    return (
      <div className="banner" role="status" data-testid="banner">
        {server === null ? t('banner.lost') : t(`banner.server.${server.state}`, { address: server.address })}
      </div>
    );
  }
  if (readonly) {
    return (
      <div className="banner" role="status" data-testid="banner">
        {t('banner.readonly')}
      </div>
    );
  }
  if (failed !== undefined)
    return (
      <div className="banner" role="alert" data-testid="banner">
        {t('upkeep.failed', { time: formatDateTime(failed.at), reason: words(failed.reason, language) })}
      </div>
    );
  if (engine?.state !== 'restarting' && engine?.state !== 'stopped') return null;
  return (
    <div className="banner" role="status" data-testid="banner">
      {t(`banner.${engine.state}`)}
      {engine.state === 'stopped' && (
        <Button size="small" loading={restart.isPending} onClick={() => restart.mutate({})}>
          {t('banner.restart')}
        </Button>
      )}
    </div>
  );
}
