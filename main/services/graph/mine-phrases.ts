/** Mining of phrases and segmentation of names, in the background. */
import type { MiningSettings, Phrase } from '../../../shared/domain/phrases.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import { allPhrases, cutPointsOf, getPhraseList } from '../../db/repositories/phrases.ts';
import { minePhrases } from '../../engine/phrases/mine.ts';
import { isLongName } from '../../text/entity-parts.ts';
import { entitySegmenter, type PhraseModel, proposeCutPoints } from '../../text/entity-segmentation.ts';
import { fold } from '../../text/folding.ts';
import { readFileKey } from '../../workspace/file-key.ts';
import type { MinedList, Progress } from '../background/protocol.ts';
import { textsOf } from '../data/data-store.ts';

interface MiningRequest {
  readonly workspaceDir: string;
  readonly sha256: string;
  readonly settings: MiningSettings;
}

/** Longest phrase that a list takes, in code units. */
const LONGEST = 60;

/**
 * Mines the phrases of a data set's texts; names of the graph are the examples.
 * @throws AppError when the texts have no Chinese characters, or too few names of the graph
 */
export function minePhrasesStored(
  db: ReadDb,
  { workspaceDir, sha256, settings }: MiningRequest,
  progress: Progress,
): MinedList & { readonly phrases: readonly Phrase[] } {
  const key = readFileKey(db);
  const texts = () => textsOf(workspaceDir, key, sha256);
  const spelt = Array.from(loadLexicon(db), ({ name }) => name);
  const names = new Set(spelt.map(fold));
  progress('reading');
  const mined = minePhrases({
    ...{ texts, names, settings },
    onProgress: (done, total) => progress('finding', done, total),
  });
  progress('preparing');
  const phrases = mined.phrases.filter(({ text }) => text.length <= LONGEST);
  const cutPoints = proposeCutPoints([...names, ...phrases.map(({ text }) => text)], phrases);
  const model = { phrases, cutPoints: cutPoints.filter(({ active }) => active), cuts: new Map() };
  const split = entitySegmenter(spelt, model);
  const { texts: count, characters, candidates, names: known, auc, units } = mined;
  return {
    card: { texts: count, characters, candidates, names: known, auc, units },
    cutPoints,
    phrases: phrases.map(({ text, count: times, quality, isName }) => ({
      ...{ text, cuts: [...split(text)], edited: false, origin: isName ? 'graph' : 'mined' },
      ...{ count: times, quality, state: 'waiting' },
    })),
  };
}

/** Returns what a list gives to the segmentation of names. @throws AppError `not-found` */
export function phraseModel(db: ReadDb, id: number, keepCuts: 'all' | 'edited'): PhraseModel {
  const list = getPhraseList(db, id);
  if (list === undefined) throw new AppError('not-found', 'phrases.no-list', { id });
  const { units } = list.card;
  const all = allPhrases(db, id);
  const known = all.filter(({ state }) => state !== 'rejected');
  return {
    phrases: known.map(({ text, count, quality, state }) => ({
      text,
      weight:
        Math.log(Math.max(state === 'accepted' ? 1 : 0.5, quality ?? 0)) +
        Math.log(Math.max(1, count) / units),
    })),
    cutPoints: cutPointsOf(db, id).filter(({ active }) => active),
    cuts: new Map(
      known.flatMap(({ text, cuts, edited }) =>
        edited || keepCuts === 'all' ? [[text, cuts] as const] : [],
      ),
    ),
    rejected: new Set(all.flatMap(({ text, state }) => (state === 'rejected' ? [text] : []))),
  };
}

/** Segments names by a list: those given, or all long ones of the list about which nobody has decided. */
export function segmentByList(
  db: ReadDb,
  { id, names }: { readonly id: number; readonly names?: readonly string[] | undefined },
): Pick<Phrase, 'text' | 'cuts'>[] {
  const split = entitySegmenter(
    Array.from(loadLexicon(db), ({ name }) => name),
    phraseModel(db, id, names === undefined ? 'edited' : 'all'),
  );
  const wanted =
    names ?? allPhrases(db, id).flatMap(({ text, edited }) => (!edited && isLongName(text) ? [text] : []));
  return wanted.map((text) => ({ text, cuts: [...split(text)] }));
}
