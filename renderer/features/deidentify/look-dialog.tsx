import { Button, Modal, Progress, Segmented } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeidField } from '../../../shared/domain/deid.ts';
import {
  type Leftover,
  type LookDecision,
  type LookReport,
  LookRisk,
  risksAbove,
} from '../../../shared/domain/second-look.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { pendingLook } from '../../api/second-look.ts';
import { formatCount } from '../../lib/format.ts';
import { useStore } from '../../lib/use-store.ts';
import { PickList } from '../../ui/pick-list.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import {
  changedPlaces,
  currentPlace,
  decide,
  decidedIn,
  goToRow,
  type LookReview,
  nextOpen,
  ORDERS,
  openCounts,
  type Reach,
  type Row,
  setOrder,
  startLook,
  undoLast,
} from './look-review.ts';
import { colourGroupOf } from './review.ts';

/** Places that may be left in an export that waits, if any. */
export function PendingLookDialog() {
  const pending = useStore(pendingLook);
  return pending === null ? null : <LookDialog report={pending.report} onFinish={pending.finish} />;
}

interface LookDialogProps {
  readonly report: LookReport;
  readonly onFinish: (goesOn: boolean) => void;
}

const ROW_HEIGHT = 30;

/** Places that may point to a person: removed or accepted, one by one, by group or all of the same words, by keys. */
function LookDialog({ report, onFinish }: LookDialogProps) {
  const { t } = useTranslation();
  const limits = useAnswer('deid.safety', {}).data?.limits;
  const { review, change } = useSavedReview(report.leftovers);
  const body = useRef<HTMLDivElement>(null);
  const open = openCounts(review);
  const above = limits === undefined ? LookRisk.options : risksAbove(open, limits);
  const left = open.high + open.medium + open.low;
  const all = review.places.length;
  const onKey = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    change(step);
  };
  return (
    <Modal
      open
      title={t('look.title')}
      width="min(1100px, 94vw)"
      style={{ top: 28 }}
      footer={null}
      onCancel={() => onFinish(false)}
      afterOpenChange={(isOpen) => {
        if (isOpen) body.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
      }}
      data-testid="look-dialog"
    >
      <div className="look column" ref={body}>
        <p className="muted">
          {t('look.intro', { records: formatCount(report.records), places: formatCount(all) })}
          {report.omitted > 0 && ` ${t('look.omitted', { n: formatCount(report.omitted) })}`}
        </p>
        {report.records > 1 && <Groups report={report} />}
        <div className="look-head">
          <Segmented
            value={review.order}
            aria-label={t('look.orderLabel')}
            data-testid="look-order"
            onChange={(order) => change((now) => setOrder(now, order))}
            options={ORDERS.map((value) => ({ value, label: t(`look.order.${value}`) }))}
          />
          <Progress
            percent={all === 0 ? 100 : Math.floor((100 * (all - left)) / all)}
            showInfo={false}
            size="small"
            aria-label={t('look.progress', { done: all - left, all })}
          />
          <span className="tabular" role="status" data-testid="look-progress">
            {t('look.progress', { done: all - left, all })}
          </span>
        </div>
        <PickList
          items={review.rows}
          rowHeight={ROW_HEIGHT}
          keyOf={(row) => (row.kind === 'group' ? `group ${row.name}` : row.index)}
          picked={review.current}
          onPick={(row) => change((now) => goToRow(now, row))}
          onKey={onKey}
          label={t('look.list')}
          testId="look-list"
          render={(row) => <LookRow row={row} review={review} />}
        />
        <Context place={currentPlace(review)} />
        <div className="look-foot">
          <Decisions review={review} onChange={change} />
          <span
            className={above.length > 0 ? 'look-left is-danger' : 'look-left muted'}
            data-testid="look-left"
          >
            {t('look.left', open)}
          </span>
          <Button onClick={() => onFinish(false)}>{t('app.cancel')}</Button>
          <Button
            type="primary"
            disabled={above.length > 0}
            data-testid="look-export"
            onClick={() => onFinish(true)}
          >
            {t('look.export')}
          </Button>
        </div>
        <p className="deid-keys">
          {above.length > 0 ? `${t('look.tooMuch')} ${t('look.keys')}` : t('look.keys')}
        </p>
      </div>
    </Modal>
  );
}

/** k over what leaves, and the smallest groups on request. */
function Groups({ report: { records, anonymity, before } }: { readonly report: LookReport }) {
  const { t } = useTranslation();
  const { k, unique, groups } = anonymity;
  return (
    <details className="look-groups" data-testid="look-anonymity">
      <summary>
        {t('look.anonymity', { k, unique, records })}
        {before !== undefined && t('look.anonymityBefore', { k: before.k, unique: before.unique })}
      </summary>
      <ul>
        {groups.map(({ values, count }) => (
          <li key={JSON.stringify(values)}>
            {count} × {Object.values(values).join('，') || t('app.none')}
          </li>
        ))}
      </ul>
    </details>
  );
}

type Change = (step: (now: LookReview) => LookReview) => void;

