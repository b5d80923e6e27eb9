/** Styles of compared curves: hues of Okabe and Ito, and a line style so that no two rest on colour alone. */
import type { ThemeName } from '../../shared/appearance.ts';

const HUES: Readonly<Record<ThemeName, readonly string[]>> = {
  light: ['#00619c', '#b84a00', '#00795a', '#9c4a7e', '#7d5700', '#2f7fb0', '#4a5058', '#7a2f2f'],
  dark: ['#6cb6f5', '#ff9a5c', '#4fcaa3', '#e3a0c8', '#f2b740', '#a8d8f5', '#b5bbc4', '#e58f8f'],
};
const DASHES = ['solid', 'dashed', 'dotted'] as const;

export interface SeriesStyle {
  readonly colour: string;
  readonly dash: (typeof DASHES)[number];
}

/** Neighbours differ in hue and in dash; 24 combinations, for eight and three have no common divisor. */
export function seriesStyle(index: number, theme: ThemeName): SeriesStyle {
  const hues = HUES[theme];
  return { colour: hues[index % hues.length]!, dash: DASHES[index % DASHES.length]! };
}

/** Most runs whose curves can still be told apart. */
export const MOST_COMPARED = 12;
