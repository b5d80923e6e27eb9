import { useEffect, useState } from 'react';

interface LateInputProps {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

/** Gives its value once, when one is done with it: Enter, or leaving it. Escape takes the change back. */
export function LateInput({ value, label, disabled, onChange, onLeave }: LateInputProps) {
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
