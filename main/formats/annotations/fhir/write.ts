/**
 * Writes documents as a FHIR R4 Bundle: each text a DocumentReference, each item a resource, each provenance a
 * Provenance.
 */
import { createHash } from 'node:crypto';
import {
  type AnnotatedDocument,
  type Item,
  type SpanItem,
  wordsOf,
} from '../../../../shared/domain/annotation.ts';
import { LOST, type Losses, saysMore, wholeItems } from '../losses.ts';
import { fieldsOf } from '../row-meta.ts';
import { assertionOf, conceptOf, linkParts } from './codes.ts';
import { ANNOTATION_URL, type Extension, FIELD_URL, named, textPart } from './extension.ts';
import { toProvenance } from './provenance.ts';
import { clinicalResource } from './resources.ts';

const BASIC_SYSTEM = 'urn:meridian:fhir:item';
const PATIENT_FIELDS = ['patient', '患者', '姓名', '病人'];

export interface Entry {
  readonly fullUrl: string;
  readonly resource: object;
}

export function entriesOf(document: AnnotatedDocument, losses: Losses): Entry[] {
  losses.add(LOST.surrogates, document.name, document.text.match(/\p{Cs}/gu)?.length ?? 0);
  const items = wholeItems(document, losses);
  const urlOf = (part: string) => uuidOf(`${document.name}\n${part}`);
  const documentUrl = urlOf('document');
  const entries = items.flatMap((item) => {
    const fullUrl = urlOf(`item ${item.id}`);
    const reference = (id: number) => ({ reference: urlOf(`item ${id}`) });
    const resource = itemResource(document, item, { document: { reference: documentUrl }, reference });
    const provenance = {
      fullUrl: urlOf(`provenance ${item.id}`),
      resource: toProvenance(item.provenance, fullUrl),
    };
    return [{ fullUrl, resource }, ...(saysMore(item) ? [provenance] : [])];
  });
  return [{ fullUrl: documentUrl, resource: documentResource(document) }, ...entries];
}

/** Returns an id that is the same in every export. */
export function uuidOf(what: string): string {
  const hex = createHash('sha256').update(what).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  // RFC 9562, version 8: custom.
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

function documentResource(document: AnnotatedDocument): object {
  const fields = fieldsOf(document).map(([name, value]) => named(FIELD_URL, name, value));
  const attachment = {
    contentType: 'text/plain; charset=utf-8',
    ...(document.text === '' ? {} : { data: Buffer.from(document.text).toString('base64') }),
    title: document.name,
  };
  return {
    ...{ resourceType: 'DocumentReference', status: 'current', content: [{ attachment }] },
    ...(fields.length === 0 ? {} : { extension: fields }),
  };
}

interface References {
  readonly document: { readonly reference: string };
  reference(id: number): { reference: string };
}

function itemResource(document: AnnotatedDocument, item: Item, references: References): object {
  const annotation = (more: readonly Extension[]) => [
    { url: ANNOTATION_URL, extension: [...partsOfItem(item, references), ...more] },
  ];
  if (item.kind === 'span') {
    const { note } = item;
    return {
      ...spanResource(document, item),
      ...(note === '' ? {} : { note: [{ text: note }] }),
      extension: annotation([]),
    };
  }
  return {
    resourceType: 'Basic',
    code: { coding: [{ system: BASIC_SYSTEM, code: item.kind }], text: item.type },
    extension: annotation(textPart('note', item.note)),
  };
}

function spanResource(document: AnnotatedDocument, span: SpanItem): object {
  const [, patient] = fieldsOf(document).find(([name]) => PATIENT_FIELDS.includes(name.toLowerCase())) ?? [];
  return clinicalResource({
    type: span.type,
    assertion: assertionOf(span.attributes),
    status: span.status,
    code: conceptOf(span.link, wordsOf(document.text, span).toWellFormed()),
    patient,
  });
}

function partsOfItem(item: Item, { document, reference }: References): Extension[] {
  const ends =
    item.kind === 'relation'
      ? ([
          ['from', item.from],
          ['to', item.to],
        ] as const)
      : [];
  const fragments = item.kind === 'span' ? item.fragments : [];
  return [
    { url: 'document', valueReference: document },
    { url: 'type', valueString: item.type },
    ...fragments.map(({ start, end }) => ({
      url: 'fragment',
      extension: [
        { url: 'start', valueUnsignedInt: start },
        { url: 'end', valueUnsignedInt: end },
      ],
    })),
    ...ends.map(([url, id]) => ({ url, valueReference: reference(id) })),
    ...Object.entries(item.attributes).map(([name, value]) => named('attribute', name, value)),
    ...(item.kind === 'span' ? linkParts(item.link) : []),
    ...(item.status === 'suggested' ? [{ url: 'status', valueCode: item.status }] : []),
  ];
}
