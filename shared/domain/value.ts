/** Values measured on the patient: laboratory results, vital signs, scores, sizes. */
import { z } from 'zod';
import { EntitySummary } from './graph.ts';
import { Assertion } from './mention.ts';
import { Span } from './span.ts';

/** Result against its reference range; `positive` and `negative` are results in words or plus signs. */
export const ValueFlag = z.enum(['low', 'normal', 'high', 'positive', 'negative', 'unknown']);
export type ValueFlag = z.infer<typeof ValueFlag>;

export const Grade = z.enum(['mild', 'moderate', 'severe']);
export type Grade = z.infer<typeof Grade>;

/** Bounds of a reference range, both included; an absent one is open. */
export const ReferenceRange = z.object({ low: z.number().optional(), high: z.number().optional() });
export type ReferenceRange = z.infer<typeof ReferenceRange>;

const Bound = z.number().min(-1e6).max(1e9);

/** Range of the workspace's own laboratory, in the unit of the table of analytes. */
export const OwnRange = z.object({
  analyte: z.string().max(60),
  sex: z.enum(['男', '女']).optional(),
  low: Bound.optional(),
  high: Bound.optional(),
});
export type OwnRange = z.infer<typeof OwnRange>;

/** Range of the table of analytes for adults, and the own one where there is one. */
export const RangeRow = OwnRange.pick({ analyte: true, sex: true }).extend({
  name: z.string(),
  en: z.string(),
  unit: z.string(),
  table: ReferenceRange,
  own: ReferenceRange.optional(),
});
export type RangeRow = z.infer<typeof RangeRow>;

/** Date or time beside a value; `iso` is absent when the text names no calendar date. */
export const ValueTime = z.object({ ...Span.shape, text: z.string(), iso: z.string().optional() });
export type ValueTime = z.infer<typeof ValueTime>;

/** Value as read from a text, before its finding is linked to the graph. */
export const ReadValue = z.object({
  ...Span.shape,
  text: z.string(),
  /** Row of resources/rules/analytes.tsv. */
  analyte: z.string(),
  name: z.string(),
  en: z.string(),
  /** LOINC code. */
  code: z.string().optional(),
  comparison: z.enum(['<', '>', '≤', '≥']).optional(),
  /** As written; the first of a range. Absent for results in words or arrows alone. */
  number: z.number().optional(),
  /** Second number of a range (8-10/HP). */
  upper: z.number().optional(),
  /** Unit as written. */
  writtenUnit: z.string().optional(),
  /** `number` and `upper` in `unit`, the analyte's own unit in UCUM. */
  value: z.number().optional(),
  upperValue: z.number().optional(),
  unit: z.string(),
  /** Number of plus signs; 0 for a trace. */
  plus: z.number().int().optional(),
  flag: ValueFlag,
  critical: z.boolean(),
  grade: Grade.optional(),
  /** In the unit of the text when `rangeFrom` is `text`, else in `unit`. */
  range: ReferenceRange.optional(),
  /** Source of `range`: in the text, in the table of analytes, or in the workspace's own ranges. */
  rangeFrom: z.enum(['text', 'table', 'workspace']).optional(),
  /** Name of the abnormality: 高钾血症. */
  finding: z.string().optional(),
  time: ValueTime.optional(),
  /** The text names a target or a reference, not a measurement. */
  target: z.literal(true).optional(),
});
export type ReadValue = z.infer<typeof ReadValue>;

export const MeasuredValue = ReadValue.extend({
  assertion: Assertion,
  /** Entity of the finding, where the graph has it. */
  entity: EntitySummary.pick({ id: true, type: true, name: true }).optional(),
  /** Entities that the result denies: a normal potassium denies 血钾升高 and 血钾降低. */
  denies: z.array(EntitySummary.pick({ id: true, type: true, name: true })).optional(),
});
export type MeasuredValue = z.infer<typeof MeasuredValue>;
