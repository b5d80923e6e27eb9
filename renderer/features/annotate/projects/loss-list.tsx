import { useTranslation } from 'react-i18next';
import type { Loss } from '../../../../shared/domain/annotation.ts';
import { words } from '../../../../shared/messages/words.ts';
import { useLanguage } from '../../../i18n/index.ts';

/** Lists what a format or a project cannot hold: count, kind and an example. */
export function LossList({ losses }: { readonly losses: readonly Loss[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className="losses" data-testid="losses">
      {losses.map(({ what, count, example }) => (
        <li key={what.id}>
          <span className="count">{count}</span>
          <span>
            {words(what, language)}
            <span className="muted loss-example">{t('annotate.lossExample', { example })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
