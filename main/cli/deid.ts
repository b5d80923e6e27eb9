/** `deid INPUT --out PATH [--mode M] [--patient-field F]`, `deid --evaluate FILE.jsonl` */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { deidMode, needed, only, UsageError, withSession } from './command.ts';
import { evaluate } from './deid-evaluate.ts';
import { checkOutput, filesBelow } from './deid-files.ts';
import { withPersonModel } from './deid-model.ts';
import { audited, report } from './deid-report.ts';
import { DeidWork, jsonLines, LINES } from './deid-work.ts';
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
        strict: options.strict === true,
      });
      const folder = lstatSync(input).isDirectory();
      // Made-up names follow the patient's sex, which a later record may tell.
      if (mode === 'surrogate')
        await learnSexes(work, folder ? filesBelow(input).map((p) => join(input, p)) : [input]);
      await (folder ? work.folder(input, out) : work.file(input, out));
      audited(session, work, { input, out, mode });
      report(work, { out, mode, json: options.json === true });
    }),
  );
}

async function learnSexes(work: DeidWork, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (!LINES.test(path)) continue; // a file of one text tells its own
    for await (const { value, line } of jsonLines(path))
      if (value !== undefined) await work.learn(value, line);
  }
}
