import { LINE_PROBLEM } from '../../reading/lines.ts';
import { TABLE_PROBLEM } from '../../reading/table.ts';

/** Reasons for refusals, as shown in the report. */
export const REASON = {
  ...LINE_PROBLEM,
  ...TABLE_PROBLEM,
  columnCount: 'refused.column-count',
  emptyName: 'refused.empty-name',
  longName: 'refused.long-name',
  controlCharacter: 'refused.control-character',
  brokenCharacter: 'refused.broken-character',
  emptyRelation: 'refused.empty-relation',
  selfReference: 'refused.self-reference',
  unknownType: 'refused.unknown-type',
  truncated: 'refused.truncated',
  notCode: 'refused.not-icd10',
  notNumber: 'refused.not-a-number',
  malformedJson: 'refused.malformed-json',
  noName: 'refused.no-name-field',
  wrongField: 'refused.wrong-field',
  malformedTriple: 'refused.malformed-triple',
  unnamedNode: 'refused.unnamed-node',
  suppressed: 'refused.suppressed',
  otherLanguage: 'refused.other-language',
  notConcept: 'refused.not-cui',
  unknownConcept: 'refused.unknown-concept',
} as const;
