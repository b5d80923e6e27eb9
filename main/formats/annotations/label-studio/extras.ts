/** Data without a place in Label Studio, kept in a result's `meta`, which it preserves for regions. */
import { z } from 'zod';
import { Attributes, ConceptLink, type Item, Provenance } from '../../../../shared/domain/annotation.ts';
import { fittingNote, type Losses, saysMore } from '../losses.ts';

/** Fragments count as the regions do. */
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
  /** Notes of a region, written in Label Studio. */
  text: z.union([z.string(), z.array(z.string())]).optional(),
  meridian: z.union([Extras, z.array(Extras)]).optional(),
});
export type Meta = z.infer<typeof Meta>;

export function noteOf(meta: Meta | undefined, losses: Losses): string {
  const text = meta?.text ?? '';
  return fittingNote(typeof text === 'string' ? text : text.join('\n'), losses);
}

/** Data of one item; a list for a result that stands for several. */
export function extrasOf(meta: Meta | undefined, i = 0): Extras {
  const given = meta?.meridian ?? {};
  return Array.isArray(given) ? (given[i] ?? {}) : given;
}

/** Returns the provenance unless reading the file implies it: a prediction has a model, an annotation a file. */
export const provenanceExtra = (item: Item): Extras =>
  saysMore(item) || item.status === 'suggested' ? { provenance: item.provenance } : {};
