/** Lines of a record for Observations, DiagnosticReports and Conditions. */
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { oneLine, type Result, rangeWords, resultLine, timeWords } from '../clinical-text.ts';
import type { Observation, Quantity } from './schema.ts';
import { type Component, type Condition, codeIn, codesOf, conceptWords, LOINC } from './schema.ts';

const SYSTOLIC = '8480-6';
const DIASTOLIC = '8462-4';
/** Codes of http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation. */
const MARKS: Readonly<Record<string, string>> = {
  ...{ H: '↑', HH: '↑↑', HU: '↑↑', L: '↓', LL: '↓↓', LU: '↓↓', U: '↑', D: '↓' },
};
const SIGNS: Readonly<Record<string, string>> = { POS: '阳性', NEG: '阴性' };

/** Dates of a resource that has been measured or made. */
interface Dated {
  readonly effectiveDateTime?: string | undefined;
  readonly effectiveInstant?: string | undefined;
  readonly effectivePeriod?: { readonly start?: string | undefined } | undefined;
  readonly issued?: string | undefined;
}

export const timeOf = ({ effectiveDateTime, effectiveInstant, effectivePeriod, issued }: Dated) =>
  effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start ?? issued;

/** Returns a line for each value. Throws `bad-input` for an Observation without one. @param resource its name */
export function observationLines(observation: Observation, resource: string): string[] {
  const { component = [], code, note = [], status } = observation;
  const at = timeOf(observation);
  const remarks = note.flatMap(({ text }) => text ?? []);
  if (status === 'preliminary') remarks.push('初步结果');
  const notes = remarks.length === 0 ? undefined : remarks.map(oneLine).join('；');
  const own = resultOf({ ...observation, code });
  const pressure = bloodPressure(component);
  const parts = component
    .filter((part) => pressure === undefined || !isPressure(part))
    .flatMap((part) => resultOf(part) ?? []);
  const results = [own, pressure, ...parts].filter((result) => result !== undefined);
  if (results.length === 0)
    throw new AppError('bad-input', message('fhir.no-value', { resource, name: conceptWords(code) }));
  return results.map((result, i) =>
    resultLine({ ...result, at, note: i === results.length - 1 ? notes : undefined }),
  );
}

function resultOf(given: Component): Result | undefined {
  const value = valueIn(given);
  if (value === undefined) return undefined;
  const codes = (given.interpretation ?? []).flatMap(codesOf);
  return {
    name: conceptWords(given.code),
    code: codeIn(given.code, LOINC),
    ...value,
    mark: codes.flatMap((code) => MARKS[code] ?? [])[0],
    range: rangeOf(given),
  };
}

type Amount = Pick<Result, 'value' | 'unit'>;

function valueIn(given: Component): Amount | undefined {
  const { valueQuantity, valueRange, valueRatio, valueBoolean, valueInteger } = given;
  const quantity = quantityOf(valueQuantity);
  if (quantity !== undefined) return quantity;
  const [low, high] = [quantityOf(valueRange?.low), quantityOf(valueRange?.high)];
  if (low !== undefined && high !== undefined)
    return { value: `${low.value}-${high.value}`, unit: high.unit };
  const [above, below] = [quantityOf(valueRatio?.numerator), quantityOf(valueRatio?.denominator)];
  if (above !== undefined && below !== undefined) return { value: `${above.value}:${below.value}` };
  if (valueBoolean !== undefined) return { value: valueBoolean ? '阳性' : '阴性' };
  if (valueInteger !== undefined) return { value: String(valueInteger) };
  const period = given.valuePeriod && [given.valuePeriod.start, given.valuePeriod.end].map((at) => at ?? '');
  const time = given.valueDateTime ?? given.valueTime;
  const sign = (given.interpretation ?? []).flatMap(codesOf).flatMap((code) => SIGNS[code] ?? [])[0];
  const words = [
    given.valueString,
    given.valueCodeableConcept && conceptWords(given.valueCodeableConcept),
    time && timeWords(time),
    period?.map(timeWords).join(' 至 '),
    sign,
  ].find((value) => value !== undefined && value !== '');
  return words === undefined ? undefined : { value: signed(oneLine(words)) };
}

const ABSENT = /^(?:否|无|没有|不存在|未检出|no|none|absent|negative|not detected)$/i;

/** Words that deny a finding stand as 阴性: after a name alone they would not be read as a negation. */
const signed = (words: string): string => (ABSENT.test(words) ? '阴性' : words);

function quantityOf(
  quantity: Quantity | undefined,
): { value: string; unit?: string | undefined } | undefined {
  if (quantity?.value === undefined) return undefined;
  const comparator = { '<=': '≤', '>=': '≥' }[quantity.comparator ?? ''] ?? quantity.comparator ?? '';
  return { value: `${comparator}${quantity.value}`, unit: quantity.unit ?? quantity.code };
}

function rangeOf({ referenceRange = [] }: Component): string | undefined {
  const [first] = referenceRange;
  return rangeWords(first?.low?.value, first?.high?.value) ?? first?.text;
}

const isPressure = ({ code }: Component): boolean =>
  [SYSTOLIC, DIASTOLIC].includes(codeIn(code, LOINC) ?? '');

/** Joins systolic and diastolic pressure as they are written: 118/70mmHg. */
function bloodPressure(components: readonly Component[]): Result | undefined {
  const of = (wanted: string) =>
    quantityOf(components.find(({ code }) => codeIn(code, LOINC) === wanted)?.valueQuantity);
  const [systolic, diastolic] = [of(SYSTOLIC), of(DIASTOLIC)];
  if (systolic === undefined || diastolic === undefined || systolic.unit !== diastolic.unit) return undefined;
  return { name: '血压', value: `${systolic.value}/${diastolic.value}`, unit: systolic.unit };
}

/** Kinds of lines that a Condition becomes: a diagnosis, or past history. */
export interface ConditionLine {
  readonly isPast: boolean;
  readonly text: string;
}

const PAST = new Set(['inactive', 'remission', 'resolved']);
const UNSURE = new Set(['unconfirmed', 'provisional', 'differential']);

export function conditionLine(condition: Condition, resource: string): ConditionLine {
  const { code, clinicalStatus, verificationStatus, severity, note = [] } = condition;
  const name = oneLine(conceptWords(code));
  if (name === '') throw new AppError('bad-input', message('fhir.broken', { resource, element: 'code' }));
  const verified = codesOf(verificationStatus);
  const isPast = codesOf(clinicalStatus).some((status) => PAST.has(status));
  const words = verified.includes('refuted')
    ? `已排除${name}`
    : `${name}${verified.some((status) => UNSURE.has(status)) ? '待排' : ''}`;
  const icd = code?.coding?.find(({ system }) => system?.includes('icd-10'))?.code;
  const onset = condition.onsetDateTime ?? condition.onsetString;
  const about = [
    icd,
    severity && conceptWords(severity),
    onset && `起病：${timeWords(onset)}`,
    condition.abatementDateTime && `缓解：${timeWords(condition.abatementDateTime)}`,
    ...note.map(({ text }) => text),
  ].filter((part) => part !== undefined && part !== '');
  return { isPast, text: oneLine(`${words}${about.length === 0 ? '' : `（${about.join('，')}）`}`) };
}
