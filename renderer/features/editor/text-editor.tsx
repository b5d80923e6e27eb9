import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MentionKind } from '../../lib/mention-kinds.ts';
import { useStore } from '../../lib/use-store.ts';
import { setMonacoTheme } from '../../ui/monaco.ts';
import { useTheme } from '../../ui/theme-context.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { EditorView } from './editor-view.ts';
import { HoverCard } from './hover-card.tsx';
import { isPredicted } from './merge-mentions.ts';
import type { DocumentSession } from './session.ts';
import { TemplatePicker } from './template-picker.tsx';
import type { Corrections } from './use-corrections.ts';

interface TextEditorProps {
  readonly session: DocumentSession;
  readonly hidden: ReadonlySet<MentionKind>;
  readonly fontSize: number;
  readonly readOnly: boolean;
  readonly corrections: Corrections;
  readonly onReady: (view: EditorView | null) => void;
  readonly onOpenEntity: (id: number) => void;
}

/** The text of the session in front, with its mentions. */
export function TextEditor(props: TextEditorProps) {
  const { session, hidden, fontSize, readOnly, corrections, onReady, onOpenEntity } = props;
  const { t } = useTranslation();
  const theme = useTheme();
  const node = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const title = useStore(session.title);
  const found = useStore(session.found);
  const predicted = useMemo(() => found.mentions.filter(isPredicted).length, [found]);

  useEffect(() => {
    if (node.current === null) return;
    const created = new EditorView(node.current);
    setView(created);
    onReady(created);
    return () => {
      onReady(null);
      created.dispose();
    };
  }, [onReady]);

  useEffect(() => setMonacoTheme(theme), [theme]);
  useEffect(() => view?.hideKinds(hidden), [view, hidden]);
  useEffect(
    () => view?.configure({ fontSize, placeholder: t('editor.placeholder'), card: t('command.entityCard') }),
    [view, fontSize, t],
  );
  useEffect(() => view?.lock(readOnly, t('archive.refusedTyping')), [view, readOnly, t]);
  useEffect(() => view?.show(session, t('editor.label', { title })), [view, session, title, t]);

  return (
    <div
      className="text-editor"
      data-testid="editor"
      data-pane="editor"
      data-mentions={found.version === 0 ? undefined : found.mentions.length}
      data-predicted={predicted}
    >
      {/* The second class gives Monaco's menus their colours: they stand outside its own element. */}
      <div ref={node} className="text-editor-host monaco-component" lang="zh-CN" />
      {view !== null && (
        <>
          <HoverCard view={view} session={session} corrections={corrections} onOpenEntity={onOpenEntity} />
          <TemplatePicker view={view} session={session} />
          <CorrectionDialog view={view} session={session} corrections={corrections} />
        </>
      )}
    </div>
  );
}
