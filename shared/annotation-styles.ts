/**
 * Styles of annotation types: 32 combinations of eight hues (Okabe and Ito's colour-blind-safe set, as for entity
 * types) and four underlines. Every type also has a letter, so that colour is never the only sign.
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

export const ANNOTATION_STYLE_COUNT = 32;

/** Styles 0..31: eight hues with a thick line, then with the next line. */
export const ANNOTATION_STYLES: readonly AnnotationStyle[] = STROKES.flatMap((stroke) =>
  HUES.map((name) => ({ stroke, ink: ENTITY_TYPES[name].ink, hue: ENTITY_TYPES[name].hue })),
);

/** Returns the style with a number, modulo the table's length. */
export const annotationStyleAt = (number: number): AnnotationStyle =>
  ANNOTATION_STYLES[number % ANNOTATION_STYLE_COUNT]!;
