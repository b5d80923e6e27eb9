import { Button } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import { EntityFacts } from '../../ui/entity-facts.tsx';
import { AssertionMark, TypeBadge } from '../../ui/type-badge.tsx';
import type { CardTarget, EditorView } from './editor-view.ts';
import type { DocumentSession } from './session.ts';

interface HoverCardProps {
  readonly view: EditorView;
  readonly session: DocumentSession;
  readonly onOpenEntity: (id: number) => void;
}

/** What the graph and the record say about the mention under the pointer or at the cursor. */
export function HoverCard({ view, session, onOpenEntity }: HoverCardProps) {
  const target = useStore(view.card);
  if (target === null) return null;
  const { start } = target.placed.mention;
  return createPortal(
    <Card key={start} target={target} view={view} session={session} onOpenEntity={onOpenEntity} />,
    document.body,
  );
}

const GAP = 4;

function Card({ target, view, session, onOpenEntity }: HoverCardProps & { readonly target: CardTarget }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: target.left, top: target.bottom + GAP });
  const { mention } = target.placed;

  // Again whenever the card grows, as when its facts arrive.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const settle = (): void => setPlace(placeCard(target, element));
    const observer = new ResizeObserver(settle);
    observer.observe(element);
    settle();
    if (target.byKey) element.focus();
    return () => observer.disconnect();
  }, [target]);

  return (
    <div
      ref={box}
      className="hover-card"
      data-testid="hover-card"
      role="dialog"
      aria-label={`${t('card.label')}: ${mention.name}`}
      tabIndex={-1}
      style={place}
      onPointerEnter={() => view.keepCard()}
      onPointerLeave={() => !target.byKey && view.closeCard()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        view.closeCard();
      }}
    >
      <header>
        <TypeBadge type={mention.type} />
        <strong>{mention.name}</strong>
        <span className={`type-name type-${mention.type}`}>{t(`type.${mention.type}`)}</span>
        <AssertionMark assertion={mention.assertion} />
        <Cue session={session} target={target} />
      </header>
      <EntityFacts id={mention.entityId} />
      <footer>
        {mention.alternatives !== undefined && mention.alternatives.length > 0 && (
          <span className="muted">{t('card.alternatives', { n: mention.alternatives.length })}</span>
        )}
        <Button
          type="link"
          size="small"
          onClick={() => {
            view.closeCard();
            onOpenEntity(mention.entityId);
          }}
        >
          {t('card.openInGraph')}
        </Button>
      </footer>
    </div>
  );
}

/** The words that decided the assertion. */
function Cue({ session, target }: { readonly session: DocumentSession; readonly target: CardTarget }) {
  const { t } = useTranslation();
  const { cue } = target.placed.mention;
  if (cue === undefined) return null;
  const span = session.carry(cue, session.found.get().version);
  if (span === null) return null;
  const words = session.model.getValueInRange(session.lines.rangeOf(span));
  return (
    <span className="cue">
      {t('card.cue')}“{words}”
    </span>
  );
}

/** Below the words, or above them where there is more room; never beyond the window. */
function placeCard(target: CardTarget, element: HTMLElement): { left: number; top: number } {
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = target.bottom + GAP;
  const above = target.top - GAP - height;
  const top = below + height <= window.innerHeight || above < 0 ? below : above;
  return {
    left: Math.max(GAP, Math.min(target.left, window.innerWidth - width - GAP)),
    top: Math.max(GAP, Math.min(top, window.innerHeight - height - GAP)),
  };
}
