/** Operations of the programming interface. Each is a method of the contract with the same permission. */
import { z } from 'zod';
import { contract } from '../../../shared/contract/index.ts';
import { PATIENT_VIEW, PatientViewRequest } from '../../../shared/domain/cds-hooks.ts';
import type { PlainId } from '../../../shared/messages/message.ts';

type ApiMethod =
  | 'cds.patientView'
  | 'diagnosis.rank'
  | 'docs.export'
  | 'docs.get'
  | 'docs.import'
  | 'docs.list'
  | 'docs.search'
  | 'text.annotate';

export interface Operation {
  readonly verb: 'GET' | 'POST';
  /** Path with `{name}` for a parameter. */
  readonly path: string;
  readonly method: ApiMethod;
  readonly summary: PlainId;
  /** Members of the method's input that path and query give. */
  readonly parameters?: readonly string[];
  /** Members that the body gives as JSON; `file`: the body is a file; `text`: the body is passed on as it is. */
  readonly body?: readonly string[] | 'file' | 'text';
  /** Values of members that the request leaves out. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Content types that a body may have. */
  readonly accepts?: readonly string[];
  /** Longest body in bytes. */
  readonly maxBytes?: number;
}

const JSON_TYPE = ['application/json'] as const;
const FHIR_TYPES = ['application/fhir+json', 'application/json'] as const;
/** Text of the longest record, in UTF-8 and with escapes. */
const TEXT_BYTES = 24 * 2 ** 20;

export const OPERATIONS: readonly Operation[] = [
  {
    ...{ verb: 'GET', path: '/api/v1/records', method: 'docs.list', summary: 'api.list' },
    parameters: ['offset', 'limit', 'words', 'title', 'patient'],
  },
  {
    ...{ verb: 'GET', path: '/api/v1/records/{id}', method: 'docs.get', summary: 'api.get' },
    parameters: ['id'],
  },
  {
    ...{ verb: 'GET', path: '/api/v1/search', method: 'docs.search', summary: 'api.search' },
    ...{ parameters: ['query', 'limit'], defaults: { limit: 20 } },
  },
  {
    ...{ verb: 'POST', path: '/api/v1/annotate', method: 'text.annotate', summary: 'api.annotate' },
    ...{ body: ['text', 'documentId'], accepts: JSON_TYPE, maxBytes: TEXT_BYTES },
  },
  {
    ...{ verb: 'POST', path: '/api/v1/diagnose', method: 'diagnosis.rank', summary: 'api.diagnose' },
    ...{ body: ['text', 'documentId', 'top'], accepts: JSON_TYPE, maxBytes: TEXT_BYTES },
    defaults: { top: 10 },
  },
  {
    ...{ verb: 'POST', path: '/api/v1/import', method: 'docs.import', summary: 'api.import' },
    ...{ body: 'file', accepts: FHIR_TYPES, maxBytes: 64 * 2 ** 20 },
  },
  {
    ...{ verb: 'POST', path: '/api/v1/export', method: 'docs.export', summary: 'api.export' },
    ...{ body: ['ids', 'format', 'deidentify', 'mode', 'level'], accepts: JSON_TYPE, maxBytes: TEXT_BYTES },
  },
  {
    ...{ verb: 'POST', path: `/cds-services/${PATIENT_VIEW}`, method: 'cds.patientView' },
    ...{ summary: 'cds.description', body: 'text', accepts: JSON_TYPE, maxBytes: 16 * 2 ** 20 },
  },
];

const shapeOf = ({ method }: Operation): Readonly<Record<string, z.ZodType>> => contract[method].input.shape;

/** Returns the schema of a member of an operation's input. */
export function memberOf(operation: Operation, name: string): z.ZodType {
  const schema = shapeOf(operation)[name];
  if (schema === undefined) throw new Error(`${operation.method} has no ${name}`);
  const { [name]: value } = operation.defaults ?? {};
  return value === undefined ? schema : schema.default(value);
}

/** Returns the schema of an operation's body; undefined without one. */
export function bodyOf(operation: Operation): z.ZodType | undefined {
  const { body } = operation;
  if (body === undefined) return undefined;
  if (body === 'text') return PatientViewRequest;
  if (body === 'file') return z.looseObject({ resourceType: z.literal('Bundle') });
  return z.object(Object.fromEntries(body.map((name) => [name, memberOf(operation, name)])));
}

/** Returns the operation of a request with what its path holds. */
export function findOperation(
  verb: string,
  path: string,
): { readonly operation: Operation; readonly inPath: Readonly<Record<string, string>> } | undefined {
  for (const operation of OPERATIONS) {
    if (operation.verb !== verb) continue;
    const pattern = operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (match !== null) return { operation, inPath: { ...match.groups } };
  }
  return undefined;
}

/** Reads a parameter as its schema wants it: numbers and booleans come as text. What is neither stays for the schema. */
export function readParameter(operation: Operation, name: string, text: string): unknown {
  const { type } = z.toJSONSchema(memberOf(operation, name), { io: 'input' });
  if (type === 'integer' || type === 'number') return text.trim() === '' ? text : Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
