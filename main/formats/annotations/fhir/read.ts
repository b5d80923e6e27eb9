/** Reads documents from resources. Those with Meridian's extension become items, others are counted. */
import { z } from 'zod';
import {
  type AnnotatedDocument,
  Fragment,
  type Item,
  type ItemId,
  type Provenance,
} from '../../../../shared/domain/annotation.ts';
import { MAX_TEXT } from '../../../../shared/domain/limits.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import type { AppError } from '../../../../shared/result.ts';
import { isRecord } from '../../../reading/json.ts';
import type { UniqueNames } from '../../../reading/unique-names.ts';
import { problemOf } from '../check-document.ts';
import { checked, type JsonRow, ofField } from '../json-rows.ts';
import type { JsonPath } from '../json-scanner.ts';
import { fittingAttributes, fittingNote, importedFrom, type Losses, MAX_TYPE } from '../losses.ts';
import { CodeableConcept, linkFrom } from './codes.ts';
import { ANNOTATION_URL, Extension, FIELD_URL, namedPairs, partsOf, textOf } from './extension.ts';
import { fromProvenance, ProvenanceResource } from './provenance.ts';

const FHIR_LOST = { placeless: 'losses.placeless-resources', textless: 'losses.textless-documents' } as const;

export interface Resource {
  /** Names in references to it. */
  readonly references: readonly string[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly row: JsonRow;
  readonly path: JsonPath;
}

const Documented = z.looseObject({
  id: z.string().optional(),
  description: z.string().optional(),
  content: z.array(
    z.looseObject({
      attachment: z.looseObject({
        contentType: z.string().optional(),
        data: z.string().optional(),
        title: z.string().optional(),
      }),
    }),
  ),
  extension: z.array(Extension).optional(),
});

const Annotated = z.looseObject({
  extension: z.array(Extension),
  code: CodeableConcept.optional(),
  medicationCodeableConcept: CodeableConcept.optional(),
  condition: z.array(z.looseObject({ code: CodeableConcept })).optional(),
  note: z.array(z.looseObject({ text: z.string() })).optional(),
});
type Annotated = z.infer<typeof Annotated>;

interface OpenDocument {
  readonly document: AnnotatedDocument & { readonly items: Item[] };
  readonly resource: Resource;
}

export function readResources(
  resources: readonly Resource[],
  { file, names, losses }: { file: string; names: UniqueNames; losses: Losses },
): AnnotatedDocument[] {
  const reader = new ResourceReader(resources, file, losses);
  for (const resource of resources) reader.takeDocument(resource, names);
  for (const resource of resources)
    reader.takeItem(resource, (extension) => partsOf(extension, 'from').length === 0);
  for (const resource of resources)
    reader.takeItem(resource, (extension) => partsOf(extension, 'from').length > 0);
  return reader.finish();
}

class ResourceReader {
  readonly #file: string;
  readonly #losses: Losses;
  readonly #documents = new Map<string, OpenDocument>();
  readonly #provenances = new Map<string, Provenance>();
  readonly #spans = new Map<string, { id: ItemId; document: OpenDocument }>();

  constructor(resources: readonly Resource[], file: string, losses: Losses) {
    this.#file = file;
    this.#losses = losses;
    for (const resource of resources.filter(isOf('Provenance'))) this.#takeProvenance(resource);
  }

  takeDocument(resource: Resource, names: UniqueNames): void {
    if (!isOf('DocumentReference')(resource)) return;
    const {
      id,
      description,
      content,
      extension = [],
    } = checked(Documented, resource.value, resource.row, resource.path);
    const attachment = content
      .map((each) => each.attachment)
      .find(({ contentType = 'text/plain' }) => contentType.startsWith('text/plain'));
    const title = attachment?.title || description || id || this.#file;
    // An empty text has no data; an external text has an address.
    if (attachment === undefined || (attachment.data === undefined && 'url' in attachment)) {
      this.#losses.add(FHIR_LOST.textless, title);
      return;
    }
    const i = content.findIndex((each) => each.attachment === attachment);
    const text = this.#textOf(attachment.data ?? '', resource, ['content', i, 'attachment', 'data']);
    const meta = Object.fromEntries(namedPairs(extension.filter(({ url }) => url === FIELD_URL)));
    const open = { document: { name: names.unused(title), text, meta, items: [] }, resource };
    for (const reference of resource.references) this.#documents.set(reference, open);
  }

  /** @param isMeant selects the items of this pass: spans come before the relations between them */
  takeItem(resource: Resource, isMeant: (extension: Extension) => boolean): void {
    if (isOf('Provenance')(resource) || isOf('DocumentReference')(resource)) return;
    const given = Array.isArray(resource.value.extension) ? resource.value.extension : [];
    const at = given.findIndex((each: unknown) => isRecord(each) && each.url === ANNOTATION_URL);
    if (at < 0) {
      if (isMeant({ url: '' })) this.#losses.add(FHIR_LOST.placeless, String(resource.value.resourceType));
      return;
    }
    const annotated = checked(Annotated, resource.value, resource.row, resource.path);
    const extension = annotated.extension[at];
    if (extension !== undefined && isMeant(extension))
      this.#addItem(resource, annotated, extension, ['extension', at]);
  }

