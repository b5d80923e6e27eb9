import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../ui/error-note.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { useServers, useWorkspaceChange } from './use-servers.ts';

/** Which workspace the window shows, and the way to another; nothing where the program cannot connect to any. */
export function ServerChoice() {
  const { t } = useTranslation();
  const servers = useServers();
  const { disconnect } = useWorkspaceChange();
  const [choosing, setChoosing] = useState(false);
  if (servers === undefined) return null;
  const { current } = servers;
  return (
    <div className="server-choice">
      {current !== null && (
        <>
          <span className="muted" data-testid="server-current">
            {t('network.working', { address: current.address })}
          </span>
          <Button
            size="small"
            loading={disconnect.isPending}
            data-testid="server-leave"
            onClick={() => disconnect.mutate()}
          >
            {t('network.local')}
          </Button>
        </>
      )}
      <Button
        size="small"
        type={current === null ? 'link' : 'text'}
        data-testid="server-choose"
        onClick={() => setChoosing(true)}
      >
        {t('network.connect')}
      </Button>
      <FieldError error={disconnect.error} />
      {choosing && <ConnectDialog onClose={() => setChoosing(false)} />}
    </div>
  );
}
