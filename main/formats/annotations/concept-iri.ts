/** Links to concepts as IRIs, for formats that name concepts so (INCEpTION's `identifier`), and back. */
import type { ConceptLink } from '../../../shared/domain/annotation.ts';

/** Everything that a link says: `urn:meridian:icd-10:I21.9?=name=…` (RFC 8141, q-component). */
const PREFIX = 'urn:meridian:';
/** The system of links that another tool gave as an IRI; the code is the IRI. */
export const IRI = 'iri';
const ABSOLUTE = /^[a-z][a-z\d+.-]*:\S+$/i;
const MAX_CODE = 200;

export function iriOf({ system, code, name }: ConceptLink): string {
  if (system === IRI && name === '' && ABSOLUTE.test(code) && !code.startsWith(PREFIX)) return code;
  const named = name === '' ? '' : `?=name=${encode(name)}`;
  return `${PREFIX}${encode(system)}:${encode(code)}${named}`;
}

/** `undefined` for what is no IRI, or too long to keep. */
export function linkOf(iri: string): ConceptLink | undefined {
  const ours = /^urn:meridian:([^:?]+):([^:?]*)(?:\?=name=(.*))?$/.exec(iri);
  if (ours !== null) {
    const [system, code, name] = ours.slice(1).map((part) => decode(part ?? ''));
    if (system === undefined || code === undefined || name === undefined) return undefined;
    return { system, code, name };
  }
  return ABSOLUTE.test(iri) && iri.length <= MAX_CODE ? { system: IRI, code: iri, name: '' } : undefined;
}

/** Lone surrogates have no UTF-8; U+FFFD stands for them, as it does in the text itself. */
function encode(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
