/**
 * Writes a document as WebAnno TSV 3.3, in the layers of INCEpTION's basic annotation project. Only the lines of a
 * discontinuous span's fragments have its number; INCEpTION reads it as a span over the gaps too.
 */
import type { AnnotatedDocument, Relation, SpanItem } from '../../../../shared/domain/annotation.ts';
import { acceptedItems, countExtras, example, LOST, type Losses } from '../losses.ts';
import { countMeta } from '../row-meta.ts';
import { featuresOf, LABEL, RELATION_LAYER, SPAN_LAYER } from '../uima-layers.ts';
import { escapeText, escapeValue } from './escape.ts';
import { piecesOf, type Sentence, sentencesOf, type Token, type Unit } from './tokens.ts';

const WRITE_LOST = {
  edges: 'losses.edge-white-space',
  blank: 'losses.blank-spans',
  gaps: 'losses.gaps',
} as const;

/** Matches part numbers beyond the ninth, which INCEpTION does not find; such parts need a number of their own. */
const MANY_PARTS = /\.\d\d/;

/** A span or relation with its cells. */
interface Placed<T> {
  readonly item: T;
  readonly features: ReadonlyMap<string, string>;
  readonly units: readonly Unit[];
}

interface PlacedSpan extends Placed<SpanItem> {
  /** Number that distinguishes it on its lines; 0 for the only one on a single line. */
  readonly mark: number;
}

export function writeWebAnno(document: AnnotatedDocument, losses: Losses): string {
  const { spans: given, relations, labels } = acceptedItems(document, losses);
  for (const label of labels) losses.add(LOST.labels, example(document, label));
  countMeta(document, losses);
  const sentences = sentencesOf(
    document.text,
    given.flatMap(({ fragments }) => fragments),
  );
  const spans = placeSpans(document, given, sentences, losses);
  const placed = placeRelations(document, relations, spans, losses);
  for (const { item } of [...spans.values(), ...placed])
    countExtras(document, item, losses, { attributes: true, link: true });
  return render(sentences, [...spans.values()], placed, spans);
}

function placeSpans(
  document: AnnotatedDocument,
  given: readonly SpanItem[],
  sentences: readonly Sentence[],
  losses: Losses,
): Map<number, PlacedSpan> {
  const tokens = sentences.flatMap((sentence) => sentence.tokens);
  const units = new Map(given.map((span) => [span, unitsOf(span, tokens)]));
  const stacked = new Map<string, number>();
  for (const { id } of [...units.values()].flat()) stacked.set(id, (stacked.get(id) ?? 0) + 1);
  const placed = new Map<number, PlacedSpan>();
  let marks = 0;
  for (const [item, its] of units) {
    if (its.length === 0) {
      losses.add(WRITE_LOST.blank, example(document, item));
      continue;
    }
    countTrimmed(document, item, its, losses);
    const isAmbiguous =
      its.length > 1 || its.some(({ id }) => (stacked.get(id) ?? 0) > 1 || MANY_PARTS.test(id));
    placed.set(item.id, { item, features: featuresOf(item), units: its, mark: isAmbiguous ? ++marks : 0 });
  }
  return placed;
}

const unitsOf = (span: SpanItem, tokens: readonly Token[]): Unit[] =>
  span.fragments.flatMap((fragment) =>
    piecesOf(tokens, fragment).map(({ token, piece }) => {
      const same = ({ begin, end }: Unit) => begin === piece.begin && end === piece.end;
      return token.parts.find(same) ?? token;
    }),
  );

/** Counts characters outside of tokens, which have no place in the file. */
function countTrimmed(
  document: AnnotatedDocument,
  span: SpanItem,
  units: readonly Unit[],
  losses: Losses,
): void {
  const { text } = document;
  const begins = new Set(units.map(({ begin }) => begin));
  const ends = new Set(units.map(({ end }) => end));
  if (span.fragments.some(({ start, end }) => !begins.has(start) || !ends.has(end)))
    losses.add(WRITE_LOST.edges, example(document, span));
  const gaps = span.fragments.slice(1).map(({ start }, i) => text.slice(span.fragments[i]?.end, start));
  if (gaps.some((gap) => gap.trim() === '')) losses.add(WRITE_LOST.gaps, example(document, span));
}

