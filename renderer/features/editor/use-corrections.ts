import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CorrectionChange } from '../../../shared/domain/correction.ts';
import { call } from '../../api/client.ts';
import { labelOf } from '../../lib/mention-kinds.ts';
import type { CorrectionCommand } from '../../lib/workbench.ts';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { useRefusal } from '../../ui/use-refusal.ts';
import { type CorrectionTarget, changeTo, type RightMention, reversed } from './corrections.ts';
import type { EditorView } from './editor-view.ts';
import type { DocumentSession } from './session.ts';

export interface Corrections {
  /** Why highlights cannot be corrected here. */
  readonly refusal: string | undefined;
  /** Marks the words of a target as a person says; null removes the highlight. True once it is stored. */
  mark(session: DocumentSession, target: CorrectionTarget, mention: RightMention | null): Promise<boolean>;
  takeBack(session: DocumentSession, change: CorrectionChange): void;
  never(session: DocumentSession, target: CorrectionTarget): void;
  undo(session: DocumentSession): void;
  /** A command for the highlight at the cursor, or the selected words. */
  run(session: DocumentSession, view: EditorView, command: CorrectionCommand): void;
}

/** Corrections of highlights, each with its undo. Failures are shown, not thrown. */
export function useCorrections(isLocked: boolean): Corrections {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const undoKey = keyText(useKeymap().undoCorrection);
  const denied = useRefusal('corrections.apply', ['clinician']);
  const refusal = isLocked ? t('archive.refusedTyping') : denied;
  const now = useRef({ refusal, undoKey });
  now.current = { refusal, undoKey };
  return useMemo(() => {
    /** Sends changes and remembers how to take them back. */
    const send = async (session: DocumentSession, changes: readonly CorrectionChange[]): Promise<boolean> => {
      if (now.current.refusal !== undefined) {
        notices.note(now.current.refusal);
        return false;
      }
      const version = session.model.getVersionId();
      let sent = false;
      await attempt(async () => {
        await session.correct(changes);
        session.undoable.update((all) => [...all, { kind: 'changes', changes, version }]);
        sent = true;
      });
      return sent;
    };
    const mark: Corrections['mark'] = async (session, target, mention) => {
      const change = changeTo(session.model.getValue(), target, mention);
      if (change === undefined || !(await send(session, [change]))) return false;
      notices.done(
        t(mention === null ? 'corrections.removed' : 'corrections.saved', { key: now.current.undoKey }),
      );
      return true;
    };
    const setRule = (session: DocumentSession, words: string, type: string, active: boolean): Promise<void> =>
      attempt(async () => {
        if (now.current.refusal !== undefined) return notices.note(now.current.refusal);
        await call('corrections.setRule', { words, type, active });
        if (!active) return notices.done(t('corrections.undone'));
        session.undoable.update((all) => [...all, { kind: 'rule', words, type }]);
        notices.done(t('corrections.neverDone', { words, key: now.current.undoKey }));
      });
    const never: Corrections['never'] = (session, { placed }) => {
      if (placed === undefined || placed.mention.source === 'person')
        return notices.note(t('corrections.selectFirst'));
      const { text, kind } = placed.mention;
      void setRule(session, text, labelOf(kind) ?? kind, true);
    };
    const undo: Corrections['undo'] = (session) => {
      const last = session.undoable.get().at(-1);
      if (last === undefined) return notices.note(t('corrections.nothingToUndo'));
      const forget = (): void => session.undoable.update((all) => all.filter((one) => one !== last));
      if (last.kind === 'rule') return void setRule(session, last.words, last.type, false).then(forget);
      const changes = reversed(last.changes, (span) => session.carry(span, last.version));
      if (changes === undefined) return notices.note(t('corrections.wordsGone'));
      void attempt(async () => {
        await session.correct(changes);
        forget();
        notices.done(t('corrections.undone'));
      });
    };
    return {
      refusal,
      mark,
      never,
      undo,
      takeBack: (session, change) => void send(session, [change]),
      run(session, view, command) {
        if (command === 'undo') return undo(session);
        const target = view.correctionTarget();
        if (target === undefined) return notices.note(t('corrections.selectFirst'));
        if (now.current.refusal !== undefined) return notices.note(now.current.refusal);
        if (command === 'mention') view.correct(target);
        else if (command === 'never') never(session, target);
        else if (target.placed !== undefined) void mark(session, { ...target, span: target.placed }, null);
        else notices.note(t('corrections.selectFirst'));
      },
    };
  }, [attempt, notices, refusal, t]);
}
