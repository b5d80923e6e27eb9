import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { KgFormat, type KgSource, PREDICTED } from '../../../shared/domain/graph.ts';
import { BY_PERSON } from '../../../shared/domain/graph-edit.ts';
import { call } from '../../api/client.ts';
import { useJobs } from '../../api/system.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useConfirm } from '../../ui/use-confirm.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { useRefusal } from '../../ui/use-refusal.ts';
import { Report } from './report.tsx';
import { useSourceName } from './source-name.ts';

/** Lists the graph's sources; every import can be taken back. */
export function SourceList({ sources }: { readonly sources: readonly KgSource[] }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const sourceName = useSourceName();
  const notices = useNotices();
  const refusal = useRefusal('kg.undoImport', ['administrator']);
  const busy = useJobs().some((job) => job.state === 'running');
  const undo = (source: KgSource): void =>
    confirm({
      title: t('graph.undoTitle', { name: source.name }),
      body: t('graph.undoBody'),
      ok: t('graph.undo'),
      onOk: () => call('kg.undoImport', { sourceId: source.id }).catch(notices.fail),
    });
  return (
    <section>
      <h2>
        {t('graph.sources')} <span className="count">{sources.length}</span>
      </h2>
      <ul className="source-list">
        {sources.map((source) => (
          <li key={source.id} data-testid="kg-source" data-id={source.id}>
            <div className="job-head row wrap">
              <strong>{sourceName(source.name)}</strong>
              <FormatName format={source.format} />
              <span className="muted">{formatDateTime(source.importedAt)}</span>
              {source.sha256 !== '' && (
                <code className="muted" title={`SHA-256 ${source.sha256}`}>
                  {source.sha256.slice(0, 12)}
                </code>
              )}
              {source.format !== BY_PERSON && (
                <Button
                  size="small"
                  disabled={busy || refusal !== undefined}
                  title={refusal}
                  data-testid="kg-undo"
                  onClick={() => undo(source)}
                >
                  {t('graph.undo')}
                </Button>
              )}
            </div>
            {source.format !== BY_PERSON && <Report report={source.report} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FormatName({ format }: { readonly format: string }) {
  const { t } = useTranslation();
  if (format === BY_PERSON) return <span className="muted">{t('graph.edits')}</span>;
  if (format === PREDICTED) return <span className="muted">{t('graph.acceptedPredictions')}</span>;
  const known = KgFormat.safeParse(format);
  return <span className="muted">{known.success ? t(`graph.formats.${known.data}`) : format}</span>;
}
