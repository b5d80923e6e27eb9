/**
 * Reads a UIMA CAS in XMI as a document: the first text, its spans, relations (`Governor`, `Dependent`), slot fillers,
 * and annotations of the whole document. Offsets are UTF-16 code units. Tokens and sentences are not kept.
 */

import {
  type AnnotatedDocument,
  type Item,
  type ItemId,
  Provenance,
} from '../../../../shared/domain/annotation.ts';
import { MAX_TEXT } from '../../../../shared/domain/limits.ts';
import type { Span } from '../../../../shared/domain/span.ts';
import { message, type PlainId } from '../../../../shared/messages/message.ts';
import { splitsCharacter } from '../check-document.ts';
import type { NamedFile } from '../format.ts';
import { fittingNote, importedFrom, type Losses, READ_LOST } from '../losses.ts';
import { isTooLong, type Meaning, meaningOf, shortName } from '../uima-layers.ts';
import { CAS, OWN, typeOf, XMI } from './names.ts';
import { DOCUMENT_METADATA, FIELD_TYPE, type TypeSystem } from './type-system.ts';
import { readXml, type XmlElement, type XmlFile } from './xml.ts';

const XMI_LOST = {
  unindexed: 'losses.unindexed',
  otherViews: 'losses.other-views',
  chains: 'losses.chains',
  tokenRelations: 'losses.relations-to-no-span',
  references: 'losses.references',
  structures: 'losses.structures',
} as const;

const SEGMENTATION = 'de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.';
/** Internal types of the tools. */
const INTERNAL = [
  'de.tudarmstadt.ukp.dkpro.core.api.metadata.type.',
  'de.tudarmstadt.ukp.clarin.webanno.api.type.',
  'uima.tcas.DocumentAnnotation',
];
const NO_FEATURES = new Set([
  'xmi:id',
  'sofa',
  'begin',
  'end',
  'Governor',
  'Dependent',
  ...Object.values(OWN),
]);

/** @param nameOf returns the document's name from the title in the file, if any */
export function readXmi(
  file: NamedFile,
  types: TypeSystem,
  nameOf: (title: string | undefined) => string,
  losses: Losses,
): AnnotatedDocument {
  const xml = readXml(file);
  if (xml.root.uri !== XMI || xml.root.local !== 'XMI') throw xml.broken(xml.root, message('fault.no-xmi'));
  return new CasReader(file.name, xml, types, losses).read(nameOf);
}

class CasReader {
  readonly #file: string;
  readonly #xml: XmlFile;
  readonly #types: TypeSystem;
  readonly #losses: Losses;
  readonly #byId = new Map<string, XmlElement>();
  readonly #items: Item[] = [];
  readonly #spans = new Map<string, ItemId>();
  /** Relations, read after all spans. */
  readonly #waiting: [Meaning, XmlElement][] = [];
  readonly #meta: Record<string, string> = {};
  #text = '';

