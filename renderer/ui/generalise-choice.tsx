import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { Generalisation } from '../../shared/domain/deid.ts';

interface GeneraliseChoiceProps {
  readonly value: Generalisation[];
  readonly disabled: boolean;
  readonly onChange: (value: Generalisation[]) => void;
}

/** Values that leave coarser: ages by ten years, dates by month, addresses by province. */
export function GeneraliseChoice({ value, disabled, onChange }: GeneraliseChoiceProps) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      value={value}
      disabled={disabled}
      aria-label={t('deid.generaliseLabel')}
      data-testid="deid-generalise"
      onChange={onChange}
      options={Generalisation.options.map((kind) => ({ value: kind, label: t(`deid.generalise.${kind}`) }))}
    />
  );
}
