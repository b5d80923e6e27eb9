import { ImportOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KgFormat } from '../../../shared/domain/graph.ts';
import { call } from '../../api/client.ts';
import { importFile } from '../../api/graph.ts';
import { useJobs } from '../../api/system.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { JobRow } from './job-row.tsx';

/** Choose a file and its format, watch it being read, and what came of it. */
export function ImportPanel({ empty }: { readonly empty: boolean }) {
  const { t } = useTranslation();
  const { attempt } = useAttempt();
  const jobs = useJobs();
  const [format, setFormat] = useState<KgFormat>('auto');
  const [upload, setUpload] = useState<{ name: string; fraction: number } | null>(null);
  const busy = upload !== null || jobs.some((job) => job.state === 'running');

  const send = async (file: File): Promise<void> => {
    setUpload({ name: file.name, fraction: 0 });
    await attempt(() => importFile(file, format, (fraction) => setUpload({ name: file.name, fraction })));
    setUpload(null);
  };

  return (
    <section id="kg-import" data-testid="kg-import">
      <h2>{t('graph.imports')}</h2>
      <p className="muted">{t('graph.importHint')}</p>
      <div className="import-tools wrap">
        <Select
          value={format}
          aria-label={t('graph.format')}
          data-testid="kg-format"
          style={{ width: 190 }}
          options={KgFormat.options.map((value) => ({ value, label: t(`graph.formats.${value}`) }))}
          onChange={setFormat}
        />
        <FileButton
          type={empty ? 'default' : 'primary'}
          icon={<ImportOutlined />}
          disabled={busy}
          inputTestId="kg-file-input"
          label={t('graph.importFile')}
          onFiles={([file]) => file !== undefined && void send(file)}
        />
        {empty && <StarterButton />}
      </div>
      {upload !== null && (
        <p role="status">
          {t('graph.uploading', { name: upload.name, percent: `${Math.floor(upload.fraction * 100)} %` })}
        </p>
      )}
      {jobs.length > 0 && (
        <ul className="job-list column" aria-label={t('graph.jobs')}>
          {jobs.map((job) => (
            <li key={job.id}>
              <JobRow job={job} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The graph that comes with the application. */
export function StarterButton() {
  const { t } = useTranslation();
  const { attempt } = useAttempt();
  const busy = useJobs().some((job) => job.state === 'running');
  const start = (): void => void attempt(() => call('kg.importStarter', {}));
  return (
    <Button type="primary" disabled={busy} data-testid="kg-starter" onClick={start}>
      {t('graph.importStarter')}
    </Button>
  );
}
