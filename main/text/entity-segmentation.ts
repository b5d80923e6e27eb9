/**
 * Entity segmentation of EMBERT (Cai et al. 2021, appendix): long names are cut at characters that often end or begin a
 * part, jieba with the short names as its user dictionary cuts the pieces further, and names that fall into too many
 * single characters are segmented by mined phrases instead.
 */
import type { CutPoint } from '../../shared/domain/phrases.ts';
import { ENDINGS, isLongName, joinSingles, type NameSplitter, SHORT_NAME, startsOf } from './entity-parts.ts';
import { fold } from './folding.ts';
import { type PhraseSegmenter, phraseSegmenter, type WeightedPhrase } from './phrase-segmentation.ts';
import { loadSegmenter, type Segmenter } from './segmentation.ts';

type CutPlace = Pick<CutPoint, 'character' | 'side'>;

/** Words and cut points that a list of phrases gives to segmentation. */
export interface PhraseModel {
  readonly phrases: readonly WeightedPhrase[];
  readonly cutPoints: readonly CutPlace[];
  /** Offsets at which the parts of names, folded, after the first begin: those of the list. */
  readonly cuts: ReadonlyMap<string, readonly number[]>;
  /** Folded names that are no words, though the graph has them. */
  readonly rejected?: ReadonlySet<string>;
}

/** Share of single characters, endings aside, beyond which a name counts as cut too far. */
const MOST_SINGLES = 0.5;
const CHINESE = /^\p{Script=Han}+$/u;

/** @param names of the graph, in their own spelling */
export function entitySegmenter(names: Iterable<string>, model: PhraseModel): NameSplitter {
  const vocabulary = new Set(
    [...names, ...model.phrases.map(({ text }) => text)].filter(
      (name) => CHINESE.test(name) && model.rejected?.has(name) !== true,
    ),
  );
  const short = [...vocabulary].filter((name) => name.length > 1 && name.length <= SHORT_NAME);
  const byPhrases = phraseSegmenter(model.phrases);
  const first = segmentation(wordsOf(short), { ...model, byPhrases });
  // names that cannot be split are short ones, too, however many characters they have
  const whole = [...vocabulary].filter((name) => isLongName(name) && first(name).length === 0);
  const all =
    whole.length === 0 ? first : segmentation(wordsOf([...short, ...whole]), { ...model, byPhrases });
  const known = new Map(model.cuts);
  return (name) => {
    const key = fold(name);
    let starts = known.get(key);
    if (starts === undefined) {
      starts = all(name);
      known.set(key, starts);
    }
    return starts;
  };
}

const wordsOf = (words: readonly string[]): Segmenter =>
  loadSegmenter({ userWords: words.map((word) => ({ word })) });

interface Rules extends Pick<PhraseModel, 'cutPoints'> {
  readonly byPhrases: PhraseSegmenter;
}

function segmentation(words: Segmenter, { cutPoints, byPhrases }: Rules): NameSplitter {
  const charactersOf = (side: CutPlace['side']) =>
    new Set(cutPoints.flatMap((one) => (one.side === side ? [one.character] : [])));
  const rules = { starts: charactersOf('start'), ends: charactersOf('end') };
  return (name) => {
    if (!isLongName(name)) return [];
    const pieces = cutAt(name, rules).map((piece) =>
      words.segment(piece).map(({ start, end }) => piece.slice(start, end)),
    );
    if (!isOverCut(pieces.flat())) return startsOf(pieces.flatMap(joinSingles));
    const starts = byPhrases(name);
    return startsOf(joinSingles(partsOf(name, starts)));
  };
}

/** Cuts at characters of the cut-point set, wherever both sides keep two characters. */
function cutAt(
  name: string,
  { starts, ends }: { readonly starts: ReadonlySet<string>; readonly ends: ReadonlySet<string> },
): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 2; at <= name.length - 2; at++) {
    if (at - from < 2 || (!ends.has(name[at - 1]!) && !starts.has(name[at]!))) continue;
    pieces.push(name.slice(from, at));
    from = at;
  }
  pieces.push(name.slice(from));
  return pieces;
}

const isOverCut = (parts: readonly string[]): boolean =>
  parts.filter((part) => part.length === 1 && CHINESE.test(part) && !ENDINGS.has(part)).length >
  MOST_SINGLES * parts.length;

export function partsOf(name: string, starts: readonly number[]): string[] {
  return [0, ...starts].map((start, i) => name.slice(start, starts[i]));
}

/** Cut points proposed at most, as in the paper, besides the endings. */
const PROPOSED = 100;
/** Share of borders from which a proposed character cuts before anybody has reviewed it. */
const LEAST_SHARE = 0.8;
const LEAST_BORDERS = 10;

/**
 * Proposes cut points: characters that most often begin or end a segment within the long names, which mined phrases
 * segment. Active are those at which nearly always a part ends, and common endings.
 */
export function proposeCutPoints(names: Iterable<string>, phrases: readonly WeightedPhrase[]): CutPoint[] {
  const segment = phraseSegmenter(phrases);
  const tally = new Map<string, { borders: number; all: number }>();
  const note = (side: CutPoint['side'], character: string, isBorder: boolean): void => {
    const counts = tally.get(`${side} ${character}`) ?? { borders: 0, all: 0 };
    counts.borders += isBorder ? 1 : 0;
    counts.all++;
    tally.set(`${side} ${character}`, counts);
  };
  for (const name of new Set(names)) {
    if (!isLongName(name) || !CHINESE.test(name)) continue;
    const cuts = segment(name, name);
    if (isOverCut(partsOf(name, cuts))) continue; // the phrases do not know this name
    const starts = new Set(cuts);
    for (let at = 2; at <= name.length - 2; at++) {
      // a character by itself is no part
      note('end', name[at - 1]!, starts.has(at) && !starts.has(at - 1));
      note('start', name[at]!, starts.has(at) && !starts.has(at + 1));
    }
  }
  const pointOf = (character: string, side: CutPoint['side']): CutPoint => {
    const { borders: count, all } = tally.get(`${side} ${character}`) ?? { borders: 0, all: 1 };
    const share = count / all;
    const isEnding = ENDINGS.has(character);
    const active = isEnding ? side === 'end' : share >= LEAST_SHARE && count >= LEAST_BORDERS;
    return { character, side, count, share, active };
  };
  const found = [...tally.keys()].map((key) =>
    pointOf(key.slice(-1), key.startsWith('start') ? 'start' : 'end'),
  );
  const isEnding = ({ character, side }: CutPlace) => side === 'end' && ENDINGS.has(character);
  const most = found
    .filter((point) => point.count > 0 && !isEnding(point))
    .toSorted((a, b) => b.count - a.count || (a.character < b.character ? -1 : 1))
    .slice(0, PROPOSED);
  return [...Array.from(ENDINGS, (character) => pointOf(character, 'end')), ...most];
}
