import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { SearchMethod } from '../../../../shared/domain/experiment.ts';
import { FormRow } from '../form/form-row.tsx';
import { TextField } from '../form/text-field.tsx';
import { type GridDraft, type GridReading, readSeeds } from './grid-draft.ts';

/** A search has one network and one kind of vectors: the first of those chosen. */
export const oneOfEach = ({ networks, fronts, seeds }: GridDraft): Partial<GridDraft> => ({
  networks: networks.slice(0, 1),
  fronts: fronts.slice(0, 1),
  seeds: String(readSeeds(seeds)?.[0] ?? 1),
});

interface SearchFieldsProps {
  readonly draft: GridDraft;
  readonly reading: GridReading;
  readonly onChange: (part: Partial<GridDraft>) => void;
}

/** Time and method of a search. */
export function SearchFields({ draft, reading: { problems }, onChange }: SearchFieldsProps) {
  const { t } = useTranslation();
  return (
    <section className="setting-group">
      <TextField
        name={t('grid.form.minutes')}
        value={draft.minutes}
        testId="grid-minutes"
        maxLength={6}
        help={t('grid.form.minutesHelp')}
        problem={problems.includes('minutes') ? t('grid.form.minutesWrong') : undefined}
        onChange={(minutes) => onChange({ minutes })}
      />
      <FormRow name={t('grid.form.method')} help={t(`grid.form.methodHelp.${draft.method}`)}>
        {(field) => (
          <Select<SearchMethod>
            {...field}
            value={draft.method}
            options={SearchMethod.options.map((method) => ({
              value: method,
              label: t(`grid.form.methods.${method}`),
            }))}
            onChange={(method) => onChange({ method })}
          />
        )}
      </FormRow>
    </section>
  );
}
