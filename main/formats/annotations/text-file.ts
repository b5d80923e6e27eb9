import type { Message } from '../../../shared/messages/message.ts';
import type { AppError } from '../../../shared/result.ts';
import { brokenFormat } from './format.ts';

/** Returns line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let from = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
    line++;
    from = at + 1;
  }
  return { line, column: offset - from + 1 };
}

export const brokenAt = (file: string, text: string, offset: number, problem: Message): AppError =>
  brokenFormat({ file, ...placeOf(text, offset) }, problem);
