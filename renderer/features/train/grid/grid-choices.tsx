import { Button, Checkbox } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface GridChoicesProps {
  readonly title: string;
  readonly help?: string;
  readonly testId: string;
  readonly choices: readonly { readonly key: string; readonly label: string; readonly hint?: string }[];
  /** Keys. */
  readonly chosen: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (keys: string[]) => void;
}

/** One axis of an experiment as check boxes. */
export function GridChoices({ title, help, testId, choices, chosen, problem, onChange }: GridChoicesProps) {
  const { t } = useTranslation();
  const id = useId();
  const all = choices.map(({ key }) => key);
  // In the order of the list, whichever was ticked first: so stand the rows of the table.
  const toggle = (key: string): void =>
    onChange(all.filter((one) => (one === key ? !chosen.includes(one) : chosen.includes(one))));
  return (
    <fieldset className="setting-field grid-field" data-testid={testId} aria-describedby={`${id}-help`}>
      <legend className="visually-hidden">{title}</legend>
      <span aria-hidden="true">{title}</span>
      <div className="grid-choices">
        {choices.map(({ key, label, hint }) => (
          <Checkbox
            key={key}
            checked={chosen.includes(key)}
            data-key={key}
            onChange={() => toggle(key)}
            {...(hint === undefined ? {} : { title: hint })}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      <p className={problem === undefined ? 'muted' : 'field-error'} id={`${id}-help`}>
        {problem ?? help}
        {choices.length > 2 && (
          <>
            {' '}
            <Button type="link" size="small" onClick={() => onChange(all)}>
              {t('grid.form.all')}
            </Button>
            <Button type="link" size="small" onClick={() => onChange([])}>
              {t('grid.form.none')}
            </Button>
          </>
        )}
      </p>
    </fieldset>
  );
}
