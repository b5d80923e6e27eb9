import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PANE_LIMITS } from '../lib/layout-store.ts';
import { ResizeHandle } from './resize-handle.tsx';

interface SidePaneProps {
  readonly side: 'left' | 'right';
  readonly label: string;
  /** Name for the commands that move the focus between panes. */
  readonly name: string;
  /** Pixels. */
  readonly width: number;
  readonly onResize: (width: number) => void;
  readonly children: ReactNode;
}

/** A pane beside the text, with a handle on its inner edge to change its width. */
export function SidePane({ side, label, name, width, onResize, children }: SidePaneProps) {
  const { t } = useTranslation();
  const isLeft = side === 'left';
  const Pane = isLeft ? 'nav' : 'aside';
  const handle = (
    <ResizeHandle
      label={t(isLeft ? 'editor.resizeLeft' : 'editor.resizeRight')}
      side={side}
      size={width}
      limits={PANE_LIMITS[side]}
      onResize={onResize}
    />
  );
  return (
    <Pane style={{ width }} className={`pane-${side}`} aria-label={label} data-pane={name}>
      {!isLeft && handle}
      {children}
      {isLeft && handle}
    </Pane>
  );
}
