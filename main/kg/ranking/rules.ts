/**
 * Schema of resources/rules/ranking.json: every weight of the ranking is data, explained in
 * docs/diagnosis-ranking.md.
 */
import { z } from 'zod';
import { Assertion, SectionKind } from '../../../shared/domain/mention.ts';
import { EVIDENCE_RELATIONS } from '../../db/repositories/evidence.ts';
import { readResource } from '../../resources.ts';

const Share = z.number().min(0).max(1);
const Weight = z.number().nonnegative();

/**
 * Weights of a statement: as part of the present illness, as background (causes, risk factors, drugs), and as a
 * named disease.
 */
const Uses = z.object({ current: Share, background: Share, documented: Share }).strict();
export type Uses = z.infer<typeof Uses>;

const RelationRule = z
  .object({
    weight: Weight,
    /** Use of a statement that this relation reads. */
    uses: z.enum(['current', 'background']),
    /** Weight of a denial, relative to `denial.weight`. */
    denial: Weight,
    /** Whether it is a manifestation: may be missing, and explains a complaint. */
    manifestation: z.boolean(),
  })
  .strict();
export type RelationRule = z.infer<typeof RelationRule>;

const [firstRelation, ...otherRelations] = EVIDENCE_RELATIONS;

export const RankingRules = z
  .object({
    /** Unlisted relations count nothing. */
    relations: z.partialRecord(z.enum([firstRelation, ...otherRelations]), RelationRule),
    /** Typicality of rank r: floor + (1 - floor) * decay^r. */
    typicality: z.object({ decay: Share, floor: Share }).strict(),
    /** Lowest information of a finding, and smoothing added to each count. */
    information: z.object({ floor: Share, smoothing: Weight }).strict(),
    sections: z.record(z.union([SectionKind, z.literal('none')]), Uses),
    assertions: z.record(Assertion, Uses),
    /**
     * Weight of a nested mention, of an entity that only shares the name, of a denial by an ordinary value, and of a
     * composite beside its parts.
     */
    reliability: z
      .object({ nested: Share, alternative: Share, ordinaryValue: Share, composite: Share })
      .strict(),
    /** Weight per step when the finding is narrower, or broader, than the expected one. */
    nearness: z.object({ maxSteps: z.number().int().min(0), narrower: Share, broader: Share }).strict(),
    denial: z.object({ weight: Weight }).strict(),
    /** Words that turn the name of a test into that of a result; a negative test denies the raised ones. */
    results: z.object({ raised: z.array(z.string().min(1)), other: z.array(z.string().min(1)) }).strict(),
    /** Factor when no manifestation, or none of the chief complaint, is present. */
    coverage: z.object({ floor: Share, entries: z.number().int().positive(), mass: Weight }).strict(),
    chiefComplaint: z.object({ floor: Share }).strict(),
    /** Points of a disease that the record names; `unexplained` applies when it explains no chief complaint. */
    documented: z
      .object({
        points: Weight,
        denied: Weight,
        unexplained: Share,
        /** Strength from which a named disease is always listed. */
        listed: Share,
      })
      .strict(),
    /** Findings that several others make up (全血细胞减少); one denied denies the whole. */
    composites: z.array(
      z.object({ finding: z.string().min(1), of: z.array(z.string().min(1)).min(1) }).strict(),
    ),
    /** Factors per value of the fact `frequency`. */
    frequency: z.object({ unknown: Weight }).catchall(Weight),
    /** exp(-slope * distance in ln(age + 1)), at least floor; sex: factor of a documented impossible disease. */
    plausibility: z.object({ ageSlope: Weight, ageFloor: Share, sexFactor: Share }).strict(),
    /** Populations by disease name, first match; facts of the graph have precedence. */
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
    /** Points that give a score of 50. */
    score: z.object({ half: z.number().positive() }).strict(),
    /**
     * The ranking abstains below `findings`, `information` (sum over findings) or `points` (of the best); one
     * finding with information `specific` suffices. Counts only statements and named diseases of at least
     * `strength`.
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
    /** Points of its own evidence that a relative of a better candidate needs to be listed. */
    crowding: z.object({ ownPoints: Weight, minName: z.number().int() }).strict(),
    /**
     * Words of a record that answer findings whose names they are no part of: 病理征 answers 巴宾斯基征阳性. With
     * `ordinary` the words must be followed by an ordinary result (胸片未见异常). `findings` are parts of names.
     */
    answers: z.array(
      z
        .object({
          about: z.string(),
          said: z.array(z.string().min(1)).min(1),
          ordinary: z.boolean().default(false),
          findings: z.array(z.string().min(1)).min(1),
        })
        .strict(),
    ),
    /** Beginnings of names that any place may take (局部疼痛), and endings that say nothing of their own (肾结石影). */
    loose: z.object({ beginnings: z.array(z.string().min(1)), endings: z.array(z.string().min(1)) }).strict(),
    /** Lengths of the lists shown, and the least weight of a finding called missing. */
    show: z.object({ missing: z.number().int(), missingWeight: Weight }).strict(),
    /** Reasons for which a finding that is not named is not missing. */
    silence: z
      .object({
        /** Words for pictures of any kind, and for examinations of the body, of which a record has so many. */
        pictures: z.array(z.string().min(1)),
        examination: z.array(z.string().min(1)),
        leastExamined: z.number().int(),
        /** Tests that are reported together: one of them in the record answers for all. */
        panels: z.array(z.array(z.string().min(1)).min(1)),
        /** Two characters of names that stand in any record. */
        common: z.array(z.string().length(2)),
        /** Last characters of names of two that stand for the finding itself: 多汗 and 出汗. */
        heads: z.array(z.string().length(1)),
        /** Parts of names, and everyday words with which a record tells of them: 多饮 and 一天喝8升. */
        lay: z.array(z.object({ of: z.array(z.string().min(1)), said: z.array(z.string().min(1)) }).strict()),
        /** Patterns of words that sum up that nothing else was found on examination, or is complained of. */
        summaries: z
          .object({ signs: z.array(z.string().min(1)), symptoms: z.array(z.string().min(1)) })
          .strict(),
      })
      .strict(),
  })
  .strict();
export type RankingRules = z.infer<typeof RankingRules>;

/** @throws Error that names the file when it violates the schema */
export function loadRankingRules(): RankingRules {
  const parsed = RankingRules.safeParse(JSON.parse(readResource('rules', 'ranking.json')));
  if (!parsed.success) throw new Error(`resources/rules/ranking.json: ${parsed.error.message}`);
  return parsed.data;
}
