import { TeamOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Place } from '../../shared/domain/account.ts';
import { usePresence } from '../api/presence.ts';

/** Names of other people who have this record or document on screen; nothing when nobody has. */
export function AlsoHere({ place }: { readonly place: Place | null }) {
  const { t } = useTranslation();
  const people = usePresence(place);
  if (people.length === 0) return null;
  return (
    <span className="also-here" role="status" data-testid="also-here">
      <TeamOutlined /> {t('app.alsoHere', { people: people.join(t('app.listSeparator')) })}
    </span>
  );
}
