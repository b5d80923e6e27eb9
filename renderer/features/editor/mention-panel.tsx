import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveSettings } from '../../api/system.ts';
import { formatCount } from '../../lib/format.ts';
import type { MentionKind } from '../../lib/mention-kinds.ts';
import { useStore } from '../../lib/use-store.ts';
import type { EditorHandle } from '../../lib/workbench.ts';
import { CorrectionsList } from './corrections-list.tsx';
import { MentionList } from './mention-list.tsx';
import type { DocumentSession } from './session.ts';
import type { Corrections } from './use-corrections.ts';

interface MentionPanelProps {
  readonly session: DocumentSession;
  readonly hidden: ReadonlySet<MentionKind>;
  readonly corrections: Corrections;
  readonly onReveal: EditorHandle['reveal'];
}

/** Highlights of the record, or their corrections. */
export function MentionPanel({ session, hidden, corrections, onReveal }: MentionPanelProps) {
  const { t } = useTranslation();
  const saveSettings = useSaveSettings();
  const [shown, setShown] = useState<'found' | 'list'>('found');
  const found = useStore(session.found);
  const counts = { found: found.mentions.length, list: found.corrections.length };
  return (
    <div className="mention-panel">
      <Segmented<'found' | 'list'>
        block
        size="small"
        value={shown}
        aria-label={t('editor.mentions')}
        options={(['found', 'list'] as const).map((value) => ({
          value,
          label: `${t(`corrections.${value}`)} ${formatCount(counts[value])}`,
        }))}
        onChange={setShown}
      />
      {shown === 'found' ? (
        <MentionList
          session={session}
          hidden={hidden}
          onReveal={onReveal}
          onThreshold={(modelThreshold) => saveSettings({ modelThreshold })}
        />
      ) : (
        <CorrectionsList session={session} corrections={corrections} onReveal={onReveal} />
      )}
    </div>
  );
}