  finish(): AnnotatedDocument[] {
    const open = [...new Set(this.#documents.values())];
    for (const { document, resource } of open) {
      const problem = problemOf(document);
      if (problem !== undefined) throw this.#broken(resource, [], ofField(problem.path, problem.problem));
    }
    return open.map(({ document }) => document);
  }

  #takeProvenance(resource: Resource): void {
    const { target, ...rest } = checked(ProvenanceResource, resource.value, resource.row, resource.path);
    let provenance: Provenance;
    try {
      provenance = fromProvenance({ target, ...rest });
    } catch {
      throw this.#broken(resource, ['extension'], message('fault.no-author'));
    }
    for (const { reference } of target)
      if (reference !== undefined) this.#provenances.set(reference, provenance);
  }

  #textOf(data: string, resource: Resource, path: JsonPath): string {
    const packed = data.replace(/\s/g, '');
    if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(packed))
      throw this.#broken(resource, path, message('fault.no-base64'));
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        Buffer.from(packed, 'base64'),
      );
      if (text.length <= MAX_TEXT) return text;
    } catch {
      throw this.#broken(resource, path, message('fault.no-utf8'));
    }
    throw this.#broken(resource, path, message('fault.too-long', { limit: MAX_TEXT }));
  }

  #addItem(resource: Resource, annotated: Annotated, extension: Extension, at: JsonPath): void {
    const wrong = (problem: Message) => this.#broken(resource, at, problem);
    const place = partsOf(extension, 'document')[0]?.valueReference?.reference ?? '';
    const open = this.#documents.get(place);
    if (open === undefined) throw wrong(message('fault.no-document', { place }));
    const { items } = open.document;
    const common = this.#common(resource, annotated, extension, items.length + 1, wrong);
    const [from, to] = ['from', 'to'].map((end) => partsOf(extension, end)[0]?.valueReference?.reference);
    if (from !== undefined || to !== undefined) {
      items.push({
        kind: 'relation',
        ...common,
        from: this.#end(from, open, wrong),
        to: this.#end(to, open, wrong),
      });
      return;
    }
    const fragments = partsOf(extension, 'fragment').map((fragment) => this.#fragment(fragment, open, wrong));
    if (fragments.length === 0) items.push({ kind: 'label', ...common });
    else {
      const code =
        annotated.code ?? annotated.medicationCodeableConcept ?? annotated.condition?.[0]?.code ?? {};
      const link = linkFrom(partsOf(extension, 'link')[0], code);
      items.push({ kind: 'span', ...common, fragments, ...(link === undefined ? {} : { link }) });
      for (const reference of resource.references)
        this.#spans.set(reference, { id: common.id, document: open });
    }
  }

  #common(
    resource: Resource,
    { note = [] }: Annotated,
    extension: Extension,
    id: ItemId,
    wrong: (problem: Message) => AppError,
  ) {
    const type = textOf(extension, 'type');
    if (type === '' || type.length > MAX_TYPE)
      throw wrong(message('fault.type-length', { type: JSON.stringify(type.slice(0, 20)), limit: MAX_TYPE }));
    const notes = [...note.map(({ text }) => text), textOf(extension, 'note')].filter(Boolean);
    const provenance = resource.references
      .map((reference) => this.#provenances.get(reference))
      .find((each) => each !== undefined);
    const isSuggested = partsOf(extension, 'status')[0]?.valueCode === 'suggested';
    return {
      id,
      type,
      attributes: fittingAttributes(namedPairs(partsOf(extension, 'attribute')), this.#losses),
      note: fittingNote(notes.join('\n'), this.#losses),
      status: isSuggested ? ('suggested' as const) : ('accepted' as const),
      provenance: provenance ?? importedFrom(this.#file),
    };
  }

  #fragment(part: Extension, { document }: OpenDocument, wrong: (problem: Message) => AppError): Span {
    const [start, end] = ['start', 'end'].map((url) => partsOf(part, url)[0]?.valueUnsignedInt);
    const { success, data } = Fragment.safeParse({ start, end });
    if (!success || data.end > document.text.length)
      throw wrong(
        message('fault.no-place', { start: start ?? '', end: end ?? '', length: document.text.length }),
      );
    return data;
  }

  #end(reference: string | undefined, open: OpenDocument, wrong: (problem: Message) => AppError): ItemId {
    const span = this.#spans.get(reference ?? '');
    if (span?.document === open) return span.id;
    throw wrong(message('fault.no-annotation', { id: reference ?? '' }));
  }

  #broken({ row, path }: Resource, at: JsonPath, problem: Message): AppError {
    return row.broken([...path, ...at], problem);
  }
}

function isOf(type: string): (resource: Resource) => boolean {
  return ({ value }) => value.resourceType === type;
}
