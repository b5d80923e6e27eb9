/** Links the values of a text to the graph: assertion, entity of the finding, entities that a result denies. */
import type { EntitySummary, EntityType } from '../../../shared/domain/graph.ts';
import type { Section } from '../../../shared/domain/mention.ts';
import type { MeasuredValue, ReadValue } from '../../../shared/domain/value.ts';
import { buildAssertionClassifier } from '../../text/assertion.ts';
import { normaliseName } from '../../text/folding.ts';
import type { AssertionRules } from '../../text/rule-schemas.ts';
import type { Analyte } from '../../text/values/analytes.ts';
import type { Lexicon } from './lexicon.ts';

type Entity = Pick<EntitySummary, 'id' | 'type' | 'name'>;

export interface ValueLinker {
  link(values: readonly ReadValue[], units: Uint16Array, sections: readonly Section[]): MeasuredValue[];
}

/** Types of a finding's entity, best first; a disease only when the graph has no such finding. */
const PREFERRED: readonly EntityType[] = ['finding', 'sign', 'symptom', 'disease', 'cause'];

export function buildValueLinker(
  analytes: readonly Analyte[],
  lexicon: Lexicon,
  rules: AssertionRules,
): ValueLinker {
  const entities = linkFindings(analytes, lexicon);
  const classifier = buildAssertionClassifier(valueRules(rules));
  return {
    link(values, units, sections) {
      const spans = values.map(({ start, end }) => ({ start, end, type: 'finding' as const }));
      const order = spans
        .map((_, i) => i)
        .sort((a, b) => spans[a]!.start - spans[b]!.start || spans[b]!.end - spans[a]!.end);
      const asserted = classifier.classify(
        units,
        order.map((i) => spans[i]!),
        sections,
      );
      const assertions = new Map(order.map((i, at) => [i, asserted[at]!.assertion]));
      return values.map((value, i): MeasuredValue => {
        const aimed = value.target === true || isAim(value, units, sections);
        const assertion = aimed ? 'hypothetical' : assertions.get(i)!;
        const { low, high } = entities.get(value.analyte)!;
        const entity = (
          value.flag === 'low' ? low : value.flag === 'high' || value.flag === 'positive' ? high : undefined
        )?.[0];
        const denies = assertion === 'present' ? denied(value, low, high) : [];
        return {
          ...value,
          assertion,
          ...(entity === undefined ? {} : { entity }),
          ...(denies.length === 0 ? {} : { denies }),
        };
      });
    },
  };
}

/** Returns the section of an offset, by halving: long records have thousands of both. */
function sectionAt(sections: readonly Section[], offset: number): Section | undefined {
  let low = 0;
  for (let high = sections.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (sections[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  const section = sections[low];
  return section !== undefined && section.start <= offset ? section : undefined;
}

/** Code units before a value in which a plan says what is to be reached. */
const AIM_REACH = 24;
const AIM = /(?:维持|保持|控制|使)[^。;\n]*$/u;

/** Returns whether a plan names the value as what is to be kept: 维持血压90/60mmHg以上. */
function isAim({ start, end }: ReadValue, units: Uint16Array, sections: readonly Section[]): boolean {
  const section = sectionAt(sections, start);
  if (section?.kind !== 'plan' && section?.kind !== 'discharge') return false;
  return AIM.test(String.fromCharCode(...units.subarray(Math.max(0, start - AIM_REACH), end)));
}

/** A measured value is there, whatever the sentence doubts or denies: only whose, when and whether it is real count. */
function valueRules(rules: AssertionRules): AssertionRules {
  const counts = ['family', 'hypothetical', 'historical'];
  return {
    ...rules,
    triggers: rules.triggers.filter(({ assertion }) => counts.includes(assertion)),
  };
}

/** Entities of the findings of either side, the one to show first. */
interface Sides {
  readonly low: readonly Entity[];
  readonly high: readonly Entity[];
}

/** Returns the names, normalised, of all findings. */
export const findingNames = (analytes: readonly Analyte[]): string[] =>
  analytes.flatMap(({ low, high }) => [...low, ...high]).map(normaliseName);

function linkFindings(analytes: readonly Analyte[], lexicon: Lexicon): ReadonlyMap<string, Sides> {
  const entitiesOf = (names: readonly string[]) => {
    const found = names.flatMap((name) => {
      const index = lexicon.indexOf(normaliseName(name));
      return index === undefined ? [] : lexicon.sensesOf(index).map((sense) => lexicon.entity(sense));
    });
    const best = found
      .filter(({ type }) => PREFERRED.includes(type))
      .sort((a, b) => PREFERRED.indexOf(a.type) - PREFERRED.indexOf(b.type))
      .map(({ id, type, name }) => [id, { id, type, name }] as const);
    return [...new Map(best).values()];
  };
  return new Map(analytes.map(({ id, low, high }) => [id, { low: entitiesOf(low), high: entitiesOf(high) }]));
}

/** Returns the findings on the sides on which the value does not lie. */
function denied({ flag }: ReadValue, low: readonly Entity[], high: readonly Entity[]): Entity[] {
  if (flag === 'unknown') return [];
  return [...(flag === 'low' ? [] : low), ...(flag === 'high' || flag === 'positive' ? [] : high)];
}
