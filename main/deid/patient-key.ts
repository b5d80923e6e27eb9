/** Identifies the patient of a text. Records with the same key get the same date offset and surrogates. */
import type { DeidField, DeidFinding } from '../../shared/domain/deid.ts';
import { fold } from '../text/normalise.ts';

/** Identifying fields, most common first. */
const IDENTIFYING: readonly DeidField[] = [
  'name',
  'id-number',
  'record-number',
  'inpatient-number',
  'outpatient-number',
];

/** Returns a key from the patient's first name or number in the text, or `fallback` where there is none. */
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
