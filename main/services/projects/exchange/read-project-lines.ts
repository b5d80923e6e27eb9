/** Reads the lines of a project file and checks each by itself. Runs in any process. */
import { message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { broken, openLines } from './checksummed-lines.ts';
import { FileLine, MARK, VERSION } from './project-lines.ts';

export interface SizedLine {
  readonly line: FileLine;
  /** Size in characters. */
  readonly size: number;
}

/** @throws AppError `bad-input` at the first altered line, `newer-version` */
export function* readProjectLines(name: string, bytes: Uint8Array): Generator<SizedLine> {
  for (const { line: number, data, size } of openLines(name, bytes)) {
    const parsed = FileLine.safeParse(data);
    if (!parsed.success)
      throw broken(
        name,
        number,
        message('fault.wrong-field', { problem: parsed.error.issues[0]?.message ?? '' }),
      );
    const line = parsed.data;
    if (line.kind === MARK && line.version > VERSION)
      throw new AppError(
        'newer-version',
        'projects.newer-file',
        { file: name },
        { kept: 'kept.nothing-imported', hint: 'hint.update' },
      );
    yield { line, size };
  }
}
