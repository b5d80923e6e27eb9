/** Suggests relations between the accepted spans of layers, by a model of relations. */
import type { Item, Provenance, Relation } from '../../../shared/domain/annotation.ts';
import { type AnnotationSchema, mayGo } from '../../../shared/domain/annotation-schema.ts';
import type { PredictedRelation } from '../../engine/tasks/relation/relate.ts';

/** Relation without id, which the layer assigns. Its ends are ids of items. */
export type NewRelation = Omit<Relation, 'id'>;

export interface LayerText {
  readonly text: string;
  /** Items of the layer, and those that the person rejected. */
  readonly items: readonly Item[];
}

/** Returns the accepted spans of one fragment as the mentions of a model, with their ids. */
export function mentionsIn({ text, items }: LayerText) {
  const spans = items.flatMap((item) => {
    if (item.kind !== 'span' || item.status !== 'accepted' || item.fragments.length !== 1) return [];
    return [{ id: item.id, ...item.fragments[0]!, type: item.type }];
  });
  return { text, entities: spans };
}

/**
 * Returns what the model found as suggestions: relations that the schema allows, with at least that confidence, between
 * spans of which no relation in this direction was made or rejected.
 */
export function newRelations(
  found: readonly PredictedRelation[],
  layer: LayerText,
  {
    schema,
    threshold,
    provenance,
  }: { schema: AnnotationSchema; threshold: number; provenance: Omit<Provenance, 'confidence'> },
): NewRelation[] {
  const { entities } = mentionsIn(layer);
  const types = new Map(schema.relations.map((type) => [type.name, type]));
  const decided = new Set(
    layer.items.flatMap((item) => (item.kind === 'relation' ? [`${item.from} ${item.to}`] : [])),
  );
  return found.flatMap(({ type, from, to, confidence }) => {
    const [a, b] = [entities[from]!, entities[to]!];
    const own = types.get(type);
    const fits = own !== undefined && mayGo(own, a.type, b.type) && confidence >= threshold;
    if (!fits || decided.has(`${a.id} ${b.id}`)) return [];
    return [
      {
        kind: 'relation',
        type,
        from: a.id,
        to: b.id,
        attributes: {},
        note: '',
        status: 'suggested',
        provenance: { ...provenance, confidence },
      },
    ];
  });
}
