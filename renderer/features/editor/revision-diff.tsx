import { Button, Modal, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/requests.ts';
import { useSettings } from '../../api/system.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { COMMON_OPTIONS, LINE_HEIGHT, monaco } from '../../ui/monaco.ts';
import type { DocumentSession } from './session.ts';

interface RevisionDiffProps {
  readonly session: DocumentSession;
  readonly from: number;
  /** Null: the text as it is. */
  readonly to: number | null;
  /** Restores `from`; absent where the record is archived. */
  readonly onRestore?: () => void;
  readonly onClose: () => void;
}

/** A revision beside the text as it is, or beside another revision. */
export function RevisionDiff({ session, from, to, onRestore, onClose }: RevisionDiffProps) {
  const { t } = useTranslation();
  const before = useAnswer('docs.revision', { id: session.id, number: from });
  const later = useAnswer('docs.revision', to !== null && { id: session.id, number: to });
  const [sideBySide, setSideBySide] = useState(true);
  // The text as it was when this was opened.
  const [current] = useState(() => session.model.getValue());
  const after = to === null ? current : later.data?.text;
  const error = before.error ?? (to === null ? null : later.error);
  const same = before.data !== undefined && before.data.text === after;
  const hint =
    to === null
      ? t(same ? 'history.same' : 'history.compareHint', { number: from })
      : t(same ? 'archive.sameTwo' : 'archive.compareTwoHint', { from, to });
  return (
    <Modal
      open
      centered
      width="min(1200px, 94vw)"
      title={to === null ? t('history.compare', { number: from }) : t('archive.compareTwo', { from, to })}
      data-testid="revision-diff"
      onCancel={onClose}
      footer={
        <div className="diff-footer">
          <Segmented
            value={sideBySide}
            options={[
              { value: true, label: t('history.sideBySide') },
              { value: false, label: t('history.inline') },
            ]}
            onChange={setSideBySide}
          />
          <span className="muted">{hint}</span>
          {onRestore !== undefined && to === null && (
            <Button onClick={onRestore}>{t('history.restore')}</Button>
          )}
          <Button type="primary" onClick={onClose}>
            {t('app.close')}
          </Button>
        </div>
      }
    >
      {error !== null && <ErrorNote error={error} />}
      {before.data !== undefined && after !== undefined && (
        <Diff before={before.data.text} after={after} sideBySide={sideBySide} />
      )}
    </Modal>
  );
}

interface DiffProps {
  readonly before: string;
  readonly after: string;
  readonly sideBySide: boolean;
}

function Diff({ before, after, sideBySide }: DiffProps) {
  const { settings } = useSettings();
  const node = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneDiffEditor>(null);
  useEffect(() => {
    if (node.current === null) return;
    const original = monaco.editor.createModel(before, 'plaintext');
    const modified = monaco.editor.createModel(after, 'plaintext');
    const created = monaco.editor.createDiffEditor(node.current, {
      ...COMMON_OPTIONS,
      readOnly: true,
      originalEditable: false,
      renderOverviewRuler: false,
      ignoreTrimWhitespace: false,
      useInlineViewWhenSpaceIsLimited: false,
      renderMarginRevertIcon: false,
      renderGutterMenu: false,
      diffWordWrap: 'on',
    });
    created.setModel({ original, modified });
    const shown = created.onDidUpdateDiff(() => {
      shown.dispose();
      created.revealFirstDiff();
    });
    editor.current = created;
    return () => {
      created.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [before, after]);
  useEffect(() => {
    editor.current?.updateOptions({
      renderSideBySide: sideBySide,
      fontSize: settings.fontSize,
      lineHeight: Math.round(settings.fontSize * LINE_HEIGHT),
    });
  }, [sideBySide, settings.fontSize]);
  return <div ref={node} className="diff-editor" data-testid="diff-editor" />;
}
