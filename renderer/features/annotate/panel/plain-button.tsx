import type { ReactNode } from 'react';

interface PlainButtonProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly testId?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A plain button: these are drawn anew with every item that is chosen. */
export function PlainButton({ label, disabled = false, testId, onClick, children }: PlainButtonProps) {
  return (
    <button
      type="button"
      className="details-tool"
      title={label}
      aria-label={label}
      data-testid={testId}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
