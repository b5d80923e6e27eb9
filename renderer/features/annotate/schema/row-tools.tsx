import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

export interface SchemaEditorProps {
  readonly schema: AnnotationSchema;
  readonly onChange: (schema: AnnotationSchema) => void;
}

interface RowToolsProps {
  readonly name: string;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** Up, down, away. */
export function RowTools({ name, onMove, onRemove }: RowToolsProps) {
  const { t } = useTranslation();
  return (
    <span className="row-tools">
      <IconButton
        label={t('annotate.moveUp', { name })}
        icon={<ArrowUpOutlined />}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={t('annotate.moveDown', { name })}
        icon={<ArrowDownOutlined />}
        onClick={() => onMove(1)}
      />
      <IconButton label={t('annotate.removeType', { name })} icon={<DeleteOutlined />} onClick={onRemove} />
    </span>
  );
}

export function AddRow({ label, onAdd, testId }: { label: string; onAdd: () => void; testId: string }) {
  return (
    <Button type="dashed" size="small" icon={<PlusOutlined />} data-testid={testId} onClick={onAdd}>
      {label}
    </Button>
  );
}

const KEYS = [...'1234567890abcdefghijklmnopqrstuvwxyz'];

interface KeyChoiceProps {
  readonly value: string | undefined;
  readonly used: ReadonlySet<string>;
  readonly onChange: (key: string | undefined) => void;
}

/** The key of a type; keys of other types cannot be chosen. */
export function KeyChoice({ value, used, onChange }: KeyChoiceProps) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      showSearch
      allowClear
      className="key-choice"
      aria-label={t('annotate.key')}
      placeholder="–"
      value={value}
      options={KEYS.map((key) => ({
        value: key,
        label: key.toUpperCase(),
        disabled: key !== value && used.has(key),
      }))}
      onChange={(key: string | undefined) => onChange(key)}
    />
  );
}

interface TypesChoiceProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: readonly string[];
  readonly names: readonly string[];
  readonly onChange: (names: string[]) => void;
}

/** Some types, or none for any. */
export function TypesChoice({ label, placeholder, value, names, onChange }: TypesChoiceProps) {
  return (
    <Select
      size="small"
      mode="multiple"
      className="types-choice"
      aria-label={label}
      placeholder={placeholder}
      value={[...value]}
      maxTagCount="responsive"
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={(next: string[]) => onChange(next)}
    />
  );
}
