/** FHIR extensions, for data without an element: a URL with one value or with parts. */
import { z } from 'zod';

/** Place of a resource in its text, with all of Meridian's data about it. */
export const ANNOTATION_URL = 'urn:meridian:fhir:annotation';
export const FIELD_URL = 'urn:meridian:fhir:field';
/** Data without an element in a Provenance. */
export const PROVENANCE_URL = 'urn:meridian:fhir:provenance';

export interface Extension {
  readonly url: string;
  readonly extension?: readonly Extension[] | undefined;
  readonly valueString?: string | undefined;
  readonly valueCode?: string | undefined;
  readonly valueUnsignedInt?: number | undefined;
  readonly valueDecimal?: number | undefined;
  readonly valueReference?: { readonly reference?: string | undefined } | undefined;
}

export const Extension: z.ZodType<Extension> = z.looseObject({
  url: z.string(),
  get extension() {
    return z.array(Extension).optional();
  },
  valueString: z.string().optional(),
  valueCode: z.string().optional(),
  valueUnsignedInt: z.number().int().nonnegative().optional(),
  valueDecimal: z.number().optional(),
  valueReference: z.looseObject({ reference: z.string().optional() }).optional(),
});

/** Returns a text part; empty texts are left out, since FHIR has none. */
export const textPart = (url: string, valueString: string | undefined): Extension[] =>
  valueString === undefined || valueString === '' ? [] : [{ url, valueString }];

export const named = (url: string, name: string, value: string): Extension => ({
  url,
  extension: [...textPart('name', name), ...textPart('value', value)],
});

export const partsOf = (extension: Extension | undefined, url: string): readonly Extension[] =>
  (extension?.extension ?? []).filter((part) => part.url === url);

/** Returns an empty text for a missing part. */
export const textOf = (extension: Extension | undefined, url: string): string =>
  partsOf(extension, url)[0]?.valueString ?? '';

export const namedPairs = (extensions: readonly Extension[]): [string, string][] =>
  extensions.map((extension) => [textOf(extension, 'name'), textOf(extension, 'value')]);
