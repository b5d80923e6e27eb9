import { Button, Segmented } from 'antd';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RelationEnd, RelationState } from '../../../shared/domain/record-relations.ts';
import { formatCount, formatDateTime, formatPercent } from '../../lib/format.ts';
import { kindOfLabel } from '../../lib/mention-kinds.ts';
import type { EditorHandle } from '../../lib/workbench.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { KindBadge } from './kind-badge.tsx';
import type { RelationRow } from './relation-rows.ts';
import type { DocumentSession } from './session.ts';
import { useRelationDecisions, useRelations } from './use-relations.ts';

interface RelationListProps {
  readonly session: DocumentSession;
  readonly locked: boolean;
  readonly onReveal: EditorHandle['reveal'];
  readonly onMark: EditorHandle['mark'];
}

/** Keys of decisions while the list has the focus. */
const KEYS: Readonly<Record<string, 'accepted' | 'rejected'>> = { a: 'accepted', r: 'rejected' };
const ACTIONS = Object.entries(KEYS);
const ROW_HEIGHT = 68;

/** Relations between mentions of the record: found by the model in use, accepted or rejected by keys or mouse. */
export function RelationList({ session, locked, onReveal, onMark }: RelationListProps) {
  const { t } = useTranslation();
  const { rows, model, error, refetch, isUpdating } = useRelations(session);
  const { decide, undo, canUndo, refusal } = useRelationDecisions(
    session.id,
    locked,
    t('archive.refusedTyping'),
  );
  const [state, setState] = useState<RelationState>('waiting');
  const [picked, setPicked] = useState(0);
  const [hovered, setHovered] = useState<RelationRow | null>(null);
  const items = rows[state];
  const at = Math.min(picked, items.length - 1);
  const current = items[at];
  const shown = hovered ?? current;
  useEffect(() => markEnds(shown, onMark), [shown, onMark]);
  useEffect(() => () => onMark(null, 0), [onMark]);
  const press = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase();
    const to = KEYS[key];
    if (event.altKey || (key !== 'z' && (event.ctrlKey || event.metaKey))) return;
    if (to === undefined && key !== 'z') return;
    event.preventDefault();
    if (to === undefined) undo();
    else decide(current, to);
  };
  return (
    <div className="relation-list" data-testid="relation-list" aria-busy={isUpdating}>
      <Segmented
        block
        size="small"
        value={state}
        aria-label={t('editor.relations')}
        options={RelationState.options.map((value) => ({
          value,
          label: `${t(`relations.${value}`)} ${formatCount(rows[value].length)}`,
        }))}
        onChange={(value) => {
          setState(value);
          setPicked(0);
        }}
      />
      <div className="relation-tools">
        {ACTIONS.map(([key, to]) => (
          <Button
            key={key}
            size="small"
            disabled={current === undefined || current.state === to || refusal !== undefined}
            title={refusal}
            data-testid={`relation-${to}`}
            onClick={() => decide(current, to)}
          >
            {t(`relations.decide.${to}`)} <Kbd shortcut={key.toUpperCase()} />
          </Button>
        ))}
        <Button size="small" disabled={!canUndo} data-testid="relation-undo" onClick={undo}>
          {t('relations.undo')} <Kbd shortcut="Z" />
        </Button>
      </div>
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {items.length === 0 && !isUpdating && error === null && (
        <EmptyState
          text={t(state === 'waiting' && model === null ? 'relations.noModel' : 'relations.empty')}
        />
      )}
      <PickList
        items={items}
        rowHeight={ROW_HEIGHT}
        keyOf={({ key }) => key}
        render={(row) => <Row row={row} onHover={setHovered} />}
        picked={at}
        onPick={(index) => {
          setPicked(index);
          markEnds(items[index], onMark, true);
        }}
        onOpen={(index) => {
          const row = items[index];
          if (row?.version !== undefined) onReveal(row.head, row.version);
        }}
        onKey={press}
        label={t('editor.relations')}
        testId="relations"
      />
      <p className="fine muted relation-note">
        {typeof model === 'string' && t('relations.by', { name: model })} {t('relations.note')}
      </p>
    </div>
  );
}

/** Marks both mentions of a relation in the text. */
function markEnds(row: RelationRow | undefined, onMark: EditorHandle['mark'], bring = false): void {
  if (row?.version === undefined) return onMark(null, 0);
  onMark(
    [
      { ...row.head, role: 'head' },
      { ...row.tail, role: 'tail' },
    ],
    row.version,
    bring,
  );
}

interface RowProps {
  readonly row: RelationRow;
  readonly onHover: (row: RelationRow | null) => void;
}

function Row({ row, onHover }: RowProps) {
  const { t } = useTranslation();
  const { type, head, tail, confidence, evidence, decided, version } = row;
  const by =
    decided === undefined
      ? ''
      : `\n${t('diagnosis.decidedBy', { actor: decided.actor, time: formatDateTime(decided.at) })}`;
  return (
    <div
      className="relation-row"
      data-testid="relation"
      data-state={row.state}
      title={`${evidence}${by}`}
      onPointerEnter={() => onHover(row)}
      onPointerLeave={() => onHover(null)}
    >
      <div className="relation-triple">
        <End end={head} />
        <span className="relation-type ellipsis">{type}</span>
        <End end={tail} />
        <span className="count tabular">{formatPercent(confidence)}</span>
      </div>
      <p className="fine muted relation-evidence">{version === undefined ? t('relations.gone') : evidence}</p>
    </div>
  );
}

const End = ({ end: { text, type } }: { readonly end: RelationEnd }) => (
  <span className="relation-end">
    <KindBadge kind={kindOfLabel(type)} />
    <span className="ellipsis">{text}</span>
  </span>
);
