/**
 * Replaces mentions by another name of their entity or by a random entity (Cai et al. 2021, section 3.1), so that the
 * encoder can learn which are consistent with the context.
 */

import type { Encoding } from '../../text/encoding.ts';
import type { NamedEntity } from '../../text/entity-section.ts';
import { UNK, type Vocabulary } from '../../text/vocabulary.ts';
import type { Tokenizer } from '../../text/wordpiece.ts';
import { LONGEST_MENTION } from '../layers/mention-tokens.ts';
import type { RandomStream } from '../layers/random.ts';
import type { Mention } from './knowledge.ts';
import type { MarkedText, TextChanger } from './objective.ts';

/** Tries to draw a random entity that fits. */
const TRIES = 8;

interface ReplacerOptions {
  readonly vocabulary: Vocabulary;
  readonly tokenize: Tokenizer;
  /** Share of the mentions that are replaced. */
  readonly rate: number;
}

/** Returns names as tokens; names of unknown or of too many tokens are left out. */
type NameTokens = readonly (readonly Int32Array[])[];

/**
 * Half of the chosen mentions become another name of their entity, the others a random entity. A mention without another
 * name stays, and counts as consistent. The text grows by at most the room that is left.
 */
export function entityReplacer(entities: readonly NamedEntity[], options: ReplacerOptions): TextChanger {
  const names = tokensOfNames(entities, options);
  const drawable = names.flatMap((list, entity) => (list.length > 0 ? [entity] : []));
  return (text, room, random) => {
    let left = room;
    const changes: Change[] = [];
    for (const mention of text.mentions) {
      if (random.uniform() >= options.rate) continue;
      const isConsistent = random.uniform() < 0.5;
      const own = tokensOf(text.encoding, mention);
      const tokens = isConsistent
        ? otherName(names[mention.entity] ?? [], own, left, random)
        : randomName({ names, drawable, mention, own, left }, random);
      if (tokens === undefined && !isConsistent) continue;
      changes.push({ mention, isConsistent, tokens: tokens ?? own, isNew: tokens !== undefined });
      left -= (tokens ?? own).length - own.length;
    }
    return changes.length === 0 ? text : changed(text, changes);
  };
}

function tokensOfNames(
  entities: readonly NamedEntity[],
  { vocabulary, tokenize }: ReplacerOptions,
): NameTokens {
  const unknown = vocabulary.requireId(UNK);
  const rows: Int32Array[][] = [];
  for (const { row, name, otherNames } of entities) {
    if (row === undefined) continue;
    rows[row] = [name, ...otherNames]
      .map((one) => tokenize(one).ids)
      .filter((ids) => ids.length > 0 && ids.length <= LONGEST_MENTION && !ids.includes(unknown));
  }
  return rows;
}

const tokensOf = ({ ids }: Encoding, { first, last }: Mention): Int32Array => ids.slice(first, last + 1);

const same = (a: Int32Array, b: Int32Array): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);

function otherName(
  names: readonly Int32Array[],
  own: Int32Array,
  left: number,
  random: RandomStream,
): Int32Array | undefined {
  const others = names.filter((name) => !same(name, own) && name.length - own.length <= left);
  return others.length === 0 ? undefined : others[random.below(others.length)];
}

interface RandomName {
  readonly names: NameTokens;
  /** Entities with a name that can be read. */
  readonly drawable: readonly number[];
  readonly mention: Mention;
  readonly own: Int32Array;
  readonly left: number;
}

function randomName(
  { names, drawable, mention, own, left }: RandomName,
  random: RandomStream,
): Int32Array | undefined {
  for (let i = 0; i < TRIES && drawable.length > 0; i++) {
    const entity = drawable[random.below(drawable.length)]!;
    const name = names[entity]![random.below(names[entity]!.length)]!;
    const isOther = entity !== mention.entity && !names[mention.entity]?.some((one) => same(one, name));
    if (isOther && !same(name, own) && name.length - own.length <= left) return name;
  }
  return undefined;
}

interface Change {
  readonly mention: Mention;
  readonly isConsistent: boolean;
  readonly tokens: Int32Array;
  /** Whether other tokens come in. */
  readonly isNew: boolean;
}

/** Returns the text with the changes. New tokens are no tokens of the text: they have no offsets and are not guessed. */
function changed({ encoding, mentions }: MarkedText, changes: readonly Change[]): MarkedText {
  const parts: Encoding[] = [];
  const placed: Mention[] = [];
  let [from, shift] = [0, 0];
  const byMention = new Map(changes.map((change) => [change.mention, change]));
  for (const mention of mentions) {
    const change = byMention.get(mention);
    const first = mention.first + shift;
    if (change === undefined) {
      placed.push(moveMention(mention, shift));
      continue;
    }
    const { isConsistent, tokens, isNew } = change;
    if (!isNew) {
      placed.push({ ...moveMention(mention, shift), isConsistent });
      continue;
    }
    parts.push(sliceEncoding(encoding, from, mention.first), newTokens(encoding, mention, tokens));
    placed.push({ first, last: first + tokens.length - 1, entity: mention.entity, isConsistent });
    from = mention.last + 1;
    shift += tokens.length - (mention.last - mention.first + 1);
  }
  parts.push(sliceEncoding(encoding, from, encoding.ids.length));
  return { encoding: joinEncodings(parts, encoding.truncated), mentions: placed };
}

/** Returns a mention of tokens that stand `shift` places further on. */
export const moveMention = (mention: Mention, shift: number): Mention => ({
  ...mention,
  first: mention.first + shift,
  last: mention.last + shift,
  ...(mention.cuts === undefined ? {} : { cuts: mention.cuts.map((cut) => cut + shift) }),
});

type Column = 'ids' | 'segmentIds' | 'starts' | 'ends' | 'words';
const COLUMNS: readonly Column[] = ['ids', 'segmentIds', 'starts', 'ends', 'words'];

const columns = (of: (column: Column) => Int32Array): Record<Column, Int32Array> =>
  // safe: all columns are given
  Object.fromEntries(COLUMNS.map((column) => [column, of(column)])) as Record<Column, Int32Array>;

const NOT_CUT = { first: 0, second: 0 };

const sliceEncoding = (encoding: Encoding, from: number, to: number): Encoding => ({
  ...columns((column) => encoding[column].slice(from, to)),
  length: to - from,
  truncated: NOT_CUT,
});

function newTokens({ segmentIds }: Encoding, { first }: Mention, ids: Int32Array): Encoding {
  const none = new Int32Array(ids.length).fill(-1);
  const segments = new Int32Array(ids.length).fill(segmentIds[first]!);
  return {
    ids,
    segmentIds: segments,
    starts: none,
    ends: none,
    words: none,
    length: ids.length,
    truncated: NOT_CUT,
  };
}

/** Returns encodings one after another. */
export function joinEncodings(
  parts: readonly Encoding[],
  truncated: Encoding['truncated'] = NOT_CUT,
): Encoding {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const joined = columns((column) => Int32Array.from(parts.flatMap((part) => [...part[column]])));
  return { ...joined, length: joined.ids.length, truncated };
}
