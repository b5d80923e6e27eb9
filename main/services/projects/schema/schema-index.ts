/** Index of a project's schema for checking many items. */
import type { Item } from '../../../../shared/domain/annotation.ts';
import {
  type AnnotationSchema,
  type AttributeType,
  bearsAttribute,
  holdsValue,
  lackingAttributes,
  mayJoin,
  type RelationType,
} from '../../../../shared/domain/annotation-schema.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';

/** An item, and a required attribute that it lacks. */
interface Lacking {
  readonly item: Item;
  readonly attribute: AttributeType;
}

export class SchemaIndex {
  readonly schema: AnnotationSchema;
  readonly #spans: ReadonlySet<string>;
  readonly #relations: ReadonlyMap<string, RelationType>;
  readonly #groups: ReadonlyMap<string, string>;
  readonly #attributes: ReadonlyMap<string, AttributeType>;

  constructor(schema: AnnotationSchema) {
    this.schema = schema;
    this.#spans = new Set(schema.spans.map(({ name }) => name));
    this.#relations = new Map(schema.relations.map((relation) => [relation.name, relation]));
    this.#groups = new Map(schema.labels.map(({ name, group }) => [name, group]));
    this.#attributes = new Map(schema.attributes.map((attribute) => [attribute.name, attribute]));
  }

  hasType({ kind, type }: Pick<Item, 'kind' | 'type'>): boolean {
    switch (kind) {
      case 'span':
        return this.#spans.has(type);
      case 'relation':
        return this.#relations.has(type);
      case 'label':
        return this.#groups.has(type);
    }
  }

  /** Returns the group of a label. A document has at most one label of a group, unless its name is empty. */
  groupOf(label: string): string {
    return this.#groups.get(label) ?? '';
  }

  /** Returns whether items of a kind and type may bear an attribute, regardless of its value. */
  bearsAttribute(item: Pick<Item, 'kind' | 'type'>, name: string): boolean {
    const attribute = this.#attributes.get(name);
    return attribute !== undefined && bearsAttribute(attribute, item);
  }

  allowsAttribute(item: Pick<Item, 'kind' | 'type'>, name: string, value: string): boolean {
    const attribute = this.#attributes.get(name);
    return attribute !== undefined && this.bearsAttribute(item, name) && holdsValue(attribute, value);
  }

  /** Returns the first accepted item that lacks a required attribute, and how many do. */
  lacking(items: Iterable<Item>): { readonly count: number; readonly first?: Lacking } {
    let count = 0;
    let first: Lacking | undefined;
    for (const item of items) {
      const attribute =
        item.status === 'accepted' ? lackingAttributes(this.schema.attributes, item)[0] : undefined;
      if (attribute === undefined) continue;
      count++;
      first ??= { item, attribute };
    }
    return first === undefined ? { count } : { count, first };
  }

  /** Returns whether a relation may join spans of these types, in either order if it is symmetric. */
  allowsEnds(type: string, from: string, to: string): boolean {
    const relation = this.#relations.get(type);
    return relation !== undefined && mayJoin(relation, from, to);
  }

  /** Returns the reason for which the type or an attribute of an item is not allowed, or `undefined`. */
  refusalOf(item: Item): Message | undefined {
    if (!this.hasType(item)) return message(`projects.no-${item.kind}-type`, { type: item.type });
    for (const [name, value] of Object.entries(item.attributes))
      if (!this.allowsAttribute(item, name, value))
        return message('projects.attribute-not-allowed', { type: item.type, name, value });
    return undefined;
  }
}
