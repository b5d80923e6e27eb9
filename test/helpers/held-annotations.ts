/** Returns the items that a format should give back and the losses that it should report, counted naively. */
import { LOST } from '../../main/formats/annotations/losses.ts';
import type {
  AnnotatedDocument,
  Item,
  Provenance,
  Relation,
  SpanItem,
} from '../../shared/domain/annotation.ts';

export class Tally {
  readonly #counts: Record<string, number> = {};

  add(what: string, count = 1): void {
    if (count > 0) this.#counts[what] = (this.#counts[what] ?? 0) + count;
  }

  table(): Record<string, number> {
    return this.#counts;
  }
}

export const isSpan = (item: Item): item is SpanItem => item.kind === 'span';
export const isRelation = (item: Item): item is Relation => item.kind === 'relation';

/** Items that are no suggestions, nor hang on some; the others are counted. */
export function accepted({ items }: AnnotatedDocument, tally: Tally): Item[] {
  tally.add(LOST.suggestions, items.filter(({ status }) => status === 'suggested').length);
  const rest = items.filter(({ status }) => status === 'accepted');
  const spans = new Set(rest.filter(isSpan).map(({ id }) => id));
  const loose = rest.filter((item) => isRelation(item) && !(spans.has(item.from) && spans.has(item.to)));
  tally.add(LOST.loose, loose.length);
  return rest.filter((item) => !loose.includes(item));
}

/** The item with nothing but its place and type, as a format that holds no more gives it back. */
export function bare(item: Item, file: string, tally: Tally, keeps: 'nothing' | 'words' = 'nothing'): Item {
  const { provenance } = item;
  const more = Object.keys(provenance).length > 2;
  if (provenance.kind !== 'import' || more) tally.add(LOST.provenance);
  const from: Provenance = { kind: 'import', name: file };
  if (keeps === 'words') return { ...item, provenance: from };
  tally.add(LOST.attributes, Object.keys(item.attributes).length);
  if (item.note !== '') tally.add(LOST.notes);
  if (!isSpan(item)) return { ...item, attributes: {}, note: '', provenance: from };
  if (item.link !== undefined) tally.add(LOST.links);
  const { link: _, ...rest } = item;
  return { ...rest, attributes: {}, note: '', provenance: from };
}

/** Fields that are no remarks on how a file was written. */
export function fields({ meta }: AnnotatedDocument): Record<string, string> {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => !name.startsWith('@')));
}
