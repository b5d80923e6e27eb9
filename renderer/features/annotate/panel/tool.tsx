import type { ReactNode } from 'react';

interface ToolProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A plain button: these are drawn anew with every item that is chosen. */
export function Tool({ label, disabled = false, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className="details-tool"
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
