import { Button, Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeidField } from '../../../shared/domain/deid.ts';
import { add, goTo, lookOf, type Review, segmentsOf } from '../../lib/deid-review.ts';

interface ReviewTextProps {
  readonly review: Review;
  readonly onReview: (change: (now: Review) => Review) => void;
}

interface Chosen {
  readonly start: number;
  readonly end: number;
}

/** The record with what was found marked by field; selected text can be added. */
export function ReviewText({ review, onReview }: ReviewTextProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const segments = useMemo(() => segmentsOf(review.text, review.items), [review.text, review.items]);
  useEffect(() => {
    box.current?.querySelector(`[data-item="${review.current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [review.current]);
  useEffect(() => {
    const follow = (): void => setChosen(selectionIn(box.current));
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, []);
  return (
    <div className="deid-sheet">
      <section
        ref={box}
        className="deid-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-label={t('deid.marks')}
        data-testid="deid-text"
      >
        {segments.map(({ text, start, item }) => {
          const found = item === undefined ? undefined : review.items[item];
          if (item === undefined || found === undefined)
            return (
              <span key={start} data-start={start}>
                {text}
              </span>
            );
          const state = `${found.accepted ? '' : ' is-kept'}${item === review.current ? ' is-current' : ''}`;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list beside it does the same by keys
            <mark
              key={start}
              data-start={start}
              data-item={item}
              className={`deid-mark look-${lookOf(found.field)}${state}`}
              title={t(`deid.field.${found.field}`)}
              onClick={() => onReview((now) => goTo(now, item))}
            >
              {text}
            </mark>
          );
        })}
      </section>
      {chosen !== null && (
        <AddBar
          words={review.text.slice(chosen.start, chosen.end)}
          onAdd={(field) => {
            onReview((now) => add(now, chosen.start, chosen.end, field));
            setChosen(null);
            document.getSelection()?.removeAllRanges();
          }}
        />
      )}
    </div>
  );
}

const SHOWN = 16;

function AddBar({ words, onAdd }: { readonly words: string; readonly onAdd: (field: DeidField) => void }) {
  const { t } = useTranslation();
  const [field, setField] = useState<DeidField>('name');
  const short = words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words;
  return (
    // Pressing here must not take the selection away.
    <div
      className="deid-add"
      role="toolbar"
      aria-label={t('deid.add')}
      onMouseDown={(event) => event.preventDefault()}
    >
      <span className="deid-add-words">{short}</span>
      <Select
        size="small"
        value={field}
        aria-label={t('deid.addAs')}
        popupMatchSelectWidth={false}
        onChange={setField}
        options={DeidField.options.map((value) => ({ value, label: t(`deid.field.${value}`) }))}
      />
      <Button size="small" type="primary" data-testid="deid-add" onClick={() => onAdd(field)}>
        {t('deid.add')}
      </Button>
    </div>
  );
}

/** The selection in offsets of the text; null when there is none in it. */
function selectionIn(box: HTMLElement | null): Chosen | null {
  const selection = document.getSelection();
  if (box === null || selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  if (!box.contains(startContainer) || !box.contains(endContainer)) return null;
  const start = offsetOf(startContainer, startOffset);
  const end = offsetOf(endContainer, endOffset);
  return start === null || end === null || start >= end ? null : { start, end };
}

/** Each segment holds one text node and knows where it starts. */
function offsetOf(node: Node, offset: number): number | null {
  const element = node instanceof HTMLElement ? node : node.parentElement;
  const segment = element?.closest('[data-start]');
  if (segment instanceof HTMLElement) {
    const inText = node instanceof Text ? offset : offset > 0 ? (segment.textContent?.length ?? 0) : 0;
    return Number(segment.dataset.start) + inText;
  }
  // Between segments, in the box itself.
  const next = node.childNodes[offset];
  return next instanceof HTMLElement && next.dataset.start !== undefined ? Number(next.dataset.start) : null;
}
