/** The second look on the command line: its options, decisions from a file, and the list of what may be left. */
import { readFileSync } from 'node:fs';
import {
  type Leftover,
  LookDecision,
  LookPlace,
  type LookReport,
  LookRisk,
} from '../../shared/domain/second-look.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { leftMessage } from '../services/deid/look-limits.ts';
import type { DecisionReader } from '../services/deid/look-run.ts';
import type { PlaceDecision } from '../services/deid/second-look.ts';
import { writeFileAtomic } from '../workspace/atomic-file.ts';
import { choice, note } from './command.ts';
import type { Options } from './options.ts';

type LookOptions = Pick<Options<'deid'>, 'second-look' | 'leftovers' | 'decisions' | 'remove-left'>;

/** A line of a list; one without a decision is still open. */
const Line = LookPlace.extend({ decision: LookDecision.nullable().default(null) });

/** Returns the risk of `--remove-left`. Throws UsageError. */
export const removedRisk = (options: Pick<LookOptions, 'remove-left'>): LookRisk | undefined =>
  choice('--remove-left', options['remove-left'], LookRisk.options);

/** Reads the decisions of a list that `--leftovers` wrote and somebody filled in. @throws AppError `bad-input` */
export function decisionsIn({ decisions: path }: LookOptions): PlaceDecision[] {
  if (path === undefined) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, i) => {
      if (line.trim() === '') return [];
      try {
        const place = Line.parse(JSON.parse(line));
        return place.decision === null ? [] : [place];
      } catch (cause) {
        const problem = message('look.no-decision');
        throw new AppError('bad-input', 'files.at-line', { place: `${path}:${i + 1}`, problem }, { cause });
      }
    });
}

const keyOf = ({ object, part, words, nth }: LookPlace): string => JSON.stringify([object, part, words, nth]);

/** Returns decisions of a file for files that are no records of a workspace. */
export function readerOf(decisions: readonly PlaceDecision[], by: string): DecisionReader {
  const known = new Map(decisions.map((place) => [keyOf(place), place.decision]));
  return (object) => (place) => {
    const decision = known.get(keyOf({ ...place, object }));
    return decision === null || decision === undefined ? undefined : { decision, by };
  };
}

/** Most places that are listed on screen. */
const SHOWN = 30;

/** Tells what may be left, and writes the whole list where it is asked for. */
export function tellLook(look: LookReport, { leftovers: path }: LookOptions): void {
  const open = look.leftovers.filter(({ decision }) => decision === null);
  for (const place of open.slice(0, SHOWN)) note(lineOf(place));
  if (open.length > SHOWN) note(message('look.more', { count: open.length - SHOWN }));
  note(leftMessage(look));
  tellAnonymity(look);
  if (path === undefined) return;
  const lines = look.leftovers.map((place) => `${JSON.stringify(place)}\n`);
  writeFileAtomic(path, lines.join(''));
  note(message('look.list-written', { places: lines.length, path }));
}

/** Most groups that are listed on screen. */
const GROUPS = 5;

function tellAnonymity({
  records,
  anonymity: { k, unique, small, over89, groups },
  before,
}: LookReport): void {
  if (records < 2) return;
  if (before !== undefined) note(message('look.anonymity-before', { k: before.k, unique: before.unique }));
  note(message('look.anonymity', { records, k, unique, small, over89 }));
  for (const { values, count } of groups.slice(0, GROUPS))
    note(message('look.group', { count, values: Object.values(values).join(', ') || '–' }));
}

const lineOf = ({ risk, reason, object, part, before, words, after }: Leftover) =>
  message('look.place', {
    risk: message(`look.risk-${risk}`),
    reason: message(`look.reason-${reason}`),
    where: part === 'text' ? object : `${object} ${part}`,
    context: `${before}[${words}]${after}`.replace(/\s+/g, ' '),
  });

/** Returns what a second look found without its words. */
export const withoutList = ({ leftovers: _, ...counts }: LookReport) => counts;
