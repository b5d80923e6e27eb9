import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { STARTER_SETTINGS, type StarterState } from '../../../shared/domain/starter.ts';
import { fromErrorData } from '../../../shared/result.ts';
import { useAnswer } from '../../api/requests.ts';
import { useSaveSettings, useSettings } from '../../api/system.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatBytes } from '../../lib/format.ts';
import { ErrorText } from '../../ui/error-note.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';

/** Starter models: on or off, what they were trained on, their scores and limits. */
export function StarterModels() {
  const { t } = useTranslation();
  const states = useAnswer('models.starter', {}).data ?? [];
  return (
    <section className="starter-models column" data-testid="starter-models">
      <h2>{t('starter.title')}</h2>
      <p className="muted">{t('starter.body')}</p>
      {states.length === 0 && <p className="muted">{t('starter.none')}</p>}
      {states.map((state) => (
        <StarterRow key={state.part} state={state} />
      ))}
    </section>
  );
}

function StarterRow({ state: { part, card, bytes, error } }: { readonly state: StarterState }) {
  const { t } = useTranslation();
  const { settings } = useSettings();
  const save = useSaveSettings();
  const language = useLanguage();
  const sets = card.data.map(({ set, licence }) => `${set} (${licence.replace(/ \(.*/, '')})`).join(', ');
  const scores = card.scores.map(({ set, measure, value }) => `${measure} ${value.toFixed(3)} (${set})`);
  const key = part === 'words' || part === 'encoder' ? undefined : STARTER_SETTINGS[part];
  return (
    <SettingRow name={t(`starter.part.${part}`)}>
      <div className="starter-model column">
        {key !== undefined && (
          <Switch
            data-testid={`starter-${part}`}
            aria-label={t(`starter.part.${part}`)}
            checked={settings[key] && error === undefined}
            disabled={error !== undefined}
            onChange={(on) => save({ [key]: on })}
          />
        )}
        {error !== undefined && <ErrorText error={fromErrorData(error)} />}
        <p>{t(`starter.about.${part}`)}</p>
        <p className="muted fine">{card.limits[language]}</p>
        <p className="muted fine">
          {[...scores, formatBytes(bytes), t('starter.trainedOn', { sets })].join(' · ')}
        </p>
      </div>
    </SettingRow>
  );
}
