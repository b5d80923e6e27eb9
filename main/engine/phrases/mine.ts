/** Mines phrases from a corpus: frequent n-grams, their quality, and how often each is meant by itself. */
import { AppError } from '../../../shared/result.ts';
import { fold } from '../../text/folding.ts';
import { phraseSegmenter } from '../../text/phrase-segmentation.ts';
import { frequentNgrams, type Ngram } from './ngrams.ts';
import { LEAST_NAMES, phraseQuality } from './quality.ts';
import { UnitCorpus } from './unit-corpus.ts';

export interface MiningInput {
  /** Yields the texts anew at each call. */
  readonly texts: () => Iterable<string>;
  /** Known names, folded. */
  readonly names: ReadonlySet<string>;
  readonly settings: {
    readonly minCount: number;
    /** Longest phrase in characters; a run of letters or digits counts as one. */
    readonly maxLength: number;
    /** Least quality of a phrase, 0 to 1. */
    readonly minQuality: number;
    readonly seed: number;
  };
  readonly onProgress?: (done: number, total: number) => void;
}

interface MinedPhrase {
  /** Folded. */
  readonly text: string;
  /** Occurrences as a segment of its own. */
  readonly count: number;
  readonly quality: number;
  /** Natural logarithm of its probability in the corpus. */
  readonly weight: number;
  readonly isName: boolean;
}

export interface MiningResult {
  /** By quality, best first. */
  readonly phrases: readonly MinedPhrase[];
  readonly texts: number;
  readonly characters: number;
  /** Characters and runs of letters or digits. */
  readonly units: number;
  readonly candidates: number;
  /** Candidates that are names. */
  readonly names: number;
  readonly auc: number;
}

/** Parts of the work by the time they take. */
const [READING, COUNTING, LEARNING, SEGMENTING] = [5, 50, 15, 30];
const TOTAL = READING + COUNTING + LEARNING + SEGMENTING;
const PIECES = /[\p{Script=Han}a-z0-9α-ω]+/gu;

/** @throws AppError when the texts have no Chinese characters or too few known names */
export function minePhrases({ texts, names, settings, onProgress }: MiningInput): MiningResult {
  const { minCount, maxLength, minQuality, seed } = settings;
  const tell = (done: number): void => onProgress?.(Math.round(done), TOTAL);
  requireNames(texts(), names);
  const corpus = new UnitCorpus();
  let [count, characters] = [0, 0];
  for (const text of texts()) {
    corpus.add(text);
    count++;
    characters += text.length;
  }
  const counting = { minCount, maxLength };
  const candidates = [
    ...frequentNgrams(corpus, {
      ...counting,
      onProgress: (done, total) => tell(READING + (COUNTING * done) / total),
    }),
  ];
  const isName = candidates.map(({ text }) => names.has(text));
  const known = isName.filter(Boolean).length;
  if (known < LEAST_NAMES) throw tooFewNames(known, minCount);
  const { scores, auc } = phraseQuality(candidates, isName, seed);
  tell(READING + COUNTING + LEARNING);
  const good = candidates.flatMap((candidate, i) =>
    isName[i] || scores[i]! >= minQuality
      ? [{ ...candidate, quality: scores[i]!, isName: isName[i] === true }]
      : [],
  );
  const own = countSegments(texts, weighted(good, corpus.length), (done) =>
    tell(TOTAL - SEGMENTING * (1 - done / count)),
  );
  const phrases = good.map((one) => ({ ...one, count: own.get(one.text) ?? 0 }));
  const kept = weighted(
    phrases.filter((one) => one.count >= minCount || (one.isName && one.count > 0)),
    corpus.length,
  );
  return {
    phrases: kept
      .map(({ text, count: times, quality, weight, isName: name }) => ({
        ...{ text, count: times, quality, weight, isName: name },
      }))
      .toSorted((a, b) => b.quality - a.quality || b.count - a.count || (a.text < b.text ? -1 : 1)),
    ...{ texts: count, characters, units: corpus.length, candidates: candidates.length, names: known, auc },
  };
}

/** @throws AppError before anything is counted, when nothing could be learnt from the texts */
function requireNames(texts: Iterable<string>, names: ReadonlySet<string>): void {
  const longest = Math.max(0, ...Array.from(names, (name) => name.length));
  const found = new Set<string>();
  let isEmpty = true;
  for (const text of texts) {
    for (const [piece] of fold(text).matchAll(PIECES)) {
      isEmpty &&= !/\p{Script=Han}/u.test(piece);
      for (let start = 0; start < piece.length; start++)
        for (let end = start + 2; end <= Math.min(piece.length, start + longest); end++) {
          const part = piece.slice(start, end);
          if (names.has(part)) found.add(part);
        }
    }
    if (found.size >= LEAST_NAMES) return;
  }
  if (isEmpty) throw new AppError('bad-input', 'phrases.no-text', {}, { hint: 'hint.corpus-files' });
  throw tooFewNames(found.size, 1);
}

const tooFewNames = (found: number, count: number): AppError =>
  new AppError(
    'bad-input',
    'phrases.too-few-names',
    { found, needed: LEAST_NAMES, count },
    { hint: 'hint.graph-of-corpus' },
  );

/** Names of low quality count as phrases of this quality. */
const NAME_QUALITY = 0.5;

const weighted = <P extends Pick<Ngram, 'count'> & { quality: number; isName: boolean }>(
  phrases: readonly P[],
  total: number,
): (P & { weight: number })[] =>
  phrases.map((phrase) => {
    const quality = phrase.isName ? Math.max(NAME_QUALITY, phrase.quality) : phrase.quality;
    return { ...phrase, weight: Math.log(quality) + Math.log(phrase.count / total) };
  });

const TEXTS_A_REPORT = 1000;

/** Counts how often each phrase is a segment on the best path. */
function countSegments(
  texts: () => Iterable<string>,
  phrases: readonly { readonly text: string; readonly weight: number }[],
  onText: (done: number) => void,
): Map<string, number> {
  const segment = phraseSegmenter(phrases);
  const counts = new Map<string, number>();
  let done = 0;
  for (const text of texts()) {
    for (const [piece] of fold(text).matchAll(PIECES)) {
      const ends = [...segment(piece), piece.length];
      for (const [i, end] of ends.entries()) {
        const part = piece.slice(ends[i - 1] ?? 0, end);
        if (part.length > 1) counts.set(part, (counts.get(part) ?? 0) + 1);
      }
    }
    if (++done % TEXTS_A_REPORT === 0) onText(done);
  }
  return counts;
}
