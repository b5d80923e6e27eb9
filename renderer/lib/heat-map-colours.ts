/** Colours of a heat map's cells, readable at every strength. */
import type { ThemeName } from '../../shared/appearance.ts';
import { blend, contrast } from './contrast.ts';
import { PALETTES } from './palette.ts';

/** Right ones blue-green, wrong ones vermillion: told apart by every kind of colour vision (Okabe and Ito). */
const HUES = {
  right: { light: '#00719a', dark: '#3fa7d6' },
  wrong: { light: '#c24e00', dark: '#f08a4b' },
} as const;

/** One of them is readable on any background; the window's own inks are not. */
const INKS = ['#000000', '#ffffff'] as const;

export interface HeatColours {
  readonly background: string;
  readonly text: string;
}

/** `share` 0 to 1. Square root: small shares are what one looks for in a confusion matrix. */
export function heatColours(share: number, kind: keyof typeof HUES, theme: ThemeName): HeatColours {
  const { surface } = PALETTES[theme];
  const background = blend(HUES[kind][theme], surface, Math.sqrt(Math.min(1, Math.max(0, share))) * 0.85);
  const inks = [...INKS].sort((a, b) => contrast(b, background) - contrast(a, background));
  return { background, text: inks[0]! };
}
