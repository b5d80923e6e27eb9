import { useEffect, useMemo } from 'react';
import { useDifferences } from '../../../api/annotation.ts';
import { createStore } from '../../../lib/store.ts';
import { useStore } from '../../../lib/use-store.ts';
import type { AnnotationController } from '../controller/annotation-controller.ts';

const NO_LAYER = createStore(null);

/**
 * Differences that wait for a decision, by document, while somebody adjudicates; null otherwise. Those of the document
 * in front are counted as they are decided, all others when another one comes to the front.
 */
export function useOpenDifferences(
  projectId: number,
  documentId: number | null,
  controller: AnnotationController | null,
): ReadonlyMap<number, number> | null {
  const isGold = controller?.document.layer.person === '';
  const { data, refetch } = useDifferences(projectId, isGold);
  const layer = useStore<unknown>(controller?.session.layer ?? NO_LAYER);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document
  useEffect(() => {
    if (isGold) void refetch();
  }, [isGold, documentId, refetch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the controller reads the layer
  return useMemo(() => {
    if (!isGold || data === undefined) return null;
    const left = new Map(data.map(({ documentId: id, open }) => [id, open]));
    left.set(controller.document.id, controller.adjudication.differences().filter(({ open }) => open).length);
    return left;
  }, [isGold, data, controller, layer]);
}
