import { Button, type ButtonProps } from 'antd';
import { useRef } from 'react';
import { FileInput, type FileInputProps } from './file-input.tsx';

interface FileButtonProps
  extends Omit<FileInputProps, 'ref' | 'testId'>,
    Pick<ButtonProps, 'id' | 'type' | 'icon' | 'loading' | 'disabled'> {
  readonly testId?: string;
  readonly inputTestId?: string;
}

/** Button that opens the system's file dialog. */
export function FileButton({
  label,
  testId,
  inputTestId,
  accept,
  multiple,
  folder,
  onFiles,
  ...button
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = { accept, multiple, folder, testId: inputTestId };
  return (
    <>
      <Button {...button} data-testid={testId} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <FileInput {...chosen} ref={input} label={label} onFiles={onFiles} />
    </>
  );
}
