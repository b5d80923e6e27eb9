import { Alert, Button, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataSet } from '../../../../shared/domain/training.ts';
import { useDataSets, useLeakage } from '../../../api/training.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { ErrorNote, ErrorText } from '../../../ui/error-note.tsx';
import type { RunDraft } from '../run-draft.ts';
import { useTrain } from '../train-context.ts';

export interface DataChoiceProps {
  readonly draft: Pick<RunDraft, 'task' | 'train' | 'dev'>;
  readonly tried: boolean;
  readonly onChange: (part: Partial<Pick<RunDraft, 'train' | 'dev'>>) => void;
}

/** Choice of the training and dev set, with a warning when they share texts. */
export function DataChoice({ draft: { task, train, dev }, tried, onChange }: DataChoiceProps) {
  const { t } = useTranslation();
  const { data, error } = useDataSets();
  const sets = data?.filter((set) => set.task === task);
  if (error !== null) return <ErrorNote error={error} />;
  if (sets === undefined) return null;
  if (sets.length === 0) return <NoData text={t('train.form.noData')} tried={tried} />;
  return (
    <>
      <SetField
        testId="set-train"
        name={t('train.form.train')}
        help={t('train.form.trainHelp')}
        chosen={train}
        sets={sets}
        tried={tried}
        onChange={(id) => onChange({ train: id })}
      />
      <SetField
        testId="set-dev"
        name={t('train.form.dev')}
        help={t('train.form.devHelp')}
        chosen={dev}
        sets={sets}
        tried={tried}
        onChange={(id) => onChange({ dev: id })}
      />
      <Leakage train={train} dev={dev} />
    </>
  );
}

interface NoDataProps {
  readonly text: string;
  readonly tried: boolean;
}

/** Nothing to choose from yet. */
export function NoData({ text, tried }: NoDataProps) {
  const { importData } = useTrain();
  const { t } = useTranslation();
  return (
    <div className="setting-field">
      <span>{t('train.form.data')}</span>
      <div>
        <Button type="primary" data-testid="form-import" onClick={importData}>
          {t('train.data.import')}
        </Button>
      </div>
      <p className={tried ? 'field-error' : 'muted'}>{text}</p>
    </div>
  );
}

interface SetFieldProps {
  readonly name: string;
  readonly help: string;
  readonly testId: string;
  readonly chosen: number | null;
  readonly sets: readonly DataSet[];
  /** Text of the empty choice, for an optional set. */
  readonly none?: string;
  readonly tried: boolean;
  readonly onChange: (id: number | null) => void;
}

/** One of the data sets. */
export function SetField({ name, help, testId, chosen, sets, none, tried, onChange }: SetFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const there = sets.some((set) => set.id === chosen);
  const missing = tried && !there && none === undefined;
  return (
    <div className="setting-field" data-testid={testId}>
      <label htmlFor={id}>{name}</label>
      <Select
        id={id}
        showSearch={{ optionFilterProp: 'label' }}
        value={there ? chosen : null}
        placeholder={none ?? t('train.form.choose')}
        allowClear={none !== undefined}
        popupMatchSelectWidth={false}
        options={sets.map((set) => ({
          value: set.id,
          label: `${set.name} · ${t('train.data.documents', { n: formatCount(set.documents) })}`,
        }))}
        aria-describedby={`${id}-help`}
        onChange={(value) => onChange(value ?? null)}
        {...(missing ? { status: 'error' as const, 'aria-invalid': true } : {})}
      />
      <p className={missing ? 'field-error' : 'muted'} id={`${id}-help`}>
        {missing ? t('train.form.setMissing') : help}
      </p>
    </div>
  );
}

/** Texts known from training make a score too good. */
function Leakage({ train, dev }: { readonly train: number | null; readonly dev: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isFetching } = useLeakage(train, dev);
  if (train === null || dev === null) return null;
  if (train === dev) {
    return (
      <Alert
        type="warning"
        showIcon
        className="leakage"
        data-testid="leakage"
        title={t('train.leakage.same')}
      />
    );
  }
  if (error !== null) return <ErrorText error={error} />;
  if (data === undefined) {
    return isFetching ? <p className="muted leakage">{t('train.leakage.looking')}</p> : null;
  }
  if (data.leaked === 0) {
    return (
      <p className="state-good leakage" data-testid="leakage">
        {t('train.leakage.none', { total: formatCount(data.documents) })}
      </p>
    );
  }
  const values = { n: formatCount(data.leaked), total: formatCount(data.documents) };
  const examples = data.examples.slice(0, 5).map((number) => `#${number + 1}`);
  return (
    <Alert
      type="warning"
      showIcon
      className="leakage"
      data-testid="leakage"
      title={`${t('train.leakage.found', values)}${t('train.leakage.hint', { examples: examples.join(language === 'zh' ? '、' : ', ') })}`}
    />
  );
}
