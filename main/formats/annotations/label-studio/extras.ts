/** What Label Studio has no place for, kept in a result's `meta`, which it gives back for regions. */
import { z } from 'zod';
import { Attributes, ConceptLink, type Item, Provenance } from '../../../../shared/domain/annotation.ts';
import { fittingNote } from '../imported-items.ts';
import { type Losses, saysMore } from '../losses.ts';

/** Offsets of fragments count as those of regions do. */
export const Extras = z.object({
  link: ConceptLink.optional(),
  provenance: Provenance.optional(),
  fragments: z
    .array(z.tuple([z.number().int().nonnegative(), z.number().int().positive()]))
    .max(100)
    .optional(),
  attributes: Attributes.optional(),
  note: z.string().optional(),
});
export type Extras = z.infer<typeof Extras>;

export const Meta = z.object({
  /** Notes of a region, as people write them in Label Studio. */
  text: z.union([z.string(), z.array(z.string())]).optional(),
  meridian: z.union([Extras, z.array(Extras)]).optional(),
});
export type Meta = z.infer<typeof Meta>;

export function noteOf(meta: Meta | undefined, losses: Losses): string {
  const text = meta?.text ?? '';
  return fittingNote(typeof text === 'string' ? text : text.join('\n'), losses);
}

/** Of one item; lists are of results that stand for several. */
export function extrasOf(meta: Meta | undefined, i = 0): Extras {
  const given = meta?.meridian ?? {};
  return Array.isArray(given) ? (given[i] ?? {}) : given;
}

/** Who made it, unless that is what reading the file would say anyway: a prediction has a model, an annotation a file. */
export function provenanceExtra(item: Item): Extras {
  return saysMore(item) || item.status === 'suggested' ? { provenance: item.provenance } : {};
}
