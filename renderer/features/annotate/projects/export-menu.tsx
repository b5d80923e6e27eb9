import { DownOutlined, ExportOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnnotationFormat, type Loss } from '../../../../shared/domain/annotation.ts';
import { ANNOTATION_FORMATS } from '../../../../shared/domain/annotation-formats.ts';
import { GOLD, type Project, type QueueEntry } from '../../../../shared/domain/project.ts';
import { call } from '../../../api/client.ts';
import { looksThrough } from '../../../api/second-look.ts';
import { stoppable } from '../../../api/stoppable.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { saveFile } from '../../../lib/download.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { type ExportChoice, ExportDialog } from './export-dialog.tsx';
import { LossList } from './loss-list.tsx';

interface ExportMenuProps {
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  /** Documents that the filter of the list leaves, and those chosen in it. */
  readonly shown: readonly QueueEntry[];
  readonly chosen: readonly number[];
}

/** A file of one's own layer or of the gold set, in any format; what the format cannot hold is told. */
export function ExportMenu({ project, queue, shown, chosen }: ExportMenuProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { modal } = App.useApp();
  const notices = useNotices();
  const agreed = useExportWarning();
  const { busy, attempt } = useAttempt();
  const [deidentify, setDeidentify] = useState(true);
  const [choosing, setChoosing] = useState(false);
  const save = async (format: AnnotationFormat, of: Partial<ExportChoice>): Promise<void> => {
    setChoosing(false);
    const work = notices.work(t('work.exporting'));
    await attempt(async () => {
      const request = { projectId: project.id, deidentify, ...of, format };
      const watch = { signal: work.signal, onProgress: work.progress.set };
      const isThrough =
        !deidentify || (await looksThrough({ method: 'projects.look', input: request }, watch));
      if (!isThrough) return work.end();
      const { file, documents, losses } = await stoppable(
        work.signal,
        (ticket) => call('projects.export', { ...request, ticket }),
        work.progress.set,
      );
      work.end();
      if (losses.length > 0 && !(await agreed(losses))) return;
      saveFile(file);
      notices.done(t('annotate.exported', { n: documents, file: file.name }));
    });
    work.end();
  };
  const pack = (): Promise<void> =>
    attempt(async () => {
      const { file, documents } = await call('projects.pack', { projectId: project.id });
      saveFile(file);
      notices.done(t('annotate.exported', { n: documents, file: file.name }));
    });
  const askPack = (): void =>
    void modal.confirm({
      title: t('annotate.packTitle'),
      content: t('annotate.packBody'),
      okText: t('annotate.packOk'),
      onOk: pack,
    });
  const formats = (gold: boolean) =>
    AnnotationFormat.options.map((format) => ({
      key: `${gold ? 'gold' : 'mine'}-${format}`,
      label: ANNOTATION_FORMATS[format][language],
      onClick: () => void save(format, gold ? { person: GOLD } : {}),
    }));
  const items = [
    { key: 'choose', label: t('project.export.choose'), onClick: () => setChoosing(true) },
    { type: 'group' as const, key: 'mine', label: t('annotate.exportMine'), children: formats(false) },
    ...(project.gold > 0
      ? [{ type: 'group' as const, key: 'gold', label: t('annotate.exportGold'), children: formats(true) }]
      : []),
    {
      type: 'group' as const,
      key: 'whole',
      label: t('annotate.exportWhole'),
      children: [{ key: 'pack', label: t('annotate.pack'), onClick: askPack }],
    },
  ];
  return (
    <>
      <DeidentifySwitch on={deidentify} onChange={setDeidentify} />
      <Dropdown trigger={['click']} menu={{ items, className: 'export-formats' }} disabled={busy}>
        <Button icon={<ExportOutlined />} loading={busy} data-testid="export-project">
          {t('annotate.export')} <DownOutlined />
        </Button>
      </Dropdown>
      {choosing && (
        <ExportDialog
          deidentify={deidentify}
          queue={queue}
          shown={shown}
          chosen={chosen}
          onClose={() => setChoosing(false)}
          onExport={(choice) => void save(choice.format, choice)}
        />
      )}
    </>
  );
}

/** Asks before a file is saved that lacks what its format cannot hold. */
function useExportWarning(): (losses: readonly Loss[]) => Promise<boolean> {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return (losses) =>
    new Promise((resolve) => {
      void modal.confirm({
        title: t('annotate.exportLossTitle'),
        content: <LossList losses={losses} />,
        width: 560,
        okText: t('annotate.exportAnyway'),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      });
    });
}

interface DeidentifySwitchProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Asks before personal data are exported. */
function DeidentifySwitch({ on, onChange }: DeidentifySwitchProps) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const change = (next: boolean): void => {
    if (next) return onChange(true);
    void modal.confirm({
      title: t('annotate.identifiedTitle'),
      content: t('annotate.identifiedBody'),
      okText: t('annotate.identifiedOk'),
      onOk: () => onChange(false),
    });
  };
  return (
    <span className="switch-row">
      <Switch size="small" checked={on} aria-label={t('annotate.deidentify')} onChange={change} />
      {t('annotate.deidentify')}
    </span>
  );
}
