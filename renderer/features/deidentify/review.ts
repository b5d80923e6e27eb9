/** Looking through what de-identification found: accept, reject, add; a pure state for the review screen. */
import {
  DeidField,
  type DeidFinding,
  type DeidLevel,
  isPossible,
  levelOf,
  reaches,
} from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';

export interface ReviewItem extends DeidFinding {
  /** Rejected ones stay in the list, so that they can be taken back. */
  readonly accepted: boolean;
  /** A person has decided about it; another level changes nothing. */
  readonly decided?: boolean;
}

export interface Review {
  readonly text: string;
  /** Findings in text order, without overlaps. */
  readonly items: readonly ReviewItem[];
  /** Index of the one that keys act on; -1 when there is none. */
  readonly current: number;
}

/** Possible findings start unaccepted. */
export const startReview = (text: string, findings: readonly DeidFinding[]): Review => ({
  text,
  items: findings.map((finding) => ({ ...finding, accepted: !isPossible(finding) })),
  current: findings.length === 0 ? -1 : 0,
});

export const acceptedFindings = ({ items }: Review): DeidFinding[] =>
  items
    .filter(({ accepted }) => accepted)
    .map(({ accepted: _accepted, decided: _decided, ...finding }) => finding);

/** Possible, and nobody has said yes. */
export const isOpen = (item: ReviewItem): boolean =>
  isPossible(item) && !item.accepted && item.decided !== true;

/** Returns the class of an item that is not replaced: open, or kept by a person. */
export const markOf = (item: ReviewItem): string =>
  item.accepted ? '' : isOpen(item) ? ' is-possible' : ' is-kept';

/** Replaces what a level takes, and no more; what a person decided stays. */
export function setLevel(review: Review, level: DeidLevel): Review {
  const items = review.items.map((item) =>
    isPossible(item) && item.decided !== true ? { ...item, accepted: reaches(level, levelOf(item)) } : item,
  );
  return { ...review, items };
}

/** The next or previous one, staying at the ends. */
export function step(review: Review, by: 1 | -1): Review {
  const { items, current } = review;
  if (items.length === 0) return review;
  return { ...review, current: Math.min(items.length - 1, Math.max(0, current + by)) };
}

export const goTo = (review: Review, index: number): Review =>
  index >= 0 && index < review.items.length ? { ...review, current: index } : review;

/** Decides about one; then the next one is current. */
export function decide(review: Review, index: number, accepted: boolean): Review {
  const items = review.items.map((item, i) => (i === index ? { ...item, accepted, decided: true } : item));
  return step({ ...review, items, current: index }, 1);
}

/** Decides about all of a field, or about all. */
export function decideAll(review: Review, accepted: boolean, field?: DeidField): Review {
  const items = review.items.map((item) =>
    field === undefined || item.field === field ? { ...item, accepted, decided: true } : item,
  );
  return { ...review, items };
}

export function setField(review: Review, index: number, field: DeidField): Review {
  const items = review.items.map((item, i) =>
    i === index ? { ...item, field, accepted: true, confidence: 1, rule: 'person' } : item,
  );
  return { ...review, items };
}

/**
 * Adds the words between two offsets, and the same words wherever else they stand alone. What overlaps the words chosen
 * gives way; what overlaps other occurrences stays, unless it is merely possible.
 */
export function add(review: Review, start: number, end: number, field: DeidField): Review {
  const { text } = review;
  const [from, to] = trimmed(text, Math.max(0, start), Math.min(text.length, end));
  if (from >= to) return review;
  const made = (at: number): ReviewItem => ({
    start: at,
    end: at + to - from,
    field,
    confidence: 1,
    rule: 'person',
    accepted: true,
  });
  let items = review.items.filter((item) => item.end <= from || to <= item.start);
  items.push(made(from));
  const words = text.slice(from, to);
  if (words.length > 1) {
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      const there = items.filter((item) => item.start < at + words.length && at < item.end);
      if (!there.every(isOpen)) continue;
      items = items.filter((item) => !there.includes(item));
      items.push(made(at));
    }
  }
  items.sort((a, b) => a.start - b.start);
  return { text, items, current: items.findIndex((item) => item.start === from) };
}

function trimmed(text: string, start: number, end: number): [number, number] {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from] ?? '')) from++;
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--;
  return [from, to];
}

export interface FieldCount {
  readonly field: DeidField;
  readonly accepted: number;
  readonly all: number;
}

/** Counts the findings of each field, in the order of the fields. */
export const countFields = ({ items }: Review): FieldCount[] =>
  DeidField.options.flatMap((field) => {
    const own = items.filter((item) => item.field === field);
    return own.length === 0
      ? []
      : [{ field, all: own.length, accepted: own.filter((item) => item.accepted).length }];
  });

export interface Segment {
  readonly text: string;
  readonly start: number;
  /** Index of the item that the words are; absent between items. */
  readonly item?: number;
}

/** The text cut at the items' borders; the segments together are the text. */
export function segmentsOf(text: string, items: readonly Span[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const [item, { start, end }] of items.entries()) {
    if (at < start) segments.push({ text: text.slice(at, start), start: at });
    segments.push({ text: text.slice(start, end), start, item });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at), start: at });
  return segments;
}

/** Group of fields that share a colour; a letter or line tells them apart without it. */
export type ColourGroup = 'person' | 'number' | 'reach' | 'place' | 'date';

export function colourGroupOf(field: DeidField): ColourGroup {
  switch (field) {
    case 'name':
    case 'contact':
    case 'doctor':
      return 'person';
    case 'phone':
    case 'email':
      return 'reach';
    case 'address':
    case 'birthplace':
    case 'native-place':
    case 'workplace':
    case 'institution':
    case 'postcode':
      return 'place';
    case 'date':
    case 'age':
      return 'date';
    default:
      return 'number';
  }
}
