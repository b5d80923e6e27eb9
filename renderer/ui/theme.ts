/** antd and CSS in the window's colours. */
import { theme as antd, type ThemeConfig } from 'antd';
import { useEffect, useState } from 'react';
import type { ThemeName } from '../../shared/appearance.ts';
import type { Settings } from '../../shared/domain/system.ts';
import { annotationStylesCss } from '../lib/annotation-css.ts';
import { blend } from '../lib/contrast.ts';
import { entityTypeCss } from '../lib/entity-types.ts';
import { FONT_SANS, PALETTES, type Palette, paletteCss } from '../lib/palette.ts';

/** antd would mix these from the inks above, which are too dark for it. */
function stateBackgrounds(p: Palette) {
  const tint = (ink: string): string => blend(ink, p.surface, 0.08);
  const edge = (ink: string): string => blend(ink, p.surface, 0.4);
  return {
    colorSuccessBg: tint(p.ok),
    colorSuccessBorder: edge(p.ok),
    colorWarningBg: tint(p.warning),
    colorWarningBorder: edge(p.warning),
    colorErrorBg: tint(p.danger),
    colorErrorBorder: edge(p.danger),
    colorInfoBg: tint(p.accent),
    colorInfoBorder: edge(p.accent),
  };
}

export function antdTheme(name: ThemeName): ThemeConfig {
  const p = PALETTES[name];
  return {
    algorithm: name === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: p.accent,
      colorLink: p.accent,
      colorInfo: p.accent,
      colorError: p.danger,
      colorWarning: p.warning,
      colorSuccess: p.ok,
      ...stateBackgrounds(p),
      colorText: p.text,
      colorTextSecondary: p.muted,
      colorTextTertiary: p.muted,
      colorTextDescription: p.muted,
      colorTextPlaceholder: p.muted,
      colorTextLightSolid: p.onAccent,
      colorBgBase: p.surface,
      colorBgContainer: p.surface,
      colorBgElevated: p.raised,
      colorBgLayout: p.panel,
      colorBorder: p.rim,
      colorBorderSecondary: p.border,
      colorSplit: p.border,
      fontFamily: FONT_SANS,
      fontSize: 13,
      borderRadius: 4,
      borderRadiusLG: 6,
      controlHeight: 28,
      controlHeightSM: 24,
      controlHeightLG: 32,
      sizeStep: 3,
      sizeUnit: 4,
      lineHeight: 20 / 13,
      motion: false,
      wireframe: false,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Tooltip: { colorBgSpotlight: p.text, colorTextLightSolid: p.surface },
      Table: { headerBg: p.panel, cellPaddingBlockSM: 4 },
    },
  };
}

/** The theme in force, following the system when the setting says so. */
export function useThemeName(setting: Settings['theme']): ThemeName {
  const [systemDark, setSystemDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => setSystemDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  if (setting === 'system') return systemDark ? 'dark' : 'light';
  return setting;
}

/** Puts palette and entity colours into the page. */
export function applyTheme(name: ThemeName): void {
  const id = 'meridian-theme';
  const existing = document.getElementById(id);
  const style = existing ?? document.createElement('style');
  style.id = id;
  style.textContent = `${paletteCss(name)}\n${entityTypeCss(name)}\n${annotationStylesCss(name)}`;
  if (existing === null) document.head.append(style);
  document.documentElement.dataset.theme = name;
}
