import { useTranslation } from 'react-i18next';
import { type KnownRelation, RELATIONS } from '../../shared/domain/graph.ts';

/** Links that ranking adds between what a record says and what the graph knows. */
const STEPS = ['BroaderThan', 'NegativeResult', 'Documented'] as const;
type Step = (typeof STEPS)[number];

const isStep = (relation: string): relation is Step => STEPS.some((step) => step === relation);
const isKnown = (relation: string): relation is KnownRelation => Object.hasOwn(RELATIONS, relation);

/** Returns a relation's name, seen from its head or its tail. Names of imported relations stay as they are. */
export function useRelationName(): (relation: string, direction?: 'out' | 'in') => string {
  const { t } = useTranslation();
  return (relation, direction = 'out') => {
    if (isStep(relation)) return t(`step.${relation}`);
    if (!isKnown(relation)) return direction === 'in' ? `← ${relation}` : relation;
    return direction === 'in' ? t(`relationIn.${relation}`) : t(`relation.${relation}`);
  };
}
