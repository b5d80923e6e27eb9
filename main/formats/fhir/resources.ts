/** Resources of a file by type and reference: of Bundles, of lines with one resource each, and contained ones. */
import type { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { isRecord } from '../../reading/json.ts';
import type { Refusals } from '../refusals.ts';
import type { Reference } from './schema.ts';

export interface Resource {
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Number of the entry, or of the line. */
  readonly line: number;
  /** Name for people: type and id. */
  readonly name: string;
}

/** A resource, a Bundle or a list of them, with its line. */
export interface FhirRow {
  readonly line: number;
  readonly value: unknown;
}

export const isFhir = (value: unknown): boolean => isRecord(value) && typeof value.resourceType === 'string';

export class Resources {
  readonly #all: Resource[] = [];
  readonly #byReference = new Map<string, Resource>();
  readonly #used = new Set<Resource>();

  /** Adds rows; what is no resource is refused. */
  constructor(rows: Iterable<FhirRow>, refused: Refusals) {
    for (const { line, value } of rows) this.#addRow(value, line, refused);
  }

  of(type: string): Resource[] {
    return this.#all.filter((resource) => resource.type === type);
  }

  /** Returns the resource that a reference within `from` means. */
  find({ reference }: Reference = {}, from?: Resource): Resource | undefined {
    if (reference === undefined) return undefined;
    if (reference.startsWith('#')) return from && containedIn(from, reference.slice(1));
    const [plain = ''] = reference.split('/_history/');
    return this.#byReference.get(plain) ?? this.#byReference.get(plain.split('/').slice(-2).join('/'));
  }

  /** Marks a resource as read, or as not to be read for a reason that was told. */
  use(resource: Resource): void {
    this.#used.add(resource);
  }

  isUsed(resource: Resource): boolean {
    return this.#used.has(resource);
  }

  /** Returns the resources that nothing was read from. */
  unused(): Resource[] {
    return this.#all.filter((resource) => !this.#used.has(resource));
  }

  #addRow(value: unknown, line: number, refused: Refusals): void {
    if (!isRecord(value) || typeof value.resourceType !== 'string') {
      refused.add(line, new AppError('bad-input', 'fault.no-fhir-resource'));
      return;
    }
    if (value.resourceType !== 'Bundle') {
      this.#add(value, line, undefined);
      return;
    }
    if (value.entry !== undefined && !Array.isArray(value.entry)) {
      refused.add(line, new AppError('bad-input', 'fhir.broken', { resource: 'Bundle', element: 'entry' }));
      return;
    }
    const entries: readonly unknown[] = value.entry ?? [];
    for (const [i, entry] of entries.entries()) {
      const { resource, fullUrl } = isRecord(entry) ? entry : {};
      if (isRecord(resource) && typeof resource.resourceType === 'string')
        this.#add(resource, i + 1, fullUrl);
      else refused.add(i + 1, new AppError('bad-input', 'fault.no-fhir-resource'));
    }
  }

  #add(value: Record<string, unknown>, line: number, fullUrl: unknown): void {
    const type = String(value.resourceType);
    const id = typeof value.id === 'string' ? value.id : undefined;
    const resource: Resource = { type, value, line, name: id === undefined ? type : `${type}/${id}` };
    this.#all.push(resource);
    for (const reference of [fullUrl, id && `${type}/${id}`])
      if (typeof reference === 'string' && !this.#byReference.has(reference))
        this.#byReference.set(reference, resource);
  }
}

function containedIn({ value, line }: Resource, id: string): Resource | undefined {
  const contained: readonly unknown[] = Array.isArray(value.contained) ? value.contained : [];
  const found = contained.find((one) => isRecord(one) && one.id === id);
  if (!isRecord(found) || typeof found.resourceType !== 'string') return undefined;
  return { type: found.resourceType, value: found, line, name: `${found.resourceType}/#${id}` };
}

/** Throws `bad-input` that names the resource and its first wrong element. */
export function parsed<Schema extends z.ZodType>(schema: Schema, resource: Resource): z.output<Schema> {
  const result = schema.safeParse(resource.value);
  if (result.success) return result.data;
  const element = result.error.issues[0]?.path.join('.') ?? '';
  throw new AppError('bad-input', message('fhir.broken', { resource: resource.name, element }));
}

/** Statuses of what was never so. */
const WRONG = new Set(['entered-in-error', 'cancelled']);

/** Throws `bad-input` for a resource that was entered in error or cancelled. */
export function refuseWrong(status: string | undefined, { name }: Resource): void {
  if (status !== undefined && WRONG.has(status))
    throw new AppError('bad-input', message('fhir.entered-in-error', { resource: name, status }));
}
