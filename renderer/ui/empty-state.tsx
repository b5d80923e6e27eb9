import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title?: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Says what to do next when there is nothing to show. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {title !== undefined && <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </div>
  );
}
