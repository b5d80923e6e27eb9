import { Button, Select } from 'antd';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { DeidField } from '../../../shared/domain/deid.ts';

const SHOWN = 16;

interface AddBarProps {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly words: string;
  readonly field: DeidField;
  readonly onField: (field: DeidField) => void;
  readonly onAdd: () => void;
}

/** Choice of a field for the selected words, and the button that adds them. */
export function AddBar({ bar, words, field, onField, onAdd }: AddBarProps) {
  const { t } = useTranslation();
  const short = words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words;
  return (
    // Pressing here must not take the selection away.
    <div
      ref={bar}
      className="deid-add row"
      role="toolbar"
      aria-label={t('deid.add')}
      onMouseDown={(event) => event.preventDefault()}
    >
      <span className="deid-add-words ellipsis">{short}</span>
      <span>{t('deid.addAs')}</span>
      <Select
        size="small"
        value={field}
        aria-label={t('deid.addField')}
        data-testid="deid-add-field"
        popupMatchSelectWidth={false}
        onChange={onField}
        options={DeidField.options.map((value) => ({ value, label: t(`deid.field.${value}`) }))}
      />
      <Button size="small" type="primary" data-testid="deid-add" onClick={onAdd}>
        {t('deid.add')}
      </Button>
    </div>
  );
}
