/** Kinds of mentions: the graph's entity types, and labels of a model that no type fits. */
import { ENTITY_TYPES } from '../../shared/appearance.ts';
import type { EntityType } from '../../shared/domain/graph.ts';
import { typeOfLabel } from '../../shared/entity-type-aliases.ts';
import { TYPE_ORDER } from './entity-types.ts';

const LABEL = 'label:';
export type MentionKind = EntityType | `label:${string}`;

/** Few labels, asked about for every mention. */
const kinds = new Map<string, MentionKind>();

export function kindOfLabel(label: string): MentionKind {
  const known = kinds.get(label);
  if (known !== undefined) return known;
  const kind = typeOfLabel(label) ?? (`${LABEL}${label}` as const);
  kinds.set(label, kind);
  return kind;
}

/** The label of a kind that is no entity type. */
export const labelOf = (kind: MentionKind): string | undefined =>
  kind.startsWith(LABEL) ? kind.slice(LABEL.length) : undefined;

export const isEntityType = (kind: string): kind is EntityType => Object.hasOwn(ENTITY_TYPES, kind);

/** Returns the type whose colours a kind has; labels of no type are neutral. */
export const colourTypeOf = (kind: MentionKind): EntityType => (isEntityType(kind) ? kind : 'other');

export function letterOf(kind: MentionKind, language: 'zh' | 'en'): string {
  if (isEntityType(kind)) return ENTITY_TYPES[kind].letter[language];
  const [first = '?'] = labelOf(kind)?.trim() ?? '';
  return first.toUpperCase();
}

/** Entity types in the legend's order, then other labels by name. */
export function sortKinds(kinds: Iterable<MentionKind>): MentionKind[] {
  const rank = (kind: MentionKind): number =>
    isEntityType(kind) ? TYPE_ORDER.indexOf(kind) : TYPE_ORDER.length;
  return [...kinds].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
}

/** Reads kinds that settings remember; others are left out. */
export const parseKinds = (stored: readonly string[]): MentionKind[] =>
  stored.filter((kind): kind is MentionKind => kind.startsWith(LABEL) || isEntityType(kind));
