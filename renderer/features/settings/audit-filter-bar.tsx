import { Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AuditFilter } from '../../../shared/domain/audit.ts';
import { useAnswer } from '../../api/requests.ts';
import { useLanguage } from '../../i18n/index.ts';
import { actionWords, daysToTimes } from './audit-text.ts';

/** Values of the fields; days as the browser's date fields give them, '' for none. */
export interface AuditQuestion {
  readonly object: string;
  readonly actors: readonly string[];
  readonly actions: readonly string[];
  readonly since: string;
  readonly until: string;
}

export const NO_QUESTION: AuditQuestion = { object: '', actors: [], actions: [], since: '', until: '' };

export const filterOf = ({ object, actors, actions, since, until }: AuditQuestion): AuditFilter => ({
  ...(object === '' ? {} : { object }),
  ...(actors.length === 0 ? {} : { actors: [...actors] }),
  ...(actions.length === 0 ? {} : { actions: [...actions] }),
  ...daysToTimes(since, until),
});

interface AuditFilterBarProps {
  readonly asked: AuditQuestion;
  readonly onAsk: (asked: AuditQuestion) => void;
}

/** Narrows the trail by object, people, actions and days. */
export function AuditFilterBar({ asked, onAsk }: AuditFilterBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useAnswer('audit.facets', {}, { refetchOnMount: 'always' });
  const options = (names: readonly string[] = [], label = (name: string) => name) =>
    names.map((value) => ({ value, label: label(value) }));
  const day = (name: 'since' | 'until') => (
    // biome-ignore lint/a11y/noLabelWithoutControl: antd's field within is the control
    <label className="audit-day row">
      {t(`audit.${name}`)}
      <Input
        type="date"
        value={asked[name]}
        max="9999-12-31"
        data-testid={`audit-${name}`}
        onChange={(event) => onAsk({ ...asked, [name]: event.target.value })}
      />
    </label>
  );
  return (
    <div className="audit-filter">
      <Input
        allowClear
        value={asked.object}
        placeholder={t('audit.object')}
        aria-label={t('audit.object')}
        data-testid="audit-filter"
        onChange={(event) => onAsk({ ...asked, object: event.target.value })}
      />
      <Select
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        value={[...asked.actors]}
        placeholder={t('audit.actors')}
        aria-label={t('audit.actors')}
        data-testid="audit-actors"
        options={options(data?.actors)}
        onChange={(actors: string[]) => onAsk({ ...asked, actors })}
      />
      <Select
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        value={[...asked.actions]}
        placeholder={t('audit.actions')}
        aria-label={t('audit.actions')}
        data-testid="audit-actions"
        showSearch={{ optionFilterProp: 'label' }}
        options={options(data?.actions, (action) => actionWords(action, language))}
        onChange={(actions: string[]) => onAsk({ ...asked, actions })}
      />
      <div className="audit-days">
        {day('since')}
        {day('until')}
      </div>
      <Button
        type="text"
        disabled={JSON.stringify(asked) === JSON.stringify(NO_QUESTION)}
        data-testid="audit-clear"
        onClick={() => onAsk(NO_QUESTION)}
      >
        {t('audit.clear')}
      </Button>
    </div>
  );
}
