import { useInfiniteQuery } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../shared/domain/system.ts';
import { keys } from '../../api/keys.ts';
import { fetchAuditPage, useVerifyAudit } from '../../api/system.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ErrorNote } from '../../ui/error-note.tsx';

/** Who did what and when, and whether the trail is whole. */
export function Audit() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState('');
  const object = useDebounced(filter.trim(), 200);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keys.auditList(object),
    queryFn: ({ pageParam }) => fetchAuditPage(object, pageParam),
    initialPageParam: undefined as number | undefined, // safe: the first page has no entry before it
    getNextPageParam: (page) => (page.more ? page.entries.at(-1)?.id : undefined),
    refetchOnMount: 'always',
  });
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <p className="muted">{t('settings.auditBody')}</p>
      <div className="audit-tools">
        <Input
          allowClear
          value={filter}
          placeholder={t('settings.auditFilter')}
          aria-label={t('settings.auditFilter')}
          data-testid="audit-filter"
          onChange={(event) => setFilter(event.target.value)}
        />
        <Verify />
      </div>
      {error !== null && <ErrorNote error={error} />}
      {entries !== undefined && <AuditTable entries={entries} onObject={setFilter} />}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('settings.auditMore')}
        </Button>
      )}
    </>
  );
}

function Verify() {
  const { t } = useTranslation();
  const verify = useVerifyAudit();
  return (
    <>
      <Button data-testid="audit-verify" loading={verify.isPending} onClick={() => verify.mutate()}>
        {t('settings.auditVerify')}
      </Button>
      {verify.error !== null && <ErrorNote error={verify.error} />}
      {verify.data !== undefined &&
        (verify.data.brokenAt === undefined ? (
          <Alert
            type="success"
            showIcon
            role="status"
            data-testid="audit-verdict"
            title={t('settings.auditIntact', { n: formatCount(verify.data.entries) })}
          />
        ) : (
          <Alert
            type="error"
            showIcon
            role="alert"
            data-testid="audit-verdict"
            title={t('settings.auditBroken', { at: verify.data.brokenAt })}
          />
        ))}
    </>
  );
}

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly onObject: (object: string) => void;
}

function AuditTable({ entries, onObject }: AuditTableProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return <p className="muted">{t('settings.auditEmpty')}</p>;
  return (
    <table className="audit-table" data-testid="audit-table">
      <thead>
        <tr>
          <th scope="col" className="number">
            #
          </th>
          <th scope="col">{t('settings.auditAt')}</th>
          <th scope="col">{t('settings.auditActor')}</th>
          <th scope="col">{t('settings.auditAction')}</th>
          <th scope="col">{t('settings.auditObject')}</th>
          <th scope="col">{t('settings.auditDetail')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, actor, action, object, detail }) => (
          <tr key={id}>
            <td className="number muted">{id}</td>
            <td>
              <time dateTime={at}>{formatDateTime(at)}</time>
            </td>
            <td>{actor}</td>
            <td>{action}</td>
            <td>
              <button type="button" className="text-link" onClick={() => onObject(object)}>
                {object}
              </button>
            </td>
            <td className="muted">{describe(detail)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && !Number.isInteger(value)) return value.toFixed(2);
  return JSON.stringify(value);
}

/** `before 1 · after 2`: details are flat and few. */
function describe(detail: AuditEntry['detail']): string {
  return Object.entries(detail)
    .map(([key, value]) => `${key} ${inWords(value)}`)
    .join(' · ');
}
