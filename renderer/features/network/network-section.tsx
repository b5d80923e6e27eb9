import { AutoComplete, Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SERVER_PORT, type SharingStatus } from '../../../shared/domain/server.ts';
import { useMay } from '../../api/accounts.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { useAppInfo } from '../../api/system.ts';
import { formatDateTime } from '../../lib/format.ts';
import { ErrorNote, FieldError } from '../../ui/error-note.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useConfirm } from '../../ui/use-confirm.ts';
import { Fingerprint } from './fingerprint.tsx';
import { ServerChoice } from './server-choice.tsx';
import { useServers } from './use-servers.ts';

/** The workspace on screen, and whether others may work in this machine's. */
export function NetworkSection() {
  const { t } = useTranslation();
  const may = useMay();
  const servers = useServers();
  if (servers === undefined) return null;
  const local = servers.current === null;
  return (
    <>
      <SettingRow name={t('network.inUse')}>
        {local && <span>{t('network.here')}</span>}
        <ServerChoice />
      </SettingRow>
      {local && may('sharing.get') && <Sharing />}
    </>
  );
}

function Sharing() {
  const { t } = useTranslation();
  const { data: status, error } = useAnswer('sharing.get', {}, { refetchOnMount: 'always' });
  const nobody = useAppInfo().data?.account.state === 'none';
  if (error !== null) return <ErrorNote error={error} />;
  if (status === undefined) return null;
  return (
    <SettingRow name={t('network.share')} hint={t('network.shareBody')}>
      {nobody ? (
        <span data-testid="share-needs-people">{t('network.shareNeedsPeople')}</span>
      ) : status.on === null ? (
        <Start addresses={status.addresses} />
      ) : (
        <Shared on={status.on} />
      )}
    </SettingRow>
  );
}

function Start({ addresses }: { readonly addresses: readonly string[] }) {
  const { t } = useTranslation();
  const start = useChange('sharing.start');
  const [address, setAddress] = useState(addresses[0] ?? '0.0.0.0');
  const [port, setPort] = useState<number | null>(SERVER_PORT);
  const options = [
    ...addresses.map((value) => ({ value, label: value })),
    { value: '0.0.0.0', label: t('network.every') },
  ];
  return (
    <form
      className="share-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (port !== null && !start.isPending) start.mutate({ address: address.trim(), port });
      }}
    >
      <AutoComplete
        aria-label={t('network.listenAt')}
        data-testid="share-address"
        value={address}
        options={options}
        style={{ width: 240 }}
        onChange={setAddress}
      />
      <InputNumber
        aria-label={t('network.port')}
        data-testid="share-port"
        min={0}
        max={65_535}
        precision={0}
        controls={false}
        value={port}
        style={{ width: 90 }}
        onChange={setPort}
      />
      <Button
        type="primary"
        htmlType="submit"
        disabled={port === null || address.trim() === ''}
        loading={start.isPending}
        data-testid="share-start"
      >
        {t('network.start')}
      </Button>
      <FieldError error={start.error} />
    </form>
  );
}

/** Time between looks at who is connected, in milliseconds. */
const LOOK_MS = 5000;

function Shared({ on }: { readonly on: NonNullable<SharingStatus['on']> }) {
  const { t } = useTranslation();
  const stop = useChange('sharing.stop');
  const confirm = useConfirm();
  const sessions = useAnswer('accounts.sessions', {}, { refetchInterval: LOOK_MS, staleTime: 0 }).data ?? [];
  const people = sessions
    .filter(({ address }) => address !== '')
    .map(({ name, address }) => `${name} (${address})`);
  const end = (): void => {
    if (people.length === 0) return stop.mutate({});
    confirm({
      title: t('network.stopTitle'),
      body: t('network.stopBody', { people: people.join(t('app.listSeparator')) }),
      ok: t('network.stop'),
      onOk: () => stop.mutate({}),
    });
  };
  return (
    <div className="shared" data-testid="shared">
      <span>
        <strong className="state-good">{t('network.shared', { time: formatDateTime(on.since) })}</strong>
      </span>
      {on.urls.map((url) => (
        <code key={url} data-testid="share-url">
          {url}
        </code>
      ))}
      <span className="muted">{t('network.fingerprint')}</span>
      <Fingerprint value={on.fingerprint} />
      <span className="muted">{t('network.connected')}</span>
      <span data-testid="share-people">
        {people.length === 0 ? t('network.nobody') : people.join(t('app.listSeparator'))}
      </span>
      <Button loading={stop.isPending} data-testid="share-stop" onClick={end}>
        {t('network.stop')}
      </Button>
      <FieldError error={stop.error} />
    </div>
  );
}
