import { useTranslation } from 'react-i18next';
import type { VectorsCard } from '../../../../shared/domain/vectors.ts';
import { settingText } from '../../../lib/form-settings.ts';
import { useCorpusFacts, useVectorFacts } from './vectors-facts.ts';
import { LossCurve } from './vectors-training.tsx';

/** All that is known about a set of vectors. */
export function VectorsAbout({ card }: { readonly card: VectorsCard }) {
  const { t } = useTranslation();
  const facts = useVectorFacts(card);
  const corpus = useCorpusFacts(card);
  const { settings, curve } = card;
  const choiceName = (name: string, value: string | number | boolean): string => {
    if (typeof value === 'boolean') return value ? '✓' : '–';
    if (typeof value === 'number') return settingText(value);
    // safe: the schema's own names and choices
    return t(`vectors.setting.${name as 'unit'}.choices.${value as 'word'}`);
  };
  return (
    <div className="vectors-about">
      <ul>
        {[t(`vectors.unit.${card.unit}`), ...facts, ...corpus].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {curve !== undefined && settings !== undefined && curve.length > 1 && (
        <>
          <h3>{t('vectors.running.loss')}</h3>
          <LossCurve points={curve} epochs={settings.epochs} />
        </>
      )}
      {settings !== undefined && (
        <dl className="vectors-settings">
          {Object.entries(settings).map(([name, value]) => (
            <div key={name}>
              <dt>{t(`vectors.setting.${name as 'window'}.name`)}</dt> {/* safe: a name of the schema */}
              <dd>{choiceName(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
