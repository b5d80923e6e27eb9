import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownServer, ServerOffer } from '../../../shared/domain/server.ts';
import { call } from '../../api/client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { FieldError } from '../../ui/error-note.tsx';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';
import { Fingerprint } from './fingerprint.tsx';
import { useServers, useWorkspaceChange } from './use-servers.ts';

/** Address, certificate to compare, connect; and the servers used before. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const servers = useServers();
  const { connect } = useWorkspaceChange();
  const [address, setAddress] = useState('');
  const check = useMutation({ mutationFn: () => call('servers.check', { address }) });
  const others = servers?.known.filter((server) => server.address !== servers.current?.address) ?? [];
  return (
    <Modal
      open
      title={t('network.title')}
      footer={null}
      width={560}
      mask={{ closable: false }}
      data-testid="connect-dialog"
      onCancel={onClose}
    >
      <div className="connect-body">
        <p className="muted">{t('network.body')}</p>
        {others.length > 0 && (
          <KnownServers
            servers={others}
            busy={connect.isPending}
            onConnect={({ address, fingerprint }) => connect.mutate({ address, fingerprint })}
          />
        )}
        <form
          className="connect-address"
          onSubmit={(event) => {
            event.preventDefault();
            if (address.trim() !== '' && !check.isPending) check.mutate();
          }}
        >
          <label className="field-label" htmlFor="server-address">
            {t('network.address')}
          </label>
          <div>
            <Input
              id="server-address"
              autoFocus
              autoComplete="off"
              spellCheck={false}
              maxLength={300}
              placeholder={t('network.addressExample')}
              value={address}
              data-testid="server-address"
              onChange={(event) => {
                setAddress(event.target.value);
                check.reset();
                connect.reset();
              }}
            />
            <Button
              htmlType="submit"
              disabled={address.trim() === ''}
              loading={check.isPending}
              data-testid="server-check"
            >
              {t('network.check')}
            </Button>
          </div>
        </form>
        {check.data !== undefined && (
          <Certificate
            key={check.data.fingerprint}
            offer={check.data}
            busy={connect.isPending}
            onConnect={() => connect.mutate(check.data)}
          />
        )}
        <FieldError error={check.error ?? connect.error} />
      </div>
    </Modal>
  );
}

interface CertificateProps {
  readonly offer: ServerOffer;
  readonly busy: boolean;
  readonly onConnect: () => void;
}

/** The certificate that a server shows. One never seen must be compared; one that changed is refused. */
function Certificate({ offer: { fingerprint, known }, busy, onConnect }: CertificateProps) {
  const { t } = useTranslation();
  const [compared, setCompared] = useState(known === fingerprint);
  if (known !== null && known !== fingerprint)
    return (
      <Alert
        type="error"
        role="alert"
        data-testid="certificate-differs"
        title={<Fingerprint value={fingerprint} />}
        description={t('network.differs', { known: known.slice(0, 23) })}
      />
    );
  return (
    <form
      className="connect-certificate"
      data-testid="certificate"
      onSubmit={(event) => {
        event.preventDefault();
        if (compared && !busy) onConnect();
      }}
    >
      <span className="field-label">{t('network.fingerprint')}</span>
      <Fingerprint value={fingerprint} />
      {known === null ? (
        <>
          <p className="muted">{t('network.compare')}</p>
          <Checkbox
            checked={compared}
            data-testid="server-compared"
            onChange={(event) => setCompared(event.target.checked)}
          >
            {t('network.compared')}
          </Checkbox>
        </>
      ) : (
        <p className="state-good">{t('network.sameAsBefore')}</p>
      )}
      <Button
        type="primary"
        htmlType="submit"
        disabled={!compared}
        loading={busy}
        data-testid="server-connect"
      >
        {t('network.go')}
      </Button>
    </form>
  );
}

interface KnownServersProps {
  readonly servers: readonly KnownServer[];
  readonly busy: boolean;
  readonly onConnect: (server: KnownServer) => void;
}

function KnownServers({ servers, busy, onConnect }: KnownServersProps) {
  const { t } = useTranslation();
  const forget = useNoticedChange('servers.forget');
  return (
    <section aria-label={t('network.known')}>
      <span className="field-label">{t('network.known')}</span>
      <ul className="known-servers">
        {servers.map((server) => (
          <li key={server.address} data-testid="known-server">
            <span>
              <code>{server.address}</code>
              {server.decided && <span className="muted">{t('network.decided')}</span>}
              {server.usedAt !== undefined && (
                <time className="muted" dateTime={server.usedAt}>
                  {t('network.usedAt', { time: formatDateTime(server.usedAt) })}
                </time>
              )}
            </span>
            <Button
              size="small"
              type="primary"
              loading={busy}
              data-testid="known-server-connect"
              onClick={() => onConnect(server)}
            >
              {t('network.go')}
            </Button>
            {server.decided !== true && (
              <Button size="small" onClick={() => forget.mutate({ address: server.address })}>
                {t('network.forget')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
