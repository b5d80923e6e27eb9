import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ErrorNote } from '../../../ui/error-note.tsx';

interface RunFormProps {
  readonly title: string;
  readonly testId: string;
  /** Link to the list that the form belongs to. */
  readonly back?: ReactNode;
  /** Buttons at the right of the title. */
  readonly tools: ReactNode;
  readonly children: ReactNode;
  /** Notes above the button. */
  readonly notes?: ReactNode;
  /** Error of the last start; null without. */
  readonly error: unknown;
  readonly start: { readonly label: string; readonly testId: string; readonly busy: boolean };
  /** Text below the button. */
  readonly hint: string;
  readonly onSubmit: () => void;
}

export function RunForm(props: RunFormProps) {
  const { title, testId, back, tools, children, notes, error, start, hint, onSubmit } = props;
  return (
    <form
      className="run-form"
      data-testid={testId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <header className="train-head row">
        {back}
        <h1>{title}</h1>
        <span className="spacer" />
        {tools}
      </header>
      <div className="run-form-body">{children}</div>
      <footer className="run-form-foot row wrap">
        {error !== null && <ErrorNote error={error} />}
        {notes}
        <Button type="primary" htmlType="submit" loading={start.busy} data-testid={start.testId}>
          {start.label}
        </Button>
        <p className="muted">{hint}</p>
      </footer>
    </form>
  );
}
