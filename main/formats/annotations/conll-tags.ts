/** Converts tags of one sentence (BIO, BIOES, BMES, BILOU) to spans of tokens and back. */
import { type Message, message } from '../../../shared/messages/message.ts';
import { fromTypeName, toTypeName } from './conll-tokens.ts';

export type Scheme = 'BIO' | 'BIOES';

export interface Tag {
  readonly position: 'B' | 'I' | 'E' | 'S' | 'O';
  readonly type: string;
}

/** Positions by the letters of the schemes. */
const POSITIONS: Readonly<Record<string, Tag['position']>> = {
  B: 'B',
  I: 'I',
  M: 'I',
  E: 'E',
  L: 'E',
  S: 'S',
  U: 'S',
};

/** Returns `undefined` for an invalid tag. */
export function parseTag(column: string): Tag | undefined {
  if (column === 'O') return { position: 'O', type: '' };
  const [, letter = '', type = ''] = /^([BIMELSU])-(.+)$/su.exec(column) ?? [];
  const position = POSITIONS[letter];
  return position === undefined ? undefined : { position, type: fromTypeName(type) };
}

/** First and last token, both inclusive. */
export interface TokenSpan {
  readonly type: string;
  readonly first: number;
  readonly last: number;
}

export interface TagProblem {
  readonly index: number;
  readonly problem: Message;
}

/**
 * Returns the spans of a sentence, or the fault in its tags.
 * @param ends whether the scheme marks ends, as BIOES does
 */
export function spansOf(tags: readonly Tag[], ends: boolean): readonly TokenSpan[] | TagProblem {
  const spans: TokenSpan[] = [];
  let open: { type: string; first: number } | undefined;
  for (const [index, { position, type }] of tags.entries()) {
    const goesOn = position === 'I' || position === 'E';
    if (goesOn && open?.type !== type) return { index, ...strayTag(position, type) };
    if (!goesOn && open !== undefined) {
      if (ends) return { index, ...unended(open.type) };
      spans.push({ ...open, last: index - 1 });
      open = undefined;
    }
    if (position === 'S') spans.push({ type, first: index, last: index });
    if (position === 'B') open = { type, first: index };
    if (position === 'E' && open !== undefined) {
      spans.push({ ...open, last: index });
      open = undefined;
    }
  }
  if (open === undefined) return spans;
  if (ends) return { index: tags.length - 1, ...unended(open.type) };
  return [...spans, { ...open, last: tags.length - 1 }];
}

const strayTag = (position: string, type: string) => ({
  problem: message('fault.stray-tag', { tag: `${position}-${type}`, type }),
});

const unended = (type: string) => ({ problem: message('fault.unended-tag', { type }) });

/** Returns a tag for each token. @param spans without common tokens */
export function tagsOf(length: number, spans: readonly TokenSpan[], scheme: Scheme): string[] {
  const tags = new Array<string>(length).fill('O');
  for (const { type, first, last } of spans) {
    const name = toTypeName(type);
    for (let i = first; i <= last; i++) tags[i] = `${i === first ? 'B' : 'I'}-${name}`;
    if (scheme === 'BIOES') tags[last] = `${first === last ? 'S' : 'E'}-${name}`;
  }
  return tags;
}
