import type { ReactNode } from 'react';

interface NumberItemProps {
  readonly name: string;
  readonly strong?: boolean;
  readonly children: ReactNode;
}

/** A number with its name, in a `run-numbers` list. */
export function NumberItem({ name, strong = false, children }: NumberItemProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={strong ? 'is-strong' : undefined}>{children}</dd>
    </div>
  );
}
