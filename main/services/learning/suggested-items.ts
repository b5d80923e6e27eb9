/** Maps findings of dictionary and models to suggestions with the types of a project's schema. */
import type { Item, Provenance, SpanItem } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import type { EntityType } from '../../../shared/domain/graph.ts';
import type { Assertion, Mention } from '../../../shared/domain/mention.ts';
import type { PredictedSpan } from '../../../shared/domain/training.ts';
import { typeOfLabel } from '../../../shared/entity-type-aliases.ts';

/** Suggestion without id, which the layer assigns. */
export type NewSpan = Omit<SpanItem, 'id'>;

/** Values of attributes for each assertion, in the two languages of schemas. */
const ASSERTION_WORDS: Readonly<Record<Assertion, readonly string[]>> = {
  present: ['存在', '阳性', '肯定', 'present', 'positive', 'affirmed'],
  negated: ['否认', '否定', '阴性', '无', 'negated', 'absent', 'negative'],
  uncertain: ['疑似', '可能', '不确定', 'uncertain', 'possible', 'suspected'],
  family: ['家族史', '家族', 'family'],
  historical: ['既往', '既往史', '历史', 'historical', 'history', 'past'],
  hypothetical: ['假设', '条件', 'hypothetical', 'conditional'],
};

/** Returns the schema's types by the graph's type; of several the first. */
function typesByEntity({ spans }: AnnotationSchema): Map<EntityType, string> {
  const types = new Map<EntityType, string>();
  for (const { name, title } of spans) {
    const entity = typeOfLabel(name) ?? typeOfLabel(title);
    if (entity !== undefined && !types.has(entity)) types.set(entity, name);
  }
  return types;
}

/** Returns the schema's attribute for assertions, with its value for each. */
function assertionAttribute(
  { attributes }: AnnotationSchema,
  type: string,
  assertion: Assertion,
): Item['attributes'] {
  for (const { name, kind, values, types } of attributes) {
    if (kind !== 'choice' || (types.length > 0 && !types.includes(type))) continue;
    if (!values.some((value) => ASSERTION_WORDS.negated.includes(value.toLowerCase()))) continue;
    const value = values.find((one) => ASSERTION_WORDS[assertion].includes(one.toLowerCase()));
    // The first value is the default and is omitted.
    return value === undefined || value === values[0] ? {} : { [name]: value };
  }
  return {};
}

/** Converts mentions. Types that the schema lacks are left out. */
export function fromMentions(
  mentions: readonly Mention[],
  schema: AnnotationSchema,
  { name, version }: { readonly name: string; readonly version: string },
): NewSpan[] {
  const types = typesByEntity(schema);
  return mentions.flatMap(({ start, end, type, assertion, entityId, name: entity }) => {
    const own = types.get(type);
    if (own === undefined) return [];
    return [
      {
        ...suggested(own, { start, end }, { kind: 'dictionary', name, version }),
        attributes: assertionAttribute(schema, own, assertion),
        ...(entityId === undefined ? {} : { link: { system: 'kg', code: String(entityId), name: entity } }),
      },
    ];
  });
}

/**
 * Converts predictions. A label becomes the schema's type of the same name, else the type with the same meaning in the
 * graph; others are left out.
 */
export function fromPredictions(
  entities: readonly PredictedSpan[],
  schema: AnnotationSchema,
  model: { readonly name: string; readonly version: string },
): NewSpan[] {
  const names = new Set(schema.spans.map(({ name }) => name));
  const types = typesByEntity(schema);
  return entities.flatMap(({ start, end, type, confidence, assertion = 'present' }) => {
    const entity = typeOfLabel(type);
    const own = names.has(type) ? type : entity === undefined ? undefined : types.get(entity);
    if (own === undefined) return [];
    return [
      {
        ...suggested(own, { start, end }, { kind: 'model', ...model, confidence }),
        attributes: assertionAttribute(schema, own, assertion),
      },
    ];
  });
}

function suggested(type: string, fragment: SpanItem['fragments'][number], provenance: Provenance): NewSpan {
  return {
    kind: 'span',
    type,
    fragments: [fragment],
    attributes: {},
    note: '',
    status: 'suggested',
    provenance,
  };
}

/**
 * Returns the new suggestions: none that equals an item in type and place, and none at the exact place of an accepted
 * span.
 */
export function onlyNew(found: readonly NewSpan[], items: readonly Item[]): NewSpan[] {
  const placeOf = ({ fragments }: Pick<SpanItem, 'fragments'>): string =>
    fragments.map(({ start, end }) => `${start}-${end}`).join(',');
  const decided = new Set<string>();
  const said = new Set<string>();
  for (const item of items) {
    if (item.kind !== 'span') continue;
    if (item.status === 'accepted') decided.add(placeOf(item));
    said.add(`${item.type} ${placeOf(item)}`);
  }
  return found.filter((span) => {
    const key = `${span.type} ${placeOf(span)}`;
    if (decided.has(placeOf(span)) || said.has(key)) return false;
    said.add(key);
    return true;
  });
}
