/** The second look at the records of one export, with the decisions of people about its places. */
import { createHmac } from 'node:crypto';
import type { DeidFinding, DeidPiece } from '../../../shared/domain/deid.ts';
import {
  isAsGrave,
  type Leftover,
  type LookDecision,
  type LookPlace,
  type LookReport,
  LookRisk,
  MAX_LEFTOVERS,
} from '../../../shared/domain/second-look.ts';
import type { ReadDb } from '../../db/connection.ts';
import { listAccounts } from '../../db/repositories/accounts.ts';
import { patientIdentifiers } from '../../db/repositories/patients.ts';
import { decisionsAbout, listIdentifiers } from '../../db/repositories/second-look.ts';
import type { Deidentifier } from '../../deid/deidentify.ts';
import { hashedSearch, identifiersIn, plainSearch } from '../../deid/identifier-lists.ts';
import { anonymityOf, type QuasiValues, quasiReader } from '../../deid/quasi-identifiers.ts';
import { type LookPart, maskPlaces, SecondLook, spanBefore } from '../../deid/second-look.ts';

/** Characters around a place that are shown. */
const AROUND = 24;

/** A decision, and who made it. */
interface Decided {
  readonly decision: LookDecision;
  readonly by?: string | undefined;
}

/** Returns what is decided about the places of an object. */
export type DecisionReader = (object: string) => (place: LookPlace) => Decided | undefined;

/** Hash of a place of an object: its words are not stored. */
export const placeHash = (secret: string, { part, words, nth }: LookPlace): string =>
  createHmac('sha256', secret).update(`place\n${part}\n${nth}\n${words}`).digest('hex').slice(0, 32);

/** Returns the decisions stored in the workspace. */
export const storedDecisions =
  (db: ReadDb, secret: string): DecisionReader =>
  (object) => {
    const rows = new Map(decisionsAbout(db, object).map((row) => [row.place, row]));
    if (rows.size === 0) return () => undefined;
    return (place) => {
      const row = rows.get(placeHash(secret, place));
      return row && { decision: row.decision, by: row.actor };
    };
  };

export interface LookOptions {
  readonly decisions: DecisionReader;
  /** Removes every undecided place of this risk and of graver ones. */
  readonly removeFrom?: LookRisk | undefined;
}

/** A record to look at. */
export interface LookSubject {
  readonly object: string;
  readonly title: string;
  readonly parts: readonly LookPart[];
  readonly original: string;
  /** The text before it was generalised, where it was. */
  readonly finer?: string | undefined;
}

/** Collects the places of all records of one export. */
export class LookRun {
  readonly #look: SecondLook;
  readonly #options: LookOptions;
  readonly #found: Leftover[] = [];
  /** Quasi-identifiers of the records by object. */
  readonly #records = new Map<string, QuasiValues>();
  readonly #finer: QuasiValues[] = [];
  readonly #quasi: (text: string) => QuasiValues;

  /** @param tools of the export; their secret is that of the workspace */
  constructor(db: ReadDb, tools: Deidentifier, options: LookOptions) {
    const { rules, isTerm, secret, readPatient } = tools;
    this.#quasi = quasiReader(rules, readPatient);
    const own = identifiersIn(
      [...patientIdentifiers(db), ...listAccounts(db).map(({ name }) => name)],
      rules,
    );
    const searches = [plainSearch(own), hashedSearch(secret, listIdentifiers(db))];
    this.#look = new SecondLook({
      rules,
      isTerm,
      listed: (folded) => searches.flatMap((search) => search(folded)),
    });
    this.#options = options;
  }

  /** Learns what was replaced in a record, before any record is looked at. */
  learn(text: string, findings: readonly DeidFinding[]): void {
    this.#look.learn(text, findings);
  }

  /** Looks at a record. Returns its places that are to be removed. */
  look({ object, title, parts, original, finer }: LookSubject): Leftover[] {
    const record = parts.find(({ part }) => part === 'text');
    if (record !== undefined) this.#records.set(object, this.#quasi(record.text));
    if (finer !== undefined) this.#finer.push(this.#quasi(finer));
    const decided = this.#options.decisions(object);
    const { removeFrom } = this.#options;
    const texts = new Map(parts.map(({ part, text }) => [part, text]));
    const found = this.#look.look(parts, original).map((place): Leftover => {
      const text = texts.get(place.part) ?? '';
      const known = decided({ ...place, object });
      const removed = removeFrom !== undefined && isAsGrave(place.risk, removeFrom);
      const decision = known?.decision ?? (removed ? 'remove' : null);
      return {
        ...place,
        ...{ object, title, decision },
        before: text.slice(Math.max(0, place.start - AROUND), place.start),
        after: text.slice(place.end, place.end + AROUND),
        ...(known?.by === undefined ? {} : { by: known.by }),
      };
    });
    this.#found.push(...found);
    return found.filter(({ decision }) => decision === 'remove');
  }

  report(): LookReport {
    return {
      ...reportOf(this.#records.size, this.#found),
      anonymity: anonymityOf([...this.#records.values()]),
      ...(this.#finer.length > 0 && { before: anonymityOf(this.#finer) }),
    };
  }
}

function reportOf(records: number, found: readonly Leftover[]): Omit<LookReport, 'anonymity' | 'before'> {
  const left = { high: 0, medium: 0, low: 0 };
  const by = new Set<string>();
  let removed = 0;
  let accepted = 0;
  for (const place of found) {
    if (place.decision === null) left[place.risk]++;
    else if (place.decision === 'remove') removed++;
    else {
      accepted++;
      if (place.by !== undefined) by.add(place.by);
    }
  }
  const gravest = (place: Leftover) => LookRisk.options.indexOf(place.risk);
  const leftovers = found.toSorted((a, b) => gravest(a) - gravest(b)).slice(0, MAX_LEFTOVERS);
  const omitted = found.length - leftovers.length;
  return { records, leftovers, omitted, left, removed, accepted, acceptedBy: [...by].sort() };
}

/** Returns findings that remove places of the de-identified text from the original one. */
export const removalFindings = (
  pieces: readonly DeidPiece[],
  places: readonly Leftover[],
  part = 'text',
): DeidFinding[] =>
  places
    .filter((place) => place.part === part)
    .map((place) => ({
      ...spanBefore(pieces, place),
      field: place.field,
      confidence: 1,
      rule: 'second-look',
    }));

/** Masks the places of one part that are to be removed. */
export const withoutPart = (text: string, places: readonly Leftover[], part: string): string =>
  maskPlaces(
    text,
    places.filter((place) => place.part === part),
  );
