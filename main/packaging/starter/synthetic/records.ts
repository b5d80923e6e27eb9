/**
 * Synthetic records with labelled identifiers, for measuring and training de-identification. Every person, number
 * and place is made up; the same seed gives the same records.
 */
import type { LabelledText } from '../../../deid/evaluate.ts';
import { readable } from '../../../deid/readable.ts';
import { RandomStream } from '../../../engine/layers/random.ts';
import { composedTemplate } from './composed.ts';
import { Draw, loadVocabulary, type WordHalf } from './draw.ts';
import { addNoise } from './noise.ts';
import { grammarRegisters, registerLayout } from './registers.ts';
import { RecordSlots } from './slots.ts';
import { fillTemplate, type Layout, type Piece, type Register } from './template.ts';

export interface SyntheticRecord extends LabelledText {
  readonly layout: string;
}

export interface SyntheticOptions {
  readonly layouts: readonly Layout[];
  /** Records of each layout. */
  readonly each: number;
  readonly seed: number;
  readonly half: WordHalf;
  /** Records of composed layouts besides, each another one. */
  readonly composed?: number;
  /** Records of each register besides. */
  readonly registered?: number;
  /** Registers that they are of; absent: all of the grammar. */
  readonly registers?: readonly Layout[];
  /** Sentences that composed layouts and registers take up (`carrierSentences`). */
  readonly carriers?: readonly string[] | undefined;
}

const COMPOSED = 'composed';

export function syntheticRecords(options: SyntheticOptions): SyntheticRecord[] {
  const { layouts, each, seed, half, composed = 0, registered = 0, carriers } = options;
  const registers = registered === 0 ? [] : (options.registers ?? grammarRegisters());
  const words = loadVocabulary(half);
  const record = (name: string, i: number, layoutOf: (draw: Draw) => Layout): SyntheticRecord => {
    const draw = new Draw(new RandomStream({ seed, purpose: name, step: i }));
    const { registers, template } = layoutOf(draw);
    const region = registers.has('tw') ? 'tw' : registers.has('hk') ? 'hk' : 'cn';
    const slots = new RecordSlots(draw, words, region);
    const pieces = fillTemplate(template, draw, slots.fill);
    const cells = addNoise(pieces, registers, draw, words);
    return { id: `${name}-${i}`, layout: name, ...labelled(pieces, cells) };
  };
  return [
    ...layouts.flatMap((layout) =>
      Array.from({ length: each }, (_, i) => record(layout.name, i, () => layout)),
    ),
    ...registers.flatMap((register) =>
      Array.from({ length: registered }, (_, i) =>
        record(register.name, i, (draw) =>
          registerLayout(draw, register, { registers, carriers: carriers ?? [] }),
        ),
      ),
    ),
    ...Array.from({ length: composed }, (_, i) =>
      record(COMPOSED, i, (draw) => composedLayout(draw, carriers)),
    ),
  ];
}

/** Ways of writing of composed layouts; most are plain. */
const MANNERS: readonly (readonly Register[])[] = [
  ...Array.from({ length: 16 }, () => []),
  ['ocr'],
  ['ocr'],
  ['dict'],
  ['trad', 'tw'],
  ['trad', 'hk'],
];

const composedLayout = (draw: Draw, carriers: readonly string[] | undefined): Layout => ({
  name: COMPOSED,
  registers: new Set(draw.pick(MANNERS)),
  template: composedTemplate(draw, carriers),
});

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
  '--network bilstm-crf --lexicon both --lexicon-vectors starter --hidden-size 192 --dropout 0.2 --epochs 2 --learning-rate 0.004 --threads 1 --seed 11'.split(
    ' ',
  );
