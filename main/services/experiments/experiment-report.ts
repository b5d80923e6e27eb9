/** Exports the table of an experiment as a file. */
import type { TableFormat } from '../../../shared/domain/experiment.ts';
import { auditAlone } from '../../db/repositories/audit.ts';
import { formatExperiment } from '../../formats/experiment-table.ts';
import { dbOf, type Session } from '../session/session.ts';
import type { Experiments } from './experiments.ts';

const ENDINGS: Readonly<Record<TableFormat, string>> = {
  md: 'md',
  csv: 'csv',
  latex: 'tex',
  json: 'json',
  config: 'config.json',
};
/** Byte order mark, without which spreadsheets misread Chinese. */
const BOM = '\ufeff';

export function exportExperiment(
  session: Session,
  experiments: Experiments,
  id: number,
  format: TableFormat,
): { name: string; bytes: Uint8Array } {
  const experiment = experiments.get(id);
  const text = formatExperiment(experiment, format);
  auditAlone(dbOf(session), session.actor, 'experiment.report', `experiment:${id}`, { format });
  const name = experiment.name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');
  const bytes = Buffer.from(format === 'csv' ? BOM + text : text, 'utf8');
  return { name: `${name}.${ENDINGS[format]}`, bytes };
}
