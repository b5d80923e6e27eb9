import { ClockCircleOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { type EditSummary, GOLD } from '../../../../shared/domain/project.ts';
import { call } from '../../../api/client.ts';
import { useAnswer } from '../../../api/requests.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { useAnnotation } from '../annotation-context.ts';
import type { AnnotateRoute } from '../route.ts';
import type { TypeTable } from '../type-mark.tsx';
import { backdatedEdits } from './backdated-edits.ts';

interface EditHistoryProps {
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Every edit of the layer, newest first; the layer can be made as it was after any of them. */
export function EditHistory({ onGo }: EditHistoryProps) {
  const { controller, table } = useAnnotation();
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { attempt } = useAttempt();
  const { data, error } = useAnswer('annotation.history', { layerId: controller.session.id, limit: 200 });
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined) return null;
  if (data.length === 0) return <EmptyState text={t('annotate.noHistory')} />;
  const backs = backdatedEdits(data);
  const restore = (edit: EditSummary): void =>
    void modal.confirm({
      title: t('annotate.restoreTitle'),
      content: t('annotate.restoreBody', { at: formatDateTime(edit.at) }),
      okText: t('history.restore'),
      onOk: () =>
        attempt(async () => {
          await controller.session.settled();
          await call('annotation.restore', { layerId: controller.session.id, edit: edit.id });
        }),
    });
  return (
    <VirtualList
      items={data}
      rowHeight={46}
      keyOf={({ id }) => id}
      label={t('annotate.history')}
      testId="edit-history"
      render={(edit) => (
        <div className={`edit-row is-${edit.state}`}>
          <div className="edit-what ellipsis">
            <EditSentence edit={edit} table={table} />
          </div>
          <div className="muted">
            {formatDateTime(edit.at)}
            {edit.actor !== GOLD && ` · ${edit.actor}`}
            {(edit.detail.take === 'majority' || edit.detail.take === 'annotator') && (
              <button
                type="button"
                className="link-button"
                data-testid="show-decided"
                onClick={() =>
                  onGo({ kind: 'decided', project: controller.document.projectId, edit: edit.id })
                }
              >
                {t('annotate.adjudication.list.open')}
              </button>
            )}
            {backs.has(edit.id) && (
              <span className="clock-back" title={t('annotate.clockBackHint')} data-testid="clock-back">
                <ClockCircleOutlined /> {t('annotate.clockBack')}
              </span>
            )}
          </div>
          {!controller.locked && (
            <Button size="small" type="text" className="edit-restore" onClick={() => restore(edit)}>
              {t('history.restore')}
            </Button>
          )}
        </div>
      )}
    />
  );
}

const TOOK = ['begin', 'reading', 'none', 'merge', 'own', 'majority', 'annotator'] as const;

interface EditSentenceProps {
  readonly edit: EditSummary;
  readonly table: TypeTable;
}

function EditSentence({ edit: { action, detail, changes, state }, table }: EditSentenceProps) {
  const { t } = useTranslation();
  const { type, words, count, annotators, annotator } = detail;
  const took = action === 'adjudicate' ? TOOK.find((one) => one === detail.take) : undefined;
  // One decision changes several items.
  const isOne = took !== undefined && took !== 'begin' && took !== 'majority' && took !== 'annotator';
  const n = isOne ? 1 : typeof count === 'number' ? count : changes;
  return (
    <>
      {took === undefined ? t(`annotate.action.${action}`) : t(`annotate.adjudication.took.${took}`)}
      {type !== undefined && ` ${table.title(String(type))}`}
      {words !== undefined && words !== '' && ` “${words}”`}
      {annotator !== undefined && ` ${annotator}`}
      {annotators !== undefined && annotators !== '' && <span className="muted"> {annotators}</span>}
      {n > 1 && ` ×${n}`}
      {state === 'undone' && <span className="muted"> · {t('annotate.undone')}</span>}
    </>
  );
}
