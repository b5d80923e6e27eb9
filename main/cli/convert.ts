/** `convert INPUT [--from F] --to F --out PATH [--scheme BIO|BIOES]`: annotations from one format to another. */
import { invariant } from '../../shared/assert.ts';
import { type AnnotatedDocument, AnnotationFormat, type Loss } from '../../shared/domain/annotation.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { formatOf } from '../formats/annotations/index.ts';
import { writeFiles } from '../services/annotation-files/write-files.ts';
import { choice, needed, note, only, print, printJson, table, UsageError } from './command.ts';
import { said } from './language.ts';
import type { Options } from './options.ts';
import { readAnnotated } from './read-annotated.ts';

export async function convert(args: readonly string[], options: Options<'convert'>): Promise<void> {
  const input = only(args, 'INPUT (FILE, .gz, .zip, FOLDER)');
  const from = choice('--from', options.from, AnnotationFormat.options);
  const formats = `--to ${AnnotationFormat.options.join('|')}`;
  const to = needed(choice('--to', options.to, AnnotationFormat.options), 'convert', formats);
  const out = needed(options.out, 'convert', '--out PATH');
  const scheme = tagScheme(options.scheme);
  if (scheme !== undefined && to !== 'conll')
    throw new UsageError('cli.belongs-to', { option: '--scheme', other: '--to conll' });

  const [read] = await readAnnotated([input], from);
  invariant(read !== undefined, 'convert: one file is read');
  const written = formatOf(to).write(read.documents, {
    ...(scheme === undefined ? {} : { scheme }),
    ...(read.schema === undefined ? {} : { schema: read.schema }),
  });
  const target = writeFiles(out, written.files);

  const counts = countItems(read.documents);
  if (options.json)
    return printJson({
      read: { path: input, format: read.format, ...counts, losses: read.losses },
      written: { ...target, format: to, losses: written.losses },
    });
  print(message('cli.converted-from', { input, format: formatOf(read.format).title, ...counts }));
  printLosses(message('losses.not-read'), read.losses);
  printLosses(message('losses.not-held-by', { format: formatOf(to).title }), written.losses);
  print(
    target.files > 1
      ? message('cli.written-files', { path: target.path, files: target.files })
      : message('cli.written', { path: target.path }),
  );
  note(message('cli.files-not-encrypted'));
}

export const tagScheme = (scheme: string | undefined): 'BIO' | 'BIOES' | undefined =>
  choice('--scheme', scheme, ['BIO', 'BIOES']);

function countItems(documents: readonly AnnotatedDocument[]) {
  const counts = { documents: documents.length, spans: 0, relations: 0, labels: 0 };
  for (const { kind } of documents.flatMap(({ items }) => items)) {
    if (kind === 'span') counts.spans++;
    else if (kind === 'relation') counts.relations++;
    else counts.labels++;
  }
  return counts;
}

export function printLosses(heading: Message, losses: readonly Loss[]): void {
  if (losses.length === 0) return;
  print(`${said(heading)}:`);
  print(table(losses.map(({ what, count, example }) => ['', count, said(what), JSON.stringify(example)])));
}
