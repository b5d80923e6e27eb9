import { Button, Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DEFAULT_DEID_LEVEL,
  DEFAULT_DEID_MODE,
  DeidLevel,
  type DeidMode,
  type Generalisation,
} from '../../../shared/domain/deid.ts';
import { ExportFormat, PageFormat } from '../../../shared/domain/document.ts';
import type { LookReport } from '../../../shared/domain/second-look.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { looksThrough } from '../../api/second-look.ts';
import { stoppable } from '../../api/stoppable.ts';
import { saveExport } from '../../lib/download.ts';
import { formatCount } from '../../lib/format.ts';
import { startWork, type Work } from '../../lib/work.ts';
import { GeneraliseChoice } from '../../ui/generalise-choice.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { WorkNote } from '../../ui/work-note.tsx';

const FORMATS = ExportFormat.options.filter((format) => !PageFormat.safeParse(format).success);

/** All records in one de-identified file: search, second look, export; each can be stopped. */
export function ExportRecordsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const { data: ids } = useAnswer('docs.ids', {});
  const [mode, setMode] = useState<DeidMode>(DEFAULT_DEID_MODE);
  const [level, setLevel] = useState<DeidLevel>(DEFAULT_DEID_LEVEL);
  const [generalise, setGeneralise] = useState<Generalisation[]>([]);
  const [format, setFormat] = useState<ExportFormat>('jsonl');
  const [work, setWork] = useState<Work | null>(null);
  const count = ids?.length ?? 0;
  const save = async (): Promise<void> => {
    if (ids === undefined || count === 0) return;
    const started = startWork();
    setWork(started);
    await attempt(async () => {
      const request = { ids, mode, level, ...(generalise.length > 0 && { generalise }) };
      const told: LookReport[] = [];
      const onReport = (report: LookReport) => void told.push(report);
      const watch = { signal: started.signal, onProgress: started.progress.set, onReport };
      if (!(await looksThrough({ method: 'deid.look', input: request }, watch))) return;
      const file = await stoppable(
        started.signal,
        (ticket) => call('docs.export', { ...request, format, ticket }),
        started.progress.set,
      );
      saveExport(file, format);
      notices.done(t('deid.exported', { name: file.name }));
      for (const { records, anonymity, before } of told) {
        if (records < 2) continue;
        const after = t('look.anonymity', { k: anonymity.k, unique: anonymity.unique, records });
        notices.note(
          before === undefined
            ? after
            : `${after}${t('look.anonymityBefore', { k: before.k, unique: before.unique })}`,
        );
      }
      onClose();
    });
    setWork(null);
  };
  return (
    <Modal
      open
      title={t('deid.exportAllTitle', { n: formatCount(count) })}
      footer={null}
      width={620}
      onCancel={() => {
        work?.cancel();
        onClose();
      }}
      data-testid="export-records"
    >
      <div className="deid-all column">
        <fieldset disabled={work !== null} className="column">
          <Segmented
            value={level}
            aria-label={t('deid.levelLabel')}
            onChange={setLevel}
            options={DeidLevel.options.map((value) => ({ value, label: t(`deid.level.${value}`) }))}
          />
          <p className="deid-hint">{t(`deid.levelHint.${level}`)}</p>
          <Segmented
            value={mode}
            aria-label={t('deid.modeLabel')}
            onChange={setMode}
            options={(['shift', 'mask', 'surrogate'] as const).map((value) => ({
              value,
              label: t(`deid.mode.${value}`),
            }))}
          />
          <p className="deid-hint">{t(`deid.modeHint.${mode}`)}</p>
          <GeneraliseChoice value={generalise} disabled={work !== null} onChange={setGeneralise} />
          <p className="deid-hint">{t('deid.generaliseHint')}</p>
        </fieldset>
        <div className="deid-choices">
          <Select
            value={format}
            aria-label={t('deid.formatLabel')}
            popupMatchSelectWidth={false}
            onChange={setFormat}
            options={FORMATS.map((value) => ({ value, label: t(`docs.format.${value}`) }))}
          />
          <Button
            type="primary"
            loading={work !== null}
            disabled={count === 0}
            data-testid="export-records-start"
            onClick={() => void save()}
          >
            {t('deid.exportAllStart')}
          </Button>
        </div>
        {work !== null && (
          <WorkNote title={t('work.exporting')} progress={work.progress} onCancel={work.cancel} />
        )}
        <p className="deid-hint">{t('deid.exportAllHint')}</p>
      </div>
    </Modal>
  );
}
