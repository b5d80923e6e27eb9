import { ArrowLeftOutlined, CheckOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { GOLD, type Project, type QueueEntry } from '../../../shared/domain/project.ts';
import { useMay } from '../../api/accounts.ts';
import { useStore } from '../../lib/use-store.ts';
import { AlsoHere } from '../../ui/also-here.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import type { AnnotationController } from './controller/annotation-controller.ts';
import { canAdjudicate, layerOf } from './queue.ts';
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
          {project.name} /{' '}
        </span>
        {controller?.document.name ?? ''}
      </h1>
      <AlsoHere place={controller === null ? null : { kind: 'annotation', id: controller.document.id }} />
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
    </header>
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
