/** Completes a schema by every type that occurs in the documents. */
import type { AnnotatedDocument, Item } from '../../../shared/domain/annotation.ts';
import { AnnotationSchema, withNamedTypes } from '../../../shared/domain/annotation-schema.ts';

/** Maximum number of values of a choice; more become free text. */
const MAX_VALUES = 50;

export function schemaOf(
  documents: readonly AnnotatedDocument[],
  given?: AnnotationSchema,
): AnnotationSchema {
  const schema = given ?? AnnotationSchema.parse({});
  const items = documents.flatMap((document) => document.items);
  const missing = (kind: Item['kind'], known: readonly { readonly name: string }[]): string[] => {
    const names = new Set(known.map(({ name }) => name));
    return [
      ...new Set(items.flatMap((item) => (item.kind === kind && !names.has(item.type) ? [item.type] : []))),
    ];
  };
  return {
    ...schema,
    spans: withNamedTypes(schema.spans, missing('span', schema.spans)),
    relations: [
      ...schema.relations,
      ...missing('relation', schema.relations).map((name) => ({
        name,
        title: '',
        from: [],
        to: [],
        symmetric: false,
        key: undefined,
      })),
    ],
    labels: [
      ...schema.labels,
      ...missing('label', schema.labels).map((name) => ({ name, title: '', group: '' })),
    ],
    attributes: [...schema.attributes, ...missingAttributes(items, schema)],
  };
}

function missingAttributes(items: readonly Item[], schema: AnnotationSchema): AnnotationSchema['attributes'] {
  const known = new Set(schema.attributes.map(({ name }) => name));
  const values = new Map<string, Set<string>>();
  for (const { attributes } of items) {
    for (const [name, value] of Object.entries(attributes))
      if (!known.has(name)) values.set(name, (values.get(name) ?? new Set<string>()).add(value));
  }
  return [...values].map(([name, found]) => {
    const flag = found.size === 1 && found.has('true');
    const choice = !flag && found.size <= MAX_VALUES && !found.has('');
    return {
      name,
      title: '',
      kind: flag ? 'flag' : choice ? 'choice' : 'text',
      values: choice ? [...found] : [],
      types: [],
      several: false,
      required: false,
    };
  });
}
