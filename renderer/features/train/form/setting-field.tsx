import { Button, type SelectProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { STARTER } from '../../../../shared/domain/starter.ts';
import { EncoderSize, type ModelCard, type TrainingTask } from '../../../../shared/domain/training.ts';
import { useDataSets } from '../../../api/training.ts';
import { useVectorChoices } from '../../../api/vectors.ts';
import { rangeText, shapeOf } from '../../../lib/form-settings.ts';
import { beginningsFor, type SettingProblem } from '../run-draft.ts';
import { useTrain } from '../train-context.ts';
import { marksIn } from './augment-page.tsx';
import { FormRow } from './form-row.tsx';
import { SettingControl } from './setting-control.tsx';
import type { SettingWords } from './setting-words.ts';
import { useSettingWords } from './use-setting-words.ts';

/** Settings that may name nothing. */
const CLEARABLE: ReadonlySet<string> = new Set(['unlabelled', 'teacher', 'augment']);

interface SettingFieldProps {
  readonly task: TrainingTask;
  readonly setting: string;
  readonly value: string | boolean;
  readonly problem: SettingProblem | undefined;
  /** Models of the workspace, which some settings name. */
  readonly models: readonly ModelCard[];
  readonly onChange: (value: string | boolean) => void;
}

/** One setting: its name, its control, and what it does with the range it may have. */
export function SettingField({ task, setting, value, problem, models, onChange }: SettingFieldProps) {
  const { t } = useTranslation();
  const words = useSettingWords(task);
  const shape = shapeOf(task, setting);
  const range = rangeText(shape);
  const options = useOptions(task, setting, models);
  return (
    <FormRow
      name={words.name(setting)}
      testId={`setting-${setting}`}
      problem={problem && t(`train.problem.${problem}`, { range })}
      help={
        <>
          {setting === 'network' ? explained(words, value) : words.help(setting)}
          {range !== '' && <span className="range"> {range}</span>}
        </>
      }
    >
      {(field) =>
        setting === 'augmentRejected' ? (
          <RejectedCopies id={field.id} value={String(value)} />
        ) : (
          <SettingControl
            field={field}
            kind={shape.kind}
            value={value}
            options={options}
            clearable={CLEARABLE.has(setting)}
            {...(options && {
              placeholder: t(
                /vectors$/i.test(setting) && options.length === 0 ? 'texts.noVectors' : 'train.form.choose',
              ),
            })}
            // The field is narrow: the chosen network shows only its name.
            labelRender={({ value: chosen, label }) => (
              <span title={typeof label === 'string' ? label : undefined}>
                {setting === 'network' ? words.networkName(String(chosen)) : label}
              </span>
            )}
            onChange={onChange}
          />
        )
      }
    </FormRow>
  );
}

/** Shows the number of copies left out, and the page that lists them. */
function RejectedCopies({ id, value }: { readonly id: string; readonly value: string }) {
  const { t } = useTranslation();
  const { go } = useTrain();
  return (
    <Button id={id} data-testid="augment-preview" onClick={() => go({ kind: 'augment' })}>
      {t('train.augment.look', { n: marksIn(value).size })}
    </Button>
  );
}

/** Explains the network chosen, or what networks are where its name says it all. */
function explained(words: SettingWords, network: string | boolean): string {
  const about = words.networkHelp(String(network));
  return about === '' ? words.help('network') : about.charAt(0).toUpperCase() + about.slice(1);
}

type Options = SelectProps['options'];

/** Options of a setting; undefined where the user types a value. */
function useOptions(task: TrainingTask, setting: string, models: readonly ModelCard[]): Options {
  const { t } = useTranslation();
  const words = useSettingWords(task);
  const vectors = useVectorChoices();
  const corpora = (useDataSets().data ?? []).filter((set) => set.task === 'pretrain');
  const { choices } = shapeOf(task, setting);
  if (setting === 'vectors' || setting === 'lexiconVectors')
    return vectors.map(({ name, unit, dimension }) => ({
      value: name,
      label: `${name} · ${t(`texts.unit.${unit}`)} · ${dimension}`,
    }));
  if (setting === 'unlabelled') return corpora.map(({ name }) => ({ value: name, label: name }));
  if (setting === 'teacher')
    return models.filter((model) => model.task === 'ner').map(({ name }) => ({ value: name, label: name }));
  if (setting === 'augment')
    return models
      .filter((model) => model.task === 'encoder')
      .map(({ name }) => ({ value: name, label: name }));
  if (setting === 'from')
    return [
      { value: 'none', label: t('train.from.none') },
      ...beginningsFor(task, models).map((name) => ({
        value: name,
        label: name === STARTER ? t('train.from.starter') : name,
      })),
    ];
  if (setting === 'encoder') {
    const imported = models
      .filter((model) => model.task === 'encoder')
      .map(({ name }) => ({ value: name, label: name }));
    return [
      {
        label: t('train.encoder.random'),
        options: EncoderSize.options.map((size) => ({ value: size, label: t(`train.encoder.${size}`) })),
      },
      ...(imported.length === 0 ? [] : [{ label: t('train.encoder.imported'), options: imported }]),
    ];
  }
  if (choices.length === 0) return undefined;
  return choices.map((value) => ({ value, label: words.choice(setting, value) }));
}