const placeRelations = (
  document: AnnotatedDocument,
  relations: readonly Relation[],
  spans: ReadonlyMap<number, PlacedSpan>,
  losses: Losses,
): Placed<Relation>[] =>
  relations.flatMap((item) => {
    const [unit] = spans.get(item.to)?.units ?? [];
    if (unit !== undefined && spans.has(item.from))
      return [{ item, features: featuresOf(item), units: [unit] }];
    losses.add(LOST.loose, example(document, item));
    return [];
  });

function render(
  sentences: readonly Sentence[],
  spans: readonly PlacedSpan[],
  relations: readonly Placed<Relation>[],
  byId: ReadonlyMap<number, PlacedSpan>,
): string {
  const spanFeatures = featureNames(spans);
  const relationFeatures = featureNames(relations);
  const spansAt = byUnit(spans);
  const relationsAt = byUnit(relations);
  const source = ({ item }: Placed<Relation>) => {
    const [from, to] = [byId.get(item.from), byId.get(item.to)];
    const marks = (from?.mark ?? 0) + (to?.mark ?? 0) > 0 ? `[${from?.mark}_${to?.mark}]` : '';
    return `${from?.units[0]?.id}${marks}`;
  };
  const line = (unit: Unit, words: string) => {
    const here = spansAt.get(unit.id) ?? [];
    const ending = relationsAt.get(unit.id) ?? [];
    const cells = [
      ...spanFeatures.map((name) =>
        here.map((span) => `${cellOf(span, name)}${span.mark > 0 ? `[${span.mark}]` : ''}`),
      ),
      ...relationFeatures.map((name) => stackedCells(ending.map((relation) => cellOf(relation, name)))),
      ...(relations.length > 0 ? [ending.map(source)] : []),
    ].map((values) => (values.length === 0 ? '_' : values.join('|')));
    return `${[unit.id, `${unit.begin}-${unit.end}`, words, ...cells].join('\t')}\t\n`;
  };
  return `${head(spans.length > 0 ? spanFeatures : [], relations.length > 0 ? relationFeatures : [])}\n${sentences.map((each) => `\n${sentenceLines(each, line)}`).join('')}`;
}

function head(spanFeatures: readonly string[], relationFeatures: readonly string[]): string {
  const spans = spanFeatures.length === 0 ? '' : `#T_SP=${[SPAN_LAYER, ...spanFeatures].join('|')}\n`;
  const relations =
    relationFeatures.length === 0
      ? ''
      : `#T_RL=${[RELATION_LAYER, ...relationFeatures, `BT_${SPAN_LAYER}`].join('|')}\n`;
  return `#FORMAT=WebAnno TSV 3.3\n${spans}${relations}`;
}

function sentenceLines({ text, tokens }: Sentence, line: (unit: Unit, words: string) => string): string {
  const origin = tokens[0]?.begin ?? 0;
  const words = ({ begin, end }: Unit) => text.slice(begin - origin, end - origin);
  const texts = text.split('\n').map((each) => `#Text=${escapeText(each)}\n`);
  const rows = tokens.flatMap((token) =>
    [token, ...token.parts].map((unit) => line(unit, inCell(words(unit)))),
  );
  return [...texts, ...rows].join('');
}

/** Escapes line ends in this column, which INCEpTION ignores. */
const inCell = (words: string): string => (/[\t\n\r]/.test(words) ? escapeText(words) : words);

/** Returns the label, then every feature of any annotation of the layer; none without annotations. */
function featureNames(placed: readonly Placed<SpanItem | Relation>[]): string[] {
  if (placed.length === 0) return [];
  return [LABEL, ...new Set(placed.flatMap(({ features }) => [...features.keys()]))];
}

function cellOf({ item, features }: Placed<SpanItem | Relation>, name: string): string {
  const value = name === LABEL ? item.type : features.get(name);
  return value === undefined ? '*' : escapeValue(value);
}

/**
 * Appends a number in brackets where needed: INCEpTION reads a bar after a backslash as escaped, even if the backslash
 * is, and drops trailing empty values. On relations the number has no meaning.
 */
function stackedCells(cells: readonly string[]): readonly string[] {
  if (cells.length === 1) return cells;
  return cells.map((cell) => (cell === '' || cell.endsWith('\\') ? `${cell}[0]` : cell));
}

function byUnit<T extends { readonly units: readonly Unit[] }>(placed: readonly T[]): Map<string, T[]> {
  const at = new Map<string, T[]>();
  for (const each of placed) {
    for (const { id } of each.units) {
      const here = at.get(id);
      if (here === undefined) at.set(id, [each]);
      else here.push(each);
    }
  }
  return at;
}
