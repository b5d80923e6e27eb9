/**
 * Classifies assertions of mentions after NegEx (Chapman 2001) and ConText (Harkema 2009): trigger words affect the
 * mentions in their scope. Chinese scopes follow clauses: 、 enumerates, ， ends most scopes, 。 ends all. One pass
 * over triggers and mentions in text order; scopes have bounded length, so time is linear in the text.
 */
import type { EntityType } from '../../shared/domain/graph.ts';
import type { Assertion, Section, SectionKind } from '../../shared/domain/mention.ts';
import type { Span } from '../../shared/domain/span.ts';
import { Judged } from './judged-mention.ts';
import { walkScopes } from './negation-scopes.ts';
import { buildTriggerFinder, PRECEDENCE } from './negation-triggers.ts';
import type { AssertionRules } from './rule-schemas.ts';

/** Mention to classify. Mentions are sorted by start, longer first among equal starts. */
interface AssertionSpan extends Span {
  readonly type: EntityType;
}

interface Asserted {
  readonly assertion: Assertion;
  /** Trigger words; absent for `present` and for assertions given by the section. */
  readonly cue?: Span;
}

export interface AssertionClassifier {
  /**
   * Returns one result per span. A nested span takes the result of the outer one.
   * @param sections sections of the text, or the kind of section that contains all of it
   */
  classify(
    units: Uint16Array,
    spans: readonly AssertionSpan[],
    sections: readonly Section[] | SectionKind | undefined,
  ): Asserted[];
}

/** Types of what is there although something about it is denied: 无腹痛 denies no 腹部. */
const ALWAYS_THERE: ReadonlySet<EntityType> = new Set(['anatomy', 'department']);
const PRESENT: Asserted = { assertion: 'present' };

export function buildAssertionClassifier(rules: AssertionRules): AssertionClassifier {
  const finder = buildTriggerFinder(rules);
  return {
    classify(units, spans, sections) {
      const outer = new Int32Array(spans.length);
      const outermost: Judged[] = [];
      for (let i = 0; i < spans.length; i++) {
        const span = spans[i]!;
        const last = outermost[outermost.length - 1];
        if (!last || span.end > last.end) outermost.push(new Judged(span));
        outer[i] = outermost.length - 1;
      }
      assignSections(outermost, sections, rules);
      walkScopes(units, finder, outermost, rules, typeof sections === 'object' ? headingsOf(sections) : []);
      const results = outermost.map((judged) => judged.result());
      return Array.from(outer, (index, i) => {
        const result = results[index]!;
        const { type } = spans[i]!;
        const there = ALWAYS_THERE.has(type) || (type === 'exam' && outermost[index]!.type !== 'exam');
        return there && result.assertion === 'negated' ? PRESENT : result;
      });
    },
  };
}

const headingsOf = (sections: readonly Section[]): Span[] =>
  sections.map(({ start, bodyStart }) => ({ start, end: bodyStart }));

function assignSections(
  mentions: readonly Judged[],
  sections: readonly Section[] | SectionKind | undefined,
  rules: AssertionRules,
): void {
  let s = 0;
  for (const mention of mentions) {
    let heading: Span | undefined;
    if (typeof sections === 'string') mention.section = sections;
    else if (sections) {
      while (s < sections.length && sections[s]!.end <= mention.start) s++;
      const section = sections[s];
      if (!section || section.start > mention.start) continue;
      mention.section = section.kind;
      if (section.bodyStart > section.start) heading = { start: section.start, end: section.bodyStart };
    }
    const rule = mention.section && rules.sections[mention.section];
    if (!rule || (rule.types && !rule.types.includes(mention.type))) continue;
    mention.assume(PRECEDENCE.indexOf(rule.assertion), heading);
  }
}
