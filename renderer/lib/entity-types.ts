/** Styles of entity types (shared/appearance.ts) as the window's CSS. */
import { ENTITY_TYPES, type ThemeName, type Underline } from '../../shared/appearance.ts';
import type { EntityType } from '../../shared/domain/graph.ts';

/** Entity types in the order of legends and lists. */
// safe: the table's keys are exactly the entity types, by its type.
export const TYPE_ORDER = Object.keys(ENTITY_TYPES) as readonly EntityType[];

/** Share of the hue in a tinted background, in 255ths: the page draws it translucent, so that selections show. */
export const TINT: Readonly<Record<ThemeName, number>> = { light: 41, dark: 51 };

const LINES: Readonly<Record<Underline, string>> = {
  thin: '--line-style:solid;--line-width:1px',
  thick: '--line-style:solid;--line-width:2.5px',
  double: '--line-style:double;--line-width:1.5px',
};

/** One rule a type: `.type-disease{--ink:…;--tint:…;--line-style:…;--line-width:…}`. */
export const entityTypeCss = (theme: ThemeName): string =>
  TYPE_ORDER.map((type) => {
    const style = ENTITY_TYPES[type];
    return `.type-${type}{--ink:${style.ink[theme]};--tint:${style.hue}${TINT[theme].toString(16)};${LINES[style.underline]}}`;
  }).join('\n');
