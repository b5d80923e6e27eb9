import { type ReactNode, useId } from 'react';

/** Properties of a control that tie it to its label, help and problem. */
export interface FieldProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly status?: 'error';
  readonly 'aria-invalid'?: true;
}

interface FormRowProps {
  readonly name: string;
  /** Explanation of the field; absent where the problem takes its place. */
  readonly help?: ReactNode;
  readonly problem?: string | undefined;
  readonly testId?: string;
  readonly children: (field: FieldProps) => ReactNode;
}

/** A row of a training form: label, control, explanation and problem. */
export function FormRow({ name, help, problem, testId, children }: FormRowProps) {
  const id = useId();
  const field: FieldProps =
    problem === undefined
      ? { id, 'aria-describedby': `${id}-help` }
      : { id, 'aria-describedby': `${id}-problem ${id}-help`, status: 'error', 'aria-invalid': true };
  return (
    <div className="setting-field" data-testid={testId}>
      <label htmlFor={id}>{name}</label>
      {children(field)}
      <div>
        {problem !== undefined && (
          <p className="field-error" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        )}
        {help !== undefined && (
          <p className="muted" id={`${id}-help`}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
