import { describe, expect, it } from 'vitest';
import { blend, contrast, luminance } from '../../../renderer/lib/contrast.ts';
import { TINT, TYPE_ORDER } from '../../../renderer/lib/entity-types.ts';
import { PALETTES } from '../../../renderer/lib/palette.ts';
import type { ThemeName } from '../../../shared/appearance.ts';
import { ENTITY_TYPES } from '../../../shared/appearance.ts';
import { EntityType } from '../../../shared/domain/graph.ts';

const TEXT = 4.5;
const LINE = 3;
const THEMES: readonly ThemeName[] = ['light', 'dark'];

describe('contrast', () => {
  it('agrees with the values that WCAG gives', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
    expect(contrast('#ffffff', '#777777')).toBe(contrast('#777777', '#ffffff'));
    expect(luminance('#ff0000')).toBeCloseTo(0.2126, 6);
  });

  it('blends and refuses what is no colour', () => {
    expect(blend('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(() => contrast('red', '#ffffff')).toThrow('#rrggbb');
  });
});

describe.each(THEMES)('the %s palette', (theme) => {
  const p = PALETTES[theme];

  it('has readable text wherever text stands', () => {
    for (const under of [p.surface, p.panel, p.raised, p.hover, p.selected, p.selection]) {
      expect(contrast(p.text, under)).toBeGreaterThanOrEqual(TEXT);
    }
    for (const under of [p.surface, p.panel, p.raised, p.hover, p.selected]) {
      expect(contrast(p.muted, under), `muted on ${under}`).toBeGreaterThanOrEqual(TEXT);
    }
    expect(contrast(p.onAccent, p.accent)).toBeGreaterThanOrEqual(TEXT);
  });

  it('has readable states and visible rims', () => {
    for (const under of [p.surface, p.panel, p.raised]) {
      for (const state of [p.accent, p.danger, p.warning, p.ok]) {
        expect(contrast(state, under), `${state} on ${under}`).toBeGreaterThanOrEqual(TEXT);
      }
      expect(contrast(p.rim, under), `rim on ${under}`).toBeGreaterThanOrEqual(LINE);
    }
  });
});

describe.each(THEMES)('entity types in the %s theme', (theme) => {
  const p = PALETTES[theme];

  it.each(TYPE_ORDER)('%s is readable as text, as a badge and on its own tint', (type) => {
    const ink = ENTITY_TYPES[type].ink[theme];
    for (const under of [p.surface, p.panel, p.raised]) {
      expect(contrast(ink, under)).toBeGreaterThanOrEqual(TEXT);
    }
    expect(contrast(p.surface, ink)).toBeGreaterThanOrEqual(TEXT); // the letter on the badge
    for (const under of [p.surface, p.selection]) {
      const tint = blend(ENTITY_TYPES[type].hue, under, TINT[theme] / 255);
      expect(contrast(p.text, tint)).toBeGreaterThanOrEqual(TEXT);
      expect(contrast(ink, tint), `underline on ${tint}`).toBeGreaterThanOrEqual(LINE);
    }
  });
});

describe('the table of entity types', () => {
  it('has every type, each told apart by more than its colour', () => {
    expect([...TYPE_ORDER].sort()).toEqual([...EntityType.options].sort());
    for (const language of ['zh', 'en'] as const) {
      const letters = TYPE_ORDER.map((type) => ENTITY_TYPES[type].letter[language]);
      expect(new Set(letters).size).toBe(letters.length);
    }
    const looks = TYPE_ORDER.map((type) => `${ENTITY_TYPES[type].hue} ${ENTITY_TYPES[type].underline}`);
    expect(new Set(looks).size).toBe(looks.length);
  });
});
