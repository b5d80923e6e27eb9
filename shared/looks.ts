/**
 * How the types of an annotation project look: 32 looks of eight hues (Okabe and Ito's colour-blind-safe set, as for
 * entity types) and four underlines. A look is never the only sign: every type also has a letter.
 */
import { ENTITY_TYPES, type ThemeName } from './appearance.ts';

export type Stroke = 'thick' | 'thin' | 'double' | 'dotted';

export interface Look {
  readonly stroke: Stroke;
  /** Text and underline colour in each theme. */
  readonly ink: Readonly<Record<ThemeName, string>>;
  /** Tints the words' background. */
  readonly hue: string;
}

/** Neighbours differ as much as they can, so that a schema's first types are told apart at a glance. */
const HUES = ['disease', 'anatomy', 'drug', 'finding', 'symptom', 'exam', 'sign', 'other'] as const;
const STROKES: readonly Stroke[] = ['thick', 'thin', 'double', 'dotted'];

export const LOOK_COUNT = 32;

/** Looks 0..31: eight hues with a thick line, then the same with the next one. */
export const LOOKS: readonly Look[] = STROKES.flatMap((stroke) =>
  HUES.map((name) => ({ stroke, ink: ENTITY_TYPES[name].ink, hue: ENTITY_TYPES[name].hue })),
);

/** The look of a number; those beyond the table begin anew. */
export function lookAt(number: number): Look {
  return LOOKS[number % LOOK_COUNT]!;
}
