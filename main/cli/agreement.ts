/** `agreement FILE FILE… [--from F] [--seed N] [--limit N]`: how well people agree, each file one annotator's. */
import { basename, dirname, resolve } from 'node:path';
import { AnnotationFormat } from '../../shared/domain/annotation.ts';
import { message } from '../../shared/messages/message.ts';
import { matchDocuments } from '../agreement/match-documents.ts';
import { agreementReport } from '../agreement/report.ts';
import { printAgreement } from './agreement-output.ts';
import { choice, expected, integer, note, printJson, UsageError } from './command.ts';
import type { Options } from './options.ts';
import { readAnnotated } from './read-annotated.ts';

const LISTED_DOCUMENTS = 10;

export async function agreement(args: readonly string[], options: Options<'agreement'>): Promise<void> {
  if (args.length < 2) throw expected('agreement', 'FILE FILE…');
  const from = choice('--from', options.from, AnnotationFormat.options);
  const seed = integer(options.seed, '--seed', 1);
  const limit = integer(options.limit, '--limit', LISTED_DOCUMENTS);

  const names = annotatorNames(args);
  const files = await readAnnotated(args, from);
  const sources = files.map(({ documents, losses, format }, i) => {
    for (const { what, count, example } of losses)
      note(
        message('cli.not-read', { path: args[i]!, format, count, what, example: JSON.stringify(example) }),
      );
    return { annotator: names[i]!, documents };
  });
  const report = agreementReport(matchDocuments(sources), { seed, annotators: names });
  if (options.json) return printJson(report);
  printAgreement(report, limit);
}

/** The file's name without its ending; with its folder, or as it was given, where that is needed to tell them apart. */
export function annotatorNames(paths: readonly string[]): string[] {
  const short = (path: string): string => basename(resolve(path)).replace(/(\.[a-z0-9]{1,6}){1,2}$/i, '');
  const candidates = [
    (path: string) => short(path),
    (path: string) => `${basename(dirname(resolve(path)))}/${short(path)}`,
    (path: string) => path,
  ];
  for (const nameOf of candidates) {
    const names = paths.map(nameOf);
    if (new Set(names).size === names.length && names.every((name) => name !== '')) return names;
  }
  const path = paths.find((each, i) => paths.indexOf(each) !== i) ?? '';
  throw new UsageError('cli.given-twice', { path });
}
