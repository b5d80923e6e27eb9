import { Button } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Mention } from '../../../shared/domain/mention.ts';
import { formatPercent } from '../../lib/format.ts';
import { colourTypeOf } from '../../lib/mention-kinds.ts';
import { useStore } from '../../lib/use-store.ts';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { AssertionMark } from '../../ui/type-badge.tsx';
import type { CardTarget, EditorView } from './editor-view.ts';
import { EntityFacts } from './entity-facts.tsx';
import { KindBadge, useKindName } from './kind-badge.tsx';
import { nameOf } from './mention-groups.ts';
import type { MarkedMention } from './merge-mentions.ts';
import type { DocumentSession } from './session.ts';
import { SourceMark } from './source-mark.tsx';
import type { Corrections } from './use-corrections.ts';

interface HoverCardProps {
  readonly view: EditorView;
  readonly session: DocumentSession;
  readonly corrections: Corrections;
  readonly onOpenEntity: (id: number) => void;
}

/** Shows what graph, model and record say about the mention under the pointer or at the cursor. */
export function HoverCard({ view, session, corrections, onOpenEntity }: HoverCardProps) {
  const target = useStore(view.card);
  if (target === null) return null;
  const { start, end } = target.placed.mention;
  return createPortal(
    <Card
      key={`${start} ${end}`}
      target={target}
      view={view}
      session={session}
      corrections={corrections}
      onOpenEntity={onOpenEntity}
    />,
    document.body,
  );
}

const GAP = 4;

function Card({
  target,
  view,
  session,
  corrections,
  onOpenEntity,
}: HoverCardProps & { readonly target: CardTarget }) {
  const { t } = useTranslation();
  const kindName = useKindName();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: target.left, top: target.bottom + GAP });
  const { mention } = target.placed;
  const { kind, linked, predicted } = mention;
  const assertion = (linked ?? predicted)?.assertion;

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
      aria-label={`${t('card.label')}: ${nameOf(mention)}`}
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
        <KindBadge kind={kind} />
        <strong>{nameOf(mention)}</strong>
        <span className={`type-name type-${colourTypeOf(kind)}`}>{kindName(kind)}</span>
        {assertion !== undefined && <AssertionMark assertion={assertion} />}
        <Cue session={session} target={target} />
      </header>
      <ModelFinding session={session} mention={mention} />
      <Overlapping session={session} target={target} />
      {linked?.entityId !== undefined && <EntityFacts id={linked.entityId} />}
      <CorrectionTools target={target} view={view} session={session} corrections={corrections} />
      {linked?.entityId !== undefined && (
        <GraphLink linked={linked} view={view} onOpenEntity={onOpenEntity} />
      )}
    </div>
  );
}

interface GraphLinkProps {
  readonly linked: Mention;
  readonly view: EditorView;
  readonly onOpenEntity: (id: number) => void;
}

function GraphLink({ linked: { entityId, alternatives = [] }, view, onOpenEntity }: GraphLinkProps) {
  const { t } = useTranslation();
  return (
    <footer>
      {alternatives.length > 0 && (
        <span className="muted">{t('card.alternatives', { n: alternatives.length })}</span>
      )}
      <Button
        type="link"
        size="small"
        onClick={() => {
          view.closeCard();
          if (entityId !== undefined) onOpenEntity(entityId);
        }}
      >
        {t('card.openInGraph')}
      </Button>
    </footer>
  );
}

/** Corrects the highlight, removes it, or never marks its words again. */
function CorrectionTools({
  target,
  view,
  session,
  corrections,
}: Omit<HoverCardProps, 'onOpenEntity'> & { readonly target: CardTarget }) {
  const { t } = useTranslation();
  const kindName = useKindName();
  const keymap = useKeymap();
  const { mention } = target.placed;
  const { refusal } = corrections;
  const correction = view.targetOf(target.placed);
  const close = (): void => view.closeCard();
  const common = { size: 'small', disabled: refusal !== undefined } as const;
  const title = (name: 'correctMention' | 'removeMention') => refusal ?? keyText(keymap[name]);
  return (
    <div className="card-corrections">
      <Button
        {...common}
        title={title('correctMention')}
        data-testid="card-correct"
        onClick={() => view.correct(correction)}
      >
        {t('corrections.correct')}
      </Button>
      <Button
        {...common}
        title={title('removeMention')}
        data-testid="card-remove"
        onClick={() => {
          close();
          void corrections.mark(session, correction, null);
        }}
      >
        {t('corrections.remove')}
      </Button>
      {mention.source !== 'person' && (
        <Button
          {...common}
          title={refusal ?? t('corrections.neverHint', { words: mention.text, kind: kindName(mention.kind) })}
          data-testid="card-never"
          onClick={() => {
            close();
            corrections.never(session, correction);
          }}
        >
          {t('corrections.never')}
        </Button>
      )}
    </div>
  );
}

interface ModelFindingProps {
  readonly session: DocumentSession;
  readonly mention: MarkedMention;
}

/** The model's own label, and how sure it is. */
function ModelFinding({ session, mention: { predicted, source } }: ModelFindingProps) {
  const { t } = useTranslation();
  const model = useStore(session.modelUse.state);
  if (predicted === undefined) return null;
  const name = model.kind === 'used' ? model.name : t('source.model');
  return (
    <p className="model-finding" data-testid="card-model">
      <SourceMark source={source} />
      {t('card.model', { name, label: predicted.type, confidence: formatPercent(predicted.confidence) })}
      {source === 'model' && <span className="muted">{t('card.modelOnly')}</span>}
    </p>
  );
}

const MOST_OVERLAPPING = 3;

/** Shows the other source's mention in the same place, with other borders or of another type. */
function Overlapping({
  session,
  target,
}: {
  readonly session: DocumentSession;
  readonly target: CardTarget;
}) {
  const { t } = useTranslation();
  const kindName = useKindName();
  const { start, end, mention } = target.placed;
  const others = session.track
    .slice(start, end)
    .flatMap(({ mention: other }) =>
      other.source === mention.source || other.source === 'person' || other === mention ? [] : [other],
    )
    .filter(({ source }) => source === 'model' || mention.source === 'model');
  return others.slice(0, MOST_OVERLAPPING).map((other) => (
    <p key={`${other.start} ${other.end} ${other.kind}`} className="model-finding" data-testid="card-other">
      <SourceMark source={other.source} />
      {other.predicted === undefined
        ? t('card.otherLinked', { words: other.text, kind: kindName(other.kind) })
        : t('card.otherPredicted', {
            words: other.text,
            kind: kindName(other.kind),
            confidence: formatPercent(other.predicted.confidence),
          })}
    </p>
  ));
}

/** The words that decided the assertion. */
function Cue({ session, target }: { readonly session: DocumentSession; readonly target: CardTarget }) {
  const { t } = useTranslation();
  const cue = target.placed.mention.linked?.cue;
  if (cue === undefined) return null;
  const span = session.carry(cue, session.found.get().linkedVersion);
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
