/** Maps INCEpTION's layers to Meridian's types: the feature that names the type, attributes, links. */
import type { Attributes, ConceptLink } from '../../../shared/domain/annotation.ts';
import { iriOf, linkOf } from './concept-iri.ts';
import { fittingAttributes, MAX_TYPE } from './imported-items.ts';
import type { Losses } from './losses.ts';
import { attributeOf, featureOf } from './uima-names.ts';

/** Layers of INCEpTION's "basic annotation" projects, used for writing. */
export const SPAN_LAYER = 'custom.Span';
export const RELATION_LAYER = 'custom.Relation';
export const METADATA_LAYER = 'custom.Metadata';
export const LABEL = 'label';
/** INCEpTION's feature for the concept of a named entity. */
const IDENTIFIER = 'identifier';

/** DKPro's dependencies: declared between parts of speech, used between tokens, which may have none. */
export const DEPENDENCY = 'de.tudarmstadt.ukp.dkpro.core.api.syntax.type.dependency.Dependency';

/** Layers with a feature that names the type; for all others the layer is the type. */
const LABELLED = new Map([
  [SPAN_LAYER, LABEL],
  [RELATION_LAYER, LABEL],
  [METADATA_LAYER, LABEL],
  ['de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity', 'value'],
  [DEPENDENCY, 'DependencyType'],
]);

/** Reserved feature names of layer and format. */
const RESERVED = [
  LABEL,
  IDENTIFIER,
  'begin',
  'end',
  'sofa',
  'id',
  'Governor',
  'Dependent',
  'meridian_',
  'BT_',
  'ROLE_',
];

const featureOfAttribute = (name: string): string => featureOf(name, RESERVED);

export interface Meaning {
  readonly type: string;
  readonly attributes: Attributes;
  readonly link: ConceptLink | undefined;
}

/** @param features with a value; the caller refuses empty and too long type names */
export function meaningOf(layer: string, features: ReadonlyMap<string, string>, losses: Losses): Meaning {
  const rest = new Map(features);
  const label = LABELLED.get(layer);
  const named = label === undefined ? undefined : rest.get(label);
  const type = named === undefined || named === '' ? shortName(layer) : named;
  if (label !== undefined) rest.delete(label);
  const link = linkOf(rest.get(IDENTIFIER) ?? '');
  if (link !== undefined) rest.delete(IDENTIFIER);
  const attributes = [...rest].map(([feature, value]) => [attributeOf(feature), value] as const);
  return { type, attributes: fittingAttributes(attributes, losses), link };
}

export const shortName = (layer: string): string => layer.slice(layer.lastIndexOf('.') + 1) || layer;

export const isTooLong = (type: string): boolean => type.length > MAX_TYPE;

/** Returns the features of an item besides its type. */
export function featuresOf({
  attributes,
  link,
}: {
  attributes: Attributes;
  link?: ConceptLink | undefined;
}): Map<string, string> {
  const features = Object.entries(attributes).map(
    ([name, value]) => [featureOfAttribute(name), value] as const,
  );
  return new Map([...(link === undefined ? [] : [[IDENTIFIER, iriOf(link)] as const]), ...features]);
}
