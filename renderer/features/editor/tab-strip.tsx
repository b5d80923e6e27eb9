import { CloseOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import type { DocumentSession } from './session.ts';
import type { TabManager } from './tab-manager.ts';

/** One tab a document; the middle button closes it, the arrow keys walk. */
export function TabStrip({ manager }: { readonly manager: TabManager }) {
  const { t } = useTranslation();
  const { sessions, active } = useStore(manager.tabs);
  const walk = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight') manager.step(1);
    else if (event.key === 'ArrowLeft') manager.step(-1);
    else return;
    event.preventDefault();
  };
  if (sessions.length === 0) return null;
  return (
    <ul className="tab-strip" aria-label={t('editor.tabs')} onKeyDown={walk}>
      {sessions.map((session) => (
        <Tab
          key={session.id}
          session={session}
          active={session === active}
          onPick={() => manager.activate(session)}
          onClose={() => void manager.close(session)}
        />
      ))}
    </ul>
  );
}

interface TabProps {
  readonly session: DocumentSession;
  readonly active: boolean;
  readonly onPick: () => void;
  readonly onClose: () => void;
}

function Tab({ session, active, onPick, onClose }: TabProps) {
  const { t } = useTranslation();
  const title = useStore(session.title);
  const { kind } = useStore(session.saver.state);
  const tab = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (active) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  const unsaved = kind === 'dirty' || kind === 'saving' || kind === 'failed' || kind === 'conflict';
  return (
    <li
      className={active ? 'tab is-active' : 'tab'}
      data-testid="doc-tab"
      data-id={session.id}
      onAuxClick={(event) => {
        if (event.button === 1) onClose();
      }}
    >
      <button
        type="button"
        className="tab-title ellipsis"
        aria-current={active}
        tabIndex={active ? 0 : -1}
        ref={tab}
        title={title}
        onClick={onPick}
      >
        {title}
      </button>
      <button
        type="button"
        className={unsaved ? 'tab-close is-unsaved' : 'tab-close'}
        aria-label={t('editor.closeTab', { title })}
        title={t('editor.closeTab', { title })}
        onClick={onClose}
      >
        <CloseOutlined />
      </button>
    </li>
  );
}
