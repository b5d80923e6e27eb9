/** Measured values as Observations with LOINC codes and UCUM units. */
import type { MeasuredValue } from '../../../shared/domain/value.ts';
import { LOINC } from './schema.ts';

export const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const UCUM = 'http://unitsofmeasure.org';
const COMPARATORS = { '<': '<', '>': '>', '≤': '<=', '≥': '>=' } as const;
const FLAGS = {
  low: 'L',
  normal: 'N',
  high: 'H',
  positive: 'POS',
  negative: 'NEG',
  unknown: undefined,
} as const;

/** Returns the values that were measured on the patient: no targets, plans or values of relatives. */
export const writtenValues = (values: readonly MeasuredValue[]): MeasuredValue[] =>
  values.filter(
    ({ assertion, target, value, flag }) =>
      target === undefined &&
      (assertion === 'present' || assertion === 'historical') &&
      (value !== undefined || flag === 'positive' || flag === 'negative'),
  );

export function observationResource(value: MeasuredValue): object {
  const { code, name, en, time } = value;
  const interpretation = interpretationOf(value);
  const at = time?.iso === undefined ? undefined : dateTime(time.iso);
  return {
    // Whether the result was final is not known from a text.
    ...{ resourceType: 'Observation', status: 'unknown' },
    code: { ...(code !== undefined && { coding: [{ system: LOINC, code, display: en }] }), text: name },
    ...(at !== undefined && { effectiveDateTime: at }),
    ...amountOf(value),
    ...(interpretation !== undefined && {
      interpretation: [
        { coding: [{ system: `${TERMINOLOGY}/v3-ObservationInterpretation`, code: interpretation }] },
      ],
    }),
    ...rangeOf(value),
    method: { text: 'read from the text by Meridian' },
  };
}

function interpretationOf({ flag, critical }: MeasuredValue): string | undefined {
  if (critical && (flag === 'high' || flag === 'low')) return flag === 'high' ? 'HH' : 'LL';
  return FLAGS[flag];
}

const quantity = (value: number, unit: string): object => ({
  value,
  ...(unit !== '' && { unit, system: UCUM, code: unit }),
});

function amountOf({ value, upperValue, unit, comparison, plus, flag }: MeasuredValue): object {
  if (value === undefined)
    return { valueCodeableConcept: { text: plus ? `${plus}+` : flag === 'positive' ? '阳性' : '阴性' } };
  if (upperValue !== undefined)
    return { valueRange: { low: quantity(value, unit), high: quantity(upperValue, unit) } };
  const comparator = comparison && COMPARATORS[comparison];
  return { valueQuantity: { ...quantity(value, unit), ...(comparator && { comparator }) } };
}

/** A range of the text is in the unit of the text, which need not be UCUM. */
function rangeOf({ range, rangeFrom, unit, writtenUnit }: MeasuredValue): object {
  if (range?.low === undefined && range?.high === undefined) return {};
  const bound = (value: number) => {
    if (rangeFrom !== 'text') return quantity(value, unit);
    return { value, ...(writtenUnit !== undefined && { unit: writtenUnit }) };
  };
  return {
    referenceRange: [
      {
        ...(range.low !== undefined && { low: bound(range.low) }),
        ...(range.high !== undefined && { high: bound(range.high) }),
      },
    ],
  };
}

/** Returns a date and time with seconds and zone. Texts name no zone: their clock is taken as one of this computer. */
export function dateTime(iso: string): string {
  const [, local] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(iso) ?? [];
  if (local === undefined) return iso;
  const minutes = -new Date(iso).getTimezoneOffset();
  if (Number.isNaN(minutes)) return iso.slice(0, 10);
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${iso.length > local.length ? iso : `${iso}:00`}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`;
}
