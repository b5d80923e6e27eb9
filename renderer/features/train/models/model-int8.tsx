import { Button, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelCard } from '../../../../shared/domain/training.ts';
import { formatScore } from '../../../lib/format.ts';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { SetPicker } from '../form/set-picker.tsx';

/** Smaller weights: on or off, and what they cost and bring as measured. */
export function ModelInt8({ model }: { readonly model: ModelCard }) {
  const { t } = useTranslation();
  const id = useId();
  const use = useNoticedChange('models.useInt8');
  const measure = useNoticedChange('models.measureInt8');
  const [choosing, setChoosing] = useState(false);
  return (
    <div className="model-int8">
      <Switch
        size="small"
        id={id}
        checked={model.useInt8}
        loading={use.isPending}
        data-testid="model-int8"
        onChange={(useInt8) => use.mutate({ id: model.id, useInt8 })}
      />
      <label htmlFor={id}>{t('train.int8.use')}</label>
      <Measured model={model} />
      <Button
        size="small"
        loading={measure.isPending}
        data-testid="model-measure"
        onClick={() => setChoosing(true)}
      >
        {t(measure.isPending ? 'train.int8.measuring' : 'train.int8.measure')}
      </Button>
      {choosing && (
        <SetPicker
          title={t('train.int8.measureTitle', { name: model.name })}
          hint={t('train.int8.measureHint')}
          submit={t('train.int8.measure')}
          task={model.task}
          preferred={model.devSet}
          onClose={() => setChoosing(false)}
          onPick={(data) => measure.mutate({ id: model.id, data })}
        />
      )}
    </div>
  );
}

function Measured({ model: { int8 } }: { readonly model: ModelCard }) {
  const { t } = useTranslation();
  if (int8 === undefined) return <span className="muted">{t('train.int8.unknown')}</span>;
  const { f1Before, f1After, msBefore, msAfter } = int8;
  const ms = (value: number): string => `${Number(value.toPrecision(3))} ms`;
  return (
    <span data-testid="int8-measured">
      F1 {formatScore(f1Before)} → <strong>{formatScore(f1After)}</strong>
      {' · '}
      {ms(msBefore)} → <strong>{ms(msAfter)}</strong>
      {msAfter > 0 && <span className="muted"> ({(msBefore / msAfter).toFixed(1)}×)</span>}
    </span>
  );
}
