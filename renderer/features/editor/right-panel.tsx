import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RightTab } from '../../lib/workbench.ts';
import { Tabs } from '../../ui/tabs.tsx';

interface RightPanelProps {
  readonly tab: RightTab;
  readonly onTab: (tab: RightTab) => void;
  readonly diagnosis: ReactNode;
  readonly mentions: ReactNode;
  readonly values: ReactNode;
  readonly relations: ReactNode;
  readonly similar: ReactNode;
  readonly history: ReactNode;
}

/** Suggestions, entities, values, relations, similar records, history: one at a time. */
export function RightPanel(props: RightPanelProps) {
  const { tab, onTab, diagnosis, mentions, values, relations, similar, history } = props;
  const { t } = useTranslation();
  return (
    <Tabs
      label={t('editor.panel')}
      active={tab}
      onPick={onTab}
      tabs={[
        { key: 'diagnosis', name: t('editor.diagnosis'), content: diagnosis },
        { key: 'mentions', name: t('editor.mentions'), content: mentions },
        { key: 'values', name: t('editor.values'), content: values },
        { key: 'relations', name: t('editor.relations'), content: relations },
        { key: 'similar', name: t('editor.similar'), content: similar },
        { key: 'history', name: t('editor.history'), content: history },
      ]}
    />
  );
}
