import { Input, Select, type SelectProps, Switch } from 'antd';
import type { SettingShape } from '../../../lib/form-settings.ts';
import type { FieldProps } from './form-row.tsx';

interface SettingControlProps {
  readonly field: FieldProps;
  readonly kind: SettingShape['kind'];
  readonly value: string | boolean;
  /** Choices; absent where the user types a value. */
  readonly options?: SelectProps['options'] | undefined;
  readonly placeholder?: string;
  /** Whether a choice may be taken back. */
  readonly clearable?: boolean;
  readonly labelRender?: SelectProps['labelRender'];
  readonly onChange: (value: string | boolean) => void;
}

const INPUT_MODES = {
  integer: 'numeric',
  number: 'decimal',
  flag: 'text',
  choice: 'text',
  text: 'text',
} as const;

/** The control of a setting: a switch, a choice or a line of text. */
export function SettingControl(props: SettingControlProps) {
  const { field, kind, value, options, placeholder, clearable = false, labelRender, onChange } = props;
  if (typeof value === 'boolean') {
    const { id, 'aria-describedby': describedBy } = field;
    return (
      <span>
        <Switch id={id} checked={value} aria-describedby={describedBy} onChange={onChange} />
      </span>
    );
  }
  if (options !== undefined) {
    return (
      <Select<string>
        {...field}
        value={value === '' ? null : value}
        placeholder={placeholder}
        options={options}
        popupMatchSelectWidth={false}
        {...(labelRender && { labelRender })}
        allowClear={clearable}
        onChange={(chosen: string | null | undefined) =>
          (chosen != null || clearable) && onChange(chosen ?? '')
        }
      />
    );
  }
  return (
    <Input
      {...field}
      value={value}
      placeholder={placeholder}
      inputMode={INPUT_MODES[kind]}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