  constructor(file: string, xml: XmlFile, types: TypeSystem, losses: Losses) {
    this.#file = file;
    this.#xml = xml;
    this.#types = types;
    this.#losses = losses;
    for (const element of xml.root.children) {
      const id = element.attributes.get('xmi:id');
      if (id === undefined) continue;
      if (this.#byId.has(id)) throw xml.broken(element, message('fault.id-twice', { id: `xmi:id ${id}` }));
      this.#byId.set(id, element);
    }
  }

  read(nameOf: (title: string | undefined) => string): AnnotatedDocument {
    const elements = this.#annotations();
    const title = elements
      .find((element) => typeOf(element) === DOCUMENT_METADATA)
      ?.attributes.get('documentTitle');
    const annotations = elements.filter((element) => !this.#isInternal(element));
    for (const element of annotations) this.#place(element);
    // Ends and slots may precede their targets.
    for (const [item, element] of this.#waiting) this.#relate(item, element);
    for (const element of annotations) this.#fillSlots(element);
    return { name: nameOf(title), text: this.#text, meta: this.#meta, items: this.#items };
  }

  /** Returns the structures in the view of the text; counts others without references to them. */
  #annotations(): XmlElement[] {
    const { children } = this.#xml.root;
    const cas = (local: string) =>
      children.filter((element) => element.uri === CAS && element.local === local);
    const sofa = cas('Sofa').find(({ attributes }) => attributes.has('sofaString'));
    if (sofa === undefined) throw this.#xml.broken(this.#xml.root, message('fault.no-sofa'));
    this.#text = sofa.attributes.get('sofaString') ?? '';
    if (this.#text.length > MAX_TEXT)
      throw this.#xml.broken(sofa, message('fault.too-long', { limit: MAX_TEXT }));
    const id = sofa.attributes.get('xmi:id') ?? '';
    const view = cas('View').find(({ attributes }) => attributes.get('sofa') === id);
    const members = view && new Set(view.attributes.get('members')?.split(/\s+/));
    return children.filter((element) => {
      if (element.uri === CAS || this.#isLink(element)) return false;
      const type = this.#typeOf(element);
      if (this.#isInternal(element) && type !== DOCUMENT_METADATA) return false;
      const lost = this.#lostAs(element, id, members);
      if (lost !== undefined) this.#losses.add(lost, `${type} (${this.#file})`);
      return lost === undefined;
    });
  }

  #lostAs(
    { attributes }: XmlElement,
    sofa: string,
    members: ReadonlySet<string> | undefined,
  ): PlainId | undefined {
    const its = attributes.get('sofa');
    if (its === undefined) return XMI_LOST.structures;
    if (its !== sofa) return XMI_LOST.otherViews;
    if (members !== undefined && !members.has(attributes.get('xmi:id') ?? '')) return XMI_LOST.unindexed;
    return attributes.has('begin') && attributes.has('next') ? XMI_LOST.chains : undefined;
  }

  #typeOf(element: XmlElement): string {
    const type = typeOf(element);
    if (type === undefined)
      throw this.#xml.broken(element, message('fault.no-uima-type', { name: element.local }));
    return type;
  }

  #isInternal(element: XmlElement): boolean {
    const type = typeOf(element) ?? '';
    const isToken = [`${SEGMENTATION}Token`, `${SEGMENTATION}Sentence`].includes(type);
    return isToken || INTERNAL.some((prefix) => type.startsWith(prefix));
  }

  /** Link objects between an annotation and its slot fillers. */
  #isLink({ attributes }: XmlElement): boolean {
    return attributes.has('target') && !attributes.has('sofa');
  }

  #place(element: XmlElement): void {
    const type = this.#typeOf(element);
    if (type === FIELD_TYPE) {
      this.#meta[element.attributes.get('name') ?? ''] = element.attributes.get('value') ?? '';
      return;
    }
    const meaning = meaningOf(type, this.#featuresOf(element, type), this.#losses);
    if (isTooLong(meaning.type))
      throw this.#xml.broken(element, message('fault.type-too-long', { limit: 100 }));
    if (element.attributes.has('Governor')) this.#waiting.push([meaning, element]);
    else if (!element.attributes.has('begin'))
      this.#items.push({ kind: 'label', ...this.#common(element, meaning) });
    else this.#placeSpan(element, meaning);
  }

  #placeSpan(element: XmlElement, meaning: Meaning): void {
    const [start, end] = [this.#offset(element, 'begin'), this.#offset(element, 'end')];
    if (start > end) throw this.#xml.broken(element, message('fault.end-before-start', { start, end }));
    if (start === end) {
      this.#losses.add(READ_LOST.zeroWidth, `${meaning.type} (${this.#file})`);
      return;
    }
    const common = this.#common(element, meaning);
    const { link } = meaning;
    const fragments = fragmentsOf(element.attributes.get(OWN.fragments), { start, end });
    this.#items.push({ kind: 'span', ...common, fragments, ...(link === undefined ? {} : { link }) });
    this.#spans.set(element.attributes.get('xmi:id') ?? '', common.id);
  }

  #relate(meaning: Meaning, element: XmlElement): void {
    const [from, to] = [this.#end(element, 'Governor'), this.#end(element, 'Dependent')];
    if (from === undefined || to === undefined)
      this.#losses.add(XMI_LOST.tokenRelations, `${meaning.type} (${this.#file})`);
    else this.#items.push({ kind: 'relation', ...this.#common(element, meaning), from, to });
  }

  #end(element: XmlElement, feature: string): ItemId | undefined {
    const id = element.attributes.get(feature);
    if (id === undefined || !this.#byId.has(id))
      throw this.#xml.broken(element, message('fault.no-annotation', { id: `${feature} ${id ?? ''}` }));
    return this.#spans.get(id);
  }

  /** Adds a relation from each annotation to its slot fillers. */
  #fillSlots(element: XmlElement): void {
    const from = this.#spans.get(element.attributes.get('xmi:id') ?? '');
    for (const [feature, value] of element.attributes) {
      for (const link of this.#linksOf(element, feature, value)) {
        const to = this.#end(link, 'target');
        const type = link.attributes.get('role') || feature;
        const common = this.#common(element, { type, attributes: {}, link: undefined });
        if (from === undefined || to === undefined)
          this.#losses.add(XMI_LOST.tokenRelations, `${type} (${this.#file})`);
        else this.#items.push({ kind: 'relation', ...common, note: '', status: 'accepted', from, to });
      }
    }
  }

  #linksOf(element: XmlElement, feature: string, value: string): XmlElement[] {
    if (NO_FEATURES.has(feature) || this.#types.isReference(this.#typeOf(element), feature) === false)
      return [];
    const ids = value.split(/\s+/);
    const links = ids.flatMap((id) => this.#byId.get(id) ?? []).filter((each) => this.#isLink(each));
    return links.length === ids.length ? links : [];
  }

  /** Returns values; counts references unless they are slots. */
  #featuresOf(element: XmlElement, type: string): Map<string, string> {
    const features = new Map<string, string>();
    for (const [feature, value] of element.attributes) {
      if (NO_FEATURES.has(feature) || this.#linksOf(element, feature, value).length > 0) continue;
      if (this.#types.isReference(type, feature))
        this.#losses.add(XMI_LOST.references, `${shortName(type)}.${feature}`);
      else features.set(feature, value);
    }
    // Values of arrays are child elements.
    for (const { local, text } of element.children) {
      const before = features.get(local);
      features.set(local, before === undefined ? text : `${before}; ${text}`);
    }
    return features;
  }

  #offset(element: XmlElement, name: string): number {
    const value = element.attributes.get(name) ?? '';
    if (!/^\d{1,9}$/.test(value))
      throw this.#xml.broken(
        element,
        message('fault.no-offset', { field: name, value: JSON.stringify(value) ?? message('fault.nothing') }),
      );
    const offset = Number(value);
    if (offset > this.#text.length)
      throw this.#xml.broken(
        element,
        message('fault.past-end', { offset: `${name} ${value}`, length: this.#text.length }),
      );
    if (splitsCharacter(this.#text, offset))
      throw this.#xml.broken(
        element,
        message('fault.offset-inside-character', { offset: `${name} ${value}` }),
      );
    return offset;
  }

  #common(element: XmlElement, { type, attributes }: Meaning) {
    const own = element.attributes.get(OWN.provenance);
    return {
      id: this.#items.length + 1,
      type,
      attributes,
      note: fittingNote(element.attributes.get(OWN.note) ?? '', this.#losses),
      status:
        element.attributes.get(OWN.status) === 'suggested' ? ('suggested' as const) : ('accepted' as const),
      provenance: own === undefined ? importedFrom(this.#file) : this.#provenance(element, own),
    };
  }

  #provenance(element: XmlElement, json: string): Provenance {
    try {
      return Provenance.parse(JSON.parse(json));
    } catch {
      throw this.#xml.broken(element, message('fault.no-author'));
    }
  }
}

/** Uses Meridian's fragments unless the annotation was moved since. */
function fragmentsOf(written: string | undefined, cover: Span) {
  const fragments = (written ?? '').split(' ').map((part) => {
    const [, start, end] = /^(\d+)-(\d+)$/.exec(part) ?? [];
    return { start: Number(start), end: Number(end) };
  });
  const areSorted = fragments.every(
    ({ start, end }, i) => start < end && start > (fragments[i - 1]?.end ?? -1),
  );
  const fits = areSorted && fragments[0]?.start === cover.start && fragments.at(-1)?.end === cover.end;
  return fits ? fragments : [cover];
}
