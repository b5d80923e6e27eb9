/**
 * Styles of annotations as CSS. Variables come with the theme; pieces of text get one class for each combination of
 * lines, made when it is first needed.
 */

import { ANNOTATION_STYLES, type Stroke } from '../../shared/annotation-styles.ts';
import type { ThemeName } from '../../shared/appearance.ts';
import { TINT } from './entity-types.ts';

/** `--look-3-ink` and `--look-3-tint` for all styles, and `.look-3` that sets them as `--ink` and `--tint`. */
export function annotationStylesCss(theme: ThemeName): string {
  const variables = ANNOTATION_STYLES.map(
    ({ ink, hue }, i) => `--look-${i}-ink:${ink[theme]};--look-${i}-tint:${hue}${TINT[theme].toString(16)};`,
  );
  const classes = ANNOTATION_STYLES.map(
    ({ stroke }, i) =>
      `.look-${i}{--ink:var(--look-${i}-ink);--tint:var(--look-${i}-tint);${STYLES[stroke]}}`,
  );
  return `:root{${variables.join('')}}\n${classes.join('\n')}`;
}

const STYLES: Readonly<Record<Stroke, string>> = {
  thick: '--line-style:solid;--line-width:2.5px',
  thin: '--line-style:solid;--line-width:1px',
  double: '--line-style:double;--line-width:1.5px',
  dotted: '--line-style:dotted;--line-width:2px',
};

/** Pixels below the words for lines. */
export const LINES_HEIGHT = 13;
const PITCH = 4;

/** Pixels from a line to the next one. */
export const linePitch = (lanes: number): number =>
  lanes * PITCH <= LINES_HEIGHT ? PITCH : LINES_HEIGHT / lanes;

export interface LineStyle {
  readonly look: number;
  readonly stroke: Stroke;
  readonly lane: number;
  readonly lanes: number;
  readonly kind: 'sure' | 'suggested' | 'gap';
  readonly selected: boolean;
}

const LETTERS = { sure: 'y', suggested: 's', gap: 'g' } as const;

/** A short name for a combination of lines; the same for the same picture. */
export const styleKey = (lines: readonly LineStyle[]): string =>
  lines
    .map(
      ({ look, lane, lanes, kind, selected }) =>
        `${look}-${lane}-${lanes}-${LETTERS[kind]}${selected ? 'x' : ''}`,
    )
    .join('_');

/** Declarations for a piece of text: its tint, and one or two layers of background a line. */
export function styleOf(lines: readonly LineStyle[]): string {
  const layers = lines.flatMap(layersOf);
  const innermost = lines.findLast(({ kind }) => kind !== 'gap');
  const chosen = lines.some(({ selected, kind }) => selected && kind !== 'gap');
  const ground = chosen
    ? 'var(--selection)'
    : innermost === undefined || innermost.kind === 'suggested'
      ? 'transparent'
      : `var(--look-${innermost.look}-tint)`;
  return [
    // The ground reaches as far as the words, the lines below them.
    `background:${[...layers, `linear-gradient(${ground},${ground}) 0 0/100% calc(100% - ${LINES_HEIGHT}px) no-repeat`].join(',')}`,
    `padding-bottom:${LINES_HEIGHT}px`,
  ].join(';');
}

function layersOf({ look, stroke, lane, lanes, kind, selected }: LineStyle): string[] {
  const pitch = linePitch(lanes);
  const top = LINES_HEIGHT - lane * pitch;
  const most = Math.max(1, pitch - 1);
  const ink = `var(--look-${look}-ink)`;
  const level = (from: number, height: number, image: string): string =>
    `${image} 0 calc(100% - ${round(top - from - height)}px)/100% ${round(height)}px no-repeat`;
  const dashes = (on: number, off: number): string =>
    `repeating-linear-gradient(90deg,${ink} 0 ${on}px,transparent ${on}px ${on + off}px)`;
  const solid = `linear-gradient(${ink},${ink})`;
  if (kind === 'gap') return [level(most / 2 - 0.5, 1, dashes(1, 3))];
  if (kind === 'suggested') return [level(0, Math.min(2, most), dashes(5, 3))];
  if (selected) return [level(0, most, solid)];
  switch (stroke) {
    case 'thick':
      return [level(0, Math.min(2.5, most), solid)];
    case 'thin':
      return [level(0, 1, solid)];
    case 'double':
      return [level(0, 1, solid), level(Math.min(2, most - 1), 1, solid)];
    case 'dotted':
      return [level(0, 2, dashes(2, 2))];
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Words as a CSS string, for letters made by `content`. */
export function cssString(words: string): string {
  const escaped = [...words].map((letter) =>
    /["\\\n\r\f]/.test(letter) ? `\\${letter.codePointAt(0)!.toString(16)} ` : letter,
  );
  return `"${escaped.join('')}"`;
}
