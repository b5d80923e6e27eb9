/** A schema while it is edited: what is still wrong with it, and changes that keep the rest in step. */

import { freeStyle } from '../../../../shared/annotation-styles.ts';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';

export interface SchemaProblem {
  readonly kind: 'noName' | 'twice' | 'noValues' | 'keyTwice' | 'empty' | 'other';
  readonly what: string;
}

/** Everything that keeps a schema from being used, in the words of its parts. */
export function schemaProblems(schema: AnnotationSchema): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  for (const part of ['spans', 'attributes', 'relations', 'labels'] as const) {
    const seen = new Set<string>();
    for (const { name } of schema[part]) {
      const trimmed = name.trim();
      if (trimmed === '') problems.push({ kind: 'noName', what: part });
      else if (seen.has(trimmed)) problems.push({ kind: 'twice', what: trimmed });
      seen.add(trimmed);
    }
  }
  for (const { name, kind, values } of schema.attributes)
    if (kind === 'choice' && values.length === 0) problems.push({ kind: 'noValues', what: name });
  const keys = new Set<string>();
  for (const { key } of [...schema.spans, ...schema.relations]) {
    if (key === undefined) continue;
    if (keys.has(key)) problems.push({ kind: 'keyTwice', what: key.toUpperCase() });
    keys.add(key);
  }
  if (schema.spans.length === 0 && schema.labels.length === 0) problems.push({ kind: 'empty', what: '' });
  if (problems.length === 0 && !AnnotationSchema.safeParse(schema).success)
    problems.push({ kind: 'other', what: '' });
  return problems;
}

/** Another name for a type, in whatever speaks of it too. */
export function renameSpanType(schema: AnnotationSchema, index: number, name: string): AnnotationSchema {
  const before = schema.spans[index]?.name;
  const rename = (names: readonly string[]): string[] => names.map((one) => (one === before ? name : one));
  return {
    ...schema,
    spans: schema.spans.map((type, i) => (i === index ? { ...type, name } : type)),
    attributes: schema.attributes.map((type) => ({ ...type, types: rename(type.types) })),
    relations: schema.relations.map((type) => ({ ...type, from: rename(type.from), to: rename(type.to) })),
  };
}

/** A schema with the parts of another one that it lacked. */
export interface JoinedSchema {
  readonly schema: AnnotationSchema;
  /** Types, attributes, relations and labels that were added. */
  readonly added: number;
  /** Those that stand there already under the same name, and stay as they are. */
  readonly kept: number;
}

/** Adds what another schema has under new names; keys that are taken are left out, looks that are taken are chosen anew. */
export function joinSchemas(schema: AnnotationSchema, other: AnnotationSchema): JoinedSchema {
  const keys = new Set([...schema.spans, ...schema.relations].flatMap(({ key }) => key ?? []));
  let added = 0;
  let kept = 0;
  const fresh = <T extends { readonly name: string }>(mine: readonly T[], theirs: readonly T[]): T[] => {
    const names = new Set(mine.map(({ name }) => name));
    const found = theirs.filter(({ name }) => !names.has(name));
    added += found.length;
    kept += theirs.length - found.length;
    return found;
  };
  const freely = <T extends { key?: string | undefined }>(type: T): T => {
    if (type.key === undefined || !keys.has(type.key)) {
      if (type.key !== undefined) keys.add(type.key);
      return type;
    }
    const { key: _taken, ...rest } = type;
    return rest as T; // safe: the key may be missing
  };
  const spans = [...schema.spans];
  for (const type of fresh(schema.spans, other.spans)) {
    const isTaken = spans.some(({ look }) => look === type.look);
    spans.push({ ...freely(type), look: isTaken ? freeStyle(spans) : type.look });
  }
  return {
    schema: {
      spans,
      attributes: [...schema.attributes, ...fresh(schema.attributes, other.attributes)],
      relations: [...schema.relations, ...fresh(schema.relations, other.relations).map(freely)],
      labels: [...schema.labels, ...fresh(schema.labels, other.labels)],
      guidelines: schema.guidelines || other.guidelines,
    },
    added,
    kept,
  };
}

/** Reads a schema file; null for a file that holds none. */
export function readSchemaFile(text: string): AnnotationSchema | null {
  try {
    const value: unknown = JSON.parse(text);
    const inner = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : value;
    const schema = AnnotationSchema.safeParse(inner);
    const isFilled = schema.success && (schema.data.spans.length > 0 || schema.data.labels.length > 0);
    return isFilled ? schema.data : null;
  } catch {
    return null;
  }
}

/** Removes a type and everything that refers to it. */
export function removeSpanType(schema: AnnotationSchema, index: number): AnnotationSchema {
  const gone = schema.spans[index]?.name;
  const rest = (names: readonly string[]): string[] => names.filter((one) => one !== gone);
  return {
    ...schema,
    spans: schema.spans.filter((_type, i) => i !== index),
    attributes: schema.attributes.map((type) => ({ ...type, types: rest(type.types) })),
    relations: schema.relations.map((type) => ({ ...type, from: rest(type.from), to: rest(type.to) })),
  };
}

/** Moves one element within its list. */
export function moved<T>(list: readonly T[], index: number, step: 1 | -1): T[] {
  const to = index + step;
  if (to < 0 || to >= list.length) return [...list];
  const next = [...list];
  [next[index], next[to]] = [next[to]!, next[index]!];
  return next;
}
