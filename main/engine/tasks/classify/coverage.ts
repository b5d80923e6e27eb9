/** Counts the tokens of a text that a classifier reads and knows, without running it. */
import type { Span } from '../../../../shared/domain/span.ts';
import { UNK } from '../../../text/vocabulary.ts';
import type { ClassifyReader } from './reader.ts';
import { keptParts } from './truncation.ts';

export interface Coverage {
  /** Parts of the text that are read; all but white space unless it is too long. */
  readonly read: Span[];
  readonly tokens: number;
  /** Tokens that the vocabulary has. */
  readonly known: number;
}

export function coverageOf(text: string, reader: ClassifyReader): Coverage {
  const { ids, starts, ends } = reader.tokenize(text);
  const room = reader.length - (reader.specials ? 2 : 0);
  const parts = keptParts(ids.length, room, reader.keep).filter(({ from, to }) => from < to);
  const unknown = reader.vocabulary.requireId(UNK);
  let [tokens, known] = [0, 0];
  for (const { from, to } of parts) {
    tokens += to - from;
    for (let i = from; i < to; i++) if (ids[i] !== unknown) known++;
  }
  return { read: parts.map(({ from, to }) => ({ start: starts[from]!, end: ends[to - 1]! })), tokens, known };
}
