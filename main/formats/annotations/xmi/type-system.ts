/** UIMA type systems: annotation types, features with values, features with references. */
import type { NamedFile } from '../format.ts';
import type { Losses } from '../losses.ts';
import { METADATA_LAYER, RELATION_LAYER, SPAN_LAYER } from '../uima-layers.ts';
import { readXml, type XmlElement, XmlWriter } from './xml.ts';

const ANNOTATION = 'uima.tcas.Annotation';
export const DOCUMENT_METADATA = 'de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData';
/** Type for fields of a document, which UIMA lacks. */
export const FIELD_TYPE = 'meridian.Field';
const STRING = 'uima.cas.String';
const NAMESPACE = 'http://uima.apache.org/resourceSpecifier';
const VALUES = new Set(
  ['String', 'Integer', 'Float', 'Boolean', 'Byte', 'Short', 'Long', 'Double'].flatMap((kind) => [
    `uima.cas.${kind}`,
    `uima.cas.${kind}Array`,
    `uima.cas.${kind}List`,
  ]),
);

interface UimaType {
  readonly supertype: string;
  /** Features: range by name. */
  readonly features: ReadonlyMap<string, string>;
}

export class TypeSystem {
  readonly #types = new Map<string, UimaType>();

  add(name: string, type: UimaType): void {
    const known = this.#types.get(name);
    // UIMA merges several declarations of a type.
    this.#types.set(name, { ...type, features: new Map([...(known?.features ?? []), ...type.features]) });
  }

  /** Returns whether the feature is a reference; `undefined` if not declared. */
  isReference(type: string, feature: string): boolean | undefined {
    const range = this.#rangeOf(type, feature);
    if (range === undefined) return undefined;
    // A string with fixed values is a type of its own.
    return !VALUES.has(range) && this.#types.get(range)?.supertype !== STRING;
  }

  #rangeOf(type: string, feature: string): string | undefined {
    const seen = new Set<string>();
    for (let name = type; !seen.has(name); ) {
      seen.add(name);
      const known = this.#types.get(name);
      const range = known?.features.get(feature);
      if (range !== undefined || known === undefined) return range;
      name = known.supertype;
    }
    return undefined;
  }
}

export const isTypeSystem = (file: NamedFile): boolean =>
  /\.xml$/i.test(file.name) &&
  new TextDecoder().decode(file.bytes.subarray(0, 4000)).includes('<typeSystemDescription');

/** @throws AppError for invalid XML */
export function readTypeSystem(files: readonly NamedFile[]): TypeSystem {
  const system = new TypeSystem();
  for (const file of files.filter(isTypeSystem)) {
    const { root } = readXml(file);
    for (const type of childrenAt(root, ['types', 'typeDescription'])) {
      const features = childrenAt(type, ['features', 'featureDescription']);
      system.add(textAt(type, 'name'), {
        supertype: textAt(type, 'supertypeName'),
        features: new Map(
          features.map((feature) => [textAt(feature, 'name'), textAt(feature, 'rangeTypeName')]),
        ),
      });
    }
  }
  return system;
}

function childrenAt(element: XmlElement, path: readonly string[]): readonly XmlElement[] {
  return path.reduce<readonly XmlElement[]>(
    (elements, name) => elements.flatMap(({ children }) => children.filter(({ local }) => local === name)),
    [element],
  );
}

function textAt(element: XmlElement, name: string): string {
  return element.children.find(({ local }) => local === name)?.text.trim() ?? '';
}

/** Writes INCEpTION's basic layers with the documents' features. */
export function writeTypeSystem(
  features: { spans: ReadonlySet<string>; relations: ReadonlySet<string>; labels: ReadonlySet<string> },
  losses: Losses,
): NamedFile {
  const strings = (names: Iterable<string>) => [...names].map((name): [string, string] => [name, STRING]);
  const types: [string, string, [string, string][]][] = [
    [SPAN_LAYER, ANNOTATION, strings(features.spans)],
    [
      RELATION_LAYER,
      ANNOTATION,
      [['Governor', SPAN_LAYER], ['Dependent', SPAN_LAYER], ...strings(features.relations)],
    ],
    [METADATA_LAYER, 'uima.cas.AnnotationBase', strings(features.labels)],
    [FIELD_TYPE, 'uima.cas.AnnotationBase', strings(['name', 'value'])],
    [DOCUMENT_METADATA, 'uima.tcas.DocumentAnnotation', strings(['documentTitle', 'documentId'])],
  ];
  const xml = new XmlWriter(losses);
  xml.element(0, 'typeSystemDescription', [['xmlns', NAMESPACE]], () =>
    xml.element(1, 'types', [], () => {
      for (const type of types) writeType(xml, ...type);
    }),
  );
  return { name: 'TypeSystem.xml', bytes: xml.bytes() };
}

function writeType(
  xml: XmlWriter,
  name: string,
  supertype: string,
  features: readonly [string, string][],
): void {
  xml.element(2, 'typeDescription', [], () => {
    xml.textElement(3, 'name', name);
    xml.textElement(3, 'supertypeName', supertype);
    xml.element(3, 'features', [], () => {
      for (const [feature, range] of features) {
        xml.element(4, 'featureDescription', [], () => {
          xml.textElement(5, 'name', feature);
          xml.textElement(5, 'rangeTypeName', range);
        });
      }
    });
  });
}
