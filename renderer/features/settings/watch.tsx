import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { words } from '../../../shared/messages/words.ts';
import { useAnswer } from '../../api/requests.ts';
import { useLocked } from '../../api/system.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';

/** The folder whose new files become records, and what became of them. */
export function Watch() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error } = useAnswer('watch.get', {});
  const save = useNoticedChange('watch.set');
  const isLocked = useLocked()('watch');
  const [typed, setTyped] = useState<string>();
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined) return null;
  const folder = typed ?? data.folder ?? '';
  const submit = (): void =>
    save.mutate({ folder: folder.trim() === '' ? null : folder }, { onSuccess: () => setTyped(undefined) });
  return (
    <SettingRow name={t('upkeep.watch')} hint={t(isLocked ? 'upkeep.locked' : 'upkeep.watchHint')}>
      <form
        className="row upkeep-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Input
          value={folder}
          disabled={isLocked}
          placeholder={t('upkeep.folderExample')}
          aria-label={t('upkeep.watch')}
          data-testid="watch-folder"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          htmlType="submit"
          disabled={folder.trim() === (data.folder ?? '')}
          loading={save.isPending}
          data-testid="watch-save"
        >
          {t('upkeep.save')}
        </Button>
      </form>
      <p className="muted" data-testid="watch-state">
        {data.folder === null
          ? t('upkeep.watchOff')
          : t('upkeep.watchCounts', {
              files: formatCount(data.files),
              records: formatCount(data.records),
              refused: formatCount(data.refused),
            })}
      </p>
      {data.problem !== undefined && (
        <p role="alert" className="state-bad">
          {words(data.problem, language)}
        </p>
      )}
      {data.refusals.length > 0 && (
        <details className="upkeep-refusals" data-testid="watch-refusals">
          <summary>{t('upkeep.refusals')}</summary>
          <ul>
            {data.refusals.map(({ name, at, reason }) => (
              <li key={`${at} ${name}`}>
                <time dateTime={at}>{formatDateTime(at)}</time> <code>{name}</code> {words(reason, language)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </SettingRow>
  );
}
