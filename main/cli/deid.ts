/** `deid INPUT --out PATH [--mode M] [--patient-field F]`, `deid --evaluate FILE.jsonl` */
import { lstatSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DeidField, type DeidMode } from '../../shared/domain/deid.ts';
import { IdentifierList, type ListedCount } from '../../shared/domain/second-look.ts';
import { message } from '../../shared/messages/message.ts';
import { noteDeidentifiedFiles } from '../services/deid/deid.ts';
import { lookDetail, requireWithinLimits } from '../services/deid/look-limits.ts';
import { forgetIdentifiers, loadIdentifiers } from '../services/deid/second-look.ts';
import { dbOf, type Session } from '../services/session/session.ts';
import {
  choice,
  deidLevel,
  deidMode,
  generalisations,
  headed,
  needed,
  note,
  only,
  print,
  printJson,
  printList,
  UsageError,
  withSession,
} from './command.ts';
import { evaluate } from './deid-evaluate.ts';
import { checkOutput, filesBelow } from './deid-files.ts';
import { decisionsIn, readerOf, removedRisk, tellLook, withoutList } from './deid-look.ts';
import { detectorNotes, detectorsOf, fieldName, taggerFor, withPersonModel } from './deid-model.ts';
import { DeidWork } from './deid-work.ts';
import { said } from './language.ts';
import type { Options } from './options.ts';

export async function deid(args: readonly string[], options: Options<'deid'>): Promise<void> {
  if (options.evaluate !== undefined) {
    if (args.length > 0) throw new UsageError('cli.excludes', { option: '--evaluate', other: 'INPUT' });
    return evaluate(options.evaluate, options);
  }
  if (options.known !== undefined || options['forget-known'] !== undefined) return changeLists(options);
  const input = only(args, 'INPUT (.txt, .jsonl[.gz], FOLDER)');
  const looksOnly = options['second-look'] === true;
  const out = looksOnly ? undefined : needed(options.out, 'deid', '--out PATH');
  if (looksOnly && options.out !== undefined)
    throw new UsageError('cli.excludes', { option: '--second-look', other: '--out' });
  const mode = deidMode(options.mode);
  const decisions = decisionsIn(options);
  if (out !== undefined) checkOutput(input, out);
  await withSession(options, 'starter', (session) =>
    withPersonModel(session, options, async (model) => {
      const work = new DeidWork(session, {
        mode,
        patientField: options['patient-field'],
        model,
        tagger: await taggerFor(session, options),
        level: deidLevel(options),
        generalise: generalisations(options.generalise),
        look: {
          decisions: readerOf(decisions, session.actor.name),
          removeFrom: removedRisk(options),
        },
      });
      const folder = lstatSync(input).isDirectory();
      await work.read(folder ? filesBelow(input).map((path) => join(input, path)) : [input]);
      const check = (): void => {
        const look = work.look();
        tellLook(look, options);
        if (looksOnly && options.json) printJson(look);
        requireWithinLimits(dbOf(session), look);
      };
      await (folder ? work.folder(input, out, check) : work.file(input, out, check));
      if (out === undefined) return;
      audited(session, work, { input, mode });
      report(work, { out, mode, json: options.json === true });
    }),
  );
}

/** Loads a list of names and numbers, or forgets one. */
async function changeLists(options: Options<'deid'>): Promise<void> {
  const { known, 'forget-known': forgotten } = options;
  if (known !== undefined && forgotten !== undefined)
    throw new UsageError('cli.excludes', { option: '--known', other: '--forget-known' });
  await withSession(options, 'refused', async (session) => {
    if (known === undefined)
      return printCounts(
        forgetIdentifiers(session, choice('--forget-known', forgotten ?? '', IdentifierList.options)),
        options,
      );
    const at = known.indexOf('=');
    const list = choice('--known', known.slice(0, Math.max(0, at)), IdentifierList.options);
    const path = known.slice(at + 1);
    const file = { list, name: basename(path), bytes: readFileSync(path) };
    printCounts(await loadIdentifiers(session, file), options);
  });
}

const printCounts = (counts: readonly ListedCount[], options: Options<'deid'>): void =>
  printList(counts, options, ['list', 'names', 'numbers'], ({ list, names, numbers }) => [
    said(message(`look.list-${list}`)),
    names,
    numbers,
  ]);

function audited(session: Session, work: DeidWork, { input, mode }: { input: string; mode: DeidMode }): void {
  noteDeidentifiedFiles(session, basename(input), {
    deidentified: mode,
    records: work.records,
    refused: work.refused.length,
    model: work.model?.name ?? null,
    level: work.level,
    ...(work.generalise === undefined ? {} : { generalise: work.generalise }),
    tagger: work.tagger !== undefined,
    replaced: Object.fromEntries(work.fields),
    ...lookDetail(work.look()),
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
      secondLook: withoutList(work.look()),
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
