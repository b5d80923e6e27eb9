import { Input, Modal, Progress } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { FieldError } from '../../ui/error-note.tsx';

interface ImportDialogProps {
  readonly title: string;
  readonly nameLabel: string;
  readonly submit: string;
  readonly testId: string;
  /** Suggested name. */
  readonly suggested: string;
  readonly ready?: boolean;
  /** Sends the files, told how far it is from 0 to 1. */
  readonly onSend: (name: string, told: (sent: number) => void, signal: AbortSignal) => Promise<void>;
  readonly onClose: () => void;
  /** Shown above the name. */
  readonly above?: ReactNode;
  /** Shown below the name; told whether files are being sent. */
  readonly below?: (busy: boolean) => ReactNode;
}

/** Dialog that names what chosen files hold and sends them; cancelling while they are sent stops that only. */
export function ImportDialog({
  title,
  nameLabel,
  submit,
  testId,
  suggested,
  ready = true,
  onSend,
  onClose,
  above,
  below,
}: ImportDialogProps) {
  const id = useId();
  const [name, setName] = useState(suggested);
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  const busy = sent !== null;
  const send = async (): Promise<void> => {
    setError(null);
    setSent(0);
    abort.current = new AbortController();
    try {
      await onSend(name.trim(), setSent, abort.current.signal);
      onClose();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setSent(null);
    }
  };
  return (
    <Modal
      open
      width={520}
      title={title}
      okText={submit}
      okButtonProps={{ disabled: name.trim() === '' || !ready, loading: busy }}
      closable={!busy}
      mask={{ closable: false }}
      keyboard={!busy}
      data-testid={testId}
      onOk={() => void send()}
      onCancel={() => (busy ? abort.current?.abort() : onClose())}
    >
      {above}
      <label htmlFor={id} className="field-label">
        {nameLabel}
      </label>
      <Input
        id={id}
        value={name}
        maxLength={200}
        disabled={busy}
        onChange={(event) => setName(event.target.value)}
      />
      {below?.(busy)}
      {sent !== null && (
        <Progress percent={Math.floor(sent * 100)} size="small" status="normal" aria-label={title} />
      )}
      <FieldError error={error} />
    </Modal>
  );
}
