/** Names of types in XMI: a package is a namespace, `http:///a/b.ecore` + `C` is the type `a.b.C`. */
import type { XmlElement } from './xml.ts';

export const XMI = 'http://www.omg.org/XMI';
export const CAS = 'http:///uima/cas.ecore';
const NO_PACKAGE = 'uima/noNamespace';

/** `undefined` for what is no type's namespace. */
export function typeOf({ uri, local }: XmlElement): string | undefined {
  const path = /^http:\/\/\/(.+)\.ecore$/.exec(uri)?.[1];
  if (path === undefined) return undefined;
  return path === NO_PACKAGE ? local : `${path.replaceAll('/', '.')}.${local}`;
}

export function namespaceOf(type: string): string {
  return `http:///${type.slice(0, type.lastIndexOf('.')).replaceAll('.', '/')}.ecore`;
}

/** Features that Meridian adds, for what INCEpTION has no place for. */
export const OWN = {
  note: 'meridian_note',
  status: 'meridian_status',
  /** `0-2 5-7`: the fragments of a discontinuous span, which begins and ends with them. */
  fragments: 'meridian_fragments',
  /** JSON. */
  provenance: 'meridian_provenance',
} as const;
