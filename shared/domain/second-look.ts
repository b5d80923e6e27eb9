/**
 * The second look at what leaves: places in de-identified records that may still point to a person, found apart from the
 * de-identification itself, and what people decided about them.
 */
import { z } from 'zod';
import { DeidField } from './deid.ts';
import { Span } from './span.ts';

/** From the gravest. */
export const LookRisk = z.enum(['high', 'medium', 'low']);
export type LookRisk = z.infer<typeof LookRisk>;

export const LookReason = z.enum([
  'known-person', // a name of the lists of staff or patients, or of the workspace's patients
  'known-number', // a number of these
  'replaced-elsewhere', // replaced in another place of what leaves
  'id-number',
  'phone',
  'email',
  'label', // a value after a label such as 住院号
  'role', // a name beside a role or title
  'address',
  'institution',
  'date',
  'long-number', // seven digits and more
  'code', // letters with digits
  'number', // five or six digits
  'latin-name',
]);
export type LookReason = z.infer<typeof LookReason>;

export const LookDecision = z.enum(['remove', 'accept']);
export type LookDecision = z.infer<typeof LookDecision>;

/** Identifies a place: the `nth` occurrence of the words, from 0, in a part of an object that leaves. */
export const LookPlace = z.object({
  /** `document:3`, `project-document:7`, or a file with its line. */
  object: z.string().max(500),
  /** `text`, `title`, `meta:KEY`, `note:ID` … */
  part: z.string().max(500),
  words: z.string().min(1).max(200),
  nth: z.number().int().nonnegative(),
});
export type LookPlace = z.infer<typeof LookPlace>;

/** A place that may point to a person. Offsets are those of the de-identified part. */
export const Leftover = LookPlace.extend({
  ...Span.shape,
  /** Title of the record as it leaves. */
  title: z.string(),
  before: z.string(),
  after: z.string(),
  risk: LookRisk,
  reason: LookReason,
  field: DeidField,
  decision: LookDecision.nullable(),
  /** The person who decided. */
  by: z.string().optional(),
});
export type Leftover = z.infer<typeof Leftover>;

/** Most undecided places of each risk with which something may leave; null: any number. */
export const LookLimits = z.object({
  high: z.number().int().nonnegative().max(1_000_000).nullable(),
  medium: z.number().int().nonnegative().max(1_000_000).nullable(),
  low: z.number().int().nonnegative().max(1_000_000).nullable(),
});
export type LookLimits = z.infer<typeof LookLimits>;
export const DEFAULT_LOOK_LIMITS: LookLimits = { high: 0, medium: null, low: null };

export const RiskCounts = z.object({ high: z.int(), medium: z.int(), low: z.int() });
export type RiskCounts = z.infer<typeof RiskCounts>;

/** Quasi-identifiers: may point to one person together, though none does alone. */
export const QuasiIdentifier = z.enum(['age', 'sex', 'place', 'month', 'occupation', 'diagnosis']);
export type QuasiIdentifier = z.infer<typeof QuasiIdentifier>;

/** Counts the records that leave together and share their quasi-identifiers. */
export const Anonymity = z.object({
  /** Size of the smallest group of records with the same values. */
  k: z.int(),
  /** Records that share their values with no other. */
  unique: z.int(),
  /** Records in groups of fewer than five. */
  small: z.int(),
  /** Records that tell an age over 89. */
  over89: z.int(),
  /** Values of the smallest groups, smallest first. */
  groups: z.array(z.object({ values: z.partialRecord(QuasiIdentifier, z.string()), count: z.int() })),
});
export type Anonymity = z.infer<typeof Anonymity>;

export const LookReport = z.object({
  /** Records looked at. */
  records: z.int(),
  /** Gravest first; at most `MAX_LEFTOVERS`. */
  leftovers: z.array(Leftover),
  /** Places beyond those listed. */
  omitted: z.int(),
  /** Places without a decision. */
  left: RiskCounts,
  removed: z.int(),
  accepted: z.int(),
  /** People who accepted, sorted. */
  acceptedBy: z.array(z.string()),
  anonymity: Anonymity,
  /** The same before ages, dates and places were generalised; absent where they were not. */
  before: Anonymity.optional(),
});
export type LookReport = z.infer<typeof LookReport>;

export const MAX_LEFTOVERS = 20_000;

/** Returns the risks of which more is left than the limits allow. */
export const risksAbove = (left: RiskCounts, limits: LookLimits): LookRisk[] =>
  LookRisk.options.filter((risk) => left[risk] > (limits[risk] ?? Number.POSITIVE_INFINITY));

/** Returns whether a risk is as grave as another one, or graver. */
export const isAsGrave = (risk: LookRisk, other: LookRisk): boolean =>
  LookRisk.options.indexOf(risk) <= LookRisk.options.indexOf(other);

/** Lists of names and numbers that a hospital may load, kept as keyed hashes. */
export const IdentifierList = z.enum(['staff', 'patients']);
export type IdentifierList = z.infer<typeof IdentifierList>;

export const ListedCount = z.object({
  list: IdentifierList,
  names: z.int(),
  numbers: z.int(),
});
export type ListedCount = z.infer<typeof ListedCount>;
