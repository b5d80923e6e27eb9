import type { NerReport, RunReport } from '../../shared/domain/training.ts';

/** The report of a tagger. Throws when it is none. */
export function nerReport(report: RunReport | undefined): NerReport {
  if (report?.task !== 'ner') throw new Error('no report of a tagger');
  return report;
}
