import { Button, Dropdown } from 'antd';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeCorrection } from '../../../shared/domain/correction.ts';
import { useAnswer, useChange } from '../../api/requests.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatDateTime, messageText } from '../../lib/format.ts';
import { kindOfLabel } from '../../lib/mention-kinds.ts';
import { useStore } from '../../lib/use-store.ts';
import type { EditorHandle } from '../../lib/workbench.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Kbd, keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { PickList } from '../../ui/pick-list.tsx';
import { AssertionMark, TypeBadge } from '../../ui/type-badge.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { useRefusal } from '../../ui/use-refusal.ts';
import { bare } from './corrections.ts';
import { KindBadge } from './kind-badge.tsx';
import type { DocumentSession } from './session.ts';
import type { Corrections } from './use-corrections.ts';

interface CorrectionsListProps {
  readonly session: DocumentSession;
  readonly corrections: Corrections;
  readonly onReveal: EditorHandle['reveal'];
}

const ROW_HEIGHT = 56;

/** Corrections of the record, in order of place; each is taken back by mouse or R, the last one undone by Z. */
export function CorrectionsList({ session, corrections, onReveal }: CorrectionsListProps) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  const { corrections: made, linkedVersion } = useStore(session.found);
  const undoable = useStore(session.undoable);
  const [picked, setPicked] = useState(0);
  const items = useMemo(() => made.toSorted((a, b) => a.start - b.start), [made]);
  const at = Math.min(picked, items.length - 1);
  const current = items[at];
  const { refusal } = corrections;
  const takeBack = (one: MadeCorrection | undefined): void => {
    if (one !== undefined) corrections.takeBack(session, { before: bare(one), after: null });
  };
  const press = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase();
    if (event.altKey || event.ctrlKey || event.metaKey || (key !== 'r' && key !== 'z')) return;
    event.preventDefault();
    if (key === 'r') takeBack(current);
    else corrections.undo(session);
  };
  return (
    <div className="relation-list" data-testid="corrections">
      <div className="relation-tools">
        <Button
          size="small"
          disabled={current === undefined || refusal !== undefined}
          title={refusal}
          data-testid="correction-take-back"
          onClick={() => takeBack(current)}
        >
          {t('corrections.takeBack')} <Kbd shortcut="R" />
        </Button>
        <Button
          size="small"
          disabled={undoable.length === 0 || refusal !== undefined}
          data-testid="correction-undo"
          onClick={() => corrections.undo(session)}
        >
          {t('corrections.undo')} <Kbd shortcut="Z" />
        </Button>
        <AddToProject id={session.id} isCorrected={items.length > 0} />
      </div>
      {items.length === 0 && (
        <EmptyState text={t('corrections.empty', { key: keyText(keymap.correctMention) })} />
      )}
      <PickList
        items={items}
        rowHeight={ROW_HEIGHT}
        keyOf={({ id }) => id}
        render={(one) => <Row correction={one} />}
        picked={at}
        onPick={(index) => {
          setPicked(index);
          const one = items[index];
          if (one !== undefined && !one.gone) onReveal(one, linkedVersion);
        }}
        onKey={press}
        label={t('corrections.list')}
        testId="correction-rows"
      />
      <p className="fine muted relation-note">{t('corrections.note')}</p>
    </div>
  );
}

/** Makes the record, or all corrected ones, documents of a project to train on. */
function AddToProject({ id, isCorrected }: { readonly id: number; readonly isCorrected: boolean }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const language = useLanguage();
  const refusal = useRefusal('projects.addCorrected', ['adjudicator', 'administrator']);
  const { data: projects = [] } = useAnswer('projects.list', refusal === undefined && {});
  const add = useChange('projects.addCorrected', notices.fail);
  const send = (key: string): void => {
    const [which, project] = key.split(' ');
    const documents = which === 'one' ? { documents: [id] } : {};
    add.mutate(
      { projectId: Number(project), ...documents },
      {
        onSuccess: ({ documents: added, items, losses }) => {
          notices.done(t('corrections.added', { documents: added, items }));
          for (const { what, count, example } of losses)
            notices.warn(t('corrections.leftOut', { what: messageText(what, language), count, example }));
        },
      },
    );
  };
  const choices = (which: 'one' | 'all') =>
    projects.map(({ id: project, name }) => ({ key: `${which} ${project}`, label: name }));
  const items = [
    ...(isCorrected
      ? [{ key: 'one', type: 'group' as const, label: t('corrections.addOne'), children: choices('one') }]
      : []),
    { key: 'all', type: 'group' as const, label: t('corrections.addAll'), children: choices('all') },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => send(key) }}>
      <Button
        size="small"
        loading={add.isPending}
        disabled={refusal !== undefined || projects.length === 0}
        title={refusal ?? t(projects.length === 0 ? 'corrections.noProject' : 'corrections.addHint')}
        data-testid="correction-to-project"
      >
        {t('corrections.toProject')}
      </Button>
    </Dropdown>
  );
}

function Row({ correction }: { readonly correction: MadeCorrection }) {
  const { t } = useTranslation();
  const { text, start, found, mention, gone, actor, at } = correction;
  const words = mention === null ? text : text.slice(mention.start - start, mention.end - start);
  const entity = mention?.entity;
  const said =
    entity && (entity.id === undefined ? t('corrections.entityGone', { name: entity.name }) : entity.name);
  return (
    <div
      className="relation-row correction-item"
      data-testid="correction-row"
      data-gone={gone}
      title={t('diagnosis.decidedBy', { actor, time: formatDateTime(at) })}
    >
      <div className="relation-triple">
        <span className="ellipsis correction-item-words">{words}</span>
        {found === null ? (
          <span className="muted">{t('corrections.wasAdded')}</span>
        ) : (
          <KindBadge kind={kindOfLabel(found.type)} />
        )}
        <span className="muted">→</span>
        {mention === null ? (
          <span>{t('corrections.wasRemoved')}</span>
        ) : (
          <>
            <TypeBadge type={mention.type} />
            <AssertionMark assertion={mention.assertion} />
          </>
        )}
      </div>
      <p className="fine muted ellipsis">{gone ? t('corrections.gone') : said}</p>
    </div>
  );
}
