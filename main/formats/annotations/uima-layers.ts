/** Maps INCEpTION's layers to Meridian's types: the feature that names the type, attributes, links. */
import type { Attributes, ConceptLink } from '../../../shared/domain/annotation.ts';
import { fittingAttributes, type Losses, MAX_TYPE } from './losses.ts';
import { escaped, escapeName, unescapeName } from './name-escapes.ts';

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

/** A complete link: `urn:meridian:icd-10:I21.9?=name=…` (RFC 8141, q-component). */
const PREFIX = 'urn:meridian:';
/** System of links that another tool gave as an IRI, which becomes the code. */
const IRI = 'iri';
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\S+$/i;
const MAX_CODE = 200;

/** Converts a concept link to an IRI, for formats with IRIs (INCEpTION's `identifier`). */
function iriOf({ system, code, name }: ConceptLink): string {
  if (system === IRI && name === '' && ABSOLUTE.test(code) && !code.startsWith(PREFIX)) return code;
  const named = name === '' ? '' : `?=name=${encode(name)}`;
  return `${PREFIX}${encode(system)}:${encode(code)}${named}`;
}

/** Returns `undefined` for invalid or too long IRIs. */
function linkOf(iri: string): ConceptLink | undefined {
  const ours = /^urn:meridian:([^:?]+):([^:?]*)(?:\?=name=(.*))?$/.exec(iri);
  if (ours !== null) {
    const [system, code, name] = ours.slice(1).map((part) => decode(part ?? ''));
    if (system === undefined || code === undefined || name === undefined) return undefined;
    return { system, code, name };
  }
  return ABSOLUTE.test(iri) && iri.length <= MAX_CODE ? { system: IRI, code: iri, name: '' } : undefined;
}

/** Replaces lone surrogates, which have no UTF-8, by U+FFFD, as in the text. */
const encode = (part: string): string => encodeURIComponent(part.toWellFormed());

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** UIMA allows all letters, but tools in Python fold most of them (NFKC); Latin and Chinese ones are safe. */
const FITTING = /^(?:[A-Za-z0-9_]|(?=\p{L})\p{Script=Han})$/u;
const LETTER = /^\p{L}$/u;

/**
 * Converts an attribute's name to a UIMA feature name: a letter, then letters, digits and underscores.
 * @param reserved the layer's own features and special prefixes (`BT_`) */
export function featureOf(name: string, reserved: readonly string[]): string {
  const feature = escapeName(name.toWellFormed(), (char, isFirst) => {
    // Java tests single code units, so a letter beyond U+FFFF is not a letter.
    const isPlain = char.length === 1 && FITTING.test(char) && char === char.normalize('NFKC');
    return isPlain && (!isFirst || LETTER.test(char));
  });
  const isReserved = reserved.some((word) =>
    word.endsWith('_') ? feature.startsWith(word) : feature === word,
  );
  return isReserved ? escaped(feature.charAt(0)) + feature.slice(1) : feature;
}

export const attributeOf = (feature: string): string => unescapeName(feature);
