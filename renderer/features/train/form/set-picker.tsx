import { Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelCard } from '../../../../shared/domain/training.ts';
import { useDataSets, useModels } from '../../../api/training.ts';
import { setOptions } from './data-choice.tsx';

interface SetPickerProps {
  readonly title: string;
  readonly hint: string;
  readonly submit: string;
  /** Only sets of this task can be chosen. */
  readonly task: ModelCard['task'];
  /** Name of the set to begin with, where it is still there. */
  readonly preferred: string | undefined;
  /** Offers the taggers too; none is the beginning. */
  readonly withTagger?: boolean;
  readonly onPick: (id: number, tagger: number | undefined) => void;
  readonly onClose: () => void;
}

/** Asks for one data set, and for a tagger where one may be had. */
export function SetPicker(props: SetPickerProps) {
  const { title, hint, submit, task, preferred, withTagger = false, onPick, onClose } = props;
  const { t } = useTranslation();
  const [id, taggerId] = [useId(), useId()];
  const taggers = (useModels().data ?? []).filter((model) => model.task === 'ner');
  const [tagger, setTagger] = useState<number>();
  const sets = (useDataSets().data ?? []).filter((set) => set.task === task);
  const [chosen, setChosen] = useState<number | null>(
    () => (sets.find(({ name }) => name === preferred) ?? sets[0])?.id ?? null,
  );
  return (
    <Modal
      open
      width={480}
      title={title}
      okText={submit}
      okButtonProps={{ disabled: chosen === null }}
      data-testid="set-picker"
      onCancel={onClose}
      onOk={() => {
        onClose();
        if (chosen !== null) onPick(chosen, tagger);
      }}
    >
      <p className="muted">{hint}</p>
      {sets.length === 0 && <p className="field-error">{t('texts.models.noSet')}</p>}
      <label htmlFor={id} className="field-label">
        {t('train.form.data')}
      </label>
      <Select
        id={id}
        value={chosen}
        style={{ width: '100%' }}
        placeholder={t('train.form.choose')}
        options={setOptions(sets, t)}
        onChange={setChosen}
      />
      {withTagger && (
        <>
          <label htmlFor={taggerId} className="field-label">
            {t('texts.triples.tagger')}
          </label>
          <Select
            id={taggerId}
            allowClear
            value={tagger ?? null}
            style={{ width: '100%' }}
            placeholder={t('texts.triples.noTagger')}
            options={taggers.map((model) => ({ value: model.id, label: model.name }))}
            onChange={(value) => setTagger(value ?? undefined)}
          />
        </>
      )}
    </Modal>
  );
}
