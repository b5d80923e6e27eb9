/** Converts type names in XMI: `http:///a/b.ecore` + `C` is the type `a.b.C`. */
import type { XmlElement } from './xml.ts';

export const XMI = 'http://www.omg.org/XMI';
export const CAS = 'http:///uima/cas.ecore';
const NO_PACKAGE = 'uima/noNamespace';

/** Returns `undefined` for other namespaces. */
export function typeOf({ uri, local }: XmlElement): string | undefined {
  const path = /^http:\/\/\/(.+)\.ecore$/.exec(uri)?.[1];
  if (path === undefined) return undefined;
  return path === NO_PACKAGE ? local : `${path.replaceAll('/', '.')}.${local}`;
}

export const namespaceOf = (type: string): string =>
  `http:///${type.slice(0, type.lastIndexOf('.')).replaceAll('.', '/')}.ecore`;

/** Features that Meridian adds for data without a place in INCEpTION. */
export const OWN = {
  note: 'meridian_note',
  status: 'meridian_status',
  /** Fragments of a discontinuous span, such as `0-2 5-7`, which covers its begin and end. */
  fragments: 'meridian_fragments',
  /** JSON. */
  provenance: 'meridian_provenance',
} as const;
