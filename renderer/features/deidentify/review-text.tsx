import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeidField } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { AddBar } from './add-bar.tsx';
import { add, colourGroupOf, goTo, markOf, type Review, segmentsOf } from './review.ts';
import { caretPlace, moveSelection, putCaret, selectionIn } from './text-caret.ts';

interface ReviewTextProps {
  readonly review: Review;
  readonly box: RefObject<HTMLElement | null>;
  readonly onReview: (change: (now: Review) => Review) => void;
  /** Goes back to the list of what was found. */
  readonly onLeave: () => void;
}

/** The record with what was found marked by field; text selected with mouse or keys can be added. */
export function ReviewText({ review, box, onReview, onLeave }: ReviewTextProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const { chosen, caret } = useSelected(box, bar);
  const [field, setField] = useState<DeidField>('name');
  const segments = useMemo(() => segmentsOf(review.text, review.items), [review.text, review.items]);
  useEffect(() => {
    box.current?.querySelector(`[data-item="${review.current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [box, review.current]);

  const addChosen = (): void => {
    if (chosen === null) return;
    onReview((now) => add(now, chosen.start, chosen.end, field));
    document.getSelection()?.removeAllRanges();
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { current } = box;
    if (current === null) return;
    if (event.key === 'Enter' && chosen !== null) addChosen();
    else if (event.key === 'Escape') {
      event.stopPropagation(); // the dialog stays
      if (chosen === null) onLeave();
      else document.getSelection()?.collapseToStart();
    } else if (!moveSelection(current, event)) return;
    else bringIntoView(current);
    event.preventDefault();
  };
  return (
    <div className="deid-sheet">
      <section
        ref={box}
        className="deid-text"
        lang="zh-CN"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: text is selected in it by keys
        tabIndex={0}
        aria-label={`${t('deid.marks')}. ${t('deid.textKeys')}`}
        data-testid="deid-text"
        onKeyDown={onKeyDown}
      >
        {segments.map(({ text, start, item }) => {
          const found = item === undefined ? undefined : review.items[item];
          if (item === undefined || found === undefined)
            return (
              <span key={start} data-start={start}>
                {text}
              </span>
            );
          const state = `${markOf(found)}${item === review.current ? ' is-current' : ''}`;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list beside it does the same by keys
            <mark
              key={start}
              data-start={start}
              data-item={item}
              className={`deid-mark look-${colourGroupOf(found.field)}${state}`}
              title={t(`deid.field.${found.field}`)}
              onClick={() => onReview((now) => goTo(now, item))}
            >
              {text}
            </mark>
          );
        })}
        {caret !== null && <span className="deid-caret" style={caret} aria-hidden />}
      </section>
      {chosen !== null && (
        <AddBar
          bar={bar}
          words={review.text.slice(chosen.start, chosen.end)}
          field={field}
          onField={setField}
          onAdd={addChosen}
        />
      )}
    </div>
  );
}

/** Puts the keys into the text, before what is current in the list. */
export function enterText(box: HTMLElement | null, { items, current }: Review): void {
  if (box === null) return;
  box.focus();
  putCaret(box, items[current]?.start ?? 0);
}

type Place = ReturnType<typeof caretPlace>;

/** Returns the selection in the text, or the caret while the text has the focus. */
function useSelected(
  box: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
): { readonly chosen: Span | null; readonly caret: Place } {
  const [chosen, setChosen] = useState<Span | null>(null);
  const [caret, setCaret] = useState<Place>(null);
  useEffect(() => {
    const follow = (): void => {
      const text = box.current;
      // While its field is chosen, the words stay.
      if (text === null || bar.current?.contains(document.activeElement) === true) return;
      const now = selectionIn(text);
      setChosen(now !== null && now.start < now.end ? now : null);
      setCaret(document.activeElement === text && now?.start === now?.end ? caretPlace(text) : null);
    };
    document.addEventListener('selectionchange', follow);
    const text = box.current;
    text?.addEventListener('focusout', follow);
    text?.addEventListener('focusin', follow);
    return () => {
      document.removeEventListener('selectionchange', follow);
      text?.removeEventListener('focusout', follow);
      text?.removeEventListener('focusin', follow);
    };
  }, [box, bar]);
  return { chosen, caret };
}

/** Scrolls as far as the moving end of the selection needs. */
function bringIntoView(box: HTMLElement): void {
  const place = caretPlace(box);
  if (place === null) return;
  const below = place.top + place.height - (box.scrollTop + box.clientHeight);
  if (below > 0) box.scrollTop += below;
  else if (place.top < box.scrollTop) box.scrollTop = place.top;
}
