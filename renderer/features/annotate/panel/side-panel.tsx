import { memo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { GOLD } from '../../../../shared/domain/project.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Differences } from '../adjudicate/differences.tsx';
import { useAnnotation } from '../annotation-context.ts';
import { Threads, useThreads } from '../lead/threads.tsx';
import type { AnnotateRoute } from '../route.ts';
import { DocumentLabels } from './document-labels.tsx';
import { EditHistory } from './edit-history.tsx';
import { ItemDetails } from './item-details.tsx';
import { ItemList } from './item-list.tsx';

export type SideTab = 'differences' | 'items' | 'threads' | 'guidelines' | 'edits';

interface SidePanelProps {
  readonly tab: SideTab;
  /** An item whose details are wanted at once. */
  readonly urgent: number | null;
  readonly onTab: (tab: SideTab) => void;
  readonly details: RefObject<HTMLElement | null>;
  readonly labels: RefObject<HTMLFieldSetElement | null>;
  readonly onLink: () => void;
  readonly onMajority: () => void;
  readonly onTakeAll: (person: string) => void;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Items with the chosen one's details, guidelines, history: one at a time. */
export const SidePanel = memo(function SidePanel({
  tab,
  urgent,
  onTab,
  details,
  labels,
  onLink,
  onMajority,
  onTakeAll,
  onGo,
}: SidePanelProps) {
  const { controller } = useAnnotation();
  const { t } = useTranslation();
  const { guidelines } = controller.schema;
  const open = useThreads(controller.document.id).filter(({ resolvedAt }) => resolvedAt === null).length;
  return (
    <Tabs
      label={t('annotate.panel')}
      active={tab}
      onPick={onTab}
      tabs={[
        ...(controller.document.layer.person === GOLD
          ? [
              {
                key: 'differences' as const,
                name: t('annotate.adjudication.differences'),
                content: (
                  <Differences
                    onMajority={onMajority}
                    onTakeAll={onTakeAll}
                    onThreads={() => onTab('threads')}
                  />
                ),
              },
            ]
          : []),
        {
          key: 'items',
          name: t('annotate.items'),
          content: (
            <div className="items-tab">
              <DocumentLabels box={labels} />
              <ItemList />
              <ItemDetails urgent={urgent} box={details} onLink={onLink} />
            </div>
          ),
        },
        {
          key: 'threads',
          name: open === 0 ? t('thread.title') : t('thread.counted', { n: open }),
          content: <Threads key={controller.document.id} />,
        },
        {
          key: 'guidelines',
          name: t('annotate.guidelines'),
          content:
            guidelines.trim() === '' ? (
              <EmptyState text={t('annotate.noGuidelines')} />
            ) : (
              <div className="pad">
                <Markdown text={guidelines} />
              </div>
            ),
        },
        {
          key: 'edits',
          name: t('annotate.history'),
          content: <EditHistory onGo={onGo} />,
        },
      ]}
    />
  );
});
