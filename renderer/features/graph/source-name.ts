import { useTranslation } from 'react-i18next';
import { PREDICTED } from '../../../shared/domain/graph.ts';
import { BY_PERSON } from '../../../shared/domain/graph-edit.ts';

/** Returns the words for a source; imports keep the name of their file. */
export function useSourceName(): (source: string) => string {
  const { t } = useTranslation();
  return (source) => {
    const [, person] = source.split(/^person: /);
    if (person !== undefined && source.startsWith(BY_PERSON)) return t('graph.byPerson', { name: person });
    const [, accepter] = source.split(/^predicted, accepted by /);
    if (accepter !== undefined && source.startsWith(PREDICTED))
      return t('graph.acceptedBy', { name: accepter });
    return source;
  };
}
