import { useTranslation } from 'react-i18next';

/** Facts that have a name in both languages. */
export const KNOWN_FACTS = ['en', 'icd10', 'sex', 'age', 'frequency', 'urgent', 'description'] as const;
type KnownFact = (typeof KNOWN_FACTS)[number];

/** Returns the name of an entity's fact; unknown facts keep their source's name. */
export function useFactName(): (fact: string) => string {
  const { t } = useTranslation();
  const isKnown = (fact: string): fact is KnownFact => KNOWN_FACTS.some((known) => known === fact);
  return (fact) => (isKnown(fact) ? t(`fact.${fact}`) : fact);
}
