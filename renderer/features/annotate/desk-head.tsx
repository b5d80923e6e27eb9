import { ArrowLeftOutlined, CheckOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { GOLD, type Project, type QueueEntry } from '../../../shared/domain/project.ts';
import { useStore } from '../../lib/use-store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import type { AnnotationDesk } from './controller/desk.ts';
import type { AnnotatePlace } from './place.ts';
import { canAdjudicate, layerOf } from './queue.ts';

interface DeskHeadProps {
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly desk: AnnotationDesk | null;
  readonly busy: boolean;
  readonly onFinish: () => void;
  readonly onGo: (place: AnnotatePlace) => void;
}

/** Where one is, whether all is stored, and the few actions that everybody looks for. */
export function DeskHead({ project, queue, desk, busy, onFinish, onGo }: DeskHeadProps) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  const entry = queue.find(({ id }) => id === desk?.document.id);
  const isDone =
    desk !== null && entry !== undefined && layerOf(entry, desk.document.layer.person)?.state === 'done';
  const isGold = desk?.document.layer.person === GOLD;
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
        {desk?.document.name ?? ''}
      </h1>
      {desk !== null && <StoreMark desk={desk} />}
      <IconButton
        label={t('command.undoEdit')}
        hint={keyText(keymap.undoEdit)}
        icon={<UndoOutlined />}
        disabled={desk === null}
        testId="undo-edit"
        onClick={() => {
          desk?.undo();
          desk?.focus();
        }}
      />
      <IconButton
        label={t('command.redoEdit')}
        hint={keyText(keymap.redoEdit)}
        icon={<RedoOutlined />}
        disabled={desk === null}
        testId="redo-edit"
        onClick={() => {
          desk?.redo();
          desk?.focus();
        }}
      />
      {entry !== undefined && (isGold || canAdjudicate(entry)) && (
        <Button
          size="small"
          data-testid="to-adjudication"
          onClick={() =>
            onGo({ kind: isGold ? 'desk' : 'adjudicate', project: project.id, document: entry.id })
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
        disabled={desk === null || desk.locked}
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
function StoreMark({ desk }: { readonly desk: AnnotationDesk }) {
  const { t } = useTranslation();
  const state = useStore(desk.session.state);
  return (
    <span className={`store-state is-${state}`} data-testid="store-state" data-state={state} role="status">
      {state === 'failed' ? t('annotate.notStored') : ''}
    </span>
  );
}
