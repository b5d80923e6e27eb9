/** Annotation schema of a project: types of spans, attributes, relations, labels of documents, guidelines. */
import { z } from 'zod';
import { ANNOTATION_STYLE_COUNT, freeStyle } from '../annotation-styles.ts';

const Name = z.string().trim().min(1).max(100);

/** Shortcut key of the type: one letter or digit. */
const Key = z
  .string()
  .max(1)
  .regex(/^[a-z0-9]$/)
  .optional();

export const SpanType = z.object({
  name: Name,
  /** Displayed name; empty: the name itself. */
  title: z.string().max(100).default(''),
  /** Index in the table of appearances. */
  look: z
    .number()
    .int()
    .min(0)
    .max(ANNOTATION_STYLE_COUNT - 1)
    .default(0),
  key: Key,
  /** Types of a group stand together on the desk and in lists; empty: none. */
  group: z.string().trim().max(100).default(''),
  description: z.string().max(2000).default(''),
});
export type SpanType = z.infer<typeof SpanType>;

/** Returns the types with further ones of these names, each with a style of its own. */
export function withNamedTypes(types: readonly SpanType[], names: readonly string[]): SpanType[] {
  const all = [...types];
  for (const name of names) all.push({ name, title: '', look: freeStyle(all), group: '', description: '' });
  return all;
}

export const AttributeType = z.object({
  name: Name,
  title: z.string().max(100).default(''),
  kind: z.enum(['choice', 'flag', 'text']),
  /** Values of a choice, the default first. */
  values: z.array(Name).max(100).default([]),
  /** Span or relation types with this attribute; empty: all span types. */
  types: z.array(Name).max(200).default([]),
  /** A choice may have several of its values at once. */
  several: z.boolean().default(false),
  /** A document is finished only once every item of these types has a value; a choice then has no default. */
  required: z.boolean().default(false),
});
export type AttributeType = z.infer<typeof AttributeType>;

export const RelationType = z.object({
  name: Name,
  title: z.string().max(100).default(''),
  /** Span types at its ends; empty: any. */
  from: z.array(Name).max(200).default([]),
  to: z.array(Name).max(200).default([]),
  symmetric: z.boolean().default(false),
  key: Key,
});
export type RelationType = z.infer<typeof RelationType>;

export const LabelType = z.object({
  name: Name,
  title: z.string().max(100).default(''),
  /** A document has at most one label of a group. */
  group: z.string().max(100).default(''),
});
export type LabelType = z.infer<typeof LabelType>;

export const AnnotationSchema = z
  .object({
    spans: z.array(SpanType).max(200).default([]),
    attributes: z.array(AttributeType).max(100).default([]),
    relations: z.array(RelationType).max(200).default([]),
    labels: z.array(LabelType).max(500).default([]),
    /** Markdown. */
    guidelines: z.string().max(200_000).default(''),
  })
  .superRefine((schema, context) => {
    for (const part of ['spans', 'attributes', 'relations', 'labels'] as const) {
      const seen = new Set<string>();
      for (const { name } of schema[part]) {
        if (seen.has(name)) context.addIssue({ code: 'custom', message: `${part}: ${name} is listed twice` });
        seen.add(name);
      }
    }
    for (const { name, kind, values, several } of schema.attributes) {
      if (kind === 'choice' && values.length === 0)
        context.addIssue({ code: 'custom', message: `attribute ${name}: a choice needs values` });
      if (several && values.some((value) => value.includes(BETWEEN)))
        context.addIssue({ code: 'custom', message: `attribute ${name}: | stands between several values` });
    }
    const keys = [...schema.spans, ...schema.relations].flatMap(({ key }) => key ?? []);
    if (new Set(keys).size < keys.length)
      context.addIssue({ code: 'custom', message: 'a key is given to two types' });
  });
export type AnnotationSchema = z.infer<typeof AnnotationSchema>;

/** Stands between the values of an attribute that has several. */
const BETWEEN = '|';

/** Returns the values that an item's attribute holds. */
export const valuesOf = (value: string | undefined): string[] =>
  value === undefined || value === '' ? [] : value.split(BETWEEN);

/** Returns how several values are stored: each once, in the order of the schema; null for none. */
export function joinValues(
  { values }: Pick<AttributeType, 'values'>,
  chosen: readonly string[],
): string | null {
  const kept = values.filter((value) => chosen.includes(value));
  return kept.length === 0 ? null : kept.join(BETWEEN);
}

/** Returns whether an attribute may have a stored value. */
export function holdsValue(attribute: AttributeType, value: string): boolean {
  switch (attribute.kind) {
    case 'choice':
      return attribute.several
        ? joinValues(attribute, valuesOf(value)) === value
        : attribute.values.includes(value);
    case 'flag':
      return value === 'true';
    case 'text':
      return true;
  }
}

interface Bearing {
  readonly kind: 'span' | 'relation' | 'label';
  readonly type: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Returns the required attributes that an item lacks. A flag that is not set says no, and lacks nothing. */
export const lackingAttributes = (attributes: readonly AttributeType[], item: Bearing): AttributeType[] =>
  attributes.filter(
    (attribute) =>
      attribute.required &&
      attribute.kind !== 'flag' &&
      bearsAttribute(attribute, item) &&
      (item.attributes[attribute.name] ?? '').trim() === '',
  );

export const bearsAttribute = (
  { types }: Pick<AttributeType, 'types'>,
  { kind, type }: { readonly kind: 'span' | 'relation' | 'label'; readonly type: string },
): boolean => (types.length === 0 ? kind === 'span' : types.includes(type));

/**
 * Returns whether a relation may be drawn from one span type to another; symmetric relations are checked in this
 * direction only.
 */
export const mayGo = ({ from, to }: Pick<RelationType, 'from' | 'to'>, a: string, b: string): boolean =>
  (from.length === 0 || from.includes(a)) && (to.length === 0 || to.includes(b));

/** Returns whether a relation may join two span types; symmetric ones in either direction. */
export const mayJoin = (type: RelationType, from: string, to: string): boolean =>
  mayGo(type, from, to) || (type.symmetric && mayGo(type, to, from));
