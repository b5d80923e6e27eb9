/** Whose record a text is: records with the same key get the same offset and the same surrogates. */
import type { DeidField, DeidFinding } from '../../shared/domain/deid.ts';
import { fold } from '../text/normalise.ts';

/** In this order: what most records of a patient have comes first. */
const IDENTIFYING: readonly DeidField[] = [
  'name',
  'id-number',
  'record-number',
  'inpatient-number',
  'outpatient-number',
];

/** From the first name, or number, that the text says of its patient; `fallback` where it says none. */
export function patientKeyOf(text: string, findings: readonly DeidFinding[], fallback: string): string {
  for (const field of IDENTIFYING) {
    const found = findings.find((finding) => finding.field === field && finding.rule !== 'repeat');
    if (found !== undefined) {
      const words = fold(text.slice(found.start, found.end)).replace(/\s/g, '');
      return `${field}:${words}`;
    }
  }
  return `document:${fallback}`;
}
