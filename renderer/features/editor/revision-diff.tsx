import { Button, Modal, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Revision } from '../../../shared/domain/document.ts';
import { useRevision } from '../../api/documents.ts';
import { useSettings } from '../../api/system.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { COMMON_OPTIONS, LINE_HEIGHT, monaco } from '../../ui/monaco.ts';
import type { DocumentSession } from './session.ts';

interface RevisionDiffProps {
  readonly session: DocumentSession;
  readonly revision: Revision;
  readonly onRestore: () => void;
  readonly onClose: () => void;
}

/** A revision beside the text as it is. */
export function RevisionDiff({ session, revision, onRestore, onClose }: RevisionDiffProps) {
  const { t } = useTranslation();
  const { number } = revision;
  const { data, error } = useRevision(session.id, number);
  const [sideBySide, setSideBySide] = useState(true);
  return (
    <Modal
      open
      centered
      width="min(1200px, 94vw)"
      title={t('history.compare', { number })}
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
          <span className="muted">
            {data?.text === session.model.getValue()
              ? t('history.same')
              : t('history.compareHint', { number })}
          </span>
          <Button onClick={onRestore}>{t('history.restore')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('app.close')}
          </Button>
        </div>
      }
    >
      {error !== null && <ErrorNote error={error} />}
      {data !== undefined && <Diff before={data.text} session={session} sideBySide={sideBySide} />}
    </Modal>
  );
}

interface DiffProps {
  readonly before: string;
  readonly session: DocumentSession;
  readonly sideBySide: boolean;
}

function Diff({ before, session, sideBySide }: DiffProps) {
  const { settings } = useSettings();
  const node = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneDiffEditor>(null);
  useEffect(() => {
    if (node.current === null) return;
    const original = monaco.editor.createModel(before, 'plaintext');
    const modified = monaco.editor.createModel(session.model.getValue(), 'plaintext');
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
  }, [before, session]);
  useEffect(() => {
    editor.current?.updateOptions({
      renderSideBySide: sideBySide,
      fontSize: settings.fontSize,
      lineHeight: Math.round(settings.fontSize * LINE_HEIGHT),
    });
  }, [sideBySide, settings.fontSize]);
  return <div ref={node} className="diff-editor" data-testid="diff-editor" />;
}
