import { Button, Tooltip } from 'antd';
import type { MouseEventHandler, ReactNode } from 'react';

interface IconButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick?: MouseEventHandler<HTMLElement>;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  /** Keys that do the same, shown in the tooltip. */
  readonly hint?: string;
  readonly testId?: string;
  /** True while the button's menu is open, which the tooltip would cover. */
  readonly isMenuOpen?: boolean;
}

/** A quiet button with a picture; its label is the tooltip and the accessible name. */
export function IconButton({
  label,
  icon,
  onClick,
  disabled,
  pressed,
  hint,
  testId,
  isMenuOpen = false,
}: IconButtonProps) {
  return (
    <Tooltip
      title={hint === undefined ? label : `${label}  ${hint}`}
      mouseEnterDelay={0.5}
      {...(isMenuOpen ? { open: false } : {})}
    >
      <Button
        type="text"
        size="small"
        className="icon-button"
        icon={icon}
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(testId === undefined ? {} : { 'data-testid': testId })}
        {...(onClick === undefined ? {} : { onClick })}
        disabled={disabled ?? false}
      />
    </Tooltip>
  );
}
