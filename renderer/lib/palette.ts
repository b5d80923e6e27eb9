/** The window's colours in both themes: the one source for CSS variables, antd, Monaco and charts. */
import type { ThemeName } from '../../shared/appearance.ts';

export interface Palette {
  /** Behind text that is read and edited. */
  readonly surface: string;
  /** Behind lists and bars. */
  readonly panel: string;
  /** Behind cards, menus and dialogs. */
  readonly raised: string;
  readonly hover: string;
  readonly selected: string;
  readonly border: string;
  /** Rims of controls: 3:1 against what they stand on. */
  readonly rim: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly danger: string;
  readonly warning: string;
  readonly ok: string;
  /** Selected text in the editor. */
  readonly selection: string;
}

export const PALETTES: Readonly<Record<ThemeName, Palette>> = {
  light: {
    surface: '#ffffff',
    panel: '#f5f6f8',
    raised: '#ffffff',
    hover: '#eaedf0',
    selected: '#dcebed',
    border: '#dde1e6',
    rim: '#848c96',
    text: '#1c2127',
    muted: '#545c66',
    accent: '#0a6570',
    onAccent: '#ffffff',
    danger: '#b3261e',
    warning: '#805300',
    ok: '#1a6b3c',
    selection: '#c4e1e6',
  },
  dark: {
    surface: '#1b1d20',
    panel: '#222528',
    raised: '#2a2d31',
    hover: '#2f3337',
    selected: '#24434a',
    border: '#383c42',
    rim: '#7d858f',
    text: '#d9dce1',
    muted: '#a3aab4',
    accent: '#62c3cb',
    onAccent: '#06282c',
    danger: '#ff9389',
    warning: '#e6b84a',
    ok: '#74c990',
    selection: '#1a444c',
  },
};

export const FONT_SANS =
  '-apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif';

/** CSS custom properties for `:root`, e.g. `--surface`. */
export function paletteCss(theme: ThemeName): string {
  const lines = Object.entries(PALETTES[theme]).map(
    ([name, value]) => `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}:${value};`,
  );
  return `:root{color-scheme:${theme};${lines.join('')}}`;
}
