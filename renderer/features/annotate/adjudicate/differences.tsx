import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenGroup } from '../../../../shared/adjudication/groups-in-gold.ts';
import type { Reading } from '../../../../shared/domain/adjudication.ts';
import type { Thread } from '../../../../shared/domain/thread.ts';
import { useStore } from '../../../lib/use-store.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useAnnotation } from '../annotation-context.ts';
import { useThreads } from '../lead/threads.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { MissingRow, ReadingRow } from './reading-row.tsx';
import { annotatorsOf } from './readings.ts';

interface DifferencesProps {
  readonly onMajority: () => void;
  readonly onTakeAll: (person: string) => void;
  readonly onThreads: () => void;
}

/** Only what annotators see differently: reading under reading, a column for each of them. */
export function Differences({ onMajority, onTakeAll, onThreads }: DifferencesProps) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const layer = useDeferredValue(useStore(controller.session.layer));
  const chosen = useStore(controller.chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the controller reads the layer
  const groups = useMemo(() => controller.adjudication.differences(), [controller, layer]);
  const people = useMemo(() => annotatorsOf(controller.groups), [controller]);
  const open = groups.filter((group) => group.open).length;
  const threads = useThreads(controller.document.id);

  // Begins where there is something to decide.
  useEffect(() => {
    if (controller.chosen.get() === null && controller.adjudication.differences().some((group) => group.open))
      controller.adjudication.stepDifference(1);
  }, [controller]);

  if (groups.length === 0) return <EmptyState text={t('annotate.adjudication.none')} />;
  return (
    <div className="differences" data-testid="differences" data-open={open}>
      <DecisionBar people={people} open={open} onMajority={onMajority} onTakeAll={onTakeAll} />
      {groups.map((group) => (
        <Group
          key={group.group.id}
          open={group}
          people={people}
          chosen={chosen}
          threads={threadsAt(threads, group.group.readings)}
          onThreads={onThreads}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  readonly open: OpenGroup;
  readonly people: readonly string[];
  readonly chosen: number | null;
  /** Number of discussions about its places. */
  readonly threads: number;
  readonly onThreads: () => void;
}

/** Counts the discussions of places that a reading covers. */
const threadsAt = (threads: readonly Thread[], readings: readonly Reading[]): number =>
  threads.filter(({ anchor }) =>
    readings.some(
      (reading) =>
        reading.kind === 'span' &&
        reading.fragments.some(({ start, end }) =>
          [...anchor.fragments, ...anchor.to].some((one) => one.start < end && start < one.end),
        ),
    ),
  ).length;

function Group({ open, people, chosen, threads, onThreads }: GroupProps) {
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
      data-chosen={current}
    >
      <p className="difference-kinds muted">
        {group.differs.map((kind) => t(`annotate.adjudication.differs.${kind}`)).join(' · ')}
        {!open.open && ` · ${t('annotate.adjudication.decided')}`}
      </p>
      {threads > 0 && (
        <button type="button" className="thread-here" data-testid="threads-here" onClick={onThreads}>
          {t('thread.here', { n: threads })}
        </button>
      )}
      {readings.map((reading, i) => (
        <ReadingRow
          // biome-ignore lint/suspicious/noArrayIndexKey: readings of a group keep their order
          key={i}
          open={open}
          reading={reading}
          number={i + 1}
          people={people}
          active={current && open.open}
        />
      ))}
      {group.missing.length > 0 && <MissingRow open={open} people={people} active={current && open.open} />}
    </section>
  );
}
