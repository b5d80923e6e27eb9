import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../../lib/use-store.ts';
import { setMonacoTheme } from '../../../ui/monaco.ts';
import { useTheme } from '../../../ui/theme-context.ts';
import { useAnnotation } from '../annotation-context.ts';
import { TextView } from './text-view.ts';

interface TextPaneProps {
  readonly fontSize: number;
  readonly onView: (view: TextView | null) => void;
}

/** The text with everything marked in it. */
export const TextPane = memo(function TextPane({ fontSize, onView }: TextPaneProps) {
  const { controller } = useAnnotation();
  const { t, i18n } = useTranslation();
  const theme = useTheme();
  const node = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<TextView | null>(null);
  const label = t('annotate.textLabel', { name: controller.document.name });

  // biome-ignore lint/correctness/useExhaustiveDependencies: size and label follow below
  useEffect(() => {
    if (node.current === null) return;
    const created = new TextView(node.current, controller, fontSize, label, () =>
      i18n.t('annotate.say.noRelationType'),
    );
    setView(created);
    onView(created);
    created.focus();
    return () => {
      onView(null);
      created.dispose();
    };
  }, [controller, onView]);

  useEffect(() => setMonacoTheme(theme), [theme]);
  useEffect(() => view?.configure(fontSize), [view, fontSize]);
  useEffect(() => view?.editor.updateOptions({ ariaLabel: label }), [view, label]);

  return (
    <div className="annotate-text" data-testid="annotate-text" data-pane="annotate-text" data-plain-keys>
      <div ref={node} className="annotate-text-host monaco-component" lang="zh-CN" />
      <Facts />
    </div>
  );
});

/** States the choice as text, for screen readers and tests. */
function Facts() {
  const { controller } = useAnnotation();
  const layer = useStore(controller.session.layer);
  const chosen = useStore(controller.chosen);
  return (
    <span
      hidden
      data-testid="desk-facts"
      data-document={controller.document.id}
      data-items={layer.items.size}
      data-chosen={chosen ?? ''}
    />
  );
}
