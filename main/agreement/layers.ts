/** Documents as several people annotated them, and what of their items counts. */

import type { DocumentLabel, Item, Relation, SpanItem } from '../../shared/domain/annotation.ts';
import { endOf } from '../../shared/domain/annotation.ts';
import type { Span } from '../../shared/domain/span.ts';
import { AppError } from '../../shared/result.ts';

/** What one person put on a document; ids of items are the layer's own. */
export interface Layer {
  readonly annotator: string;
  readonly items: readonly Item[];
}

/** Who has no layer did not annotate the document: that is a missing value, not an empty one. */
export interface LayeredDocument {
  readonly name: string;
  readonly text: string;
  readonly layers: readonly Layer[];
}

export type ItemOf<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>;

/** Suggestions count nowhere until somebody accepts them. */
export function acceptedItems(layer: Layer): Item[] {
  return layer.items.filter(({ status }) => status === 'accepted');
}

export function acceptedSpans(layer: Layer): SpanItem[] {
  return acceptedItems(layer).filter((item) => item.kind === 'span');
}

export function acceptedRelations(layer: Layer): Relation[] {
  return acceptedItems(layer).filter((item) => item.kind === 'relation');
}

export function acceptedLabels(layer: Layer): DocumentLabel[] {
  return acceptedItems(layer).filter((item) => item.kind === 'label');
}

/** Equal for spans at the same place, fragment by fragment. */
export function placeKey({ fragments }: { readonly fragments: readonly Span[] }): string {
  return fragments.map(({ start, end }) => `${start}-${end}`).join(',');
}

/**
 * Refuses what cannot be compared.
 * @throws AppError `bad-input` for two layers of one person or a span that leaves the text
 */
export function checkLayers({ name, text, layers }: LayeredDocument): void {
  const seen = new Set<string>();
  for (const layer of layers) {
    if (seen.has(layer.annotator))
      throw new AppError('bad-input', 'agreement.annotated-twice', { name, annotator: layer.annotator });
    seen.add(layer.annotator);
    const beyond = acceptedSpans(layer).find((span) => endOf(span) > text.length);
    if (beyond !== undefined)
      throw new AppError('bad-input', 'agreement.span-beyond-text', {
        name,
        span: beyond.id,
        annotator: layer.annotator,
        end: endOf(beyond),
        length: text.length,
      });
  }
}
