/** Choices for items that a changed schema has no place for. */
import type { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import type { OrphanRule, Orphans } from '../../../../shared/domain/project.ts';

export type Orphan = Orphans['items'][number];
/** Choices by `keyOf`; null: removed; absent: not chosen yet. */
export type OrphanChoices = ReadonlyMap<string, string | null>;

export const keyOf = ({ what, name }: Pick<Orphan, 'what' | 'name'>): string => JSON.stringify([what, name]);

const PART = { span: 'spans', relation: 'relations', label: 'labels', attribute: 'attributes' } as const;

/** Names that items of the orphaned type, or of the orphaned value `attribute=value`, may have instead. */
export function choicesFor(
  { what, name }: Pick<Orphan, 'what' | 'name'>,
  schema: AnnotationSchema,
): string[] {
  const value = what === 'attribute' ? name.indexOf('=') : -1;
  if (value > 0) {
    const attribute = schema.attributes.find((each) => each.name === name.slice(0, value));
    return attribute?.kind === 'choice' ? [...attribute.values] : [];
  }
  return schema[PART[what]].map((type) => type.name).filter((other) => other !== name);
}

/** A type that was renamed is the one that went while one came. */
export function renamedTo(
  { what, name }: Pick<Orphan, 'what' | 'name'>,
  before: AnnotationSchema,
  after: AnnotationSchema,
): string | undefined {
  const names = (schema: AnnotationSchema): string[] => schema[PART[what]].map((type) => type.name);
  const gone = names(before).filter((each) => !names(after).includes(each));
  const came = names(after).filter((each) => !names(before).includes(each));
  return gone.length === 1 && came.length === 1 && gone[0] === name ? came[0] : undefined;
}

/** Rules for those for which something is chosen, also where it no longer shows because it was followed. */
export function rulesOf(choices: OrphanChoices): OrphanRule[] {
  return [...choices].map(([key, to]): OrphanRule => {
    // safe: made by `keyOf` alone
    const [what, name] = JSON.parse(key) as [Orphan['what'], string];
    return { what, name, to };
  });
}
