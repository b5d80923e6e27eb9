import { createContext, useContext } from 'react';
import type { ThemeName } from '../../shared/appearance.ts';

/** The theme in force, for what CSS cannot reach: Monaco and charts. */
export const ThemeContext = createContext<ThemeName>('light');
export const useTheme = (): ThemeName => useContext(ThemeContext);
