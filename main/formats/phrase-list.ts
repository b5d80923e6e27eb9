/**
 * A list of phrases as a table of tab-separated rows, for exchange and for work in a spreadsheet:
 * `units N`, `phrase PARTS ORIGIN COUNT QUALITY STATE CUTS` with parts as 再生|障碍性|贫血, and
 * `cut SIDE CHARACTER COUNT SHARE on|off`.
 */
import {
  areCuts,
  CutPoint,
  Phrase,
  PhraseOrigin,
  PhraseState,
  readCuts,
  writtenCuts,
} from '../../shared/domain/phrases.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { decodeText } from '../reading/decode.ts';
import { LIMITS } from '../reading/limits.ts';
import { fold } from '../text/folding.ts';

export interface PhraseFile {
  readonly units: number;
  readonly phrases: readonly Phrase[];
  readonly cutPoints: readonly CutPoint[];
}

export const formatPhraseList = ({ units, phrases, cutPoints }: PhraseFile): string =>
  [
    ['units', units],
    ...phrases.map((phrase) => {
      const { origin, count, quality, state, edited } = phrase;
      return [
        'phrase',
        writtenCuts(phrase),
        origin,
        count,
        quality ?? '',
        state,
        edited ? 'edited' : 'proposed',
      ];
    }),
    ...cutPoints.map(({ character, side, count, share, active }) => {
      return ['cut', side, character, count, share, active ? 'on' : 'off'];
    }),
  ]
    .map((row) => `${row.join('\t')}\n`)
    .join('');

/** A list without it is of no known corpus: a count is a probability of one in a million. */
const UNITS = 1_000_000;

/**
 * Reads a list; rows may lack all that follows the parts or the character. Of a phrase or a cut point that stands twice
 * the last counts. @throws AppError naming the line; `bad-input` without any row; `too-large`
 */
export function parsePhraseList(bytes: Uint8Array, file: string): PhraseFile {
  const phrases = new Map<string, Phrase>();
  const cutPoints = new Map<string, CutPoint>();
  let units = UNITS;
  for (const [i, line] of decodeText(bytes, file)
    .text.replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [kind, ...fields] = line.split('\t').map((field) => field.trim());
    const phrase = kind === 'phrase' ? phraseOf(fields) : undefined;
    const point = kind === 'cut' ? cutPointOf(fields) : undefined;
    if (phrase !== undefined) phrases.set(phrase.text, phrase);
    else if (point !== undefined) cutPoints.set(`${point.side} ${point.character}`, point);
    else if (kind === 'units' && Number(fields[0]) > 0) units = Number(fields[0]);
    else
      throw new AppError('bad-input', 'phrases.wrong-line', {
        name: file,
        line: i + 1,
        text: line.slice(0, 80),
      });
  }
  if (phrases.size > LIMITS.phrases)
    throw new AppError(
      'too-large',
      message('phrases.too-many', { name: file, phrases: phrases.size, limit: LIMITS.phrases }),
      { kept: 'kept.nothing-imported', hint: 'hint.split-file' },
    );
  if (phrases.size + cutPoints.size === 0)
    throw new AppError('bad-input', 'phrases.empty-file', { name: file });
  return { units, phrases: [...phrases.values()], cutPoints: [...cutPoints.values()] };
}

function phraseOf([
  written = '',
  origin = 'added',
  count = '0',
  quality = '',
  state = 'waiting',
  cut = 'edited',
]: readonly string[]): Phrase | undefined {
  const { text, cuts } = readCuts(fold(written));
  const read = Phrase.safeParse({
    ...{ text, cuts, edited: cut === 'edited', origin: PhraseOrigin.safeParse(origin).data },
    ...{ count: Number(count), quality: quality === '' ? null : Number(quality) },
    state: PhraseState.safeParse(state).data,
  });
  return read.success && areCuts(text, cuts) && !/\s/.test(text) ? read.data : undefined;
}

function cutPointOf([side, character, count = '0', share = '0', active = 'on']: readonly string[]):
  | CutPoint
  | undefined {
  if (active !== 'on' && active !== 'off') return undefined;
  const read = CutPoint.safeParse({
    ...{ side, character, count: Number(count), share: Number(share), active: active === 'on' },
  });
  return read.success ? read.data : undefined;
}
