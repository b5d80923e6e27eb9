import { ArrowLeftOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecidedItem, DecidedList } from '../../../../shared/domain/adjudication.ts';
import { useDifferences, useProject } from '../../../api/annotation.ts';
import { call } from '../../../api/client.ts';
import { useAnswer } from '../../../api/requests.ts';
import { formatCount, formatDateTime } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PickList } from '../../../ui/pick-list.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import type { AnnotateRoute } from '../route.ts';
import { ItemMark, TypeTable } from '../type-mark.tsx';

interface DecidedPageProps {
  readonly projectId: number;
  readonly edit: number;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Lists the items of a bulk decision; each leads to its words. */
export function DecidedPage({ projectId, edit, onGo }: DecidedPageProps) {
  const { t } = useTranslation();
  const decided = useAnswer('adjudication.decided', { edit });
  const project = useProject(projectId);
  const error = decided.error ?? project.error;
  return (
    <main className="annotate-project" data-pane="annotate" data-testid="decided-page">
      <header className="annotate-tools">
        <IconButton
          label={t('annotate.toProject', { name: project.data?.name ?? '' })}
          icon={<ArrowLeftOutlined />}
          testId="to-project"
          onClick={() => onGo({ kind: 'project', project: projectId })}
        />
        <h1>{t('annotate.adjudication.list.title')}</h1>
        <span className="spacer" />
        {decided.data !== undefined && <UndoButton projectId={projectId} list={decided.data} />}
      </header>
      {error !== null && <ErrorNote error={error} onRetry={() => void decided.refetch()} />}
      {decided.data !== undefined && project.data !== undefined && (
        <Decided list={decided.data} table={new TypeTable(project.data.schema)} onGo={onGo} />
      )}
    </main>
  );
}

function UndoButton({
  projectId,
  list: { edit },
}: {
  readonly projectId: number;
  readonly list: DecidedList;
}) {
  const { t } = useTranslation();
  const { attempt } = useAttempt();
  const undoable = useAnswer('annotation.undoState', { projectId }).data?.undo?.id === edit.id;
  if (edit.state !== 'done') return <strong>{t('annotate.adjudication.list.undone')}</strong>;
  return (
    <Button
      icon={<UndoOutlined />}
      disabled={!undoable}
      title={undoable ? '' : t('annotate.adjudication.list.undoLater')}
      data-testid="undo-decided"
      onClick={() => void attempt(() => call('annotation.undo', { projectId }))}
    >
      {t('annotate.adjudication.list.undo')}
    </Button>
  );
}

interface DecidedProps {
  readonly list: DecidedList;
  readonly table: TypeTable;
  readonly onGo: (route: AnnotateRoute) => void;
}

function Decided({ list: { projectId, edit, items, total }, table, onGo }: DecidedProps) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState(0);
  const box = useRef<HTMLElement>(null);
  const left = (useDifferences(projectId).data ?? []).reduce((sum, { open }) => sum + open, 0);
  // The list is what one came for: the arrow keys are meant for it.
  useEffect(() => box.current?.querySelector<HTMLElement>('.pick-list')?.focus(), []);
  const taken = items.filter((item) => item.taken).length;
  const open = (index: number): void => {
    const item = items[index];
    if (item !== undefined)
      onGo({ kind: 'adjudicate', project: projectId, document: item.documentId, at: item.at });
  };
  return (
    <section ref={box} className="decided" data-testid="decided" data-state={edit.state}>
      <p className="muted">
        {t('annotate.adjudication.list.summary', {
          by: edit.actor,
          at: formatDateTime(edit.at),
          taken: formatCount(taken),
          gone: formatCount(items.length - taken),
          documents: formatCount(edit.layers),
        })}
        {' · '}
        {t('annotate.adjudication.list.left', { n: formatCount(left) })}
        {' · '}
        {t('annotate.adjudication.list.keys')}
        {total > items.length &&
          ` · ${t('annotate.adjudication.list.more', { n: formatCount(items.length), total: formatCount(total) })}`}
      </p>
      {items.length === 0 ? (
        <EmptyState text={t('annotate.adjudication.list.empty')} />
      ) : (
        <PickList
          items={items}
          rowHeight={30}
          keyOf={({ documentId, item }) => `${documentId} ${item.id}`}
          render={(item) => <DecidedRow decided={item} table={table} />}
          picked={picked}
          onPick={setPicked}
          onOpen={open}
          label={t('annotate.adjudication.list.title')}
          testId="decided-list"
        />
      )}
    </section>
  );
}

interface DecidedRowProps {
  readonly decided: DecidedItem;
  readonly table: TypeTable;
}

function DecidedRow({ decided: { document, item, words, taken }, table }: DecidedRowProps) {
  const { t } = useTranslation();
  const { readings = [] } = item.provenance;
  return (
    <div
      className={`decided-row is-${taken ? 'taken' : 'gone'}`}
      data-testid="decided-row"
      data-taken={taken}
    >
      <span
        className="decided-mark"
        role="img"
        aria-label={t(`annotate.adjudication.list.${taken ? 'taken' : 'gone'}`)}
      >
        {taken ? '✓' : '✕'}
      </span>
      <span className="decided-document muted" title={document}>
        {document}
      </span>
      <ItemMark table={table} item={item} />
      <span className="decided-type">{table.title(item.type)}</span>
      <span className="item-words">{words}</span>
      <span className="muted">{Object.values(item.attributes).join(' ')}</span>
      <span className="spacer" />
      <span className="muted">{[...new Set(readings.map(({ annotator }) => annotator))].join('、')}</span>
    </div>
  );
}
