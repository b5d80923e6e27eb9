import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputProps, type InputRef } from 'antd';
import type { Ref } from 'react';

interface SearchFieldProps extends Pick<InputProps, 'className' | 'onPressEnter' | 'style'> {
  readonly ref?: Ref<InputRef>;
  readonly label: string;
  readonly value: string;
  readonly testId: string;
  readonly onChange: (text: string) => void;
}

/** A field whose text narrows a list. Its name stands in it while it is empty. */
export function SearchField({ label, testId, onChange, ...more }: SearchFieldProps) {
  return (
    <Input
      allowClear
      prefix={<SearchOutlined />}
      maxLength={200}
      placeholder={label}
      aria-label={label}
      data-testid={testId}
      onChange={(event) => onChange(event.target.value)}
      {...more}
    />
  );
}
