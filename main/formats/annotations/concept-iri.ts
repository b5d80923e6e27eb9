/** Converts concept links to IRIs and back, for formats with IRIs (INCEpTION's `identifier`). */
import type { ConceptLink } from '../../../shared/domain/annotation.ts';

/** A complete link: `urn:meridian:icd-10:I21.9?=name=…` (RFC 8141, q-component). */
const PREFIX = 'urn:meridian:';
/** System of links that another tool gave as an IRI, which becomes the code. */
const IRI = 'iri';
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\S+$/i;
const MAX_CODE = 200;

export function iriOf({ system, code, name }: ConceptLink): string {
  if (system === IRI && name === '' && ABSOLUTE.test(code) && !code.startsWith(PREFIX)) return code;
  const named = name === '' ? '' : `?=name=${encode(name)}`;
  return `${PREFIX}${encode(system)}:${encode(code)}${named}`;
}

/** Returns `undefined` for invalid or too long IRIs. */
export function linkOf(iri: string): ConceptLink | undefined {
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
