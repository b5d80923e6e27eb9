/** Reads the text rules under resources/rules. */
import type { z } from 'zod';
import type { OwnRange } from '../../shared/domain/value.ts';
import { readResource } from '../resources.ts';
import {
  AssertionRules,
  HeadingRules,
  type LinkerRules,
  LinkingRules,
  PatientRules,
} from './rule-schemas.ts';
import { loadValueReader } from './values/read-values.ts';

/**
 * Loads the linker's rules. Throws with the name of the file that violates its schema.
 * @param ranges of the workspace's own laboratory
 */
export const loadRules = (ranges: readonly OwnRange[] = []): LinkerRules => ({
  linking: readRules('linker.json', LinkingRules),
  headings: loadHeadings(),
  assertion: readRules('assertion.json', AssertionRules),
  patient: readRules('patient.json', PatientRules),
  values: loadValueReader(ranges),
});

/** Loads the headings of sections alone. */
export const loadHeadings = (): z.output<typeof HeadingRules> => readRules('sections.json', HeadingRules);

function readRules<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  const parsed = schema.safeParse(JSON.parse(readResource('rules', file)));
  if (!parsed.success) throw new Error(`resources/rules/${file}: ${parsed.error.message}`);
  return parsed.data;
}
