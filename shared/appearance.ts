/**
 * Appearance of each entity type on screen and in reports. Hues follow Okabe and Ito's colour-blind-safe set, darkened
 * or lightened per theme for contrast. Types with the same hue differ in underline, and every type has a letter.
 */
import type { EntityType } from './domain/graph.ts';

export type ThemeName = 'light' | 'dark';
export type Underline = 'thin' | 'thick' | 'double';

export interface EntityTypeStyle {
  /** Letter of the badge in each language. */
  readonly letter: Readonly<Record<'zh' | 'en', string>>;
  readonly underline: Underline;
  /** Text and underline colour in each theme. */
  readonly ink: Readonly<Record<ThemeName, string>>;
  /** Okabe-Ito hue that tints the words' background. */
  readonly hue: string;
  /** Shape of the type's nodes in the neighbourhood graph. */
  readonly symbol: 'circle' | 'rect' | 'roundRect' | 'triangle' | 'diamond';
}

export const ENTITY_TYPES: Readonly<Record<EntityType, EntityTypeStyle>> = {
  disease: {
    letter: { zh: '病', en: 'D' },
    underline: 'thick',
    ink: { light: '#a63f00', dark: '#ff9a5c' },
    hue: '#d55e00', // vermillion
    symbol: 'circle',
  },
  symptom: {
    letter: { zh: '症', en: 'S' },
    underline: 'thin',
    ink: { light: '#7d5700', dark: '#f2b740' },
    hue: '#e69f00', // orange
    symbol: 'rect',
  },
  sign: {
    letter: { zh: '征', en: 'G' },
    underline: 'thick',
    ink: { light: '#5b6000', dark: '#e8dd5a' },
    hue: '#f0e442', // yellow
    symbol: 'rect',
  },
  finding: {
    letter: { zh: '果', en: 'F' },
    underline: 'thin',
    ink: { light: '#8f3a70', dark: '#e3a0c8' },
    hue: '#cc79a7', // reddish purple
    symbol: 'diamond',
  },
  exam: {
    letter: { zh: '检', en: 'E' },
    underline: 'thin',
    ink: { light: '#0b648f', dark: '#7cc6f0' },
    hue: '#56b4e9', // sky blue
    symbol: 'roundRect',
  },
  drug: {
    letter: { zh: '药', en: 'R' },
    underline: 'thick',
    ink: { light: '#006647', dark: '#4fcaa3' },
    hue: '#009e73', // bluish green
    symbol: 'triangle',
  },
  treatment: {
    letter: { zh: '治', en: 'T' },
    underline: 'double',
    ink: { light: '#006647', dark: '#4fcaa3' },
    hue: '#009e73',
    symbol: 'triangle',
  },
  department: {
    letter: { zh: '科', en: 'P' },
    underline: 'double',
    ink: { light: '#4a5058', dark: '#b5bbc4' },
    hue: '#8a8f98', // grey, for black
    symbol: 'roundRect',
  },
  anatomy: {
    letter: { zh: '位', en: 'A' },
    underline: 'thick',
    ink: { light: '#004f86', dark: '#86b4f2' },
    hue: '#0072b2', // blue
    symbol: 'roundRect',
  },
  cause: {
    letter: { zh: '因', en: 'C' },
    underline: 'double',
    ink: { light: '#8f3a70', dark: '#e3a0c8' },
    hue: '#cc79a7',
    symbol: 'diamond',
  },
  other: {
    letter: { zh: '他', en: 'O' },
    underline: 'thin',
    ink: { light: '#4a5058', dark: '#b5bbc4' },
    hue: '#8a8f98',
    symbol: 'circle',
  },
};
