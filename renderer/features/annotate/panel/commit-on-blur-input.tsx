import { useEffect, useState } from 'react';

interface CommitOnBlurInputProps {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

/** Reports its value on Enter or blur. Escape restores the old value. */
export function CommitOnBlurInput({ value, label, disabled, onChange, onLeave }: CommitOnBlurInputProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <textarea
      className="late-input"
      value={text}
      aria-label={label}
      disabled={disabled}
      rows={2}
      maxLength={2000}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => text !== value && onChange(text)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') {
          event.stopPropagation();
          setText(value);
          onLeave();
        }
        if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault();
          onLeave();
        }
      }}
    />
  );
}
