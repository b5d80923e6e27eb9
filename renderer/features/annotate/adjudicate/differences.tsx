import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../../shared/domain/annotation.ts';
import type { OpenGroup, OpenReading } from '../../../lib/annotation/adjudication.ts';
import type { AnnotationDesk } from '../../../lib/annotation/desk.ts';
import { useStore } from '../../../lib/use-store.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { useKeymap } from '../../../ui/keymap-context.ts';
import { TypeMark, type TypeTable } from '../type-mark.tsx';

interface DifferencesProps {
  readonly desk: AnnotationDesk;
  readonly table: TypeTable;
}

/** Only what annotators see differently: who made what, side by side, each with the key that takes it. */
export function Differences({ desk, table }: DifferencesProps) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  const layer = useDeferredValue(useStore(desk.session.layer));
  const chosen = useStore(desk.chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the desk reads the layer
  const groups = useMemo(() => desk.openGroups(), [desk, layer]);
  const open = groups.filter((group) => group.open).length;

  // Begins where there is something to decide.
  useEffect(() => {
    if (desk.chosen.get() === null && desk.openGroups().some((group) => group.open)) desk.nextDifference();
  }, [desk]);

  if (groups.length === 0) return <EmptyState text={t('annotate.adjudication.none')} />;
  return (
    <div className="differences" data-testid="differences" data-open={open}>
      <p className="differences-head">
        <strong>
          {open === 0 ? t('annotate.adjudication.done') : t('annotate.adjudication.left', { n: open })}
        </strong>
        <span className="key-hint">
          <Kbd shortcut={keymap.mergeReadings} /> {t('annotate.adjudication.merge')}
        </span>
        <span className="key-hint">
          <Kbd shortcut={keymap.takeNoReading} /> {t('annotate.adjudication.takeNone')}
        </span>
      </p>
      {groups.map((group) => (
        <Group key={group.group.id} desk={desk} table={table} open={group} chosen={chosen} />
      ))}
    </div>
  );
}

interface GroupProps extends DifferencesProps {
  readonly open: OpenGroup;
  readonly chosen: number | null;
}

function Group({ desk, table, open, chosen }: GroupProps) {
  const { t } = useTranslation();
  const { group, readings } = open;
  const box = useRef<HTMLElement>(null);
  const current = readings.some(({ item }) => item !== null && item.id === chosen);
  useEffect(() => {
    if (current) box.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <section
      ref={box}
      className={`difference${current ? ' is-chosen' : ''}${open.open ? '' : ' is-decided'}`}
      data-testid="difference"
      data-open={open.open}
    >
      <p className="difference-kinds muted">
        {group.differs.map((kind) => t(`annotate.adjudication.differs.${kind}`)).join(' · ')}
        {!open.open && ` · ${t('annotate.adjudication.decided')}`}
      </p>
      {readings.map((reading, i) => (
        <ReadingRow
          // biome-ignore lint/suspicious/noArrayIndexKey: readings of a group keep their order
          key={i}
          desk={desk}
          table={table}
          reading={reading}
          number={i + 1}
          active={current && open.open}
        />
      ))}
      {group.missing.length > 0 && (
        <p className="reading muted">
          <span className="reading-who">{group.missing.join('、')}</span>
          {t('annotate.adjudication.missing')}
        </p>
      )}
    </section>
  );
}

interface ReadingRowProps extends DifferencesProps {
  readonly reading: OpenReading;
  readonly number: number;
  readonly active: boolean;
}

function ReadingRow({ desk, table, reading: { reading, item }, number, active }: ReadingRowProps) {
  const state = item === null ? 'gone' : item.status;
  const words = reading.kind === 'span' ? wordsOf(desk.text, reading) : '';
  const signs = Object.values(reading.attributes).join(' ');
  return (
    <button
      type="button"
      className={`reading is-${state}`}
      data-testid="reading"
      data-state={state}
      disabled={desk.locked || state !== 'suggested'}
      onClick={() => {
        if (item === null) return;
        desk.choose(item.id);
        desk.settle(number - 1);
        desk.focus();
      }}
    >
      <span className="reading-who">{reading.votes.map(({ annotator }) => annotator).join('、')}</span>
      {reading.kind === 'span' ? (
        <TypeMark table={table} type={reading.type} />
      ) : (
        <span className="relation-mark">{reading.kind === 'relation' ? '↷' : '#'}</span>
      )}
      <span className="item-words">{words === '' ? table.title(reading.type) : words}</span>
      <span className="muted">{signs}</span>
      {active && state === 'suggested' && <kbd>{number}</kbd>}
      {state === 'accepted' && '✓'}
    </button>
  );
}
