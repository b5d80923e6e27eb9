/**
 * Synthetic records with labelled identifiers, for measuring and training de-identification. Every person, number
 * and place is made up; the same seed gives the same records.
 */
import type { LabelledText } from '../../../deid/evaluate.ts';
import { readable } from '../../../deid/readable.ts';
import { RandomStream } from '../../../engine/layers/random.ts';
import { Draw, loadVocabulary, type WordHalf } from './draw.ts';
import { addNoise } from './noise.ts';
import { RecordSlots } from './slots.ts';
import { fillTemplate, type Layout, type Piece } from './template.ts';

export interface SyntheticRecord extends LabelledText {
  readonly layout: string;
}

export interface SyntheticOptions {
  readonly layouts: readonly Layout[];
  /** Records of each layout. */
  readonly each: number;
  readonly seed: number;
  readonly half: WordHalf;
}

export function syntheticRecords({ layouts, each, seed, half }: SyntheticOptions): SyntheticRecord[] {
  const words = loadVocabulary(half);
  return layouts.flatMap((layout) =>
    Array.from({ length: each }, (_, i) => {
      const draw = new Draw(new RandomStream({ seed, purpose: layout.name, step: i }));
      const { registers, template, name } = layout;
      const region = registers.has('tw') ? 'tw' : registers.has('hk') ? 'hk' : 'cn';
      const slots = new RecordSlots(draw, words, region);
      const pieces = fillTemplate(template, draw, slots.fill);
      const cells = addNoise(pieces, registers, draw, words);
      return { id: `${name}-${i}`, layout: name, ...labelled(pieces, cells) };
    }),
  );
}

function labelled(
  pieces: readonly Piece[],
  cells: readonly { readonly text: string; readonly piece: number }[],
): Pick<LabelledText, 'text' | 'entities'> {
  const spans = new Map<number, { start: number; end: number }>();
  let text = '';
  for (const { text: characters, piece } of cells) {
    const start = text.length;
    text += characters;
    if (characters.trim() === '') continue;
    const span = spans.get(piece);
    if (span === undefined) spans.set(piece, { start, end: text.length });
    else span.end = text.length;
  }
  const entities = [...spans].flatMap(([piece, { start, end }]) => {
    const type = pieces[piece]?.field;
    return type === undefined ? [] : [{ start, end, type }];
  });
  return { text, entities };
}

/** Returns records as lines of a training file, in the form in which detectors and models read a text. */
export const trainingLines = (options: SyntheticOptions): string =>
  syntheticRecords(options)
    .map(({ id, text, entities }) => `${JSON.stringify({ id, text: readable(text), entities })}\n`)
    .join('');

/** Settings of the tagger of identifiers. */
export const IDENTIFIER_TAGGER =
  '--network bilstm-crf --embedding-size 64 --hidden-size 128 --layers 1 --epochs 8 --seed 1'.split(' ');
