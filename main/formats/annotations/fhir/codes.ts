/** Converts concept links to FHIR codings; the rest of a link goes to an extension. */
import { z } from 'zod';
import { type Attributes, ConceptLink } from '../../../../shared/domain/annotation.ts';
import { Assertion } from '../../../../shared/domain/mention.ts';
import { type Extension, textOf, textPart } from './extension.ts';

const OURS = 'urn:meridian:';
const SYSTEMS: Readonly<Record<string, string>> = {
  'icd-10': 'http://hl7.org/fhir/sid/icd-10',
  'icd-10-cm': 'http://hl7.org/fhir/sid/icd-10-cm',
  'snomed-ct': 'http://snomed.info/sct',
  loinc: 'http://loinc.org',
  atc: 'http://www.whocc.no/atc',
  iri: 'urn:ietf:rfc:3986',
};
const NAMES = new Map(Object.entries(SYSTEMS).map(([name, url]) => [url, name]));
/** FHIR codes have no outer white space and only single blanks inside. */
const CODE = /^\S+( \S+)*$/;
const MAX_SYSTEM = 60;
const MAX_CODE = 200;
const MAX_NAME = 500;

const Coding = z.looseObject({
  system: z.string().optional(),
  code: z.string().optional(),
  display: z.string().optional(),
});
type Coding = z.infer<typeof Coding>;

export const CodeableConcept = z.looseObject({
  coding: z.array(Coding).optional(),
  text: z.string().optional(),
});
export type CodeableConcept = z.infer<typeof CodeableConcept>;

/** @param words as in the text */
export const conceptOf = (link: ConceptLink | undefined, words: string): CodeableConcept =>
  link !== undefined && isCodable(link) ? { coding: [codingOf(link)], text: words } : { text: words };

/** Returns the extension part for links that no coding can hold: NIL, and invalid FHIR codes. */
export function linkParts(link: ConceptLink | undefined): Extension[] {
  if (link === undefined || isCodable(link)) return [];
  const { system, code, name } = link;
  return [
    {
      url: 'link',
      extension: [...textPart('system', system), ...textPart('code', code), ...textPart('name', name)],
    },
  ];
}

export function linkFrom(
  part: Extension | undefined,
  { coding: [coding] = [] }: CodeableConcept,
): ConceptLink | undefined {
  if (part !== undefined) {
    const link = { system: textOf(part, 'system'), code: textOf(part, 'code'), name: textOf(part, 'name') };
    return ConceptLink.safeParse(link).data;
  }
  const { system: url = '', code, display = '' } = coding ?? {};
  const system = nameOf(url);
  const fits = system !== '' && system.length <= MAX_SYSTEM && display.length <= MAX_NAME;
  return code !== undefined && code.length <= MAX_CODE && fits ? { system, code, name: display } : undefined;
}

function isCodable({ system, code }: ConceptLink): boolean {
  return CODE.test(code) && nameOf(urlOf(system)) === system;
}

function codingOf({ system, code, name }: ConceptLink): Coding {
  return { system: urlOf(system), code, ...(name === '' ? {} : { display: name }) };
}

function urlOf(system: string): string {
  return (
    SYSTEMS[system] ??
    (/^[a-z]+:/.test(system) ? system : `${OURS}${encodeURIComponent(system.toWellFormed())}`)
  );
}

function nameOf(url: string): string {
  if (!url.startsWith(OURS)) return NAMES.get(url) ?? url;
  try {
    return decodeURIComponent(url.slice(OURS.length));
  } catch {
    return url;
  }
}

/** Names of flags and values of choices; the first match wins, as everywhere in Meridian. */
const WORDS: readonly (readonly [Assertion, readonly string[]])[] = [
  [
    'negated',
    ['negated', 'negation', 'negative', 'absent', 'refuted', '否定', '阴性', '无', '否认', '不存在'],
  ],
  ['family', ['family', 'familyhistory', '家族', '家族史', '家属', '亲属']],
  ['hypothetical', ['hypothetical', 'conditional', '假设', '假定', '条件']],
  [
    'uncertain',
    ['uncertain', 'uncertainty', 'possible', 'suspected', 'unsure', '不确定', '疑似', '可能', '待排', '待查'],
  ],
  ['historical', ['historical', 'history', 'past', '既往', '既往史', '历史']],
  ['present', Assertion.options],
];
const NO = new Set(['', 'false', 'no', '0', '否', 'none']);

/** Derives negation, time and subject from attributes, so that no negated finding is exported as a diagnosis. */
export function assertionOf(attributes: Attributes): Assertion {
  const said = new Set(
    Object.entries(attributes).flatMap(([name, value]) => meant(plain(name), plain(value))),
  );
  return WORDS.find(([assertion]) => said.has(assertion))?.[0] ?? 'present';
}

/** Matches a name without a denying value, or a value. */
function meant(name: string, value: string): Assertion[] {
  const flag = WORDS.find(([assertion, words]) => assertion !== 'present' && words.includes(name))?.[0];
  if (flag !== undefined) return NO.has(value) ? [] : [flag];
  return WORDS.filter(([, words]) => words.includes(value)).map(([assertion]) => assertion);
}

const plain = (word: string): string => word.toLowerCase().replace(/[\s_-]+/g, '');
