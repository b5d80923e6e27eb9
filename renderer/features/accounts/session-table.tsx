import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OpenSession } from '../../../shared/domain/account.ts';
import { useAnswer } from '../../api/requests.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';

/** Time between looks at who is signed in, in milliseconds; other people's sign-ins are not pushed. */
const LOOK_MS = 5000;

/** Where somebody is signed in, and a way to end it. */
export function SessionTable() {
  const { t } = useTranslation();
  const { data: sessions } = useAnswer('accounts.sessions', {}, { refetchInterval: LOOK_MS, staleTime: 0 });
  if (sessions === undefined) return null;
  return (
    <>
      <h3>{t('accounts.sessions.title')}</h3>
      <table className="people-table" data-testid="session-table">
        <thead>
          <tr>
            <th scope="col">{t('accounts.name')}</th>
            <th scope="col">{t('accounts.sessions.where')}</th>
            <th scope="col">{t('accounts.sessions.since')}</th>
            <th scope="col">{t('accounts.sessions.used')}</th>
            <th scope="col" aria-hidden />
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function SessionRow({ session }: { readonly session: OpenSession }) {
  const { t } = useTranslation();
  const end = useNoticedChange('accounts.endSession');
  const { id, name, since, usedAt, locked, address, own } = session;
  return (
    <tr data-testid="session-row">
      <th scope="row">{name}</th>
      <td>
        {address === '' ? t('accounts.sessions.here') : address}
        {own && <span className="muted"> ({t('accounts.sessions.own')})</span>}
        {locked && <span className="muted"> · {t('accounts.sessions.locked')}</span>}
      </td>
      <td className="muted">
        <time dateTime={since}>{formatDateTime(since)}</time>
      </td>
      <td className="muted">
        <time dateTime={usedAt}>{formatDateTime(usedAt)}</time>
      </td>
      <td className="people-actions">
        {!own && (
          <Button
            size="small"
            loading={end.isPending}
            data-testid="end-session"
            onClick={() => end.mutate({ id })}
          >
            {t('accounts.sessions.end')}
          </Button>
        )}
      </td>
    </tr>
  );
}
