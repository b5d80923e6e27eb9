/** Tag sets of sequence labelling: span types combined with token positions. */
import { invariant } from '../../shared/assert.ts';

/** BIO (Ramshaw & Marcus 1995, IOB2): begin, inside, outside. BIOES adds end, and single for one-token spans. */
export type TagScheme = 'BIO' | 'BIOES';
type TagPosition = 'B' | 'I' | 'O' | 'E' | 'S';

export interface Tag {
  readonly name: string;
  readonly position: TagPosition;
  /** Index into `types`, -1 for O. */
  readonly type: number;
}

export interface TagSet {
  readonly scheme: TagScheme;
  /** Span types in the given order. */
  readonly types: readonly string[];
  /** Tag of each id: O is id 0, then all positions of the first type, of the second, … */
  readonly tags: readonly Tag[];
  readonly size: number;
  idOf(position: Exclude<TagPosition, 'O'>, type: number): number;
  /** Returns the id of a name such as `B-disease`, or `undefined`. */
  idOfName(name: string): number | undefined;
}

const POSITIONS: Readonly<Record<TagScheme, readonly Exclude<TagPosition, 'O'>[]>> = {
  BIO: ['B', 'I'],
  BIOES: ['B', 'I', 'E', 'S'],
};

export const OUTSIDE = 0;

export function createTagSet(types: readonly string[], scheme: TagScheme): TagSet {
  invariant(
    new Set(types).size === types.length,
    `createTagSet: a type is listed twice in ${types.join(', ')}`,
  );
  invariant(!types.includes(''), 'createTagSet: a type has no name');
  const positions = POSITIONS[scheme];
  const tags: Tag[] = [{ name: 'O', position: 'O', type: -1 }];
  for (const [type, typeName] of types.entries()) {
    for (const position of positions) tags.push({ name: `${position}-${typeName}`, position, type });
  }
  const ids = new Map(tags.map(({ name }, id) => [name, id]));
  return {
    scheme,
    types,
    tags,
    size: tags.length,
    idOf(position, type) {
      const at = positions.indexOf(position);
      invariant(at >= 0 && type >= 0 && type < types.length, `tag set: no ${position} of type ${type}`);
      return 1 + type * positions.length + at;
    },
    idOfName: (name) => ids.get(name),
  };
}

/** Legal transitions between tags; 1 is allowed. */
export interface TransitionConstraints {
  /** Row-major [from, to]. */
  readonly allowed: Uint8Array;
  readonly start: Uint8Array; // [tags]
  readonly end: Uint8Array; // [tags]
}

const constraintsOf = new WeakMap<TagSet, TransitionConstraints>();

/** Returns CRF constraints. A sequence satisfies them if and only if strict decoding uses all its tags. */
export function transitionConstraints(tagSet: TagSet): TransitionConstraints {
  const known = constraintsOf.get(tagSet) ?? newConstraints(tagSet);
  constraintsOf.set(tagSet, known);
  return known;
}

function newConstraints({ tags, size, scheme }: TagSet): TransitionConstraints {
  // O surrounds the sequence: tags that may follow O may start it, tags that O may follow may end it.
  const outside: Tag = { name: 'O', position: 'O', type: -1 };
  const allowed = new Uint8Array(size * size);
  for (const [from, left] of tags.entries()) {
    for (const [to, right] of tags.entries()) allowed[from * size + to] = mayFollow(left, right, scheme);
  }
  return {
    allowed,
    start: Uint8Array.from(tags, (tag) => mayFollow(outside, tag, scheme)),
    end: Uint8Array.from(tags, (tag) => mayFollow(tag, outside, scheme)),
  };
}

function mayFollow(left: Tag, right: Tag, scheme: TagScheme): 0 | 1 {
  const open = left.position === 'B' || left.position === 'I';
  const continues = right.position === 'I' || right.position === 'E';
  if (continues) return open && left.type === right.type ? 1 : 0;
  return scheme === 'BIOES' && open ? 0 : 1;
}
