/** Limits of the contract's inputs, read from their schemas, and inputs that are over one of them. */
import { z } from 'zod';

/** A text, list or record in an input, or a number that counts rows. `max` is null where nothing limits it. */
export interface Place {
  readonly path: string;
  readonly kind: 'text' | 'list' | 'record' | 'count' | 'other';
  readonly max: number | null;
}

const COUNTS = /\.(limit|edgeLimit|count|top)$/;

// safe: every schema that `z` makes is a `ZodType`; its parts are typed as the core's
const classic = (schema: z.core.$ZodType): z.ZodType => schema as z.ZodType;

/** Returns what a schema wraps under another name: options, defaults, the checked end of a pipe. */
function unwrapped(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe) {
    const isChecked = schema.in instanceof z.ZodTransform || schema.in instanceof z.ZodCustom;
    return classic(isChecked ? schema.out : schema.in);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return classic(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return classic(schema.unwrap());
  return undefined;
}

function parts(schema: z.ZodType): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).map(([name, part]) => [`.${name}`, classic(part)]);
  if (schema instanceof z.ZodArray) return [['[]', classic(schema.element)]];
  if (schema instanceof z.ZodRecord)
    return [
      ['{key}', classic(schema.keyType)],
      ['{}', classic(schema.valueType)],
    ];
  if (schema instanceof z.ZodUnion) return schema.options.map((option, n) => [`|${n}`, classic(option)]);
  return [];
}

function longest(schema: z.ZodType): number | null {
  for (const check of schema.def.checks ?? []) {
    const { def } = check._zod;
    if (def.check === 'max_length' && 'maximum' in def) return Number(def.maximum);
  }
  return null;
}

/** Returns every limited or limitable place of a schema. Throws for a schema that contains itself. */
export function placesOf(schema: z.ZodType, path = '', keys: number | null = null, depth = 0): Place[] {
  if (depth > 20) throw new Error(`${path}: no end`);
  const meta = schema.meta()?.maxKeys;
  const inner = unwrapped(schema);
  if (inner !== undefined) return placesOf(inner, path, typeof meta === 'number' ? meta : keys, depth + 1);
  const below = parts(schema).flatMap(([name, part]) => placesOf(part, path + name, null, depth + 1));
  if (schema instanceof z.ZodString || schema instanceof z.ZodISODateTime)
    return [{ path, kind: 'text', max: longest(schema) }];
  if (schema instanceof z.ZodArray) return [{ path, kind: 'list', max: longest(schema) }, ...below];
  if (schema instanceof z.ZodRecord) return [{ path, kind: 'record', max: keys }, ...below];
  if (schema instanceof z.ZodNumber) {
    if (!COUNTS.test(path)) return [];
    const isLimited = (schema.minValue ?? -1) >= 0 && schema.maxValue !== null;
    return [{ path, kind: 'count', max: isLimited ? schema.maxValue : null }];
  }
  if (schema instanceof z.ZodObject || schema instanceof z.ZodUnion) return below;
  const isFixed = [z.ZodEnum, z.ZodLiteral, z.ZodBoolean].some((known) => schema instanceof known);
  return isFixed ? [] : [{ path, kind: 'other', max: null }];
}

/** Returns an input whose `place` is one over its limit and whose other parts are as short as may be. */
export function oneOver(schema: z.ZodType, place: Place, path = ''): unknown {
  const inner = unwrapped(schema);
  const isOn = place.path.startsWith(path) && place.path !== path;
  const isHere = place.path === path;
  if (inner !== undefined) {
    if (!isOn && !isHere && !(schema instanceof z.ZodPipe))
      return schema instanceof z.ZodNullable ? null : undefined;
    return oneOver(inner, place, path);
  }
  const next = (name: string, part: z.ZodType): unknown => oneOver(part, place, path + name);
  const more = (place.max ?? 0) + 1;
  if (schema instanceof z.ZodISODateTime) return '2026-01-01T00:00:00Z'.padEnd(isHere ? more : 0, '0');
  if (schema instanceof z.ZodString) return 'a'.repeat(isHere ? more : Math.max(1, schema.minLength ?? 0));
  if (schema instanceof z.ZodArray) return Array(isHere ? more : 1).fill(next('[]', classic(schema.element)));
  if (schema instanceof z.ZodRecord) {
    const value = next('{}', classic(schema.valueType));
    if (!isHere) return { [String(next('{key}', classic(schema.keyType)))]: value };
    return Object.fromEntries(Array.from({ length: more }, (_, n) => [`k${n}`, value]));
  }
  if (schema instanceof z.ZodNumber) return isHere ? more : Math.max(1, schema.minValue ?? 1);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodUnion) {
    const options = parts(schema);
    const [name, option] = options.find(([option]) => place.path.startsWith(path + option)) ?? options[0]!;
    return next(name, option);
  }
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(parts(schema).map(([name, part]) => [name.slice(1), next(name, part)]));
  return true;
}
