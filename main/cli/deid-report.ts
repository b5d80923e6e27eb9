/** Reports the work of `deid` to the audit table and to the caller. */
import { basename } from 'node:path';
import { DeidField, type DeidMode } from '../../shared/domain/deid.ts';
import { message } from '../../shared/messages/message.ts';
import { noteDeidentifiedFiles } from '../services/deid/deid.ts';
import type { Session } from '../services/session/session.ts';
import { note, print, printJson, table } from './command.ts';
import { detectorsNote, detectorsOf } from './deid-model.ts';
import type { DeidWork } from './deid-work.ts';
import { said } from './language.ts';

export function audited(
  session: Session,
  work: DeidWork,
  { input, out, mode }: { input: string; out: string; mode: DeidMode },
): void {
  noteDeidentifiedFiles(session, basename(input), {
    out: basename(out),
    deidentified: mode,
    records: work.records,
    refused: work.refused.length,
    model: work.model?.name ?? null,
    strict: work.strict,
    replaced: Object.fromEntries(work.fields),
  });
}

export function report(
  work: DeidWork,
  { out, mode, json }: { out: string; mode: DeidMode; json: boolean },
): void {
  const { records, files, lostSpans, refused, skipped, namesakes } = work;
  const replaced = Object.fromEntries(
    DeidField.options.flatMap((f) => (work.fields.has(f) ? [[f, work.fields.get(f)]] : [])),
  );
  for (const { file, line, reason } of refused)
    note(`refused ${file}${line === 0 ? '' : `:${line}`}: ${said(reason)}`);
  if (namesakes.records > 0)
    note(message('deid.namesakes', { records: namesakes.records, names: namesakes.names }));
  for (const path of skipped) note(message('deid.left-out', { path }));
  note(detectorsNote(work.model));
  if (work.strict) note(message('deid.strict-replaced'));
  if (json)
    return printJson({
      out,
      mode,
      detectors: { ...detectorsOf(work.model), strict: work.strict },
      records,
      files,
      replaced,
      namesakes,
      lostSpans,
      refused,
      skipped,
    });
  print(table([['field', 'replaced'], ...Object.entries(replaced).map(([field, n]) => [field, n ?? 0])]));
  if (lostSpans > 0) print(message('deid.spans-inside', { spans: lostSpans }));
  print(`${records} records of ${files} files de-identified by ${mode}: ${out}`);
  note(message('deid.look-through'));
}
