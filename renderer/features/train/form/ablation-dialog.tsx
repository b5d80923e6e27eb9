import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExperimentPlan } from '../../../../shared/domain/experiment.ts';
import type { RunSettings } from '../../../../shared/domain/training.ts';
import { ablationAxis, ownSettings } from '../../../../shared/experiment-cells.ts';
import { useAnswer, useChange } from '../../../api/requests.ts';
import { FieldError } from '../../../ui/error-note.tsx';
import { readSeeds } from '../grid/grid-draft.ts';
import { freeName } from '../run-draft.ts';
import { useTrain } from '../train-context.ts';
import { FormRow } from './form-row.tsx';
import { SettingControl } from './setting-control.tsx';
import { TextField } from './text-field.tsx';
import { useSettingWords } from './use-setting-words.ts';

interface AblationDialogProps {
  readonly settings: RunSettings;
  /** Ids of data sets. */
  readonly sets: { readonly train: number; readonly dev: number };
  readonly onClose: () => void;
}

/** Starts an experiment of the form's pre-training: once with all objectives, once without each. */
export function AblationDialog({ settings, sets, onClose }: AblationDialogProps) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const { name: settingName } = useSettingWords('pretrain');
  const start = useChange('experiments.start');
  const taken = (useAnswer('experiments.list', {}).data ?? []).map((experiment) => experiment.name);
  const [typed, setTyped] = useState<string | null>(null);
  const [seeds, setSeeds] = useState('1, 2, 3');
  const [keepModels, setKeepModels] = useState(false);
  const name = typed ?? freeName('ablation', taken);
  const own = ownSettings(settings);
  const axis = ablationAxis(own);
  const [, ...without] = axis.values;
  const parts = without
    .flatMap(({ settings: left }) => Object.keys(left))
    .map(settingName)
    .join(t('pretrain.ablation.between'));
  const numbers = readSeeds(seeds);
  const submit = (): void => {
    const plan = ExperimentPlan.parse({
      task: 'pretrain',
      settings: own,
      axes: [axis],
      seeds: numbers,
      keepModels,
    });
    start.mutate({ name: name.trim(), plan, ...sets }, { onSuccess: ({ id }) => go({ kind: 'grid', id }) });
  };
  return (
    <Modal
      open
      width={800}
      title={t('pretrain.ablation.title')}
      okText={t('grid.form.start')}
      okButtonProps={{
        disabled: without.length === 0 || numbers === undefined || name.trim() === '',
        loading: start.isPending,
      }}
      data-testid="ablation-dialog"
      onOk={submit}
      onCancel={onClose}
    >
      <p>{without.length === 0 ? t('pretrain.ablation.nothing') : t('pretrain.ablation.about', { parts })}</p>
      <TextField
        name={t('grid.form.name')}
        value={name}
        testId="ablation-name"
        maxLength={150}
        help={t('grid.form.nameHelp')}
        problem={name.trim() === '' ? t('grid.form.nameMissing') : undefined}
        onChange={setTyped}
      />
      <TextField
        name={t('grid.form.seeds')}
        value={seeds}
        testId="ablation-seeds"
        maxLength={150}
        help={t('pretrain.ablation.runs', { n: (without.length + 1) * (numbers?.length ?? 0) })}
        problem={numbers === undefined ? t('grid.form.seedsWrong') : undefined}
        onChange={setSeeds}
      />
      <FormRow name={t('grid.form.keepModels')} help={t('pretrain.ablation.keepHelp')}>
        {(field) => (
          <SettingControl
            field={field}
            kind="flag"
            value={keepModels}
            onChange={(keep) => setKeepModels(keep === true)}
          />
        )}
      </FormRow>
      <FieldError error={start.error} />
    </Modal>
  );
}
