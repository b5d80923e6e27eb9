import { Input, Modal } from 'antd';
import { useId, useState } from 'react';

interface PromptDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint?: string;
  readonly initial?: string;
  readonly submit: string;
  readonly rows?: number;
  readonly maxLength?: number;
  /** An empty text may be submitted too. */
  readonly optional?: boolean;
  readonly busy?: boolean;
  readonly testId?: string;
  readonly onSubmit: (text: string) => void;
  readonly onCancel: () => void;
}

/** Asks for one text. Enter submits a single line; Ctrl/⌘+Enter submits several. */
export function PromptDialog(props: PromptDialogProps) {
  const id = useId();
  const [text, setText] = useState(props.initial ?? '');
  const ready = props.optional === true || text.trim() !== '';
  const submit = (): void => {
    if (ready) props.onSubmit(text);
  };
  const field = {
    id,
    value: text,
    ...(props.maxLength === undefined ? {} : { maxLength: props.maxLength }),
    ...(props.hint === undefined ? {} : { placeholder: props.hint }),
  };
  return (
    <Modal
      open
      title={props.title}
      okText={props.submit}
      okButtonProps={{ disabled: !ready, loading: props.busy ?? false }}
      width={props.rows === undefined ? 420 : 640}
      {...(props.testId === undefined ? {} : { 'data-testid': props.testId })}
      afterOpenChange={(opened) => {
        if (opened) document.getElementById(id)?.focus();
      }}
      onOk={submit}
      onCancel={props.onCancel}
    >
      <label htmlFor={id} className="field-label">
        {props.label}
      </label>
      {props.rows === undefined ? (
        <Input {...field} onChange={(event) => setText(event.target.value)} onPressEnter={submit} />
      ) : (
        <Input.TextArea
          {...field}
          rows={props.rows}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
      )}
    </Modal>
  );
}
