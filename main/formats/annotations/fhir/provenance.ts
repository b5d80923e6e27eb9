/** Converts provenance to FHIR: the annotator or model as an agent, the accepting person as a verifier. */
import { z } from 'zod';
import { Provenance, type ReadingOf } from '../../../../shared/domain/annotation.ts';
import { CodeableConcept } from './codes.ts';
import { Extension, PROVENANCE_URL, partsOf, textOf, textPart } from './extension.ts';

const PARTICIPANT = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type';
const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const ROLES = { human: 'author', model: 'assembler', dictionary: 'assembler', import: 'enterer' } as const;

const Who = z.looseObject({
  type: z.string().optional(),
  display: z.string().optional(),
  reference: z.string().optional(),
});

export const ProvenanceResource = z.looseObject({
  resourceType: z.literal('Provenance'),
  target: z.array(z.looseObject({ reference: z.string().optional() })),
  recorded: z.string().optional(),
  agent: z.array(z.looseObject({ type: CodeableConcept.optional(), who: Who.optional() })).default([]),
  extension: z.array(Extension).optional(),
});
export type ProvenanceResource = z.infer<typeof ProvenanceResource>;

export function toProvenance(provenance: Provenance, target: string): object {
  const { kind, name, version, confidence, at, acceptedBy, acceptedAt } = provenance;
  const isInstant = at !== undefined && INSTANT.test(at);
  const person = acceptedBy === undefined ? [] : [agent('verifier', 'Practitioner', acceptedBy)];
  return {
    resourceType: 'Provenance',
    target: [{ reference: target }],
    // FHIR requires a time; an extension marks it as unknown.
    ...(isInstant ? { recorded: at } : { _recorded: { extension: [{ url: ABSENT, valueCode: 'unknown' }] } }),
    agent: [agent(ROLES[kind], kind === 'human' ? 'Practitioner' : 'Device', name), ...person],
    extension: [
      {
        url: PROVENANCE_URL,
        extension: [
          { url: 'kind', valueCode: kind },
          ...textPart('version', version),
          ...(confidence === undefined ? [] : [{ url: 'confidence', valueDecimal: confidence }]),
          ...(isInstant ? [] : textPart('at', at)),
          ...textPart('acceptedAt', acceptedAt),
          ...(provenance.readings ?? []).map(readingPart),
        ],
      },
    ],
  };
}

function readingPart({ annotator, item }: ReadingOf): Extension {
  const number = item === undefined ? [] : [{ url: 'item', valueUnsignedInt: item }];
  return { url: 'reading', extension: [...textPart('annotator', annotator), ...number] };
}

function toReading(part: Extension): ReadingOf {
  const item = partsOf(part, 'item')[0]?.valueUnsignedInt;
  return { annotator: textOf(part, 'annotator'), ...(item === undefined ? {} : { item }) };
}

function agent(role: string, type: string, name: string): object {
  return {
    type: { coding: [{ system: PARTICIPANT, code: role }] },
    who: { type, ...(name === '' ? {} : { display: name }) },
  };
}

/** Reads Provenance of other tools too: a device is a model, any other agent a person. */
export function fromProvenance({ agent: agents, recorded, extension = [] }: ProvenanceResource): Provenance {
  const own = extension.find(({ url }) => url === PROVENANCE_URL);
  const isVerifier = (one: (typeof agents)[number]) =>
    one.type?.coding?.some(({ code }) => code === 'verifier') ?? false;
  const by = agents.find((one) => !isVerifier(one))?.who;
  const verifier = agents.find(isVerifier)?.who;
  const nameOf = (who: z.infer<typeof Who> | undefined) => who?.display ?? who?.reference ?? '';
  const kind = partsOf(own, 'kind')[0]?.valueCode ?? (by?.type === 'Device' ? 'model' : 'human');
  const confidence = partsOf(own, 'confidence')[0]?.valueDecimal;
  const readings = partsOf(own, 'reading').map(toReading);
  const given = {
    version: textOf(own, 'version') || undefined,
    confidence,
    at: recorded ?? (textOf(own, 'at') || undefined),
    acceptedBy: verifier === undefined ? undefined : nameOf(verifier),
    acceptedAt: textOf(own, 'acceptedAt') || undefined,
    readings: readings.length === 0 ? undefined : readings,
  };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return Provenance.parse({ kind, name: nameOf(by), ...Object.fromEntries(known) });
}
