import { useEffect } from 'react';
import type { Store } from '../../lib/store.ts';
import type { ActiveDocument } from '../../lib/workbench.ts';
import type { DocumentSession } from './session.ts';
import type { TabManager } from './tab-manager.ts';

/** Tells the rest of the window which document is in front and how it is doing. */
export function usePublishActive(manager: TabManager, active: Store<ActiveDocument | null>): void {
  useEffect(() => {
    let stop: () => void = () => undefined;
    const follow = (): void => {
      stop();
      const session = manager.active;
      stop = session === null ? () => undefined : watch(session, () => active.set(describe(session)));
      active.set(session === null ? null : describe(session));
    };
    follow();
    const stopTabs = manager.tabs.subscribe(follow);
    return () => {
      stopTabs();
      stop();
      active.set(null);
    };
  }, [manager, active]);
}

function watch(session: DocumentSession, changed: () => void): () => void {
  const stops = [
    session.version,
    session.found,
    session.annotating,
    session.modelUse.state,
    session.saver.state,
    session.title,
  ].map((store) => store.subscribe(changed));
  return () => {
    for (const stop of stops) stop();
  };
}

function describe(session: DocumentSession): ActiveDocument {
  const found = session.found.get();
  return {
    id: session.id,
    title: session.title.get(),
    version: session.version.get(),
    text: () => session.model.getValue(),
    chars: session.model.getValueLength(),
    mentions: found.version === 0 ? null : found.mentions.length,
    annotating: session.annotating.get(),
    model: session.modelUse.state.get(),
    save: session.saver.state.get(),
    mixedEol: session.mixedEol,
  };
}
