/** Adds assertions to entities that a model found. */
import type { PredictedSpan } from '../../shared/domain/training.ts';
import { typeOfLabel } from '../../shared/entity-type-aliases.ts';
import { buildAssertionClassifier } from './assertion.ts';
import { foldUnits } from './folding.ts';
import type { LinkerRules } from './rule-schemas.ts';
import { foldScript } from './script.ts';
import { buildSectionFinder } from './sections.ts';

export type PredictedAssertions = (text: string, entities: readonly PredictedSpan[]) => PredictedSpan[];

/** Labels that no entity type fits count as `other`. */
export function buildPredictedAssertions(rules: LinkerRules): PredictedAssertions {
  const classifier = buildAssertionClassifier(rules.assertion);
  const sections = buildSectionFinder(rules.headings);
  return (text, entities) => {
    const units = foldUnits(foldScript(text));
    const ordered = entities.toSorted((a, b) => a.start - b.start || b.end - a.end);
    const spans = ordered.map(({ start, end, type }) => ({ start, end, type: typeOfLabel(type) ?? 'other' }));
    const asserted = classifier.classify(units, spans, sections.find(text, units));
    const assertions = new Map(ordered.map((entity, i) => [entity, asserted[i]!.assertion]));
    return entities.map((entity) => ({ ...entity, assertion: assertions.get(entity)! }));
  };
}
