import { Alert, Button, Select } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { DataSet } from '../../../../shared/domain/training.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useDataSets } from '../../../api/training.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { ErrorNote, ErrorText } from '../../../ui/error-note.tsx';
import type { RunDraft } from '../run-draft.ts';
import { useTrain } from '../train-context.ts';
import { FormRow } from './form-row.tsx';

export interface DataChoiceProps {
  readonly draft: Pick<RunDraft, 'task' | 'train' | 'dev'>;
  readonly tried: boolean;
  /** Without a dev set, since parts of the training set are held out. */
  readonly inFolds?: boolean;
  readonly onChange: (part: Partial<Pick<RunDraft, 'train' | 'dev'>>) => void;
}

/** Choice of the training and dev set, with a warning when they share texts. */
export function DataChoice({
  draft: { task, train, dev },
  tried,
  inFolds = false,
  onChange,
}: DataChoiceProps) {
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
      {!inFolds && (
        <>
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
      )}
    </>
  );
}

/** Nothing to choose from yet. */
export function NoData({ text, tried }: { readonly text: string; readonly tried: boolean }) {
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
  const isThere = sets.some((set) => set.id === chosen);
  const isMissing = tried && !isThere && none === undefined;
  return (
    <FormRow
      name={name}
      testId={testId}
      {...(isMissing ? { problem: t('train.form.setMissing') } : { help })}
    >
      {(field) => (
        <Select
          {...field}
          showSearch={{ optionFilterProp: 'label' }}
          value={isThere ? chosen : null}
          placeholder={none ?? t('train.form.choose')}
          allowClear={none !== undefined}
          popupMatchSelectWidth={false}
          options={setOptions(sets, t)}
          onChange={(value) => onChange(value ?? null)}
        />
      )}
    </FormRow>
  );
}

/** Returns data sets as options of a select. */
export const setOptions = (sets: readonly DataSet[], t: TFunction) =>
  sets.map(({ id, name, documents }) => ({
    value: id,
    label: `${name} · ${t('train.data.documents', { n: formatCount(documents) })}`,
  }));

/** Texts known from training make a score too good. */
function Leakage({ train, dev }: { readonly train: number | null; readonly dev: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isFetching } = useAnswer(
    'datasets.leakage',
    train !== null && dev !== null && train !== dev && { train, dev },
  );
  if (train === null || dev === null) return null;
  if (train === dev) return <LeakageWarning text={t('train.leakage.same')} />;
  if (error !== null) return <ErrorText error={error} />;
  if (data === undefined)
    return isFetching ? <p className="muted leakage">{t('train.leakage.looking')}</p> : null;
  if (data.leaked === 0)
    return (
      <p className="state-good leakage" data-testid="leakage">
        {t('train.leakage.none', { total: formatCount(data.documents) })}
      </p>
    );
  const values = { n: formatCount(data.leaked), total: formatCount(data.documents) };
  const examples = data.examples.slice(0, 5).map((number) => `#${number + 1}`);
  const hint = t('train.leakage.hint', { examples: examples.join(language === 'zh' ? '、' : ', ') });
  return <LeakageWarning text={`${t('train.leakage.found', values)}${hint}`} />;
}

const LeakageWarning = ({ text }: { readonly text: string }) => (
  <Alert type="warning" showIcon className="leakage" data-testid="leakage" title={text} />
);
