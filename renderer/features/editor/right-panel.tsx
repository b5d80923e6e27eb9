import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MentionKind } from '../../lib/mention-kinds.ts';
import type { EditorHandle, RightTab } from '../../lib/workbench.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { History } from './history.tsx';
import { MentionPanel } from './mention-panel.tsx';
import { RelationList } from './relation-list.tsx';
import type { DocumentSession } from './session.ts';
import { SimilarList } from './similar-list.tsx';
import type { Corrections } from './use-corrections.ts';
import { ValueList } from './value-list.tsx';

interface RightPanelProps {
  readonly tab: RightTab;
  readonly onTab: (tab: RightTab) => void;
  readonly diagnosis: ReactNode;
  readonly session: DocumentSession | null;
  /** The record is archived. */
  readonly locked: boolean;
  readonly hidden: ReadonlySet<MentionKind>;
  readonly corrections: Corrections;
  readonly handle: EditorHandle;
}

/** Suggestions, entities, values, relations, similar records, history: one at a time, and anew with each record. */
export function RightPanel(props: RightPanelProps) {
  const { tab, onTab, diagnosis, session, locked, hidden, corrections, handle } = props;
  const { reveal } = handle;
  const { t } = useTranslation();
  const listed = (content: (session: DocumentSession) => ReactNode): ReactNode =>
    session && <Fragment key={session.id}>{content(session)}</Fragment>;
  return (
    <Tabs
      label={t('editor.panel')}
      active={tab}
      onPick={onTab}
      tabs={[
        { key: 'diagnosis', name: t('editor.diagnosis'), content: diagnosis },
        {
          key: 'mentions',
          name: t('editor.mentions'),
          content: listed((of) => (
            <MentionPanel session={of} hidden={hidden} corrections={corrections} onReveal={reveal} />
          )),
        },
        {
          key: 'values',
          name: t('editor.values'),
          content: listed((of) => <ValueList session={of} onReveal={reveal} />),
        },
        {
          key: 'relations',
          name: t('editor.relations'),
          content: listed((of) => (
            <RelationList session={of} locked={locked} onReveal={reveal} onMark={handle.mark} />
          )),
        },
        {
          key: 'similar',
          name: t('editor.similar'),
          content: listed((of) => <SimilarList session={of} onOpen={handle.open} />),
        },
        {
          key: 'history',
          name: t('editor.history'),
          content: listed((of) => <History session={of} locked={locked} />),
        },
      ]}
    />
  );
}
