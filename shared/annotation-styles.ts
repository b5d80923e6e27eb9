/**
 * Styles of annotation types: 40 colours with four underlines. The first eight colours are Okabe and Ito's
 * colour-blind-safe set, as for entity types; the others are chosen in OKLab one after the other, each as far as possible
 * from all before it in both themes. Every type also has a letter, so that colour is never the only sign.
 */
import { ENTITY_TYPES, type ThemeName } from './appearance.ts';

export type Stroke = 'thick' | 'thin' | 'double' | 'dotted';

export interface AnnotationStyle {
  readonly stroke: Stroke;
  /** Text and underline colour in each theme. */
  readonly ink: Readonly<Record<ThemeName, string>>;
  /** Tints the words' background. */
  readonly hue: string;
}

/** Adjacent hues differ as much as possible, so that a schema's first types are easy to tell apart. */
const HUES = ['disease', 'anatomy', 'drug', 'finding', 'symptom', 'exam', 'sign', 'other'] as const;
const STROKES: readonly Stroke[] = ['thick', 'thin', 'double', 'dotted'];

/** Ink on light, ink on dark, and tint. */
const MORE = [
  ['#6d2a18', '#fdd3c8', '#b36955'],
  ['#3d4101', '#a4ad45', '#71790c'],
  ['#53177d', '#b88fe4', '#8953ba'],
  ['#05454e', '#0eb9cf', '#018090'],
  ['#6a3ea5', '#c9acff', '#ae84f2'],
  ['#73013a', '#e581a1', '#b73f6e'],
  ['#5f2c5b', '#fdcbf8', '#a26a9d'],
  ['#056f15', '#89d388', '#57b759'],
  ['#a12437', '#fe9fa2', '#f16f78'],
  ['#04502d', '#b3efc8', '#489267'],
  ['#353b76', '#d5dcfd', '#707abc'],
  ['#2c2a8e', '#8f9df4', '#5b64cd'],
  ['#01676f', '#30d5e3', '#1cb3bf'],
  ['#553503', '#d6963d', '#9a6509'],
  ['#6a055b', '#d684c3', '#a84694'],
  ['#044069', '#5aabf0', '#0576bd'],
  ['#84328c', '#e6a1ec', '#ce78d6'],
  ['#770112', '#ea827d', '#bd4141'],
  ['#464cb2', '#acb9fd', '#8593fd'],
  ['#1a4901', '#7bb766', '#3a8615'],
  ['#07483a', '#2abe9e', '#14846d'],
  ['#992661', '#fe9ac3', '#e86fa5'],
  ['#692846', '#fdd0e0', '#ae6684'],
  ['#a12b01', '#fda38b', '#f07554'],
  ['#016a5d', '#44d8c1', '#10b7a1'],
  ['#864900', '#faa964', '#e58212'],
  ['#364b02', '#d1e8af', '#718b46'],
  ['#524004', '#f3dca1', '#977d30'],
  ['#6b5a04', '#d6bd53', '#b99d14'],
  ['#50326c', '#e8d4fe', '#8f70b0'],
  ['#015ba6', '#8cc2fe', '#49a2fe'],
  ['#09495f', '#b5e7fe', '#2f8baf'],
] as const;

const FIRST = HUES.map((name) => ({ ink: ENTITY_TYPES[name].ink, hue: ENTITY_TYPES[name].hue }));
const FURTHER = MORE.map(([light, dark, hue]) => ({ ink: { light, dark }, hue }));
const withEach = (colours: readonly Omit<AnnotationStyle, 'stroke'>[]): AnnotationStyle[] =>
  STROKES.flatMap((stroke) => colours.map((colour) => ({ stroke, ...colour })));

/** Styles 0..31: eight colours with a thick line, then with the next line; 32..159: the other 32 in the same way. */
export const ANNOTATION_STYLES: readonly AnnotationStyle[] = [...withEach(FIRST), ...withEach(FURTHER)];

export const ANNOTATION_STYLE_COUNT = 160;

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n);

/**
 * Numbers of styles in the order in which types get them: colours that are easy to tell apart first, each with a thick
 * line; two of the first eight that lie near others, and grey, which stands for unknown types, last.
 */
export const STYLE_ORDER: readonly number[] = STROKES.flatMap((_, stroke) => [
  ...range(stroke * 8, 5),
  ...range(32 + stroke * MORE.length, MORE.length),
  ...range(stroke * 8 + 5, 3),
]);

/** Returns the first style in order that no type has, else the one that fewest have. */
export function freeStyle(types: readonly { readonly look: number }[]): number {
  const counts = new Map<number, number>();
  for (const { look } of types) counts.set(look, (counts.get(look) ?? 0) + 1);
  const least = Math.min(...STYLE_ORDER.map((look) => counts.get(look) ?? 0));
  return STYLE_ORDER.find((look) => (counts.get(look) ?? 0) === least) ?? 0;
}

/** Returns the style with a number, modulo the table's length. */
export const annotationStyleAt = (number: number): AnnotationStyle =>
  ANNOTATION_STYLES[number % ANNOTATION_STYLE_COUNT]!;
