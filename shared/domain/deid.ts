/** De-identification: identifiers of a person in a record, and their replacement. Offsets are UTF-16 code units. */
import { z } from 'zod';
import { Span } from './span.ts';

export const DeidField = z.enum([
  'name', // 姓名 of the patient
  'contact', // 联系人, 陈述者, relatives
  'doctor', // authors, signers, examiners and other named staff
  'id-number', // 身份证号, passport and the like
  'phone',
  'email', // also WeChat and QQ
  'address',
  'birthplace',
  'native-place', // 籍贯
  'workplace',
  'institution', // hospitals by name
  'postcode',
  'inpatient-number', // 住院号
  'outpatient-number', // 门诊号
  'record-number', // 病案号
  'bed-number',
  'account-number', // bank, insurance and hospital cards
  'other-number', // numbers of examinations, specimens, images
  'date',
  'age', // over 89
]);
export type DeidField = z.infer<typeof DeidField>;

/** Fields of numbers of persons and things other than telephones, beds and postcodes. */
export const NUMBER_FIELDS: ReadonlySet<DeidField> = new Set([
  'inpatient-number',
  'outpatient-number',
  'record-number',
  'account-number',
  'other-number',
  'id-number',
]);

/** Masks, written between 【 and 】. */
export const MASK_WORDS: Readonly<Record<DeidField, string>> = {
  name: '姓名',
  contact: '联系人',
  doctor: '医师',
  'id-number': '身份证号',
  phone: '电话',
  email: '邮箱',
  address: '住址',
  birthplace: '出生地',
  'native-place': '籍贯',
  workplace: '工作单位',
  institution: '医疗机构',
  postcode: '邮编',
  'inpatient-number': '住院号',
  'outpatient-number': '门诊号',
  'record-number': '病案号',
  'bed-number': '床号',
  'account-number': '卡号',
  'other-number': '编号',
  date: '日期',
  age: '年龄',
};

export const DeidFinding = z
  .object({
    ...Span.shape,
    field: DeidField,
    /** 0..1; 1 when a checksum proves it or a person set it. */
    confidence: z.number().min(0).max(1),
    /** Detector: `label`, `checksum`, `title`, `repeat`, `model`, `person` … */
    rule: z.string().max(60),
  })
  .refine(({ start, end }) => start < end, 'a finding ends after it starts');
export type DeidFinding = z.infer<typeof DeidFinding>;

/**
 * Levels of search:
 * - `ordinary`: what rules are sure of
 * - `strict`: what possibly is one too
 * - `strictest`: whatever any rule or the tagger suspects, to be looked through by a person
 */
export const DeidLevel = z.enum(['ordinary', 'strict', 'strictest']);
export type DeidLevel = z.infer<typeof DeidLevel>;
export const DEFAULT_DEID_LEVEL: DeidLevel = 'strict';

/** Prefixes of the rules that find more than the ordinary search. */
export const LEVEL_PREFIX = { strict: 'strict:', strictest: 'strictest:' } as const;

/** Returns the lowest level that takes a finding. */
export const levelOf = ({ rule }: Pick<DeidFinding, 'rule'>): DeidLevel =>
  rule.startsWith(LEVEL_PREFIX.strictest)
    ? 'strictest'
    : rule.startsWith(LEVEL_PREFIX.strict)
      ? 'strict'
      : 'ordinary';

/** Returns whether a level takes what another one takes. */
export const reaches = (level: DeidLevel, other: DeidLevel): boolean =>
  DeidLevel.options.indexOf(level) >= DeidLevel.options.indexOf(other);

/** Returns whether the ordinary search did not find it, which means that it may be no identifier. */
export const isPossible = (finding: Pick<DeidFinding, 'rule'>): boolean => levelOf(finding) !== 'ordinary';

/**
 * - `mask`: every finding becomes its field's mask, dates too
 * - `surrogate`: made-up names, numbers and places of the same form; dates shifted
 * - `shift`: masks, but dates shifted, which keeps intervals
 *
 * All dates of one patient shift by the same number of days.
 */
export const DeidMode = z.enum(['mask', 'surrogate', 'shift']);
export type DeidMode = z.infer<typeof DeidMode>;
export const DEFAULT_DEID_MODE: DeidMode = 'shift';

/**
 * Values that may be made coarser on request:
 * - `age`: bands of ten years instead of ages
 * - `month`: the month instead of the (moved) day
 * - `province`: the province of an address beside its mask
 */
export const Generalisation = z.enum(['age', 'month', 'province']);
export type Generalisation = z.infer<typeof Generalisation>;

/** A replacement: `start..end` in the old text became `newStart..newEnd` in the new text. */
export const DeidPiece = z.object({
  ...Span.shape,
  newStart: z.number().int().nonnegative(),
  newEnd: z.number().int().nonnegative(),
  field: DeidField,
});
export type DeidPiece = z.infer<typeof DeidPiece>;

export const DeidResult = z.object({
  text: z.string(),
  /** Sorted, without overlap. */
  pieces: z.array(DeidPiece),
});
export type DeidResult = z.infer<typeof DeidResult>;
