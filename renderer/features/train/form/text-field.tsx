import { Input } from 'antd';
import { useId } from 'react';

interface TextFieldProps {
  readonly name: string;
  readonly value: string;
  readonly testId: string;
  readonly maxLength: number;
  readonly help: string;
  /** Shown instead of the help. */
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A line of text in a training form. */
export function TextField({ name, value, testId, maxLength, help, problem, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className="setting-field">
      <label htmlFor={id}>{name}</label>
      <Input
        id={id}
        value={value}
        maxLength={maxLength}
        data-testid={testId}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
        {...(problem === undefined ? {} : { status: 'error' as const, 'aria-invalid': true })}
      />
      <p className={problem === undefined ? 'muted' : 'field-error'} id={`${id}-help`}>
        {problem ?? help}
      </p>
    </div>
  );
}
