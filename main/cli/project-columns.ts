/** `project columns FILE…`: what an import would make of the columns of tables, before it. */
import { TableColumns } from '../../shared/domain/table-columns.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { givenFiles } from '../services/annotation-files/unpack.ts';
import { previewImport } from '../services/projects/exchange/import.ts';
import type { Session } from '../services/session/session.ts';
import { expected, headed, note, print, printJson, UsageError } from './command.ts';
import type { Options } from './options.ts';

type ProjectOptions = Options<'project'>;

const SHOWN_ROWS = 5;
const SHOWN_CHARS = 24;
const USES = ['id', 'label', 'separator', 'score', 'spans'] as const;
const FLAGS = [...USES, 'sheet'] as const;

/** Returns the columns that the flags name; undefined without `--text`. @throws UsageError for others without it */
export function columnsGiven(options: ProjectOptions): TableColumns | undefined {
  const { text = [], id, label, separator, score, spans, keep, sheet } = options;
  if (text.length > 0)
    return TableColumns.parse({ text, id, label, separator, score, spans, meta: keep, sheet });
  const alone = [...USES, 'keep' as const].find((flag) => options[flag] !== undefined);
  if (alone !== undefined) throw new UsageError('cli.belongs-to', { option: `--${alone}`, other: '--text' });
  return undefined;
}

export async function showColumns(
  session: Session,
  paths: readonly string[],
  options: ProjectOptions,
): Promise<void> {
  if (paths.length === 0) throw expected('project columns', 'FILE…');
  const preview = await previewImport(session, {
    files: givenFiles(paths),
    columns: columnsGiven(options),
    sheet: options.sheet,
  });
  if (options.json) return printJson(preview);
  if (preview === null) return note(message('cli.needs-no-columns'));
  const { columns, rows, chosen, sheets, refused, refusedCount } = preview;
  print(
    headed(
      ['column', 'use', 'example'],
      columns.map((column) => [
        column,
        usesOf(column, chosen),
        rows
          .slice(0, SHOWN_ROWS)
          .flatMap(({ cells }) => cells[column]?.replace(/\s+/g, ' ').slice(0, SHOWN_CHARS) ?? [])
          .join(' | '),
      ]),
    ),
  );
  if (sheets.length > 0) print(message('cli.sheets', { sheets, chosen: chosen?.sheet ?? '' }));
  if (chosen === undefined) throw new AppError('bad-input', 'cli.no-column-of-texts');
  const { documents, labels, spans, suggestions, empty } = preview;
  print(message('cli.columns-give', { documents, labels, spans, suggestions, empty, refused: refusedCount }));
  for (const { line, reason } of refused.slice(0, SHOWN_ROWS))
    note(message('fault.in-line', { line, problem: reason }));
  const command = `project import NAME ${paths.map(quoted).join(' ')} ${flagsOf(chosen)}`;
  print(command);
}

function usesOf(column: string, chosen: TableColumns | undefined): string {
  if (chosen === undefined) return '';
  const uses = (['id', 'label', 'score', 'spans'] as const).filter((use) => chosen[use] === column);
  return [...(chosen.text.includes(column) ? ['text'] : []), ...uses].map((use) => `--${use}`).join(' ');
}

/** Returns the flags that choose these columns. */
function flagsOf(chosen: TableColumns): string {
  const text = chosen.text.map((column) => `--text ${quoted(column)}`);
  const others = FLAGS.flatMap((flag) => {
    const value = chosen[flag];
    return value === undefined ? [] : [`--${flag} ${quoted(value)}`];
  });
  return [...text, ...others].join(' ');
}

const quoted = (word: string): string =>
  /^[\p{L}\p{N}_./:-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
