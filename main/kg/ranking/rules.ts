/** Shape of resources/rules/ranking.json: every weight of the ranking is data. docs/diagnosis-ranking.md explains them. */
import { z } from 'zod';
import { Assertion, SectionKind } from '../../../shared/domain/mention.ts';
import { EVIDENCE_RELATIONS } from '../../db/repositories/evidence.ts';
import { readResource } from '../../resources.ts';

const Share = z.number().min(0).max(1);
const Weight = z.number().nonnegative();

/**
 * How much a statement counts: as part of the present illness, as background (causes, risk factors, drugs), and as
 * the record naming a disease.
 */
const Uses = z.object({ current: Share, background: Share, documented: Share }).strict();
export type Uses = z.infer<typeof Uses>;

const RelationRule = z
  .object({
    weight: Weight,
    /** Which use of a statement this relation reads. */
    uses: z.enum(['current', 'background']),
    /** Weight of a denial, relative to `denial.weight`. */
    denial: Weight,
    /** Belongs to the picture of the disease: may be missing, and explains a complaint. */
    manifestation: z.boolean(),
  })
  .strict();
export type RelationRule = z.infer<typeof RelationRule>;

const [firstRelation, ...otherRelations] = EVIDENCE_RELATIONS;

export const RankingRules = z
  .object({
    /** Relations that are not named count nothing. */
    relations: z.partialRecord(z.enum([firstRelation, ...otherRelations]), RelationRule),
    /** Typicality of rank r: floor + (1 - floor) * decay^r. */
    typicality: z.object({ decay: Share, floor: Share }).strict(),
    /** Least information of a finding, and diseases added to each count. */
    information: z.object({ floor: Share, smoothing: Weight }).strict(),
    sections: z.record(z.union([SectionKind, z.literal('none')]), Uses),
    assertions: z.record(Assertion, Uses),
    /** A mention inside a longer one, and an entity that only shares the name mentioned. */
    reliability: z.object({ nested: Share, alternative: Share }).strict(),
    /** Share per step when the finding is narrower, or broader, than the one expected. */
    nearness: z.object({ maxSteps: z.number().int().min(0), narrower: Share, broader: Share }).strict(),
    denial: z.object({ weight: Weight }).strict(),
    /** Words that make the name of a result out of that of its test; a negative test denies the raised ones. */
    results: z.object({ raised: z.array(z.string().min(1)), other: z.array(z.string().min(1)) }).strict(),
    /** Factor when nothing, or none of the chief complaint, of the picture is there. */
    coverage: z.object({ floor: Share, entries: z.number().int().positive(), mass: Weight }).strict(),
    chiefComplaint: z.object({ floor: Share }).strict(),
    /** Points of a disease that the record names; `unexplained` is its share when it explains no chief complaint. */
    documented: z.object({ points: Weight, denied: Weight, unexplained: Share }).strict(),
    /** Factors per value of the fact `frequency`. */
    frequency: z.object({ unknown: Weight }).catchall(Weight),
    /** exp(-slope * distance in ln(age + 1)), no less than floor; sex: factor of a documented impossible disease. */
    plausibility: z.object({ ageSlope: Weight, ageFloor: Share, sexFactor: Share }).strict(),
    /** Diseases of a population by their names, first match; facts of the graph come before. */
    populations: z.array(
      z
        .object({
          prefixes: z.array(z.string().min(1)).default([]),
          contains: z.array(z.string().min(1)).default([]),
          sex: z.enum(['男', '女']).optional(),
          from: z.number().optional(),
          to: z.number().optional(),
        })
        .strict(),
    ),
    /** Points that make a score of 50. */
    score: z.object({ half: z.number().positive() }).strict(),
    /**
     * Below `findings`, `information` (sum over the findings) or `points` (of the best) the ranking abstains; one
     * finding of information `specific` is enough. Only statements of `strength` count, and named diseases of it.
     */
    thin: z
      .object({
        findings: z.number().int(),
        specific: Share,
        information: Weight,
        points: Weight,
        strength: Share,
      })
      .strict(),
    /** Evidence that a relative of a better candidate must have of its own to be listed, in points. */
    crowding: z.object({ ownPoints: Weight, minName: z.number().int() }).strict(),
    /** Longest lists shown. */
    show: z.object({ missing: z.number().int() }).strict(),
  })
  .strict();
export type RankingRules = z.infer<typeof RankingRules>;

/** Throws with the name of the file when it is not what the schema says. */
export function loadRankingRules(): RankingRules {
  const parsed = RankingRules.safeParse(JSON.parse(readResource('rules', 'ranking.json')));
  if (!parsed.success) throw new Error(`resources/rules/ranking.json: ${parsed.error.message}`);
  return parsed.data;
}
