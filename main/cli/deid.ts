/** `deid INPUT --out PATH [--mode M] [--patient-field F]`, `deid --evaluate FILE.jsonl` */
import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DeidField, type DeidMode } from '../../shared/domain/deid.ts';
import { message } from '../../shared/messages/message.ts';
import { noteDeidentifiedFiles } from '../services/deid/deid.ts';
import type { Session } from '../services/session/session.ts';
import {
  deidLevel,
  deidMode,
  headed,
  needed,
  note,
  only,
  print,
  printJson,
  UsageError,
  withSession,
} from './command.ts';
import { evaluate } from './deid-evaluate.ts';
import { checkOutput, filesBelow } from './deid-files.ts';
import { detectorNotes, detectorsOf, fieldName, taggerFor, withPersonModel } from './deid-model.ts';
import { DeidWork } from './deid-work.ts';
import type { Options } from './options.ts';

export async function deid(args: readonly string[], options: Options<'deid'>): Promise<void> {
  if (options.evaluate !== undefined) {
    if (args.length > 0) throw new UsageError('cli.excludes', { option: '--evaluate', other: 'INPUT' });
    return evaluate(options.evaluate, options);
  }
  const input = only(args, 'INPUT (.txt, .jsonl[.gz], FOLDER)');
  const out = needed(options.out, 'deid', '--out PATH');
  const mode = deidMode(options.mode);
  checkOutput(input, out);
  await withSession(options, 'starter', (session) =>
    withPersonModel(session, options, async (model) => {
      const work = new DeidWork(session, {
        mode,
        patientField: options['patient-field'],
        model,
        tagger: await taggerFor(session, options),
        level: deidLevel(options),
      });
      const folder = lstatSync(input).isDirectory();
      await work.read(folder ? filesBelow(input).map((path) => join(input, path)) : [input]);
      await (folder ? work.folder(input, out) : work.file(input, out));
      audited(session, work, { input, out, mode });
      report(work, { out, mode, json: options.json === true });
    }),
  );
}

function audited(
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
    level: work.level,
    tagger: work.tagger !== undefined,
    replaced: Object.fromEntries(work.fields),
  });
}

function report(work: DeidWork, { out, mode, json }: { out: string; mode: DeidMode; json: boolean }): void {
  const { records, files, lostSpans, refused, skipped, namesakes } = work;
  const replaced = Object.fromEntries(
    DeidField.options.flatMap((f) => (work.fields.has(f) ? [[f, work.fields.get(f)]] : [])),
  );
  for (const { file, line, reason } of refused)
    note(message('cli.refused-file', { file: line === 0 ? file : `${file}:${line}`, reason }));
  if (namesakes.records > 0)
    note(message('deid.namesakes', { records: namesakes.records, names: namesakes.names }));
  for (const path of skipped) note(message('deid.left-out', { path }));
  for (const found of detectorNotes(work)) note(found);
  if (work.level === 'ordinary') note(message('deid.strict-off'));
  if (json)
    return printJson({
      out,
      mode,
      detectors: { ...detectorsOf(work), level: work.level },
      records,
      files,
      replaced,
      namesakes,
      lostSpans,
      refused,
      skipped,
    });
  print(
    headed(
      ['field', 'replaced'],
      Object.entries(replaced).map(([field, n]) => [fieldName(field), n ?? 0]),
    ),
  );
  if (lostSpans > 0) print(message('deid.spans-inside', { spans: lostSpans }));
  print(message('cli.deidentified', { records, files, mode: message(`value.${mode}`), out }));
  note(message('deid.look-through'));
}
