/** Documents with one annotation layer per annotator, and access to accepted items. */
import type { DocumentLabel, Item, Relation, SpanItem } from '../../shared/domain/annotation.ts';
import { endOf } from '../../shared/domain/annotation.ts';
import type { Span } from '../../shared/domain/span.ts';
import { AppError } from '../../shared/result.ts';

/** Annotations of one annotator on a document; item ids are unique within the layer. */
export interface Layer {
  readonly annotator: string;
  readonly items: readonly Item[];
}

/** Document with its layers. A missing layer is a missing value, not an empty annotation. */
export interface LayeredDocument {
  readonly name: string;
  readonly text: string;
  readonly layers: readonly Layer[];
}

/** Returns the items that are not mere suggestions. */
export const acceptedItems = (layer: Layer): Item[] =>
  layer.items.filter(({ status }) => status === 'accepted');

export const acceptedSpans = (layer: Layer): SpanItem[] =>
  acceptedItems(layer).filter((item) => item.kind === 'span');

export const acceptedRelations = (layer: Layer): Relation[] =>
  acceptedItems(layer).filter((item) => item.kind === 'relation');

export const acceptedLabels = (layer: Layer): DocumentLabel[] =>
  acceptedItems(layer).filter((item) => item.kind === 'label');

/** Returns a key that is equal for spans with the same fragments. */
export const placeKey = ({ fragments }: { readonly fragments: readonly Span[] }): string =>
  fragments.map(({ start, end }) => `${start}-${end}`).join(',');

/**
 * Checks that layers can be compared.
 * @throws AppError `bad-input` for two layers of one annotator or a span outside the text
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
