import { useEffect, useMemo } from 'react';
import { GOLD, type QueueEntry } from '../../../shared/domain/project.ts';
import type { Store } from '../../lib/store.ts';
import type { ActiveLayer } from '../../lib/workbench.ts';
import type { AnnotationController } from './controller/annotation-controller.ts';
import { queueState } from './queue.ts';

/** Tells the rest of the window what is on the controller, for as long as it is there. */
export function useActiveLayer(
  active: Store<ActiveLayer | null>,
  controller: AnnotationController | null,
  queue: readonly QueueEntry[],
): void {
  const person = controller?.document.layer.person;
  const done = useMemo(
    () => (person === undefined ? 0 : queue.filter((entry) => queueState(entry, person) === 'done').length),
    [queue, person],
  );
  useEffect(() => {
    if (controller === null || person === undefined) return;
    active.set({
      layer: controller.session.layer,
      person: person === GOLD ? null : person,
      chars: controller.text.length,
      documents: queue.length,
      done,
    });
    return () => active.set(null);
  }, [active, controller, person, queue.length, done]);
}
