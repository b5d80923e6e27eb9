import { Button, Select } from 'antd';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DeidField } from '../../../shared/domain/deid.ts';
import {
  colourGroupOf,
  decide,
  decideAll,
  type FieldCount,
  goTo,
  isOpen,
  markOf,
  type Review,
  type ReviewItem,
  setField,
  step,
} from './review.ts';

interface FindingListProps {
  readonly review: Review;
  readonly counts: readonly FieldCount[];
  readonly list: RefObject<HTMLDivElement | null>;
  readonly onReview: (change: (now: Review) => Review) => void;
  /** Goes over to the text, absent where there is none to select in. */
  readonly onText?: (() => void) | undefined;
}

/** Everything that was found, to be walked through by keys. */
export function FindingList({ review, counts, list, onReview, onText }: FindingListProps) {
  const { t } = useTranslation();
  const { items, current } = review;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the keys are at the beginning only
  useEffect(() => (list.current === null ? onText?.() : list.current.focus()), [list]);
  useEffect(() => {
    list.current?.querySelector(`[data-row="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [list, current]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft' && onText !== undefined) {
      event.preventDefault();
      return onText();
    }
    const change = actionOf(event.key, current);
    if (change === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onReview(change);
  };
  return (
    <section className="deid-list column" aria-label={t('deid.list')}>
      <div className="deid-fields wrap">
        {counts.map(({ field, all, accepted }) => (
          <button
            key={field}
            type="button"
            className={`deid-chip look-${colourGroupOf(field)}${accepted === 0 ? ' is-kept' : ''}`}
            aria-pressed={accepted > 0}
            title={t(accepted > 0 ? 'deid.rejectAll' : 'deid.acceptAll')}
            onClick={() => onReview((now) => decideAll(now, accepted === 0, field))}
          >
            {t(`deid.field.${field}`)} {accepted === all ? all : `${accepted}/${all}`}
          </button>
        ))}
      </div>
      {items.length === 0 ? (
        <p className="deid-none">{t('deid.none')}</p>
      ) : (
        <div
          ref={list}
          className="deid-rows"
          role="listbox"
          tabIndex={0}
          aria-label={t('deid.list')}
          aria-activedescendant={current < 0 ? undefined : `deid-row-${current}`}
          data-testid="deid-list"
          onKeyDown={onKeyDown}
        >
          {items.map((item, i) => (
            <FindingRow
              key={item.start}
              item={item}
              index={i}
              current={i === current}
              text={review.text}
              onPick={() => onReview((now) => goTo(now, i))}
            />
          ))}
        </div>
      )}
      {current >= 0 && <FindingActions field={items[current]?.field ?? 'name'} onReview={onReview} />}
      <p className="deid-keys">{t('deid.keys')}</p>
      {onText !== undefined && <p className="deid-keys">{t('deid.textKeys')}</p>}
    </section>
  );
}

interface FindingRowProps {
  readonly item: ReviewItem;
  readonly index: number;
  readonly current: boolean;
  readonly text: string;
  readonly onPick: () => void;
}

function FindingRow({ item, index, current, text, onPick }: FindingRowProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus
    <div
      id={`deid-row-${index}`}
      data-row={index}
      role="option"
      aria-selected={current}
      className={`deid-row${current ? ' is-current' : ''}${markOf(item)}`}
      onClick={onPick}
    >
      <span className={`deid-tag look-${colourGroupOf(item.field)}`}>{t(`deid.field.${item.field}`)}</span>
      <span className="deid-words ellipsis">{text.slice(item.start, item.end)}</span>
      <span
        className="fine muted tabular"
        title={item.accepted ? t('deid.confidenceHint') : isOpen(item) ? t('deid.possibleHint') : undefined}
      >
        {item.accepted
          ? t('deid.confidence', { percent: Math.round(item.confidence * 100) })
          : t(isOpen(item) ? 'deid.possible' : 'deid.kept')}
      </span>
    </div>
  );
}

interface FindingActionsProps {
  readonly field: DeidField;
  readonly onReview: FindingListProps['onReview'];
}

/** Buttons for the current finding. */
function FindingActions({ field, onReview }: FindingActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="deid-actions">
      <Button
        size="small"
        data-testid="deid-accept"
        onClick={() => onReview((now) => decide(now, now.current, true))}
      >
        {t('deid.accept')}
      </Button>
      <Button
        size="small"
        data-testid="deid-reject"
        onClick={() => onReview((now) => decide(now, now.current, false))}
      >
        {t('deid.reject')}
      </Button>
      <Select
        size="small"
        value={field}
        aria-label={t('deid.fieldOf')}
        popupMatchSelectWidth={false}
        onChange={(next) => onReview((now) => setField(now, now.current, next))}
        options={DeidField.options.map((value) => ({ value, label: t(`deid.field.${value}`) }))}
      />
    </div>
  );
}

function actionOf(key: string, current: number): ((now: Review) => Review) | null {
  switch (key) {
    case 'ArrowDown':
      return (now) => step(now, 1);
    case 'ArrowUp':
      return (now) => step(now, -1);
    case 'Home':
      return (now) => goTo(now, 0);
    case 'End':
      return (now) => goTo(now, now.items.length - 1);
    case 'Enter':
      return (now) => decide(now, current, true);
    case 'Delete':
    case 'Backspace':
      return (now) => decide(now, current, false);
    case ' ':
      return (now) => goTo(decide(now, current, now.items[current]?.accepted !== true), current);
    default:
      return null;
  }
}
