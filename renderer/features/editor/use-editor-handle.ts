import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorHandle, RightTab, TextAction } from '../../lib/workbench.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import type { EditorView } from './editor-view.ts';
import type { TabManager } from './tab-manager.ts';
import type { Corrections } from './use-corrections.ts';
import type { DocumentActions } from './use-document-actions.tsx';

const MONACO_ACTIONS: Readonly<Record<TextAction, string>> = {
  undo: 'undo',
  redo: 'redo',
  tabMovesFocus: 'editor.action.toggleTabFocusMode',
};

interface HandleParts {
  readonly manager: TabManager;
  readonly view: EditorView | null;
  readonly actions: DocumentActions;
  readonly corrections: Corrections;
  readonly openFiles: (files?: readonly File[]) => void;
  readonly paste: () => void;
  /** Asks whether to lock the record in front, or to unlock it. */
  readonly archive: () => void;
  /** Looks the record in front through before it leaves. */
  readonly deidentify: () => void;
  readonly showTab: (tab: RightTab) => void;
}

/** The editor as palette, shortcuts and the other parts of the window may use it. */
export function useEditorHandle({
  manager,
  view,
  actions,
  corrections,
  openFiles,
  paste,
  archive,
  deidentify,
  showTab,
}: HandleParts): EditorHandle {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  // The view appears with the first document, after a jump may have been asked for.
  const current = useRef(view);
  current.current = view;
  return useMemo<EditorHandle>(() => {
    const withActive = (use: (session: NonNullable<TabManager['active']>) => void): void => {
      if (manager.active !== null) use(manager.active);
    };
    const open = async (id: number, offset: number | undefined): Promise<void> => {
      const session = await manager.open(id);
      if (session === null) return;
      // Two frames: one for React to mount the editor, one for Monaco to lay it out.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (offset === undefined) current.current?.editor.focus();
          else current.current?.goTo(session.placeOf(offset));
        }),
      );
    };
    const save = async (): Promise<void> => {
      const session = manager.active;
      if (session === null) return;
      session.conflictLater.set(false);
      await attempt(async () => {
        const summary = await manager.commit(session, t('editor.saveReason'));
        if (summary !== null) notices.done(t('editor.savedRevision', { number: summary.revision }));
        else if (session.saver.state.get().kind !== 'conflict') notices.note(t('editor.nothingToSave'));
      });
    };
    return {
      open: (id, offset) => void open(id, offset),
      reveal: (span, version) =>
        withActive((session) => {
          const now = session.carry(span, version);
          if (now === null) notices.note(t('editor.gone'));
          else current.current?.select(now);
        }),
      mark: (words, version, bring) => current.current?.mark(words, version, bring),
      showTab,
      newDocument: () => void actions.create('', 'typed'),
      paste,
      openFiles,
      archive,
      deidentify,
      save: () => void save(),
      closeTab: () => withActive((session) => void manager.close(session)),
      stepTab: (direction) => manager.step(direction),
      stepMention: (direction) => {
        if (current.current?.stepMention(direction) === false) notices.note(t('editor.noMentions'));
      },
      insertTemplate: () => withActive(() => current.current?.inserting.set(true)),
      showEntityCard: () => {
        if (current.current?.showCardAtCursor() === false) notices.note(t('editor.noMentionHere'));
      },
      correct: (how) =>
        withActive((session) => {
          if (current.current !== null) corrections.run(session, current.current, how);
        }),
      find: () => current.current?.find(),
      trigger: (action) => {
        current.current?.editor.focus();
        current.current?.editor.trigger('keyboard', MONACO_ACTIONS[action], null);
      },
      focus: () => current.current?.editor.focus(),
    };
  }, [manager, actions, corrections, attempt, notices, openFiles, paste, archive, deidentify, showTab, t]);
}
