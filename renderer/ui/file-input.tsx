import type { RefObject } from 'react';

export interface FileInputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly testId?: string | undefined;
  /** File name extensions, separated by commas. */
  readonly accept?: string | undefined;
  readonly multiple?: boolean | undefined;
  /** Chooses folders instead of files. */
  readonly folder?: boolean | undefined;
  /** Never called without files. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** Hidden input; `ref.current.click()` opens the system's file dialog. */
export function FileInput({ testId, label, folder = false, onFiles, ...rest }: FileInputProps) {
  return (
    <input
      {...rest}
      {...(folder && { webkitdirectory: '' })}
      type="file"
      hidden
      data-testid={testId}
      aria-label={label}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        target.value = ''; // so that the same file can be chosen again
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
