import { type ReactNode, useId } from 'react';

interface FieldProps {
  readonly label: string;
  readonly testId: string;
  readonly children: (id: string) => ReactNode;
}

/** A labelled control of a dialog; `children` gives the control the id that the label names. */
export function Field({ label, testId, children }: FieldProps) {
  const id = useId();
  return (
    <div data-testid={testId}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
