import type { KeyboardEvent, PointerEvent } from 'react';

interface ResizeHandleProps {
  readonly label: string;
  readonly size: number;
  readonly limits: readonly [number, number];
  /** The side of the handle on which the pane lies. */
  readonly side: 'left' | 'right';
  readonly onResize: (size: number) => void;
}

const STEP = 16;

/** The rim between two panes: drag it, or use the arrow keys. */
export function ResizeHandle({ label, size, limits, side, onResize }: ResizeHandleProps) {
  const [least, most] = limits;
  const clamp = (value: number): number => Math.min(most, Math.max(least, Math.round(value)));
  const drag = (down: PointerEvent<HTMLDivElement>): void => {
    const handle = down.currentTarget;
    handle.setPointerCapture(down.pointerId);
    const move = (event: globalThis.PointerEvent): void => {
      const moved = event.clientX - down.clientX;
      onResize(clamp(side === 'left' ? size + moved : size - moved));
    };
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
  };
  const press = (event: KeyboardEvent): void => {
    const wider = side === 'left' ? 'ArrowRight' : 'ArrowLeft';
    const narrower = side === 'left' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === wider) onResize(clamp(size + STEP));
    else if (event.key === narrower) onResize(clamp(size - STEP));
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused and moved
    <div
      className={`resize-handle is-${side}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
