/** Checks assignment: to as many as wanted, evenly, repeatably, and never taken from an annotator who has begun. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planAssignments } from '../../../../main/services/projects/assignment.ts';

const people = ['a', 'b', 'c', 'd', 'e'];
const some = fc.subarray(people);
const documents = fc
  .array(fc.record({ begun: fc.subarray(people, { maxLength: 1 }), assigned: some }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((list) => list.map((document, n) => ({ id: n + 1, ...document })));

const loads = (plan: Map<number, string[]>, members: readonly string[]) =>
  members.map((person) => [...plan.values()].filter((chosen) => chosen.includes(person)).length);

describe('a plan of who labels what', () => {
  it('gives every document to as many different members as wanted, and leaves it to whoever has begun', () => {
    fc.assert(
      fc.property(
        documents,
        fc.subarray(people, { minLength: 1 }),
        fc.integer({ min: 1, max: 4 }),
        (list, members, overlap) => {
          const plan = planAssignments(list, members, overlap);
          expect(planAssignments(list, [...members].reverse(), overlap)).toEqual(plan);
          for (const { id, begun } of list) {
            const chosen = plan.get(id) ?? [];
            expect(new Set(chosen).size).toBe(chosen.length);
            for (const person of begun) expect(chosen).toContain(person);
            expect(chosen.length).toBe(Math.max(begun.length, Math.min(overlap, members.length)));
            for (const person of chosen) expect([...members, ...begun]).toContain(person);
          }
          // Planned again from its own outcome, nothing moves.
          const again = list.map((document) => ({ ...document, assigned: plan.get(document.id) ?? [] }));
          const same = (each: Map<number, string[]>) =>
            [...each].map(([id, chosen]) => [id, [...chosen].sort()]);
          if (list.every(({ begun }) => begun.length === 0))
            expect(same(planAssignments(again, members, overlap))).toEqual(same(plan));
        },
      ),
    );
  });

  it('is even, also when somebody joins', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        (count, size, overlap) => {
          const fresh = Array.from({ length: count }, (_, n) => ({ id: n + 1, begun: [], assigned: [] }));
          const members = people.slice(0, size);
          const before = planAssignments(fresh, members.slice(1), overlap);
          const given = fresh.map((document) => ({ ...document, assigned: before.get(document.id) ?? [] }));
          for (const plan of [
            planAssignments(fresh, members, overlap),
            planAssignments(given, members, overlap),
          ]) {
            const counts = loads(plan, members);
            expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });

  it('lets all pairs meet', () => {
    const fresh = Array.from({ length: 12 }, (_, n) => ({ id: n + 1, begun: [], assigned: [] }));
    const pairs = [...planAssignments(fresh, ['a', 'b', 'c', 'd'], 2).values()].map((pair) =>
      pair.sort().join(''),
    );
    const counts = Map.groupBy(pairs, (pair) => pair);
    expect(counts.size).toBe(6);
    expect([...counts.values()].every(({ length }) => length === 2)).toBe(true);
  });
});
