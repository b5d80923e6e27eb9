import type { ReactNode } from 'react';

interface SettingRowProps {
  readonly name: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A name at the left, a value or control at the right. */
export function SettingRow({ name, hint, children }: SettingRowProps) {
  return (
    <div className="setting-row">
      <div className="setting-name">{name}</div>
      <div className="setting-value">
        {children}
        {hint !== undefined && <p className="muted">{hint}</p>}
      </div>
    </div>
  );
}
