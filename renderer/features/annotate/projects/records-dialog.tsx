import { keepPreviousData } from '@tanstack/react-query';
import { Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../../api/documents.ts';
import { useAnswer, useChange } from '../../../api/requests.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';

interface RecordsDialogProps {
  readonly projectId: number;
  readonly onClose: () => void;
}

/** Records of the workspace, as they stand now, into the project. */
export function RecordsDialog({ projectId, onClose }: RecordsDialogProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const add = useChange('projects.addDocuments');
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const wanted = useDebounced(words.trim(), 150);
  const { rows = [], onShow } = useDocuments(wanted);
  const { data: shown = [], isSuccess } = useAnswer(
    'docs.ids',
    { words: wanted },
    { placeholderData: keepPreviousData },
  );
  const all = shown.length > 0 && shown.every((id) => chosen.has(id));
  const toggle = (ids: readonly number[], on: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  const submit = (): Promise<void> =>
    attempt(async () => {
      const {
        documents,
        skipped,
        restored = 0,
      } = await add.mutateAsync({ projectId, documents: [...chosen] });
      notices.done(t('annotate.imported', { documents, items: 0 }));
      if (skipped > 0) notices.note(t('annotate.importSkipped', { n: skipped }));
      if (restored > 0) notices.note(t('annotate.importRestored', { n: restored }));
      onClose();
    });
  return (
    <Modal
      open
      title={t('annotate.addRecords')}
      okText={t('annotate.addChosen', { n: chosen.size })}
      okButtonProps={{ disabled: chosen.size === 0, loading: add.isPending }}
      data-testid="records-dialog"
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {isSuccess && wanted === '' && shown.length === 0 ? (
        <EmptyState text={t('docs.empty')} />
      ) : (
        <div className="records-choice">
          <Input
            allowClear
            value={words}
            placeholder={t('docs.search')}
            aria-label={t('docs.search')}
            onChange={(event) => setWords(event.target.value)}
          />
          <Checkbox
            checked={all}
            data-testid="choose-all"
            onChange={({ target }) => toggle(shown, target.checked)}
          >
            {t('annotate.chooseAll', { n: shown.length })}
          </Checkbox>
          <VirtualList
            items={rows}
            onShow={onShow}
            rowHeight={28}
            keyOf={({ id }) => id}
            label={t('docs.title')}
            render={({ id, title, chars }) => (
              <Checkbox checked={chosen.has(id)} onChange={({ target }) => toggle([id], target.checked)}>
                {title} <span className="muted">{t('docs.chars', { n: formatCount(chars) })}</span>
              </Checkbox>
            )}
          />
        </div>
      )}
    </Modal>
  );
}
