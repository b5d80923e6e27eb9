import { useEffect, useMemo } from 'react';
import { GOLD, type QueueEntry } from '../../../shared/domain/project.ts';
import type { Store } from '../../lib/store.ts';
import type { ActiveLayer } from '../../lib/workbench.ts';
import type { AnnotationDesk } from './controller/desk.ts';
import { queueState } from './queue.ts';

/** Tells the rest of the window what is on the desk, for as long as it is there. */
export function useActiveLayer(
  active: Store<ActiveLayer | null>,
  desk: AnnotationDesk | null,
  queue: readonly QueueEntry[],
): void {
  const person = desk?.document.layer.person;
  const done = useMemo(
    () => (person === undefined ? 0 : queue.filter((entry) => queueState(entry, person) === 'done').length),
    [queue, person],
  );
  useEffect(() => {
    if (desk === null || person === undefined) return;
    active.set({
      layer: desk.session.layer,
      person: person === GOLD ? null : person,
      chars: desk.text.length,
      documents: queue.length,
      done,
    });
    return () => active.set(null);
  }, [active, desk, person, queue.length, done]);
}
