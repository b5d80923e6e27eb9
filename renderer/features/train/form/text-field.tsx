import { Input } from 'antd';
import { FormRow } from './form-row.tsx';

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

export function TextField({ name, testId, help, problem, onChange, ...input }: TextFieldProps) {
  return (
    <FormRow name={name} help={problem === undefined ? help : undefined} problem={problem}>
      {(field) => (
        <Input
          {...field}
          {...input}
          data-testid={testId}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormRow>
  );
}
