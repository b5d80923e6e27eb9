import { Button } from 'antd';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeCorrection } from '../../../shared/domain/correction.ts';
import { formatDateTime } from '../../lib/format.ts';
import { kindOfLabel } from '../../lib/mention-kinds.ts';
import { useStore } from '../../lib/use-store.ts';
import type { EditorHandle } from '../../lib/workbench.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Kbd, keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { PickList } from '../../ui/pick-list.tsx';
import { AssertionMark, TypeBadge } from '../../ui/type-badge.tsx';
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
