import type { GraphChange } from '../../../shared/domain/graph-edit.ts';
import { useChange } from '../../api/requests.ts';

/**
 * Returns the request that changes the graph, and a function that makes it. `onDone` is told the entity that the last
 * change made, changed or merged into, even where the view that asked is gone by then because its entity is.
 */
export function useEdit(onDone: (entity: number | undefined) => void) {
  const request = useChange('kg.edit');
  const make = (changes: GraphChange[]): void =>
    void request.mutateAsync({ changes }).then(
      ({ entity }) => onDone(entity),
      () => undefined, // the dialog shows the error of the request
    );
  return { request, make };
}
