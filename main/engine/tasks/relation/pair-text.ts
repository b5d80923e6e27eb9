/**
 * The text of a pair of mentions: markers with their types around both, or in their place. In a string the markers are
 * private characters, so that they are told from signs of the text; a network reads them as @ and #.
 */
import type { PairRules } from '../../../../shared/domain/relations.ts';
import type { LabelledSpan } from '../../../../shared/domain/training.ts';

const MARKERS = {
  from: { open: '\ue000', sign: '*', close: '\ue002' },
  to: { open: '\ue001', sign: '^', close: '\ue003' },
} as const;
const READ_AS = { '\ue000': '@', '\ue002': '@', '\ue001': '#', '\ue003': '#' } as const;

/** Offsets in a marked text of the markers that open the first and the second mention. */
export type Marks = readonly [from: number, to: number];

/** @param pair the mentions from which and to which a relation may lead */
export function pairText(
  text: string,
  [from, to]: readonly [LabelledSpan, LabelledSpan],
  { form, context }: Pick<PairRules, 'form' | 'context'>,
): string {
  const around = form === 'between' ? 0 : context;
  const start = Math.max(0, Math.min(from.start, to.start) - around);
  const end = Math.min(text.length, Math.max(from.end, to.end) + around);
  const isHidden = (at: number) =>
    form === 'replaced' && [from, to].some((span) => span.start <= at && at < span.end);
  let out = form === 'between' ? `${from.type}>${to.type} ` : '';
  let at = start;
  for (const { place, marker } of markersOf(from, to, form)) {
    if (!isHidden(at)) out += plain(text.slice(at, place));
    out += marker;
    at = place;
  }
  return out + plain(text.slice(at, end));
}

const plain = (text: string): string => text.replaceAll(/[\ue000-\ue003]/g, ' ');

interface PlacedMarker {
  readonly place: number;
  readonly marker: string;
}

/** Returns the four markers in their order; those of nested mentions are nested. */
function markersOf(from: LabelledSpan, to: LabelledSpan, form: PairRules['form']): PlacedMarker[] {
  const spans = [
    { span: from, ...MARKERS.from },
    { span: to, ...MARKERS.to },
  ].map(({ span, open, sign, close }) => {
    const opening = `${open}${sign}${plain(span.type)}${sign}`;
    return form === 'replaced'
      ? { span, opening: opening + close, closing: '' }
      : { span, opening, closing: close };
  });
  const outer = spans.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const opens = outer.map(({ span, opening }) => ({ place: span.start, marker: opening, rank: 1 }));
  const closes = outer
    .toReversed()
    .map(({ span, closing }) => ({ place: span.end, marker: closing, rank: 0 }));
  return [...closes, ...opens].toSorted((a, b) => a.place - b.place || a.rank - b.rank);
}

/** Returns the text as a network reads it, character by character, and its marks. */
export function readMarked(marked: string): { readonly text: string; readonly marks: Marks } {
  const text = marked.replaceAll(/[\ue000-\ue003]/g, (marker) => READ_AS[marker as keyof typeof READ_AS]); // safe: the four
  return { text, marks: [marked.indexOf(MARKERS.from.open), marked.indexOf(MARKERS.to.open)] };
}
