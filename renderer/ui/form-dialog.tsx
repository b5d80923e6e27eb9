import { Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { ErrorNote } from './error-note.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly okText: string;
  readonly width?: number;
  /** Everything needed is filled in. */
  readonly ready: boolean;
  readonly request: { readonly isPending: boolean; readonly error: unknown };
  readonly testId: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog around a form: its first field has the focus, Enter submits, a failure stands below. */
export function FormDialog(props: FormDialogProps) {
  const { title, okText, width = 420, request, testId, onClose, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const ready = props.ready && !request.isPending;
  const submit = (): void => {
    if (ready) props.onSubmit();
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ disabled: !ready, loading: request.isPending }}
      width={width}
      mask={{ closable: false }}
      data-testid={testId}
      afterOpenChange={(opened) => {
        if (opened) form.current?.querySelector('input')?.focus();
      }}
      onOk={submit}
      onCancel={onClose}
    >
      <form
        ref={form}
        className="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {children}
        <button type="submit" hidden />
      </form>
      {request.error !== null && <ErrorNote error={request.error} />}
    </Modal>
  );
}
