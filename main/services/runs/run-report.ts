/** Exports the report of a run as a file. */
import { auditAlone } from '../../db/repositories/audit.ts';
import { listPoints } from '../../db/repositories/run-points.ts';
import { runReportHtml, runReportJson } from '../../formats/run-report.ts';
import { dbOf, type Session } from '../session/session.ts';
import type { Runs } from './runs.ts';

export function exportRunReport(
  session: Session,
  runs: Runs,
  id: number,
  format: 'html' | 'json',
): { name: string; bytes: Uint8Array } {
  const run = runs.get(id);
  const points = listPoints(dbOf(session), id, Number.MAX_SAFE_INTEGER);
  const text = format === 'html' ? runReportHtml(run, points) : runReportJson(run, points);
  auditAlone(dbOf(session), session.actor, 'run.report', `run:${id}`, { format });
  const name = run.name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');
  return { name: `${name}.${format}`, bytes: Buffer.from(text, 'utf8') };
}
