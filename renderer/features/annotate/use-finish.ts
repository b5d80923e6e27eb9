import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lackingAttributes } from '../../../shared/domain/annotation-schema.ts';
import { GOLD, type Project, type QueueEntry } from '../../../shared/domain/project.ts';
import { call } from '../../api/client.ts';
import { useChange } from '../../api/requests.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import type { AnnotationController } from './controller/annotation-controller.ts';
import { canAdjudicate, layerOf } from './queue.ts';

interface FinishParts {
  readonly project: Project;
  readonly queue: readonly QueueEntry[];
  readonly controller: AnnotationController | null;
  readonly onOpen: (documentId: number) => void;
}

/** Finishes the document and opens the next one; one that is finished already is opened again for work. */
export function useFinish({ project, queue, controller, onOpen }: FinishParts): {
  readonly busy: boolean;
  readonly run: () => void;
} {
  const { t } = useTranslation();
  const notices = useNotices();
  const { mutateAsync: setState } = useChange('annotation.setState');
  const { busy, attempt } = useAttempt();
  const finish = async (): Promise<void> => {
    if (controller === null || busy) return;
    await attempt(async () => {
      await controller.session.settled();
      const entry = queue.find(({ id }) => id === controller.document.id);
      const isDone =
        entry !== undefined && layerOf(entry, controller.document.layer.person)?.state === 'done';
      const lacking = [...controller.layer.items.values()].filter(
        (item) =>
          item.status === 'accepted' && lackingAttributes(controller.schema.attributes, item).length > 0,
      );
      if (!isDone && lacking[0] !== undefined) {
        controller.selection.choose(lacking[0].id);
        return notices.note(t('annotate.requiredMissing', { n: lacking.length }));
      }
      await setState({ layerId: controller.session.id, state: isDone ? 'open' : 'done' });
      if (isDone) return;
      if (controller.document.layer.person === GOLD) {
        const next = queue.find(
          (one) =>
            one.id !== controller.document.id && canAdjudicate(one) && layerOf(one, GOLD)?.state !== 'done',
        );
        if (next === undefined) notices.done(t('annotate.allDone'));
        else onOpen(next.id);
        return;
      }
      const { documentId, reason } = await call('annotation.next', {
        projectId: project.id,
        after: controller.document.id,
      });
      if (documentId === null) notices.done(t('annotate.allDone'));
      else {
        onOpen(documentId);
        if (reason?.model !== undefined)
          notices.note(
            t('annotate.chosenBy', {
              model: reason.model,
              order: t(`annotate.orderReason.${orderOf(reason.order)}`),
            }),
          );
      }
    });
  };
  const latest = useRef(finish);
  latest.current = finish;
  const run = useCallback(() => void latest.current(), []);
  return { busy, run };
}

const ORDERS = ['uncertainty', 'margin', 'diversity', 'mixed', 'random', 'position'] as const;
const orderOf = (order: string) => ORDERS.find((known) => known === order) ?? 'position';
