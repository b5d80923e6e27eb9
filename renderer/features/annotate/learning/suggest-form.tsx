import { Button, InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SuggestionRequest } from '../../../../shared/domain/learning.ts';
import { useMay } from '../../../api/accounts.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useAppInfo } from '../../../api/system.ts';
import { useModels } from '../../../api/training.ts';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { useNotices } from '../../../ui/use-notices.tsx';

const DICTIONARY = 0;

interface SuggestFormProps {
  readonly projectId: number;
  /** The project's own model. */
  readonly preferred: number | undefined;
}

/**
 * Suggestions by the dictionary or a model of the registry in all documents that are not finished: entities, or
 * relations between those that were accepted.
 */
export function SuggestForm({ projectId, preferred }: SuggestFormProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const suggest = useNoticedChange('learning.suggest');
  const sources = (useModels().data ?? []).filter(({ task }) => task === 'ner' || task === 'relation');
  /** A model's id, or the name of a person whose layers are copied. */
  const [chosen, setChosen] = useState<number | string>();
  const [to, setTo] = useState<SuggestionRequest['for']>('me');
  const mayLead = useMay()('projects.board');
  const members = useAnswer('projects.get', mayLead && { projectId }).data?.members ?? [];
  const actor = useAppInfo().data?.actor ?? '';
  // One person alone has nobody to suggest to.
  const people = members.some((name) => name !== actor) ? [...new Set([actor, ...members])] : [];
  const [threshold, setThreshold] = useState(0.5);
  const [sourceId, thresholdId, toId] = [useId(), useId(), useId()];
  const source = chosen ?? preferred ?? DICTIONARY;
  const isModel = typeof source === 'number' && source !== DICTIONARY;
  const run = () =>
    suggest.mutate(
      {
        projectId,
        source:
          typeof source === 'string'
            ? { kind: 'layer', person: source }
            : source === DICTIONARY
              ? { kind: 'dictionary' }
              : { kind: 'model', model: source },
        threshold: isModel ? threshold : 0,
        for: typeof source === 'string' ? 'assigned' : to,
      },
      {
        onSuccess: (made) =>
          made.items === 0
            ? notices.note(t('learning.suggest.none'))
            : notices.done(t('learning.suggest.done', made)),
      },
    );
  return (
    <section className="suggest-form">
      <h3>{t('learning.suggest.title')}</h3>
      <div className="suggest-fields">
        <label htmlFor={sourceId}>{t('learning.suggest.source')}</label>
        <Select
          id={sourceId}
          value={source}
          popupMatchSelectWidth={false}
          options={[
            { value: DICTIONARY, label: t('learning.suggest.dictionary') },
            ...sources.map(({ id, name }) => ({ value: id, label: name })),
            ...people.map((name) => ({ value: name, label: t('lead.push.layer', { person: name }) })),
          ]}
          onChange={setChosen}
        />
        {isModel && (
          <>
            <label htmlFor={thresholdId}>{t('learning.suggest.threshold')}</label>
            <InputNumber
              id={thresholdId}
              min={0}
              max={1}
              step={0.05}
              value={threshold}
              onChange={(value) => setThreshold(value ?? 0)}
            />
          </>
        )}
        {people.length > 0 && typeof source === 'number' && (
          <>
            <label htmlFor={toId}>{t('lead.push.to')}</label>
            <Select
              id={toId}
              value={to}
              popupMatchSelectWidth={false}
              data-testid="suggest-to"
              options={(['me', 'assigned'] as const).map((value) => ({
                value,
                label: t(`lead.push.${value}`),
              }))}
              onChange={setTo}
            />
          </>
        )}
        <Button loading={suggest.isPending} onClick={run} data-testid="suggest">
          {suggest.isPending ? t('learning.suggest.busy') : t('learning.suggest.run')}
        </Button>
      </div>
      <p className="muted">{t('learning.suggest.hint')}</p>
    </section>
  );
}
