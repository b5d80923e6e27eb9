/** Mentions: pieces of a text that name an entity. Offsets are UTF-16 code units, end exclusive. */
import { z } from 'zod';
import { EntityId, EntityType } from './graph.ts';
import { Span } from './span.ts';

/**
 * Assertion of a mention. One value each; when several apply, the first of negated, family, hypothetical, uncertain,
 * historical, present.
 */
export const Assertion = z.enum(['present', 'negated', 'uncertain', 'family', 'historical', 'hypothetical']);
export type Assertion = z.infer<typeof Assertion>;

export const Mention = z.object({
  ...Span.shape,
  text: z.string(),
  type: EntityType,
  /** Absent where a person marked words that no entity is linked to. */
  entityId: EntityId.optional(),
  /** Preferred name of the entity, else the words. */
  name: z.string(),
  assertion: Assertion,
  /** Trigger words of the assertion, unless it is `present`. */
  cue: Span.optional(),
  /** Nesting depth, 0 for an outermost mention. */
  depth: z.number().int(),
  /** Other entities with this name, best first. */
  alternatives: z.array(EntityId).optional(),
  /** Id of the correction by which a person marked it. */
  correction: z.string().optional(),
});
export type Mention = z.infer<typeof Mention>;

/** Canonical EMR sections (电子病历基本架构). `other` is a heading that names none of them. */
export const SectionKind = z.enum([
  'general', // 一般项目
  'chief-complaint', // 主诉
  'present-illness', // 现病史
  'past-history', // 既往史
  'personal-history', // 个人史
  'menstrual-marital', // 月经史, 婚育史
  'family-history', // 家族史
  'physical-exam', // 体格检查
  'auxiliary-exam', // 辅助检查
  'admission-status', // 入院情况
  'preliminary-diagnosis', // 初步诊断, 入院诊断
  'differential-diagnosis', // 鉴别诊断
  'plan', // 诊疗计划
  'course', // 诊疗经过
  'discharge', // 出院情况, 出院医嘱, 出院诊断
  'other',
]);
export type SectionKind = z.infer<typeof SectionKind>;

/** `start`..`bodyStart` is the heading with its punctuation, `bodyStart`..`end` the content. */
export const Section = z.object({
  kind: SectionKind,
  heading: z.string(),
  start: z.number().int(),
  bodyStart: z.number().int(),
  end: z.number().int(),
});
export type Section = z.infer<typeof Section>;

export const Patient = z.object({ sex: z.enum(['男', '女']).optional(), ageYears: z.number().optional() });
export type Patient = z.infer<typeof Patient>;
