import { MergeCellsOutlined } from '@ant-design/icons';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergeConflict, MergeReport } from '../../../../shared/domain/merge.ts';
import { useChange } from '../../../api/requests.ts';
import { uploadFile } from '../../../api/upload.ts';
import { formatCount } from '../../../lib/format.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';

const COUNTS = ['documents', 'items', 'states', 'threads', 'comments'] as const;

const isEmpty = (report: MergeReport): boolean =>
  COUNTS.every((name) => report[name] === 0) && report.conflicts.length === 0;

/** Merges a project file of this project: tells first what comes, and asks about conflicts one by one. */
export function MergeFile({ projectId }: { readonly projectId: number }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { busy, attempt } = useAttempt();
  const { mutateAsync } = useChange('projects.merge');
  const [found, setFound] = useState<{ readonly uploadId: string; readonly report: MergeReport } | null>(
    null,
  );
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const preview = (file: File | undefined): Promise<void> =>
    attempt(async () => {
      if (file === undefined) return;
      const uploadId = await uploadFile(file, () => undefined);
      const report = await mutateAsync({ projectId, uploadId, apply: false });
      setTheirs(new Set());
      if (isEmpty(report)) notices.note(t('project.merge.nothing'));
      else setFound({ uploadId, report });
    });
  const merge = (uploadId: string): Promise<void> =>
    attempt(async () => {
      const report = await mutateAsync({ projectId, uploadId, apply: true, theirs: [...theirs] });
      setFound(null);
      notices.done(t('project.merge.done', { n: formatCount(report.items), documents: report.documents }));
    });
  return (
    <>
      <FileButton
        icon={<MergeCellsOutlined />}
        loading={busy}
        testId="merge-file"
        accept=".jsonl"
        inputTestId="merge-file-input"
        label={t('project.merge.open')}
        onFiles={([file]) => void preview(file)}
      />
      {found !== null && (
        <Modal
          open
          width={720}
          title={t('project.merge.title')}
          okText={t('project.merge.ok')}
          okButtonProps={{ loading: busy }}
          data-testid="merge-dialog"
          onCancel={() => setFound(null)}
          onOk={() => void merge(found.uploadId)}
        >
          <ul className="merge-counts">
            {COUNTS.filter((name) => found.report[name] > 0).map((name) => (
              <li key={name}>{t(`project.merge.${name}`, { n: formatCount(found.report[name]) })}</li>
            ))}
          </ul>
          {found.report.untouched.length > 0 && (
            <p className="muted">
              {t('project.merge.untouched', {
                names: found.report.untouched.slice(0, 5).join(t('agreement.comma')),
              })}
            </p>
          )}
          {found.report.conflicts.length > 0 && (
            <Conflicts
              conflicts={found.report.conflicts}
              theirs={theirs}
              onTake={(key, take) =>
                setTheirs(new Set(take ? [...theirs, key] : [...theirs].filter((one) => one !== key)))
              }
            />
          )}
        </Modal>
      )}
    </>
  );
}

/** Conflicts shown at once; the others keep ours. */
const MOST = 200;

interface ConflictsProps {
  readonly conflicts: readonly MergeConflict[];
  readonly theirs: ReadonlySet<string>;
  readonly onTake: (key: string, theirs: boolean) => void;
}

function Conflicts({ conflicts, theirs, onTake }: ConflictsProps) {
  const { t } = useTranslation();
  const words = (side: string | null): string => side ?? t('project.merge.removed');
  return (
    <section className="merge-conflicts">
      <h3>{t('project.merge.conflicts', { n: formatCount(conflicts.length) })}</h3>
      {conflicts.slice(0, MOST).map(({ key, document, person, ours, theirs: other, choosable }) => (
        <div key={key} className="merge-conflict" data-testid="merge-conflict">
          <p className="muted">
            {document}
            {choosable && ` · ${person === '' ? t('annotate.gold') : person}`}
          </p>
          <Radio.Group
            vertical
            value={theirs.has(key) ? 'theirs' : 'ours'}
            disabled={!choosable}
            options={[
              { value: 'ours', label: t('project.merge.ours', { what: words(ours) }) },
              { value: 'theirs', label: t('project.merge.theirs', { what: words(other) }) },
            ]}
            onChange={({ target }) => onTake(key, target.value === 'theirs')}
          />
        </div>
      ))}
    </section>
  );
}
