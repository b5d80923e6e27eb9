import { ArrowLeftOutlined, CheckOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GOLD, type Project, type QueueEntry } from '../../../shared/domain/project.ts';
import { useMay } from '../../api/accounts.ts';
import { useAppInfo } from '../../api/system.ts';
import { useStore } from '../../lib/use-store.ts';
import { AlsoHere } from '../../ui/also-here.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { PromptDialog } from '../../ui/prompt-dialog.tsx';
import { useNoticedChange } from '../../ui/use-noticed-change.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import type { AnnotationController } from './controller/annotation-controller.ts';
import { canAdjudicate, layerOf, queueState } from './queue.ts';
import type { AnnotateRoute } from './route.ts';

interface DocumentHeadProps {
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly controller: AnnotationController | null;
  readonly busy: boolean;
  readonly onFinish: () => void;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Head of the document: name, save state and the main actions. */
export function DocumentHead({ project, queue, controller, busy, onFinish, onGo }: DocumentHeadProps) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  const may = useMay();
  const entry = queue.find(({ id }) => id === controller?.document.id);
  const isDone =
    controller !== null &&
    entry !== undefined &&
    layerOf(entry, controller.document.layer.person)?.state === 'done';
  const isGold = controller?.document.layer.person === GOLD;
  const reviewed = controller?.reviewing === true ? controller.document.layer.person : null;
  return (
    <header className="desk-head">
      <IconButton
        label={t('annotate.toProject', { name: project.name })}
        icon={<ArrowLeftOutlined />}
        testId="to-project"
        onClick={() => onGo({ kind: 'project', project: project.id })}
      />
      <h1 className="desk-title">
        <span className="muted">
          {isGold && t('annotate.adjudication.intro')}
          {reviewed !== null && t('lead.reviewing', { person: reviewed })}
          {project.name} /{' '}
        </span>
        {controller?.document.name ?? ''}
      </h1>
      <AlsoHere place={controller === null ? null : { kind: 'annotation', id: controller.document.id }} />
      {controller !== null && entry !== undefined && (
        <LayerChoice project={project} entry={entry} controller={controller} onGo={onGo} />
      )}
      {controller !== null && <StoreMark controller={controller} />}
      <IconButton
        label={t('command.undoEdit')}
        hint={keyText(keymap.undoEdit)}
        icon={<UndoOutlined />}
        disabled={controller === null}
        testId="undo-edit"
        onClick={() => {
          controller?.undo();
          controller?.focus();
        }}
      />
      <IconButton
        label={t('command.redoEdit')}
        hint={keyText(keymap.redoEdit)}
        icon={<RedoOutlined />}
        disabled={controller === null}
        testId="redo-edit"
        onClick={() => {
          controller?.redo();
          controller?.focus();
        }}
      />
      {entry !== undefined && (isGold || (canAdjudicate(entry) && may('adjudication.begin'))) && (
        <Button
          size="small"
          data-testid="to-adjudication"
          onClick={() =>
            onGo({ kind: isGold ? 'document' : 'adjudicate', project: project.id, document: entry.id })
          }
        >
          {t(isGold ? 'annotate.ownLayer' : 'annotate.adjudicate')}
        </Button>
      )}
      {controller !== null && reviewed !== null && isDone && <SendBack controller={controller} />}
      {reviewed === null && (
        <Button
          size="small"
          type={isDone ? 'default' : 'primary'}
          icon={<CheckOutlined />}
          loading={busy}
          disabled={controller === null || controller.locked}
          title={keyText(keymap.finishDocument)}
          data-testid="finish"
          data-done={isDone}
          onClick={onFinish}
        >
          {t(isDone ? 'annotate.reopen' : 'annotate.finish')}
        </Button>
      )}
    </header>
  );
}

interface LayerChoiceProps extends Pick<DocumentHeadProps, 'project' | 'onGo'> {
  readonly entry: QueueEntry;
  readonly controller: AnnotationController;
}

const OWN = '';

/** Shows a lead the layer of any annotator of the document, to read. */
function LayerChoice({ project, entry, controller, onGo }: LayerChoiceProps) {
  const { t } = useTranslation();
  const mayLead = useMay()('annotation.reopen');
  const actor = useAppInfo().data?.actor ?? '';
  const people = entry.layers
    .map(({ person }) => person)
    .filter((person) => person !== GOLD && person !== actor && queueState(entry, person) !== 'fresh');
  const isAnnotator = project.members.includes(actor) || layerOf(entry, actor) !== undefined;
  if (!mayLead || (people.length === 0 && !controller.reviewing)) return null;
  const { id, layer } = controller.document;
  return (
    <Select
      size="small"
      variant="borderless"
      popupMatchSelectWidth={false}
      value={controller.reviewing ? layer.person : layer.person === GOLD ? undefined : OWN}
      placeholder={t('lead.layer')}
      aria-label={t('lead.layer')}
      data-testid="layer-choice"
      options={[
        ...(isAnnotator ? [{ value: OWN, label: t('lead.own') }] : []),
        ...people.map((value) => ({ value, label: value })),
      ]}
      onChange={(person) =>
        onGo(
          person === undefined || person === OWN
            ? { kind: 'document', project: project.id, document: id }
            : { kind: 'review', project: project.id, document: id, person },
        )
      }
    />
  );
}

/** Opens the finished layer again for its person, with a comment. */
function SendBack({ controller }: { readonly controller: AnnotationController }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const reopen = useNoticedChange('annotation.reopen');
  const [asking, setAsking] = useState(false);
  const { id: layerId, person } = controller.document.layer;
  return (
    <>
      <Button size="small" type="primary" data-testid="send-back" onClick={() => setAsking(true)}>
        {t('lead.sendBack')}
      </Button>
      {asking && (
        <PromptDialog
          title={t('lead.sendBackTitle', { person })}
          label={t('lead.sendBackWhy')}
          initial=""
          submit={t('lead.sendBack')}
          maxLength={5000}
          onCancel={() => setAsking(false)}
          onSubmit={(comment) => {
            setAsking(false);
            if (comment.trim() === '') return;
            reopen.mutate(
              { layerId, comment },
              { onSuccess: () => notices.done(t('lead.sentBack', { person })) },
            );
          }}
        />
      )}
    </>
  );
}

/** Only speaks up when something is wrong or takes long. */
function StoreMark({ controller }: { readonly controller: AnnotationController }) {
  const { t } = useTranslation();
  const state = useStore(controller.session.state);
  return (
    <span className={`store-state is-${state}`} data-testid="store-state" data-state={state} role="status">
      {state === 'failed' ? t('annotate.notStored') : ''}
    </span>
  );
}
