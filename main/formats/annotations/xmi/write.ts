/** Writes a document as a UIMA CAS in XMI. Data without a place in INCEpTION goes to Meridian's features. */
import {
  type AnnotatedDocument,
  endOf,
  type Item,
  type SpanItem,
  startOf,
} from '../../../../shared/domain/annotation.ts';
import { type Losses, saysMore } from '../losses.ts';
import { fieldsOf } from '../row-meta.ts';
import { featuresOf, LABEL, METADATA_LAYER, RELATION_LAYER, SPAN_LAYER } from '../uima-layers.ts';
import { namespaceOf, OWN, XMI } from './names.ts';
import { DOCUMENT_METADATA, FIELD_TYPE } from './type-system.ts';
import { XmlWriter } from './xml.ts';

/** Features in use, for the type system. */
export interface UsedFeatures {
  readonly spans: Set<string>;
  readonly relations: Set<string>;
  readonly labels: Set<string>;
}

const PREFIXES = {
  cas: 'uima.cas.Sofa',
  custom: SPAN_LAYER,
  metadata: DOCUMENT_METADATA,
  meridian: FIELD_TYPE,
} as const;
const SOFA = '1';

/** @param items with both ends */
export function writeXmi(
  document: AnnotatedDocument,
  items: readonly Item[],
  used: UsedFeatures,
  losses: Losses,
): Uint8Array {
  const xml = new XmlWriter(losses);
  const namespaces = Object.entries(PREFIXES).map(([prefix, type]): [string, string] => [
    `xmlns:${prefix}`,
    namespaceOf(type),
  ]);
  const members: string[] = [];
  // Id 1 is the sofa, 2 the document annotation.
  const member = (type: string, attributes: Iterable<readonly [string, string]>) => {
    const id = String(members.length + 2);
    members.push(id);
    xml.element(1, nameOf(type), [['xmi:id', id], ['sofa', SOFA], ...attributes]);
  };
  const spans = new Map(items.flatMap((item) => (item.kind === 'span' ? [[item.id, item] as const] : [])));
  const idOf = new Map(items.map((item, i) => [item.id, String(i + 3)]));
  xml.element(0, 'xmi:XMI', [['xmlns:xmi', XMI], ...namespaces, ['xmi:version', '2.0']], () => {
    xml.element(1, 'cas:NULL', [['xmi:id', '0']]);
    member(DOCUMENT_METADATA, [
      ...placed(0, document.text.length),
      ...Object.entries({
        language: 'x-unspecified',
        documentTitle: document.name,
        documentId: document.name,
      }),
    ]);
    for (const item of items) {
      const features = ownFeatures(item);
      for (const feature of features.keys()) used[KINDS[item.kind].used].add(feature);
      member(KINDS[item.kind].layer, [...placeOf(item, spans, idOf), ...features]);
    }
    for (const [name, value] of fieldsOf(document)) member(FIELD_TYPE, Object.entries({ name, value }));
    xml.element(
      1,
      'cas:Sofa',
      Object.entries({
        'xmi:id': SOFA,
        sofaNum: '1',
        sofaID: '_InitialView',
        mimeType: 'text',
        sofaString: document.text,
      }),
    );
    xml.element(1, 'cas:View', Object.entries({ sofa: SOFA, members: members.join(' ') }));
  });
  return xml.bytes();
}

const KINDS = {
  span: { layer: SPAN_LAYER, used: 'spans' },
  relation: { layer: RELATION_LAYER, used: 'relations' },
  label: { layer: METADATA_LAYER, used: 'labels' },
} as const;

function nameOf(type: string): string {
  const prefix = Object.entries(PREFIXES).find(([, other]) => namespaceOf(other) === namespaceOf(type))?.[0];
  return `${prefix}:${type.slice(type.lastIndexOf('.') + 1)}`;
}

const placed = (begin: number, end: number): [string, string][] => [
  ['begin', String(begin)],
  ['end', String(end)],
];

/** Places a relation at its target, as DKPro does. */
function placeOf(
  item: Item,
  spans: ReadonlyMap<number, SpanItem>,
  idOf: ReadonlyMap<number, string>,
): [string, string][] {
  if (item.kind === 'label') return [];
  if (item.kind === 'span') return placed(startOf(item), endOf(item));
  const target = spans.get(item.to);
  const place = target === undefined ? [] : placed(startOf(target), endOf(target));
  return [...place, ['Governor', idOf.get(item.from) ?? ''], ['Dependent', idOf.get(item.to) ?? '']];
}

function ownFeatures(item: Item): Map<string, string> {
  const features = new Map([[LABEL, item.type], ...featuresOf(item)]);
  if (item.note !== '') features.set(OWN.note, item.note);
  if (item.status !== 'accepted') features.set(OWN.status, item.status);
  if (saysMore(item)) features.set(OWN.provenance, JSON.stringify(item.provenance));
  if (item.kind === 'span' && item.fragments.length > 1)
    features.set(OWN.fragments, item.fragments.map(({ start, end }) => `${start}-${end}`).join(' '));
  return features;
}
