import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditFilter } from '../../../shared/domain/audit.ts';
import { exportAudit, fetchAuditPage } from '../../api/system.ts';
import { saveBlob } from '../../lib/download.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { AuditFilterBar, type AuditQuestion, filterOf, NO_QUESTION } from './audit-filter-bar.tsx';
import { AuditTable } from './audit-table.tsx';
import { AuditVerify } from './audit-verify.tsx';

const PAUSE_MS = 200;

/** The audit table, and its verification. */
export function Audit() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<AuditQuestion>(NO_QUESTION);
  const object = useDebounced(asked.object.trim(), PAUSE_MS);
  const filter = filterOf({ ...asked, object });
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam }) => fetchAuditPage(filter, pageParam),
    initialPageParam: undefined as number | undefined, // safe: the first page has no entry before it
    getNextPageParam: (page) => (page.more ? page.entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0, // entries come without a push
    refetchOnMount: 'always',
  });
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <p className="muted">{t('audit.body')}</p>
      <AuditFilterBar asked={asked} onAsk={setAsked} />
      <div className="audit-tools">
        <AuditVerify />
        <Exports filter={filterOf({ ...asked, object: asked.object.trim() })} />
      </div>
      {error !== null && <ErrorNote error={error} />}
      {entries !== undefined && (
        <AuditTable entries={entries} onObject={(next) => setAsked({ ...asked, object: next })} />
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} data-testid="audit-more" onClick={() => void fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </>
  );
}

/** Exports the filtered entries; the export is an entry itself. */
function Exports({ filter }: { readonly filter: AuditFilter }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const client = useQueryClient();
  const { busy, attempt } = useAttempt();
  const save = (format: 'csv' | 'jsonl'): Promise<void> =>
    attempt(async () => {
      const { name, content } = await exportAudit(filter, format);
      saveBlob(name, content);
      notices.note(t('audit.exported'));
      void client.invalidateQueries({ queryKey: ['audit'] });
    });
  return (
    <>
      <Button disabled={busy} data-testid="audit-export-csv" onClick={() => void save('csv')}>
        {t('audit.exportCsv')}
      </Button>
      <Button disabled={busy} data-testid="audit-export-jsonl" onClick={() => void save('jsonl')}>
        {t('audit.exportJsonl')}
      </Button>
    </>
  );
}
