/** Refused lines of a file: the first ones with reasons, the rest as a number. */
import type { Message } from '../../shared/messages/message.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { LIMITS } from '../reading/limits.ts';

export interface RefusedLine {
  readonly line: number;
  readonly reason: Message;
}

export class Refusals {
  readonly first: RefusedLine[] = [];
  count = 0;

  /** Records the error of a line; returns the refusal to report, `undefined` after the limit. */
  add(line: number, error: unknown): RefusedLine | undefined {
    this.count++;
    if (this.count > LIMITS.refusals) return undefined;
    const told = { line, reason: toErrorData(error).message };
    this.first.push(told);
    return told;
  }

  /**
   * @param records read so far
   * @throws AppError `bad-input` after so many refused lines without a record that the format must be another
   */
  check(name: string, records: number): void {
    if (records === 0 && this.count >= LIMITS.refusedAtStart) throw this.nothingRead(name);
  }

  /** Returns the error for a file without a single record. */
  nothingRead(name: string): AppError {
    const [first] = this.first;
    const why =
      first === undefined ? '' : message('fault.in-line', { line: first.line, problem: first.reason });
    return new AppError('bad-input', 'data.no-readable-record', { name, why });
  }
}
