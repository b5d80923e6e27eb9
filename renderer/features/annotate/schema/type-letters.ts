/** A letter for each type of a schema: the first of its title that no type before it has taken. */
import {
  type AnnotationSchema,
  mayGo,
  type RelationType,
  type SpanType,
} from '../../../../shared/domain/annotation-schema.ts';

export const titleOf = ({ name, title }: { readonly name: string; readonly title: string }): string =>
  title === '' ? name : title;

/** Returns the types by group, groups in the order of their first types; those without one come first, under ''. */
export function groupedTypes(types: readonly SpanType[]): (readonly [group: string, types: SpanType[]])[] {
  const groups = Map.groupBy(types, ({ group }) => group);
  return [...groups].sort(([a], [b]) => Number(b === '') - Number(a === ''));
}

export function lettersOf(types: readonly Pick<SpanType, 'name' | 'title'>[]): Map<string, string> {
  const taken = new Set<string>();
  const letters = new Map<string, string>();
  for (const type of types) {
    const candidates = [...titleOf(type), ...type.name].flatMap((letter) =>
      /[\p{L}\p{N}]/u.test(letter) ? [letter.toUpperCase()] : [],
    );
    const letter = candidates.find((one) => !taken.has(one)) ?? candidates[0] ?? '?';
    taken.add(letter);
    letters.set(type.name, letter);
  }
  return letters;
}

/** Keys in use, as given. */
export function keysOfSchema({ spans, relations }: AnnotationSchema): Map<string, string> {
  const typed = [...spans, ...relations].flatMap(({ key, name }) =>
    key === undefined ? [] : ([[key, name]] as const),
  );
  return new Map(typed);
}

const KEYS = [...'1234567890qwertyuiopasdfghjklzxcvbnm'];

/** The first key that is free. */
export function freeKey(schema: AnnotationSchema): string | undefined {
  const used = keysOfSchema(schema);
  return KEYS.find((key) => !used.has(key));
}

export interface PossibleRelation {
  readonly type: RelationType;
  /** Only the other way round. */
  readonly turned: boolean;
}

/** Types of relation that may hold between two spans, by their types. */
export const relationsBetween = (
  relations: readonly RelationType[],
  from: string,
  to: string,
): PossibleRelation[] =>
  relations.flatMap((type): PossibleRelation[] => {
    if (mayGo(type, from, to)) return [{ type, turned: false }];
    if (mayGo(type, to, from)) return [{ type, turned: true }];
    return [];
  });
