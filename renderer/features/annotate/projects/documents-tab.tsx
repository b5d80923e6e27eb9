import { FileAddOutlined, FolderOpenOutlined, SnippetsOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select, Tooltip } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GOLD, type Project, type QueueEntry } from '../../../../shared/domain/project.ts';
import { useMay } from '../../../api/accounts.ts';
import { useQueue } from '../../../api/annotation.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useAppInfo } from '../../../api/system.ts';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { FilterBar } from '../filter/filter-bar.tsx';
import { NO_FILTER } from '../filter/filter-documents.ts';
import { useFilteredQueue } from '../filter/use-filtered-queue.ts';
import { AssignDialog } from '../lead/assign-dialog.tsx';
import { canAdjudicate, layerOf } from '../queue.ts';
import type { AnnotateRoute } from '../route.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { DocumentRow } from './document-row.tsx';
import { ExportMenu } from './export-menu.tsx';
import { MergeFile } from './merge-dialog.tsx';
import { RecordsDialog } from './records-dialog.tsx';
import { RemovedDialog } from './removed-dialog.tsx';
import { type ImportedWork, useAddFiles } from './use-add-files.ts';
import { useRemoval } from './use-removal.ts';

interface DocumentsTabProps {
  readonly project: Project;
  readonly onGo: (route: AnnotateRoute) => void;
}

const NONE: readonly QueueEntry[] = [];

