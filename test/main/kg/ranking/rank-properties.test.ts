import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankDiagnoses } from '../../../../main/kg/ranking/rank.ts';
import type { Assertion, SectionKind } from '../../../../shared/domain/mention.ts';
import { ALL, bold, fixture, rank } from './rank-cases.ts';
import { Fixture, type Statement } from './rank-fixture.ts';

const sayable = [...new Set(ALL.flatMap(({ lists }) => Object.values(lists).flat()))];
const statement: fc.Arbitrary<Statement> = fc.record({
  section: fc.constantFrom<SectionKind[]>('chief-complaint', 'present-illness', 'past-history'),
  says: fc.constantFrom(...sayable, ...ALL.map(({ name }) => name)),
  assertion: fc.constantFrom<Assertion[]>('present', 'negated', 'uncertain', 'historical'),
});
const statements = fc.array(statement, { maxLength: 12 });
const shuffled = statements.chain((says) => {
  const { mentions, ...rest } = fixture.record(says);
  const order = fc.shuffledSubarray(mentions, { minLength: mentions.length });
  return order.map((others) => ({ says, other: { ...rest, mentions: others } }));
});

describe('rankDiagnoses, properties', () => {
  it('does not depend on the order of the mentions', () => {
    fc.assert(
      fc.property(shuffled, ({ says, other }) => {
        expect(rankDiagnoses(fixture.graph, other, bold, { top: 9 })).toEqual(rank(says, {}, bold, 9));
      }),
    );
  });

  it('gives the beginning of the whole list, whatever the length asked for', () => {
    // More diseases than are scored at once, so that bounds decide what is looked at.
    const symptoms = Array.from({ length: 30 }, (_, i) => `症状${i}`);
    const many = new Fixture(
      Array.from({ length: 700 }, (_, i) => ({
        name: `病${i}`,
        facts: { frequency: ['常见', '少见', '罕见'][i % 3]! },
        lists: {
          HasSymptom: [0, 1, 2, 3].map((k) => symptoms[(i * 7 + k * k * 5) % 30]!),
          HasFinding: [symptoms[(i * 11) % 30]!],
        },
      })),
    );
    const said = fc.uniqueArray(fc.constantFrom(...symptoms), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(said, fc.integer({ min: 1, max: 12 }), (says, top) => {
        const record = many.record(says.map((one) => ({ section: 'present-illness', says: one })));
        const all = rankDiagnoses(many.graph, record, bold, { top: 1000 }).candidates;
        const some = rankDiagnoses(many.graph, record, bold, { top }).candidates;
        expect(some).toEqual(all.slice(0, top));
      }),
      { numRuns: 30 },
    );
  });

  it('never lowers a disease by one more of its findings outside the chief complaint', () => {
    fc.assert(
      fc.property(statements, fc.constantFrom(...ALL), fc.nat(), (says, disease, pick) => {
        const own = disease.lists.HasSymptom ?? [];
        const added = own[pick % own.length]!;
        const more: Statement[] = [...says, { section: 'present-illness', says: added }];
        const all = (given: Statement[]) =>
          rankDiagnoses(
            fixture.graph,
            fixture.record(given),
            { ...bold, crowding: { ownPoints: 0, minName: 99 } },
            { top: 99 },
          ).candidates.find(({ entity }) => entity.name === disease.name)?.score ?? 0;
        expect(all(more)).toBeGreaterThanOrEqual(all(says) - 1e-9);
      }),
    );
  });

  it('never raises a disease by a denial of what is not said elsewhere, and keeps scores within 0..100 in falling order', () => {
    fc.assert(
      fc.property(statements, fc.constantFrom(...sayable), (given, denied) => {
        const says = given.filter((one) => one.says !== denied);
        const more: Statement[] = [
          ...says,
          { section: 'present-illness', says: denied, assertion: 'negated' },
        ];
        const before = new Map(rank(says).candidates.map((c) => [c.entity.id, c.score]));
        const { candidates } = rank(more);
        for (const [i, { entity, score }] of candidates.entries()) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThan(100);
          expect(score).toBeLessThanOrEqual(candidates[i - 1]?.score ?? 100);
          expect(score).toBeLessThanOrEqual((before.get(entity.id) ?? 0) + 1e-9);
        }
      }),
    );
  });

  it('says nothing twice: spans and findings of for, against and missing are disjoint', () => {
    fc.assert(
      fc.property(statements, (says) => {
        for (const candidate of rank(says).candidates) {
          const names = [...candidate.for, ...candidate.against].map(({ entity }) => entity.id);
          expect(new Set(names).size).toBe(names.length);
          for (const { entity } of candidate.missing) expect(names).not.toContain(entity.id);
        }
      }),
    );
  });
});
