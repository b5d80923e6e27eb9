import { Button, Segmented, Select } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityType } from '../../../shared/domain/graph.ts';
import { type ReviewDecision, type ReviewItem, ReviewKind } from '../../../shared/domain/graph-review.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { TYPE_ORDER } from '../../lib/entity-types.ts';
import { formatCount } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { useRelationName } from '../../ui/relation-name.ts';
import { TypeBadge } from '../../ui/type-badge.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useRefusal } from '../../ui/use-refusal.ts';

const SHOWN = 500;
/** Keys of decisions while the list has the focus; with Shift about all of the kind. */
const KEYS: Readonly<Record<string, ReviewDecision>> = { k: 'keep', t: 'retype', d: 'remove' };
const ACTIONS = Object.entries(KEYS);

/** Suspicious content of imports by kind, decided one by one or all of a kind with keys. */
export function ReviewPage({ onEntity }: { readonly onEntity: (id: number) => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<ReviewKind>('symbols');
  const [picked, setPicked] = useState(0);
  const [type, setType] = useState<EntityType>();
  const { attempt, busy } = useAttempt();
  const refusal = useRefusal('kg.decideReview', ['adjudicator', 'administrator']);
  const box = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useAnswer('kg.review', { kind, limit: SHOWN });
  const items = data?.items ?? [];
  const at = Math.min(picked, items.length - 1);
  const current = items[at];
  const isFilled = items.length > 0;
  useEffect(() => {
    if (isFilled) box.current?.querySelector<HTMLElement>('.pick-list')?.focus();
  }, [isFilled]);
  const canRetype = (item: ReviewItem): boolean =>
    item.edge === undefined && (type ?? item.suggestion) !== undefined;
  const cannot = (decision: ReviewDecision): boolean =>
    current === undefined || busy || refusal !== undefined || (decision === 'retype' && !canRetype(current));
  const decide = (decision: ReviewDecision, all: boolean): void => {
    if (current === undefined || cannot(decision)) return;
    void attempt(async () => {
      await call('kg.decideReview', {
        ...{ kind, decision },
        ...(all ? {} : { keys: [current.key] }),
        ...(decision === 'retype' && type !== undefined && { type }),
      });
      await refetch();
    });
  };
  const undo = (): void => void attempt(() => call('kg.turnEdit', { redo: false }));
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const decision = KEYS[event.key.toLowerCase()];
    if (event.key.toLowerCase() === 'z') undo();
    else if (decision !== undefined) decide(decision, event.shiftKey);
    else return;
    event.preventDefault();
  };
  return (
    <div className="completion column" data-testid="review" ref={box}>
      <h1>{t('graph.review')}</h1>
      <p className="muted">{t('graph.reviewAbout')}</p>
      <Segmented
        className="review-kinds"
        value={kind}
        aria-label={t('graph.review')}
        options={ReviewKind.options.map((value) => ({
          value,
          label: `${t(`graph.reviewKind.${value}`)} ${data === undefined ? '' : formatCount(data.counts[value])}`,
        }))}
        onChange={(value) => {
          setKind(value);
          setPicked(0);
        }}
      />
      <div className="row wrap completion-tools">
        {ACTIONS.map(([key, decision]) => (
          <Button
            key={key}
            disabled={cannot(decision)}
            title={refusal}
            data-testid={`review-${decision}`}
            onClick={() => decide(decision, false)}
          >
            {t(`graph.reviewDecision.${decision}`)} <Kbd shortcut={key.toUpperCase()} />
          </Button>
        ))}
        <Select
          allowClear
          value={type}
          placeholder={t('graph.suggestedType')}
          aria-label={t('graph.newType')}
          data-testid="review-type"
          className="completion-relation"
          options={TYPE_ORDER.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(value?: EntityType) => setType(value)}
        />
        <Button disabled={busy || refusal !== undefined} data-testid="review-undo" onClick={undo}>
          {t('graph.undoDecision')} <Kbd shortcut="Z" />
        </Button>
        <span className="muted fine">{t('graph.reviewKeys')}</span>
      </div>
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="muted">{t('card.loading')}</p>}
      {data !== undefined && !isFilled && <EmptyState text={t('graph.nothingSuspicious')} />}
      {isFilled && (
        <div className="review-list">
          <PickList
            items={items}
            rowHeight={30}
            keyOf={({ key }) => key}
            render={(item) => <ReviewRow item={item} />}
            picked={at}
            onPick={setPicked}
            onOpen={(index) => items[index] !== undefined && onEntity(items[index].entity.id)}
            onKey={press}
            label={t('graph.review')}
            testId="review-items"
          />
        </div>
      )}
    </div>
  );
}

function ReviewRow({ item: { entity, edge, suggestion, sources } }: { readonly item: ReviewItem }) {
  const { t } = useTranslation();
  const nameOf = useRelationName();
  return (
    <div className="edge-row row" data-testid="review-item">
      <TypeBadge type={entity.type} />
      <span className="grow ellipsis">
        {entity.name}
        {edge !== undefined && (
          <>
            {' '}
            <span className="muted fine">{nameOf(edge.relation)}</span> <TypeBadge type={edge.tail.type} />{' '}
            {edge.tail.name}
          </>
        )}
      </span>
      {suggestion !== undefined && (
        <span className="muted fine">{t('graph.suggests', { type: t(`type.${suggestion}`) })}</span>
      )}
      <span className="muted fine ellipsis review-source">{sources.join('、')}</span>
    </div>
  );
}