/** Documents with who labels them and how far they are; files and records of the workspace come in here. */
export function DocumentsTab({ project, onGo }: DocumentsTabProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueue(project.id);
  const [choosing, setChoosing] = useState(false);
  const [work, setWork] = useState<ImportedWork>('open');
  const add = useAddFiles(project.id, work);
  const drop = useCallback((dropped: readonly File[]) => void add.run(dropped), [add.run]);
  const may = useMay();
  const mayAdd = may('projects.import');
  const dropping = useFileDrop(drop, mayAdd && !add.busy, { folders: true });
  const actor = useAppInfo().data?.actor ?? '';
  /** Opens the gold layer, or what somebody has begun, for people who annotate nothing in this project. */
  const placeOf = (entry: QueueEntry): AnnotateRoute => {
    const place = { project: project.id, document: entry.id };
    if (project.members.includes(actor)) return { kind: 'document', ...place };
    if (canAdjudicate(entry) && may('adjudication.begin')) return { kind: 'adjudicate', ...place };
    const begun = entry.layers.find(({ person }) => person !== GOLD && person !== actor);
    if (begun === undefined || !may('annotation.reopen')) return { kind: 'document', ...place };
    return { kind: 'review', ...place, person: begun.person };
  };
  const [filter, setFilter] = useState(NO_FILTER);
  const queue = data ?? NONE;
  const { shown, error: searchError } = useFilteredQueue(project.id, queue, filter);
  const removal = useDocumentChoice(project.id, shown);
  const buttons = (
    <AddButtons
      primary={project.documents === 0}
      busy={add.busy}
      work={work}
      onFiles={(chosen) => void add.run(chosen)}
      onRecords={() => setChoosing(true)}
      onWork={setWork}
    />
  );
  return (
    <section className="documents-tab">
      {project.documents === 0 ? (
        <EmptyState title={t('annotate.noDocuments')} text={t('annotate.noDocumentsHint')}>
          {mayAdd && <span className="project-actions">{buttons}</span>}
          <RemovedDocuments projectId={project.id} />
        </EmptyState>
      ) : (
        <>
          <div className="annotate-tools">
            {mayAdd && buttons}
            {mayAdd && <span className="muted drop-hint">{t('annotate.dropHint')}</span>}
            <span className="spacer" />
            <DocumentTools
              project={project}
              queue={queue}
              shown={shown}
              chosen={removal.chosen}
              person={actor}
              onRemove={() => void removal.ask(removal.chosen)}
            />
          </div>
          <FilterBar
            project={project}
            queue={queue}
            shown={shown.length}
            filter={filter}
            onFilter={setFilter}
          />
          {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
          {searchError !== null && <ErrorNote error={searchError} />}
          <DocumentHead choice={removal} shown={shown.length} />
          {data !== undefined && shown.length === 0 && <p className="muted pad">{t('filter.none')}</p>}
          <VirtualList
            items={shown}
            rowHeight={36}
            keyOf={({ id }) => id}
            label={t('annotate.documents')}
            testId="project-documents"
            render={(entry) => (
              <DocumentRow
                entry={entry}
                {...(removal.mayChoose ? { chosen: removal.isChosen(entry.id) } : {})}
                onChoose={(on) => removal.choose(entry.id, on)}
                onOpen={() => onGo(placeOf(entry))}
              />
            )}
          />
        </>
      )}
      {choosing && <RecordsDialog projectId={project.id} onClose={() => setChoosing(false)} />}
      {add.dialog}
      {dropping && <div className="drop-overlay">{t('annotate.drop')}</div>}
    </section>
  );
}

interface DocumentToolsProps {
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly shown: readonly QueueEntry[];
  /** Documents that are ticked; without one, tools act on all that are shown. */
  readonly chosen: readonly number[];
  readonly person: string;
  readonly onRemove: () => void;
}

/** Tools for the documents chosen or shown: assigning, removing, deciding about suggestions, merging, export. */
function DocumentTools({ project, queue, shown, chosen, person, onRemove }: DocumentToolsProps) {
  const { t } = useTranslation();
  const may = useMay();
  const [deciding, setDeciding] = useState(false);
  const [assigning, setAssigning] = useState(false);
  const ticked = new Set(chosen);
  const mayDecide =
    may('annotation.decide') && queue.some((entry) => (layerOf(entry, person)?.suggested ?? 0) > 0);
  return (
    <>
      {chosen.length > 0 && may('projects.assign') && (
        <Button data-testid="assign-documents" onClick={() => setAssigning(true)}>
          {t('lead.assign.open', { n: formatCount(chosen.length) })}
        </Button>
      )}
      {chosen.length > 0 && (
        <Button data-testid="remove-documents" onClick={onRemove}>
          {t('project.removal.remove', { n: formatCount(chosen.length) })}
        </Button>
      )}
      <RemovedDocuments projectId={project.id} />
      {mayDecide && (
        <Button type="text" data-testid="decide-suggestions" onClick={() => setDeciding(true)}>
          {t('project.decide.open')}
        </Button>
      )}
      {may('projects.merge') && <MergeFile projectId={project.id} />}
      {may('projects.export') && <ExportMenu project={project} queue={queue} shown={shown} chosen={chosen} />}
      {assigning && <AssignDialog project={project} documents={chosen} onClose={() => setAssigning(false)} />}
      {deciding && (
        <DecideDialog
          project={project}
          documents={chosen.length > 0 ? shown.filter(({ id }) => ticked.has(id)) : shown}
          person={person}
          onClose={() => setDeciding(false)}
        />
      )}
    </>
  );
}

interface DocumentHeadProps {
  readonly choice: ReturnType<typeof useDocumentChoice>;
  /** Number of documents that the filter shows. */
  readonly shown: number;
}

/** Head of the list, with a box that ticks all documents. */
function DocumentHead({ choice, shown }: DocumentHeadProps) {
  const { t } = useTranslation();
  return (
    <div className="document-line document-head muted">
      {choice.mayChoose && (
        <Checkbox
          checked={shown > 0 && choice.chosen.length === shown}
          indeterminate={choice.chosen.length > 0 && choice.chosen.length !== shown}
          aria-label={t('project.removal.chooseAll')}
          data-testid="choose-all-documents"
          onChange={({ target }) => choice.chooseAll(target.checked)}
        />
      )}
      <p className="project-document" aria-hidden>
        <span>{t('agreement.document')}</span>
        <span className="count">{t('project.size')}</span>
        <span className="document-layers">
          {t('project.work')}
          <span>{t('project.legend')}</span>
        </span>
      </p>
    </div>
  );
}

/** Documents chosen in the list, for those who may remove them; documents that leave the list leave the choice. */
function useDocumentChoice(projectId: number, entries: readonly QueueEntry[]) {
  const [wanted, setWanted] = useState<ReadonlySet<number>>(new Set());
  const ask = useRemoval(projectId, () => setWanted(new Set()));
  return {
    ask,
    mayChoose: useMay()('projects.removeDocuments'),
    chosen: entries.flatMap(({ id }) => (wanted.has(id) ? [id] : [])),
    isChosen: (id: number) => wanted.has(id),
    choose: (id: number, on: boolean) =>
      setWanted(new Set(on ? [...wanted, id] : [...wanted].filter((other) => other !== id))),
    chooseAll: (on: boolean) => setWanted(new Set(on ? entries.map(({ id }) => id) : [])),
  };
}

/** Opens the list of removed documents; not there while nothing was removed. */
function RemovedDocuments({ projectId }: { readonly projectId: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const mayPutBack = useMay()('projects.putBackDocuments');
  const { data: removed = [] } = useAnswer('projects.removedDocuments', mayPutBack && { projectId });
  return (
    <>
      {removed.length > 0 && (
        <Button type="text" data-testid="removed-documents" onClick={() => setOpen(true)}>
          {t('project.removal.open', { n: formatCount(removed.length) })}
        </Button>
      )}
      {open && <RemovedDialog projectId={projectId} removed={removed} onClose={() => setOpen(false)} />}
    </>
  );
}

const IMPORTED_WORK = ['open', 'finished', 'suggested'] as const;

interface AddButtonsProps {
  readonly primary: boolean;
  readonly busy: boolean;
  readonly work: ImportedWork;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRecords: () => void;
  readonly onWork: (work: ImportedWork) => void;
}

/** Ways to add documents: files, a folder, records of the workspace. */
function AddButtons({ primary, busy, work, onFiles, onRecords, onWork }: AddButtonsProps) {
  const { t } = useTranslation();
  return (
    <>
      <FileButton
        type={primary ? 'primary' : 'default'}
        icon={<FileAddOutlined />}
        loading={busy}
        multiple
        testId="add-files"
        inputTestId="project-file-input"
        label={t('annotate.addFiles')}
        onFiles={onFiles}
      />
      <FileButton
        icon={<FolderOpenOutlined />}
        disabled={busy}
        folder
        testId="add-folder"
        inputTestId="project-folder-input"
        label={t('annotate.addFolder')}
        onFiles={onFiles}
      />
      <Button icon={<SnippetsOutlined />} data-testid="add-records" onClick={onRecords}>
        {t('annotate.addRecords')}
      </Button>
      <Tooltip title={t(`annotate.importAs.hint.${work}`)} placement="bottom">
        <Select<ImportedWork>
          value={work}
          disabled={busy}
          variant="borderless"
          popupMatchSelectWidth={false}
          aria-label={t('annotate.importAs.label')}
          data-testid="import-as"
          options={IMPORTED_WORK.map((value) => ({ value, label: t(`annotate.importAs.${value}`) }))}
          onChange={onWork}
        />
      </Tooltip>
    </>
  );
}