/** The review whose every decision is kept in the workspace at once; one that cannot be kept is taken back. */
function useSavedReview(places: readonly Leftover[]): {
  readonly review: LookReview;
  readonly change: Change;
} {
  const notices = useNotices();
  const [review, setReview] = useState(() => startLook(places));
  const shown = useRef(review);
  const show = (next: LookReview): void => {
    shown.current = next;
    setReview(next);
  };
  const change: Change = (step) => {
    const before = shown.current;
    const after = step(before);
    if (after === before) return;
    show(after);
    const changed = changedPlaces(before, after);
    if (changed.length === 0) return;
    const decided = changed.map(({ object, part, words, nth, decision }) => ({
      object,
      part,
      words,
      nth,
      decision,
    }));
    call('deid.decide', { places: decided }).catch((error: unknown) => {
      show(before);
      notices.fail(error);
    });
  };
  return { review, change };
}

/** Returns what a key does to the review, or null. */
function stepOf({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
}: KeyboardEvent): ((now: LookReview) => LookReview) | null {
  const reach: Reach = shiftKey ? 'same' : 'row';
  const command = ctrlKey || metaKey;
  if (altKey) return null;
  if (command) return key.toLowerCase() === 'z' ? undoLast : null;
  switch (key) {
    case 'Enter':
      return (now) => decide(now, 'remove', reach);
    case 'Delete':
    case 'Backspace':
      return (now) => decide(now, 'accept', reach);
    case 'n':
    case 'N':
      return nextOpen;
    case 'u':
    case 'U':
      return undoLast;
    case '1':
    case '2':
    case '3':
      return (now) => setOrder(now, ORDERS[Number(key) - 1] ?? now.order);
    default:
      return null;
  }
}

/** Returns the words of a group of an order. */
function useGroupName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const risk = LookRisk.safeParse(name).data;
    const field = DeidField.safeParse(name).data;
    if (risk !== undefined) return t(`look.risk.${risk}`);
    return field === undefined ? name : t(`deid.field.${field}`);
  };
}

function LookRow({ row, review }: { readonly row: Row; readonly review: LookReview }) {
  const { t } = useTranslation();
  const groupName = useGroupName();
  if (row.kind === 'group')
    return (
      <div className="look-group">
        <strong className="ellipsis">{review.order === 'words' ? row.name : groupName(row.name)}</strong>
        <span className="muted tabular">
          {decidedIn(review, row.places)} / {row.places.length}
        </span>
      </div>
    );
  const place = review.places[row.index];
  if (place === undefined) return null;
  return (
    <div className={`look-row${place.decision === null ? '' : ` is-${place.decision}`}`}>
      <span className={`look-risk is-${place.risk}`}>{t(`look.risk.${place.risk}`)}</span>
      <span className={`deid-tag look-${colourGroupOf(place.field)}`}>
        {t(`look.reason.${place.reason}`)}
      </span>
      <span className="look-words ellipsis" lang="zh-CN">
        {place.words}
      </span>
      <span className="muted ellipsis" lang="zh-CN">
        {place.before}
        <b>{place.words}</b>
        {place.after}
      </span>
      <span className="fine muted ellipsis">{place.title}</span>
      <span className="fine">{place.decision !== null && t(`look.decision.${place.decision}`)}</span>
    </div>
  );
}

/** The place that is current, with the words around it. */
function Context({ place }: { readonly place: Leftover | undefined }) {
  const { t } = useTranslation();
  const partName = usePartName();
  if (place === undefined) return null;
  return (
    <div className="look-context" data-testid="look-context">
      <span className="muted fine">
        {place.title} · {partName(place.part)}
        {place.by !== undefined && ` · ${t('look.by', { name: place.by })}`}
      </span>
      <p lang="zh-CN">
        …{place.before}
        <mark className={`deid-mark look-${colourGroupOf(place.field)}`}>{place.words}</mark>
        {place.after}…
      </p>
    </div>
  );
}

/** Returns the words of a part of a record. */
function usePartName(): (part: string) => string {
  const { t } = useTranslation();
  return (part) => {
    if (part === 'text' || part === 'title') return t(`look.part.${part}`);
    const [kind = '', ...rest] = part.split(':');
    return kind === 'meta' ? t('look.part.field', { name: rest.join(':') }) : t('look.part.note');
  };
}

interface DecisionsProps {
  readonly review: LookReview;
  readonly onChange: Change;
}

/** Buttons for what keys do. */
function Decisions({ review, onChange }: DecisionsProps) {
  const { t } = useTranslation();
  const words = currentPlace(review)?.words;
  const same = review.places.filter((place) => place.words === words).length;
  const button = (decision: LookDecision, reach: Reach, label: string) => (
    <Button
      size="small"
      data-testid={`look-${decision}-${reach}`}
      onClick={() => onChange((now) => decide(now, decision, reach))}
    >
      {label}
    </Button>
  );
  return (
    <div className="deid-actions wrap">
      {button('remove', 'row', t('look.remove'))}
      {button('accept', 'row', t('look.accept'))}
      {same > 1 && button('remove', 'same', t('look.removeSame', { n: same }))}
      {same > 1 && button('accept', 'same', t('look.acceptSame', { n: same }))}
      <Button
        size="small"
        disabled={review.undo.length === 0}
        data-testid="look-undo"
        onClick={() => onChange(undoLast)}
      >
        {t('look.undo')}
      </Button>
    </div>
  );
}
